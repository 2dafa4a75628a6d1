package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.users.User;
import io.angarium.engine.users.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Hashtable;
import java.util.List;
import java.util.stream.Stream;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Angarium in this JVM, with a store on disk. */
public final class AngariumUnderTest implements ProviderUnderTest {
    private static final String NAME = "conformance";

    /** No secret is behind this password, so it is checked as quickly as can be. */
    private static final int ITERATIONS = 1_000;

    private @Nullable Path store;
    private @Nullable Broker broker;

    /** For the extension, which makes it by reflection. */
    public AngariumUnderTest() {}

    @Override
    public void start() throws IOException {
        store = Files.createTempDirectory("conformance");
        open();
    }

    @Override
    public void reset() throws IOException {
        stop();
        start();
    }

    @Override
    public void restart() {
        requireNonNull(broker, "it was started").close();
        open();
    }

    @Override
    public void stop() throws IOException {
        requireNonNull(broker, "it was started").close();
        List<Path> files;
        try (Stream<Path> all = Files.walk(requireNonNull(store, "it was started"))) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    @Override
    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // what a Jakarta Messaging application does, with the types of JNDI
    public Context context() throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.angarium.jndi.AngariumInitialContextFactory");
        environment.put("connectionfactory." + FACTORY, "angarium:vm:" + NAME);
        environment.put(
                "connectionfactory." + FACTORY_WITH_CLIENT_ID, "angarium:vm:" + NAME + "?clientID=" + CLIENT_ID);
        return new InitialContext(environment);
    }

    @Override
    public boolean supports(Feature feature) {
        return true;
    }

    private void open() {
        broker = Broker.open(BrokerConfig.inFolder(NAME, requireNonNull(store, "it was started"))
                .withUsers(new Users.Listed(List.of(User.withPassword(USER, PASSWORD, ITERATIONS)), true)));
    }
}
