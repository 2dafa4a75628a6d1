package io.angarium.engine.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal in JVMs that are started as an application's is: without any flag. */
class BareJvmTest {
    /** What Java 24 and later print once in any JVM that uses Unsafe without having been told that it may. */
    private static final String UNSAFE_WARNING = "WARNING: .*Unsafe.*|WARNING: Please consider reporting this to .*";

    @TempDir
    Path folder;

    @Test
    void theJournalNeedsNoFlagsAndNoNativeLibraryAndPrintsNothingOfItsOwn() throws Exception {
        List<String> printed = run();

        assertThat(printed).filteredOn(line -> !line.matches(UNSAFE_WARNING)).containsExactly("record 1", "body");
        assertThat(printed).hasSizeLessThanOrEqualTo(6);
    }

    @Test
    void aJvmThatCannotBeOpenedIsToldTheFlagsAndNoFileIsTouched() throws Exception {
        // without jdk.unsupported there is no way in
        List<String> printed = run("--limit-modules=java.base,java.logging,java.xml,java.naming");

        assertThat(printed)
                .singleElement()
                .asString()
                .startsWith("INACCESSIBLE")
                .contains("--add-opens=java.base/java.lang.reflect=ALL-UNNAMED")
                .contains("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
        assertThat(folder.resolve("store")).doesNotExist();
    }

    /** Without what the build keeps from the library: its native code, and its affinity, which complains that there is none. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> !jar.contains("jnr") && !jar.contains("jffi") && !jar.contains("affinity"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> run(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of(
                "-Xmx128m",
                "-cp",
                classPath(),
                BareJvm.class.getName(),
                folder.resolve("store").toString()));
        Path output = folder.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.waitFor();
        return Files.readAllLines(output);
    }
}
