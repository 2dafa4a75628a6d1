package io.angarium.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.journal.JournalConfig.Sync;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A journal that forces nothing answers at once, keeps its order, and is a clean prefix after a crash. */
@ParameterizedClass
@EnumSource(value = JournalKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SIMULATED")
class UnforcedJournalTest {
    private static final int MAX_BYTES = 2000;

    private final JournalKind kind;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    UnforcedJournalTest(JournalKind kind) {
        this.kind = kind;
    }

    private Journal open(Path store, Sync sync) {
        return kind.open(JournalConfig.at(store)
                .withSegmentBytes(64 << 10)
                .withMinFreeBytes(0)
                .withSync(sync));
    }

    private Journal openEmpty(Sync sync) {
        Journal journal = open(folder.resolve("store"), sync);
        journal.replay((record, metadata, live) -> {});
        return journal;
    }

    @Test
    void aRecordIsDurableAndReadableWhenItsAppendReturns() {
        try (Journal journal = openEmpty(Sync.NONE)) {
            for (int i = 0; i < 1000; i++) {
                ByteBuffer content = ByteBuffer.wrap(("content " + i).getBytes(UTF_8));
                long record = journal.append(ByteBuffer.allocate(0), List.of(content), false, false);

                assertThat(journal.durableRecord()).isEqualTo(record);
                assertThat(journal.read(record, 0)).isEqualTo(content);
            }
        }
    }

    @Test
    void whatIsLiveCountsFromItsAppendToItsRelease() {
        try (Journal journal = openEmpty(Sync.NONE)) {
            for (int i = 0; i < 1000; i++) {
                long record = journal.append(ByteBuffer.allocate(8), List.of(ByteBuffer.allocate(900)), false, false);

                assertThat(journal.statistics().liveBytes()).isBetween(900L, 1000L);
                journal.release(record);
                assertThat(journal.statistics().liveBytes()).isZero();
            }
        }
    }

    @Test
    void whatWasAppendedIsThereAfterAClose() {
        try (Journal journal = openEmpty(Sync.NONE)) {
            for (int i = 0; i < 500; i++) {
                NumberedRecords.append(journal, MAX_BYTES);
            }
        }

        try (Journal journal = open(folder.resolve("store"), Sync.NONE)) {
            assertThat(NumberedRecords.verify(journal, MAX_BYTES)).isEqualTo(new NumberedRecords.Span(1, 500));
        }
    }

    @Test
    void nothingIsEverForced() throws IOException {
        assertThat(forces(Sync.NONE)).isZero();
        assertThat(forces(Sync.ALWAYS)).as("else the count proves nothing").isGreaterThan(300);
    }

    /** Runs a journal through all it can do, and counts the forced writes that the JVM sees. */
    private long forces(Sync sync) throws IOException {
        Path store = folder.resolve("store-" + sync);
        Path recorded = folder.resolve("recording-" + sync + ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
            for (int opening = 0; opening < 2; opening++) {
                try (Journal journal = open(store, sync)) {
                    journal.replay((record, metadata, live) -> {});
                    for (int i = 0; i < 300; i++) {
                        journal.release(NumberedRecords.append(journal, MAX_BYTES));
                        journal.sync();
                        for (Journal.Segment oldest = journal.cleanable();
                                oldest != null && oldest.liveRecords().isEmpty();
                                oldest = journal.cleanable()) {
                            journal.delete(oldest);
                        }
                    }
                }
            }
            recording.stop();
            recording.dump(recorded);
        }
        return RecordingFile.readAllEvents(recorded).stream()
                .filter(event -> event.getString("path").startsWith(store.toString()))
                .count();
    }

    @Test
    void writesThatWereTornAnywhereLeaveAPrefix() throws IOException {
        int before = 10;
        int written = 30;
        int cut = 0;
        try (Journal journal = openEmpty(Sync.NONE)) {
            append(journal, before);
            StoreCopy earlier = StoreCopy.of(folder.resolve("store"), folder.resolve("earlier"));
            append(journal, written - before);
            assertThat(journal.statistics().segments()).isEqualTo(1);

            for (int seed = 0; seed < 150; seed++) {
                StoreCopy copy = StoreCopy.of(folder.resolve("store"), folder.resolve("copy" + seed));
                undoSome(earlier, copy, new Random(seed));
                try (Journal torn = open(copy.folder(), Sync.NONE)) {
                    long last = NumberedRecords.verify(torn, MAX_BYTES).last();
                    assertThat(last).as("seed %d", seed).isBetween((long) before, (long) written);
                    cut += last < written ? 1 : 0;
                    NumberedRecords.append(torn, MAX_BYTES);
                }
                SegmentBytes.requireBatches(kind.readByOthers(copy.folder()), "seed " + seed);
                copy.delete();
            }
        }
        assertThat(cut).isGreaterThan(100);
    }

    private static void append(Journal journal, int records) {
        for (int i = 0; i < records; i++) {
            NumberedRecords.append(journal, MAX_BYTES);
            journal.sync();
        }
    }

    /** Some sectors of the later writes never got to the disk. */
    private static void undoSome(StoreCopy earlier, StoreCopy now, Random random) throws IOException {
        for (Path file : now.segments()) {
            byte[] bytes = Files.readAllBytes(file);
            Path then = earlier.folder().resolve("journal").resolve(String.valueOf(file.getFileName()));
            byte[] old = Files.exists(then) ? Files.readAllBytes(then) : bytes;
            for (int at = 0; at + 512 <= Math.min(bytes.length, old.length); at += 512) {
                if (random.nextInt(20) == 0) {
                    System.arraycopy(old, at, bytes, at, 512);
                }
            }
            Files.write(file, bytes);
        }
    }
}
