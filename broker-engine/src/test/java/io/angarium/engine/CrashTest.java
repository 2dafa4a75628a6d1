package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.VerifyReport;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole brokers under load, killed with -9 at random moments, again and again on the same store (T-35). */
class CrashTest {
    @TempDir
    Path folder;

    private final Set<String> sent = new HashSet<>();
    private final Set<String> taking = new HashSet<>();
    private final Set<String> taken = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void nothingIsLostOrDoubledWhenTheBrokerIsKilledAgainAndAgain(JournalKind kind) throws Exception {
        int kills = Integer.getInteger("angarium.crash.kills", 6);
        long seed = Long.getLong("angarium.crash.seed", 42);
        Random random = new Random(seed);
        Path store = folder.resolve("store");
        for (int run = 0; run < kills; run++) {
            // a number of confirmed lines rather than a time: the moment does not depend on the machine's speed
            runAndKill(store, kind, run, 1 + random.nextInt(400));

            VerifyReport report = Broker.verify(store);
            assertThat(report.problems())
                    .as("run %d, seed %d%n%s", run, seed, report.toTable())
                    .isEmpty();
        }

        try (Broker broker = Broker.open(CrashChild.config(store, kind))) {
            Set<String> in = drain(broker, CrashChild.IN);
            Set<String> out = drain(broker, CrashChild.OUT);
            checkBooks(in, out);
        }

        assertThat(violations).as("seed %d", seed).isEmpty();
        assertThat(sent).hasSizeGreaterThan(kills);
    }

    private void runAndKill(Path store, JournalKind kind, int run, int lines) throws Exception {
        Process child = new ProcessBuilder(command(store, kind, run))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
            for (int i = 0; i < lines; ) {
                i += note(reader.readLine()) ? 1 : 0;
            }
            // by its handle, as the process itself would close the pipe that still has lines for us
            child.toHandle().destroyForcibly();
            String rest = reader.readLine();
            while (rest != null) {
                note(rest);
                rest = reader.readLine();
            }
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).as("the child is dead").isTrue();
    }

    private static List<String> command(Path store, JournalKind kind, int run) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), CrashChild.class.getName()));
        command.addAll(List.of(store.toString(), kind.name(), Integer.toString(run)));
        return command;
    }

    /** Whether it was a line of the books. */
    private boolean note(@Nullable String line) throws IOException {
        if (line == null) {
            throw new IOException("the child ended by itself");
        }
        if (!line.startsWith(CrashChild.MARK)) {
            return false; // of a log
        }
        String[] words = line.substring(CrashChild.MARK.length()).split(" ", 2);
        switch (words[0]) {
            case "sent" -> sent.add(words[1]);
            case "taking" -> {
                taking.add(words[1]);
                if (taken.contains(words[1])) {
                    violations.add(words[1] + " was settled and came again");
                }
            }
            case "taken" -> taken.add(words[1]);
            case "ready", "moved" -> {
                // nothing to check
            }
            default -> throw new IOException("the child said: " + line);
        }
        return true;
    }

    private Set<String> drain(Broker broker, Address queue) {
        Set<String> left = new HashSet<>();
        try (TestClient client = TestClient.of(broker)) {
            long live = broker.entity(queue.name()).orElseThrow().live();
            Inbox inbox = client.receive(queue).credit((int) live + 10);
            for (long i = 0; i < live; i++) {
                String text = TestMessages.text(inbox.next().message());
                String id = text.substring(0, (text + " ").indexOf(' '));
                if (!left.add(id)) {
                    violations.add(id + " is twice in " + queue.name());
                }
                if (text.contains(" ") && text.length() < 40_000) {
                    violations.add(id + " is mutilated");
                }
            }
            assertThat(inbox.drained()).isEmpty();
        }
        return left;
    }

    private void checkBooks(Set<String> in, Set<String> out) {
        for (String id : sent) {
            boolean settledPerhaps = taking.contains(id);
            if (!in.contains(id) && !out.contains(id) && !settledPerhaps) {
                violations.add(id + " was confirmed and is lost");
            }
        }
        for (String id : out) {
            if (in.contains(id)) {
                violations.add(id + " is in both queues: half a transaction");
            }
            if (taken.contains(id)) {
                violations.add(id + " was settled and is there");
            }
        }
    }
}
