package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.VerifyReport;
import io.angarium.protocol.Address;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreVerifierTest {
    private static final Address QUEUE = Address.queue("q");

    @TempDir
    Path folder;

    private void fill(JournalKind kind) {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("verify").withStore(folder, kind))) {
            TestClient client = TestClient.of(broker);
            client.send(QUEUE, 10);
            Inbox inbox = client.receive(QUEUE).credit(3);
            client.complete(inbox.next());
            client.fail(inbox.next());
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aSoundStoreIsReportedWithItsFigures(JournalKind kind) {
        fill(kind);

        VerifyReport report = StoreVerifier.verify(folder);

        assertThat(report.problems()).isEmpty();
        assertThat(report.contents()).isEqualTo(9);
        EntityStatistics queue = report.entities().get(0);
        assertThat(queue.path()).isEqualTo("q");
        assertThat(queue.accepted()).isEqualTo(10);
        assertThat(queue.completed()).isEqualTo(1);
        assertThat(queue.live()).isEqualTo(9);
        assertThat(report.toTable()).contains("the books agree").contains("q ");
    }

    @Test
    void verifyingChangesNothingThatABrokerWouldMiss() {
        fill(JournalKind.FILE);

        StoreVerifier.verify(folder);
        VerifyReport again = StoreVerifier.verify(folder);

        assertThat(again.problems()).isEmpty();
        assertThat(again.contents()).isEqualTo(9);
    }

    @Test
    void aDamagedBodyIsFound() throws IOException {
        fill(JournalKind.FILE);
        damage("m7");

        VerifyReport report = StoreVerifier.verify(folder);

        assertThat(report.sound()).isFalse();
        assertThat(report.problems()).hasSize(1);
        assertThat(report.toTable()).contains("PROBLEM");
    }

    /** Flips a bit in the body of a message. */
    private void damage(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("journal"))) {
            List<Path> segments = files.filter(Files::isRegularFile).sorted().toList();
            for (Path segment : segments) {
                String bytes = Files.readString(segment, StandardCharsets.ISO_8859_1);
                int at = bytes.indexOf(text);
                if (at >= 0) {
                    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                        file.seek(at);
                        file.write(bytes.charAt(at) ^ 1);
                    }
                    return;
                }
            }
        }
        throw new AssertionError(text + " is in no segment");
    }
}
