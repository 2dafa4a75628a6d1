package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Several threads that append, read, release, interrupt and clean at the same time. */
@ParameterizedClass
@EnumSource(value = JournalKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SIMULATED")
class JournalConcurrencyTest {
    private static final int MAX_BYTES = 3000;
    private static final int THREADS = 4;

    private final JournalKind kind;
    private final ReentrantLock namespace = new ReentrantLock();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Journal journal;

    JournalConcurrencyTest(JournalKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        journal = kind.open(config());
        journal.replay((record, metadata, live) -> {});
    }

    private JournalConfig config() {
        return JournalConfig.at(folder.resolve("store"))
                .withSegmentBytes(256 << 10)
                .withMinFreeBytes(0);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        journal.close();
    }

    private void inAllThreads(Callable<Void> action) throws InterruptedException, ExecutionException {
        List<Future<Void>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            running.add(threads.submit(action));
        }
        for (Future<Void> one : running) {
            one.get();
        }
    }

    private long append() {
        namespace.lock();
        try {
            return NumberedRecords.append(journal, MAX_BYTES);
        } finally {
            namespace.unlock();
        }
    }

    private static void assertContent(Journal journal, long record) {
        List<ByteBuffer> content = NumberedRecords.content(record, MAX_BYTES);
        for (int i = 0; i < content.size(); i++) {
            assertThat(journal.read(record, i))
                    .as("block %d of record %d", i, record)
                    .isEqualTo(content.get(i));
        }
    }

    @Test
    void whatManyThreadsAppendIsAllThereInOrder() throws Exception {
        inAllThreads(() -> {
            for (int i = 0; i < 1000; i++) {
                long record = append();
                assertContent(journal, record);
                if (i % 50 == 0) {
                    journal.sync();
                    assertThat(journal.durableRecord()).isGreaterThanOrEqualTo(record);
                }
            }
            return null;
        });
        journal.close();

        try (Journal again = kind.open(config())) {
            assertThat(NumberedRecords.verify(again, MAX_BYTES)).isEqualTo(new NumberedRecords.Span(1, 4000));
        }
    }

    @Test
    void anInterruptedReaderDisturbsNobody() throws Exception {
        for (int i = 0; i < 500; i++) {
            append();
        }
        journal.close();
        journal = kind.open(config());
        journal.replay((record, metadata, live) -> {});

        inAllThreads(() -> {
            Random random = new Random(Thread.currentThread().getId());
            for (int i = 0; i < 2000; i++) {
                boolean interrupt = i % 5 == 0;
                if (interrupt) {
                    Thread.currentThread().interrupt();
                }
                long record = 1L + random.nextInt(500);
                assertContent(journal, record);
                assertThat(Thread.interrupted()).as("interrupt of reader %d", i).isEqualTo(interrupt);
            }
            return null;
        });
        // the one that writes is not disturbed either
        append();
        journal.sync();
    }

    @Test
    void aReaderThatLosesARaceAgainstTheCleaningIsTold() throws Exception {
        inAllThreads(() -> {
            for (int i = 0; i < 500; i++) {
                long record = append();
                readOrGone(record - 5);
                journal.release(record - 20);
                readOrGone(record - 20);
                clean();
            }
            return null;
        });

        journal.sync();
        assertThat(journal.statistics().segments()).isLessThan(20);
    }

    private void readOrGone(long record) {
        if (record < 1) {
            return;
        }
        try {
            assertContent(journal, record);
        } catch (JournalException e) {
            assertThat(e.kind()).as(e.getMessage()).isEqualTo(JournalException.Kind.GONE);
        }
    }

    private void clean() {
        namespace.lock();
        try {
            Journal.Segment oldest = journal.cleanable();
            if (oldest != null && oldest.liveRecords().isEmpty()) {
                journal.delete(oldest);
            }
        } finally {
            namespace.unlock();
        }
    }
}
