package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.tck.conformance.CrashingApplication.Work;
import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is there after the JVM of the broker was killed while an application used it (T-35). */
@ConformanceTest
@Needs(Feature.CRASH)
class CrashRulesTest {
    private static final int ENOUGH = 40;
    private static final String[] WORDS = {
        "sent ", "committed ", "acknowledged ", "received ", "prepared ", "recovered ", "drained ", "ended"
    };

    @TempDir
    private Path store = Path.of("");

    /** Runs the application until it has written enough such lines, kills it, and returns what it had written. */
    private List<String> killed(Work work, int lines) throws IOException, InterruptedException {
        return run(work, all -> all.size() >= lines);
    }

    private List<String> drained() throws IOException, InterruptedException {
        List<String> all = run(Work.DRAIN, lines -> false);
        assertThat(all).endsWith("ended");
        return all.subList(0, all.size() - 1).stream()
                .map(line -> line.substring("drained ".length()))
                .toList();
    }

    private static List<String> texts(List<String> lines) {
        return lines.stream().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
    }

    private List<String> run(Work work, Predicate<List<String>> enough) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("conformance", ".txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + RunningProvider.PROPERTY + "=" + RunningProvider.className(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingApplication.class.getName(),
                        work.name(),
                        store.toString())
                .redirectError(errors.toFile())
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (Stream.of(WORDS).anyMatch(line::startsWith)) {
                    lines.add(line);
                }
                if (enough.test(lines)) {
                    // unlike the process's own method it leaves what was written to be read
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(lines).as("what it wrote: %s", Files.readString(errors)).isNotEmpty();
        Files.delete(errors);
        return lines;
    }

    @Test
    @Section({"7.7", "4.1.8"})
    void whatWasSentIsThereOnceAndInOrderAndOtherMessagesAtMostOnce() throws Exception {
        List<String> sent = texts(killed(Work.SEND, ENOUGH));

        List<String> there = texts(drained());

        assertThat(there).doesNotHaveDuplicates();
        // a send that was under way may have been carried out
        List<String> persistent =
                there.stream().filter(text -> text.startsWith("persistent")).toList();
        assertThat(persistent).startsWith(sent.toArray(String[]::new));
        assertThat(drained()).isEmpty();
    }

    @Test
    @Section("6.2.7")
    void aTransactionIsThereAsAWholeOrNotAtAll() throws Exception {
        List<String> committed = texts(killed(Work.TRANSACTIONS, ENOUGH));

        List<String> there = texts(drained());

        List<String> expected = new ArrayList<>();
        for (int i = 0; i < there.size() / 3; i++) {
            expected.addAll(List.of(i + "a", i + "b", i + "c"));
        }
        assertThat(there).isEqualTo(expected);
        assertThat(there).hasSizeGreaterThanOrEqualTo(3 * committed.size());
    }

    @Test
    @Section({"6.2.10", "3.4.7"})
    void whatWasAcknowledgedDoesNotComeAgain() throws Exception {
        List<String> lost = new ArrayList<>(texts(killed(Work.SEND, 2 * ENOUGH)));
        List<String> acknowledged = texts(killed(Work.ACKNOWLEDGE, ENOUGH));

        List<String> there = texts(drained());

        assertThat(there).doesNotHaveDuplicates().doesNotContainAnyElementsOf(acknowledged);
        lost.removeAll(acknowledged);
        lost.removeAll(there);
        assertThat(lost)
                .as("the acknowledgement that was under way may have been carried out")
                .hasSizeLessThanOrEqualTo(1);
    }

    /** T-48. */
    @Test
    @Needs(Feature.XA)
    @Section({"6.2.8", "9.3"})
    void whatWasPreparedIsFoundAndCanBeCommitted() throws Exception {
        List<String> prepared = texts(killed(Work.PREPARE, 10));
        assertThat(drained()).as("it is not decided").isEmpty();

        List<String> recovered = texts(run(Work.RECOVER, lines -> false));

        List<String> there = texts(drained());
        assertThat(there).containsAll(prepared).doesNotHaveDuplicates();
        assertThat(recovered).first().isEqualTo(Integer.toString(there.size()));
    }

    @Test
    @Section({"6.2.10", "3.4.7", "6.2.11"})
    void whatWasReceivedAndNotAcknowledgedComesAgainInOrder() throws Exception {
        List<String> sent = texts(killed(Work.SEND, ENOUGH));
        List<String> received = texts(killed(Work.RECEIVE, 5));

        List<String> there = texts(drained());

        assertThat(received).hasSizeGreaterThanOrEqualTo(5);
        assertThat(there.stream().filter(text -> text.startsWith("persistent")))
                .startsWith(sent.toArray(String[]::new));
    }
}
