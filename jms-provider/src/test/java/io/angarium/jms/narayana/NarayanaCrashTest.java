package io.angarium.jms.narayana;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A JVM that has transaction manager, client and broker halts in the middle of a commit; the next one recovers. Everything has
 * happened once, or not at all (T-48).
 */
@Timeout(300)
class NarayanaCrashTest {
    @TempDir
    private Path folder;

    private record Ended(int exitCode, String output) {}

    private Ended run(String what, String haltIn) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-"))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx256m",
                "-D" + OtherResource.HALT_IN + "=" + haltIn,
                "-cp",
                System.getProperty("java.class.path"),
                NarayanaChild.class.getName(),
                folder.toString(),
                what));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = child.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(child.waitFor(2, TimeUnit.MINUTES)).as(text).isTrue();
            return new Ended(child.exitValue(), text);
        } finally {
            child.destroyForcibly();
        }
    }

    private void haltsIn(String what, String call) throws IOException, InterruptedException {
        Ended ended = run(what, call);
        assertThat(ended.exitCode).as(ended.output).isEqualTo(OtherResource.HALTED);
    }

    private String recovered() throws IOException, InterruptedException {
        Ended ended = run("recover", "nowhere");
        assertThat(ended.exitCode).as(ended.output).isZero();
        return ended.output
                .lines()
                .filter(line -> line.startsWith("RESULT "))
                .findFirst()
                .orElse(ended.output);
    }

    @Test
    void aCrashBetweenPrepareAndCommitEndsInCommit() throws Exception {
        haltsIn("otherFirst", "commit");

        assertThat(recovered()).isEqualTo("RESULT in doubt 1 then 0 in [] out [3000001]");
    }

    @Test
    void aCrashBeforeTheDecisionEndsInRollback() throws Exception {
        haltsIn("otherLast", "prepare");

        assertThat(recovered()).isEqualTo("RESULT in doubt 1 then 0 in [1 again] out []");
    }

    @Test
    void aCrashBeforePrepareLeavesNothingInDoubt() throws Exception {
        haltsIn("otherFirst", "prepare");

        assertThat(recovered()).startsWith("RESULT in doubt 0 then 0 in [1").endsWith("out []");
    }
}
