package io.angarium.engine.journal.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.JournalException;
import io.angarium.engine.journal.JournalException.Kind;
import io.angarium.engine.journal.SegmentedJournal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a journal does when the disk fails underneath: it stops confirming, and nothing that was confirmed is lost. */
class JournalFaultTest {
    private static final int SEGMENT_BYTES = 64 << 10;

    @TempDir
    Path folder;

    private final FaultySegments.Faults faults = new FaultySegments.Faults();
    private final CompletableFuture<JournalException> failed = new CompletableFuture<>();
    private Journal journal;

    /** The places where a disk can fail. */
    private enum Fault {
        WRITE,
        FORCE,
        MAPPED_MEMORY;

        void set(FaultySegments.Faults faults) {
            switch (this) {
                case WRITE -> faults.write.set(new IOException("Input/output error"));
                case FORCE -> faults.force.set(new IOException("Input/output error"));
                case MAPPED_MEMORY ->
                    faults.write.set(new InternalError("a fault occurred in an unsafe memory access operation"));
            }
        }
    }

    @BeforeEach
    void open() {
        journal = faulty();
        journal.onProgress(new Journal.ProgressListener() {
            @Override
            public void durable(long record) {}

            @Override
            public void failed(JournalException cause) {
                failed.complete(cause);
            }
        });
        journal.replay((record, metadata, live) -> {});
    }

    private Journal faulty() {
        JournalConfig config = JournalConfig.at(folder.resolve("store"))
                .withSegmentBytes(SEGMENT_BYTES)
                .withMinFreeBytes(0);
        return SegmentedJournal.open(config, "file", (segments, made) -> new FaultySegments(segments, made, faults));
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private long append(int bytes) {
        return journal.append(ByteBuffer.wrap("m".getBytes(UTF_8)), List.of(ByteBuffer.allocate(bytes)), false, false);
    }

    private static void assertKind(Kind expected, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(expected));
    }

    private List<Long> reopened() {
        journal.close();
        faults.write.set(null);
        faults.force.set(null);
        faults.allocate.set(null);
        faults.close.set(null);
        journal = faulty();
        List<Long> records = new ArrayList<>();
        journal.replay((record, metadata, live) -> records.add(record));
        return records;
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void afterAFaultNothingIsConfirmedAndTheListenerIsTold(Fault fault) {
        append(100);
        journal.sync();

        fault.set(faults);
        append(100);

        assertThat(failed.join().kind()).isEqualTo(Kind.FAILED);
        assertThat(failed.join().getMessage()).contains(folder.toString());
        assertThat(journal.durableRecord()).isEqualTo(1);
        assertKind(Kind.FAILED, journal::sync);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void afterAFaultAppendsAreRefusedEvenIfTheDiskIsWellAgain(Fault fault) {
        fault.set(faults);
        append(100);
        failed.join();

        faults.write.set(null);
        faults.force.set(null);

        assertKind(Kind.FAILED, () -> append(100));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void afterAFaultWhatIsThereCanStillBeRead(Fault fault) {
        long record = append(100);
        journal.sync();

        fault.set(faults);
        append(100);
        failed.join();

        assertThat(journal.read(record, 0).remaining()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void afterAFaultTheStoreOpensAgainWithEverythingThatWasConfirmed(Fault fault) {
        append(100);
        append(200);
        journal.sync();
        fault.set(faults);
        append(300);
        failed.join();

        assertThat(reopened()).startsWith(1L, 2L);
    }

    @Test
    void aRecordThatWasTakenWaitsForSpaceAndIsWrittenWhenThereIsSome() {
        faults.allocate.set(new IOException("No space left on device"));
        long last = 0;
        for (int i = 0; i < 3 * SEGMENT_BYTES / 2000; i++) {
            last = append(2000);
        }
        assertThat(journal.durableRecord()).isLessThan(last);

        faults.allocate.set(null);

        journal.sync();
        assertThat(journal.durableRecord()).isEqualTo(last);
        assertThat(failed).isNotDone();
    }

    @Test
    void aStoreThatIsClosedWhileItWaitsForSpaceKeepsWhatWasConfirmed() {
        long confirmed = append(2000);
        journal.sync();
        faults.allocate.set(new IOException("No space left on device"));
        for (int i = 0; i < 3 * SEGMENT_BYTES / 2000; i++) {
            append(2000);
        }

        journal.close();

        assertThat(failed.join().kind()).isEqualTo(Kind.FULL);
        assertThat(reopened()).contains(confirmed);
    }

    @Test
    void aDiskThatFailsWhenASegmentIsNeededIsAFault() {
        faults.allocate.set(new IOException("Input/output error"));

        for (int i = 0; i < 2 * SEGMENT_BYTES / 2000 && !failed.isDone(); i++) {
            append(2000);
        }

        assertThat(failed.join().kind()).isEqualTo(Kind.FAILED);
    }

    @Test
    void aSegmentThatCannotBeClosedIsAFaultAlsoIfNothingIsAppendedAfterwards() {
        faults.close.set(new IOException("Input/output error"));
        for (int i = 0; i < SEGMENT_BYTES / 2000 + 1; i++) {
            append(2000);
        }

        assertThat(failed.join().kind()).isEqualTo(Kind.FAILED);
        long confirmed = journal.durableRecord();
        assertThat(reopened()).contains(confirmed);
    }

    @Test
    void aStoreThatCannotBeginASegmentIsInaccessibleAndCanBeOpenedLater() {
        append(100);
        journal.close();
        faults.allocate.set(new IOException("Input/output error"));
        journal = faulty();

        assertKind(Kind.INACCESSIBLE, () -> journal.replay((record, metadata, live) -> {}));

        assertThat(reopened()).containsExactly(1L);
    }
}
