package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Processes that are killed while they write: what was durable is there (without forced writes: what the journal has said was in
 * the file), nothing is damaged, no number is missing. Stopping a process
 * and copying its files gives exactly what a kill at that instruction would have left, without starting a JVM for each.
 */
@ParameterizedClass
@CsvSource({"FILE, ALWAYS", "CHRONICLE, ALWAYS", "FILE, NONE", "CHRONICLE, NONE"})
class JournalCrashTest {
    private static final int SNAPSHOTS = 100;
    private static final int KILLS = 7;

    private final JournalKind kind;
    private final JournalConfig.Sync sync;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @BeforeEach
    void needsProcesses() {
        assumeTrue(WriterProcess.supported(), "needs /proc to stop processes");
    }

    JournalCrashTest(JournalKind kind, JournalConfig.Sync sync) {
        this.kind = kind;
        this.sync = sync;
    }

    /** The last batch is the one whose content is looked at, as nothing says that it was on disk. */
    @Test
    void aCrashAfterALargeRecordLeavesAStoreThatOpens() throws Exception {
        Path store = folder.resolve("large");
        StoreCopy copy;
        try (Journal journal = kind.open(JournalConfig.at(store).withMinFreeBytes(0))) {
            journal.replay((record, metadata, live) -> {});
            ByteBuffer metadata = ByteBuffer.wrap(new byte[] {1});
            journal.append(metadata, List.of(ByteBuffer.allocate(1 << 20)), false, false);
            journal.sync();
            copy = StoreCopy.of(store, folder.resolve("copy"));
        }

        try (Journal journal = kind.open(JournalConfig.at(copy.folder()).withMinFreeBytes(0))) {
            List<Long> records = new ArrayList<>();
            journal.replay((record, metadata, live) -> records.add(record));
            assertThat(records).containsExactly(1L);
            assertThat(journal.read(1, 0).remaining()).isEqualTo(1 << 20);
        }
    }

    @Test
    void aProcessThatIsKilledAnywhereLosesNothingThatWasDurable() throws Exception {
        Path store = folder.resolve("store");
        int recoveredBeyond = 0;
        int overOldSegments = 0;

        try (WriterProcess writer = WriterProcess.start(kind, sync, store, folder.resolve("marks"))) {
            writer.awaitDurable(500);
            for (int seed = 0; seed < SNAPSHOTS; seed++) {
                Random random = new Random(seed);
                writer.awaitDurable(writer.marks().durable() + random.nextInt(40));
                StoreCopy copy;
                CrashWriter.Marks marks;
                writer.stop();
                try {
                    marks = writer.marks();
                    copy = StoreCopy.of(store, folder.resolve("crash" + seed));
                } finally {
                    writer.resume();
                }
                List<Path> segments = copy.segments();
                overOldSegments += segments.stream().anyMatch(SegmentBytes::holdOldBatches) ? 1 : 0;
                recoveredBeyond += assertRecovers(copy.folder(), marks, "snapshot " + seed) ? 1 : 0;
                copy.delete();
            }
        }

        // else the stops never hit a write that was not confirmed, and the test would prove little
        assertThat(recoveredBeyond).isPositive();
        // else nothing was shown of files that are written again
        assertThat(overOldSegments).isGreaterThan(SNAPSHOTS / 2);
    }

    /** Opens what a crash left, checks it, goes on with it; says whether more was there than had been confirmed. */
    private boolean assertRecovers(Path store, CrashWriter.Marks marks, String what) {
        long next;
        NumberedRecords.Span span;
        try (Journal journal = kind.open(CrashWriter.config(store, sync))) {
            span = NumberedRecords.verify(journal, CrashWriter.MAX_BYTES);
            assertThat(span.last()).as("%s: last record", what).isGreaterThanOrEqualTo(marks.durable());
            for (long gone = marks.released() + 1; gone < span.first(); gone++) {
                // a record without content is nobody's to release
                assertThat(NumberedRecords.content(gone, CrashWriter.MAX_BYTES))
                        .as("%s: record %d", what, gone)
                        .isEmpty();
            }
            for (int i = 0; i < 5; i++) {
                NumberedRecords.append(journal, CrashWriter.MAX_BYTES);
            }
            next = journal.nextRecord();
        }
        try (Journal journal = kind.open(CrashWriter.config(store, sync))) {
            NumberedRecords.Span again = NumberedRecords.verify(journal, CrashWriter.MAX_BYTES);
            assertThat(again)
                    .as("%s: after going on", what)
                    .isEqualTo(new NumberedRecords.Span(span.first(), next - 1));
        }
        SegmentBytes.requireBatches(kind.readByOthers(store), what);
        return span.last() > marks.durable();
    }

    @Test
    void aStoreThatIsKilledAgainAndAgainLosesNothingThatWasDurable() throws Exception {
        Path store = folder.resolve("store");
        Random random = new Random(1);

        for (int i = 0; i < KILLS; i++) {
            Path marks = folder.resolve("marks" + i);
            try (WriterProcess writer = WriterProcess.start(kind, sync, store, marks)) {
                writer.awaitDurable(1);
                writer.awaitDurable(writer.marks().durable() + random.nextInt(1500));
                writer.kill();
                assertRecovers(store, writer.marks(), "kill " + i);
            }
        }
    }

    @Test
    void aStoreThatAnotherProcessHasOpenIsRefusedWithItsNumber() throws IOException {
        Path store = folder.resolve("store");
        try (WriterProcess writer = WriterProcess.start(kind, sync, store, folder.resolve("marks"))) {
            writer.awaitDurable(1);

            assertThatThrownBy(() -> kind.open(CrashWriter.config(store, sync)))
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.IN_USE))
                    .hasMessageContaining(store.toString())
                    .hasMessageContaining("pid " + writer.pid());

            writer.kill();
            kind.open(CrashWriter.config(store, sync)).close();
        }
    }
}
