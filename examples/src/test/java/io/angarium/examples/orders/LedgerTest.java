package io.angarium.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final Ledger.Entry FIRST = new Ledger.Entry("ID:1", "domestic", "W-1", 1680, 1);
    private static final Ledger.Entry SECOND = new Ledger.Entry("ID:2", "high-value", "W-2", 74900, 2);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatWasForcedIsThereAfterARestart() throws IOException {
        Path file = folder.resolve("results.tsv");
        write(file, FIRST, SECOND);

        try (Ledger again = Ledger.open(file)) {
            assertThat(again.entries()).containsExactly(FIRST, SECOND);
        }
    }

    @Test
    void aResultThatIsDeliveredAgainIsKnown() throws IOException {
        Path file = folder.resolve("results.tsv");
        write(file, FIRST);

        write(file, FIRST, SECOND);

        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void aLineThatWasNotFinishedIsCutOff() throws IOException {
        Path file = folder.resolve("results.tsv");
        write(file, FIRST);
        Files.writeString(file, "ID:2\thigh-va", StandardOpenOption.APPEND);

        write(file, SECOND);

        try (Ledger again = Ledger.open(file)) {
            assertThat(again.entries()).containsExactly(FIRST, SECOND);
        }
    }

    private static void write(Path file, Ledger.Entry... entries) throws IOException {
        try (Ledger ledger = Ledger.open(file)) {
            for (Ledger.Entry entry : entries) {
                ledger.add(entry);
            }
            ledger.force();
        }
    }
}
