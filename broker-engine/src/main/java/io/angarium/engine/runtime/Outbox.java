package io.angarium.engine.runtime;

import io.angarium.engine.core.LockedMessage;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.Message;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deliveries of one receiver between their lock and its listener. The order is fixed under the namespace lock, where
 * {@link #add} is called; {@link #drain} hands them over outside it, by one thread at a time, and reads from disk what is
 * not in memory. Bounded by the receiver's credit.
 */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    private final ConcurrentLinkedQueue<Item> items = new ConcurrentLinkedQueue<>();
    private final AtomicInteger draining = new AtomicInteger();
    private final DeliveryListener listener;
    private final Reader reader;
    private boolean touched;
    private volatile boolean closed;

    /** Finds the message of a delivery that is not in memory. */
    interface Reader {
        /** The message, or null if the delivery is void; may block for the disk. */
        @Nullable
        Message read(LockedMessage locked, int creditPeriod);
    }

    private sealed interface Item {}

    private record Ready(LockedMessage locked, @Nullable Message message, int creditPeriod) implements Item {}

    private record Mark(CompletableFuture<Void> reached) implements Item {}

    Outbox(DeliveryListener listener, Reader reader) {
        this.listener = listener;
        this.reader = reader;
    }

    /**
     * Under the namespace lock.
     *
     * @param message null if it must be read
     * @param creditPeriod for whoever reads it
     */
    void add(LockedMessage locked, @Nullable Message message, int creditPeriod) {
        items.add(new Ready(locked, message, creditPeriod));
    }

    /** Under the namespace lock: marks it as one to be drained; whether it was not marked before. */
    boolean touch() {
        boolean first = !touched;
        touched = true;
        return first;
    }

    /** Under the namespace lock: takes the mark back. */
    void untouch() {
        touched = false;
    }

    /** Under the namespace lock: a future that completes when all before it has been delivered or dropped. */
    CompletableFuture<Void> mark() {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        items.add(new Mark(reached));
        return reached;
    }

    /** Nothing more is delivered, but for a delivery that is under way. */
    void close() {
        closed = true;
    }

    /** Outside the namespace lock: delivers what is there, unless another thread is at it and will find it. */
    void drain() {
        if (draining.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = draining.get();
            Item item = items.poll();
            while (item != null) {
                take(item);
                item = items.poll();
            }
        } while (!draining.compareAndSet(seen, 0));
    }

    private void take(Item item) {
        if (item instanceof Mark mark) {
            mark.reached.complete(null);
        } else if (item instanceof Ready ready && !closed) {
            deliver(ready);
        }
    }

    private void deliver(Ready ready) {
        LockedMessage locked = ready.locked;
        Message message = ready.message != null ? ready.message : reader.read(locked, ready.creditPeriod);
        if (message == null || closed) {
            return;
        }
        try {
            listener.delivered(delivery(locked, message));
        } catch (RuntimeException e) {
            LOG.error("a delivery listener failed; the message stays locked until its link ends", e);
        }
    }

    static Delivery delivery(LockedMessage locked, Message message) {
        return new Delivery(
                locked.lockToken(),
                locked.sequenceNumber(),
                locked.deliveryCount(),
                locked.enqueuedAtMillis(),
                locked.annotations(),
                message);
    }
}
