package io.angarium.benchmarks.load;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Records of a journal, each waited for until it is on disk; after a while it is released, and segments are deleted, as in a broker whose
 * receivers keep up.
 */
final class JournalAppends implements Contender {
    private static final int METADATA_BYTES = 120;
    private static final int RECORDS_A_LOOK = 1000;

    private final String name;
    private final Journal journal;
    private final Object lock = new Object();
    /** In the order of their records; as many at most as there are threads. */
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    private final ByteBuffer metadata = ByteBuffer.wrap(Payload.of(METADATA_BYTES));
    private final ByteBuffer content;
    /** Held by the thread that deletes segments; the others do not wait for it. */
    private final ReentrantLock cleaning = new ReentrantLock();

    private record Waiting(long record, CompletableFuture<Void> done) {}

    JournalAppends(String name, Journal journal, int payloadBytes) {
        this.name = name;
        this.journal = journal;
        content = ByteBuffer.wrap(Payload.of(payloadBytes));
        journal.onProgress(new Journal.ProgressListener() {
            @Override
            public void durable(long record) {
                release(record);
            }

            @Override
            public void failed(JournalException cause) {
                synchronized (lock) {
                    waiting.forEach(one -> one.done().completeExceptionally(cause));
                }
            }
        });
        journal.replay((record, bytes, live) -> {});
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Operation operation() {
        return new Operation() {
            @Override
            public void once() throws Exception {
                CompletableFuture<Void> done = new CompletableFuture<>();
                long record;
                synchronized (lock) {
                    record = journal.append(metadata.duplicate(), List.of(content.duplicate()), false, false);
                    waiting.add(new Waiting(record, done));
                }
                done.get();
                if (record % RECORDS_A_LOOK == 0 && cleaning.tryLock()) {
                    try {
                        clean();
                    } finally {
                        cleaning.unlock();
                    }
                }
            }

            @Override
            public void close() {
                // nothing of its own
            }
        };
    }

    private void release(long durable) {
        while (true) {
            Waiting next;
            synchronized (lock) {
                next = waiting.peek();
                if (next == null || next.record() > durable) {
                    return;
                }
                waiting.remove();
            }
            journal.release(next.record());
            next.done().complete(null);
        }
    }

    private void clean() {
        Journal.Segment oldest = journal.cleanable();
        while (oldest != null && oldest.liveRecords().isEmpty()) {
            journal.delete(oldest);
            oldest = journal.cleanable();
        }
    }

    @Override
    public void close() {
        journal.close();
    }
}
