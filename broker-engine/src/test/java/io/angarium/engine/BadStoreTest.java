package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.admin.JournalKind;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that cannot be opened is refused with one text that names it, and is not touched. */
class BadStoreTest {
    private static final Address QUEUE = Address.queue("q");

    @TempDir
    Path folder;

    private BrokerConfig config(String name, JournalKind kind) {
        return BrokerConfig.throwAway(name).withStore(folder.resolve("store"), kind);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aFolderOfSomebodyElseIsRefusedAndLeftAlone(JournalKind kind) throws IOException {
        Path foreign = Files.createDirectories(folder.resolve("store")).resolve("thesis.txt");
        Files.writeString(foreign, "chapter one");

        assertUnusable(() -> Broker.open(config("bad", kind)), "store", "thesis.txt");

        try (Stream<Path> files = Files.list(folder.resolve("store"))) {
            assertThat(files).containsExactly(foreign);
        }
        assertThat(Files.readString(foreign)).isEqualTo("chapter one");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aFileIsNoStore(JournalKind kind) throws IOException {
        Files.writeString(folder.resolve("store"), "not a folder");

        assertUnusable(
                () -> Broker.open(config("bad", kind)), folder.resolve("store").toString());
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aStoreThatIsInUseIsRefusedAndTheOtherBrokerGoesOn(JournalKind kind) {
        try (Broker first = Broker.open(config("first", kind))) {
            assertUnusable(
                    () -> Broker.open(config("second", kind)),
                    folder.resolve("store").toString());

            TestClient.of(first).send(QUEUE, "goes on");
        }

        try (Broker second = Broker.open(config("second", kind))) {
            assertThat(second.entity("q").orElseThrow().live()).isEqualTo(1);
        }
    }

    @Test
    void aStoreOfTheOtherKindIsRefused() {
        Broker.open(config("bad", JournalKind.FILE)).close();

        assertUnusable(
                () -> Broker.open(config("bad", JournalKind.CHRONICLE)),
                folder.resolve("store").toString());

        Broker.open(config("bad", JournalKind.FILE)).close();
    }

    @Test
    void aDamagedStoreIsRefusedNamingFileAndPosition() throws IOException {
        try (Broker broker = Broker.open(config("bad", JournalKind.FILE))) {
            TestClient client = TestClient.of(broker);
            for (int i = 0; i < 100; i++) {
                client.send(QUEUE, "m" + i);
            }
        }
        Path segment = firstSegment();
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(2_000);
            file.write("damage".getBytes(StandardCharsets.US_ASCII));
        }

        assertUnusable(
                () -> Broker.open(config("bad", JournalKind.FILE)),
                segment.getFileName().toString(),
                "position",
                "restore");
    }

    @Test
    void verifyingWhereThereIsNoStoreSaysSo() {
        assertUnusable(() -> Broker.verify(folder), folder.toString(), "no store");
    }

    @Test
    void aNameThatIsNoNameIsRefused() {
        assertThatThrownBy(() -> BrokerConfig.throwAway("a b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"a b\"");
    }

    private Path firstSegment() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("store").resolve("journal"))) {
            List<Path> segments = files.filter(Files::isRegularFile).sorted().toList();
            return segments.get(0);
        }
    }

    private static void assertUnusable(ThrowingCallable call, String... texts) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.STORE_UNUSABLE))
                .hasMessageContainingAll(texts);
    }
}
