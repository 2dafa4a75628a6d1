package io.angarium.engine.runtime;

import io.angarium.protocol.BrokerException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Holds replies back until the record that they depend on is on disk, as are all before it (the prefix rule). Replies are
 * parked under the namespace lock, in the order of their records, and released outside it, by one thread at a time. Bounded
 * by the journal's unwritten bytes and by the requests that clients have under way.
 */
final class ReplyGate {
    private final ConcurrentLinkedQueue<Parked> parked = new ConcurrentLinkedQueue<>();
    private final AtomicInteger releasing = new AtomicInteger();
    private final AtomicLong unwrittenBytes = new AtomicLong();
    private final AtomicLong durableRecord = new AtomicLong();
    private volatile @Nullable BrokerException failure;

    /** Something that waits for a record. */
    interface Waiter {
        /** The record is on disk. */
        void durable();

        /** The record will never be on disk. */
        void failed(BrokerException cause);
    }

    /** Nobody waits; only the bytes count. */
    static final Waiter NOBODY = new Waiter() {
        @Override
        public void durable() {}

        @Override
        public void failed(BrokerException cause) {}
    };

    private record Parked(long record, long bytes, Waiter waiter) {}

    /** The last record that is known to be on disk. */
    long durableRecord() {
        return durableRecord.get();
    }

    /** Bytes whose replies are parked. */
    long unwrittenBytes() {
        return unwrittenBytes.get();
    }

    /** Under the namespace lock: completes a future with a value once a record is on disk. */
    <T> void park(long record, long bytes, CompletableFuture<T> future, @Nullable T value) {
        park(record, bytes, new Waiter() {
            @Override
            public void durable() {
                future.complete(value);
            }

            @Override
            public void failed(BrokerException cause) {
                future.completeExceptionally(cause);
            }
        });
    }

    /** Under the namespace lock. A record that is on disk already is found by the next {@link #release}. */
    void park(long record, long bytes, Waiter waiter) {
        unwrittenBytes.addAndGet(bytes);
        parked.add(new Parked(record, bytes, waiter));
    }

    /** Whether a call of {@link #release} would release something. */
    boolean hasReleasable() {
        Parked head = parked.peek();
        return head != null && (head.record <= durableRecord.get() || failure != null);
    }

    /** The journal has got this far; {@link #release} comes next. */
    void durable(long record) {
        durableRecord.accumulateAndGet(record, Math::max);
    }

    /** The journal has failed: all that is not durable fails, now and later. */
    void fail(BrokerException cause) {
        failure = cause;
    }

    /** Outside the namespace lock: releases everything that is on disk. */
    void release() {
        if (releasing.getAndIncrement() != 0) {
            return; // the thread that is releasing will look again
        }
        int seen;
        do {
            seen = releasing.get();
            Parked head = parked.peek();
            while (head != null && releaseOne(head)) {
                head = parked.peek();
            }
        } while (!releasing.compareAndSet(seen, 0));
    }

    private boolean releaseOne(Parked head) {
        BrokerException cause = failure;
        if (head.record > durableRecord.get() && cause == null) {
            return false;
        }
        parked.poll();
        unwrittenBytes.addAndGet(-head.bytes);
        if (head.record <= durableRecord.get() || cause == null) {
            head.waiter.durable();
        } else {
            head.waiter.failed(cause);
        }
        return true;
    }
}
