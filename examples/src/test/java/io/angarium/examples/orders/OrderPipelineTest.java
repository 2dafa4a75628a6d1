package io.angarium.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderPipelineTest {
    private static final String HEADER = String.join(",", Order.COLUMNS);
    private static final int ORDERS = 150;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theSumsAgreeAfterTheProcessWasKilledTwice() throws IOException {
        Path file = Files.write(folder.resolve("orders.csv"), someOrders());

        int exitCode = run(
                "--file", file.toString(), "--folder", folder.resolve("runs").toString(), "--kill-at", "20,70");

        assertThat(exitCode).as(out.toString(StandardCharsets.UTF_8) + err).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("rejected: " + file + ", line 2: quantity is 'x'")
                .contains("killed 2 times")
                .containsPattern("accepted +" + ORDERS + " +" + ORDERS)
                .contains("The sums agree");
    }

    @Test
    void aMissingFileIsOneLineAndExitCodeTwo() {
        Path file = folder.resolve("no.csv");

        int exitCode = run("--file", file.toString());

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines(file + ": no such file");
    }

    @Test
    void aFileWithoutOrdersShowsTheFirstLineThatIsNotOne() throws IOException {
        Path file = Files.write(folder.resolve("orders.csv"), List.of(HEADER, "1,2"));

        int exitCode = run("--file", file.toString());

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("no order in it")
                .contains("line 2: 2 values");
    }

    @Test
    void aFolderThatIsNotEmptyIsLeftAlone() throws IOException {
        Path kept = Files.writeString(folder.resolve("precious.txt"), "mine");

        int exitCode = run("--folder", folder.toString());

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("is not empty");
        assertThat(kept).hasContent("mine");
    }

    @Test
    void anOptionOutOfRangeIsRefused() {
        assertThat(run("--kill-at", "100")).isEqualTo(2);
        assertThat(run("--kills", "-1")).isEqualTo(2);
        assertThat(run("--workers", "0")).isEqualTo(2);
        assertThat(run("--no-such-option")).isEqualTo(2);
    }

    private int run(String... arguments) {
        return OrderPipeline.execute(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }

    /** Domestic and international, dear and cheap, every tenth twice, every fiftieth hopeless. */
    private static List<String> someOrders() {
        List<String> lines = new ArrayList<>(List.of(HEADER, "W-0,2026-11-27T08:00:00Z,C1,Mia,DE,S,P,x,1,card,web"));
        for (int i = 1; i <= ORDERS; i++) {
            String line = "W-" + i + ",2026-11-27T08:00:00+01:00,C" + i % 7 + ",Mia Koch,"
                    + (i % 3 == 0 ? "FR" : "DE") + "," + (i % 50 == 0 ? "KB-0417" : "TB-2201") + ",Product,"
                    + (1 + i % 4)
                    + "," + (i % 5 == 0 ? "612.50" : "9.95") + ",invoice,web";
            lines.add(line);
            if (i % 10 == 0) {
                lines.add(line);
            }
        }
        return lines;
    }
}
