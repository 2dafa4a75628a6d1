package io.angarium.tck.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The provider, started, and the folder of its store, which is deleted when it is closed. Confined to one thread. */
final class RunningProvider implements AutoCloseable {
    /** The name of a class that implements {@link ProviderUnderTest}. */
    static final String PROPERTY = "conformance.provider";

    private static final String STANDARD = "io.angarium.tck.angarium.AngariumUnderTest";

    private final ProviderUnderTest provider;
    private Path store;

    private RunningProvider(ProviderUnderTest provider, Path store) {
        this.provider = provider;
        this.store = store;
    }

    /** The name of the class that the property asks for. */
    static String className() {
        return System.getProperty(PROPERTY, STANDARD);
    }

    /** A provider that is not started. */
    static ProviderUnderTest instance() {
        try {
            return Class.forName(className())
                    .asSubclass(ProviderUnderTest.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalStateException(
                    "the property " + PROPERTY + " is " + className()
                            + "; it has to be a public class on the class path,"
                            + " with a public constructor without parameters, that implements "
                            + ProviderUnderTest.class.getName(),
                    e);
        }
    }

    /** Starts it with nothing in its store. */
    static RunningProvider start() {
        try {
            ProviderUnderTest provider = instance();
            Path store = Files.createTempDirectory("conformance");
            provider.start(store);
            return new RunningProvider(provider, store);
        } catch (Exception e) {
            throw new IllegalStateException("cannot start the provider " + className(), e);
        }
    }

    ProviderUnderTest provider() {
        return provider;
    }

    /** Ends it and starts it again on what is on disk. */
    void restart() throws Exception {
        provider.stop();
        provider.start(store);
    }

    /** Ends it and starts it again with nothing in its store. */
    void reset() throws Exception {
        provider.stop();
        delete(store);
        store = Files.createTempDirectory("conformance");
        provider.start(store);
    }

    @Override
    public void close() {
        try {
            provider.stop();
            delete(store);
        } catch (Exception e) {
            throw new IllegalStateException("cannot stop the provider " + className(), e);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
