package io.angarium.engine.core;

import io.angarium.engine.core.Event.RememberedProducer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last number that each producer used, so that what it repeats after a lost answer is recognised. A producer that is
 * silent for an hour is forgotten, and so is the one that was silent for longest when there are more than 100,000. Due when
 * there is something to forget.
 */
final class ProducerTable extends Due {
    static final long IDLE_MILLIS = 3_600_000;
    static final int MAX_PRODUCERS = 100_000;
    private static final long LATENESS_MILLIS = IDLE_MILLIS / 32;

    /** One producer, in a list from the one silent for longest to the latest. */
    static final class Producer {
        final long producerId;
        long lastSequence;
        long lastResult;
        long lastSeenMillis;
        /** The last number that is not forgotten in a crash, and where it is written. */
        private long durableSequence;

        private long durableResult;
        private long homeRecord = Long.MAX_VALUE;
        private @Nullable Producer before;
        private @Nullable Producer after;

        Producer(long producerId) {
            this.producerId = producerId;
        }
    }

    private final LongTable<Producer> producers = new LongTable<>();
    private @Nullable Producer oldest;
    private @Nullable Producer latest;

    int size() {
        return producers.size();
    }

    /** A producer, or null if there is none or it was silent for too long. */
    @Nullable
    Producer find(long producerId, long nowMillis) {
        Producer producer = producerId == 0 ? null : producers.get(producerId);
        return producer == null || producer.lastSeenMillis + IDLE_MILLIS <= nowMillis ? null : producer;
    }

    /**
     * Notes a number of a producer.
     *
     * @param result sequence number of the message, for the answer to a repetition
     * @param record where it is written, if it is durable; else 0
     */
    void seen(long producerId, long sequence, long result, long nowMillis, long record) {
        Producer producer = producers.get(producerId);
        if (producer == null) {
            producer = new Producer(producerId);
            producers.put(producerId, producer);
        } else {
            unlink(producer);
            if (producer.lastSeenMillis + IDLE_MILLIS <= nowMillis) {
                producer.lastSequence = 0;
            }
        }
        append(producer);
        producer.lastSeenMillis = Math.max(producer.lastSeenMillis, nowMillis);
        if (sequence >= producer.lastSequence) {
            producer.lastSequence = sequence;
            producer.lastResult = result;
            if (record > 0) {
                producer.durableSequence = sequence;
                producer.durableResult = result;
                producer.homeRecord = record;
            }
        }
        if (producers.size() > MAX_PRODUCERS && oldest != null) {
            forget(oldest);
        }
    }

    /** Drops producers that were silent for too long, at most so many. */
    void forget(long nowMillis, int max) {
        for (int i = 0; i < max && oldest != null && oldest.lastSeenMillis + IDLE_MILLIS <= nowMillis; i++) {
            forget(oldest);
        }
    }

    /** Producers that are written in no later record than this. */
    List<RememberedProducer> writtenUpTo(long record, int max) {
        List<RememberedProducer> found = new ArrayList<>();
        for (Producer p = oldest; p != null && found.size() < max; p = p.after) {
            if (p.homeRecord <= record) {
                found.add(new RememberedProducer(p.producerId, p.durableSequence, p.durableResult, p.lastSeenMillis));
            }
        }
        return found;
    }

    /** Producers that {@link #writtenUpTo} gave are in another record now. */
    void moved(List<RememberedProducer> moved, long newRecord) {
        for (RememberedProducer remembered : moved) {
            Producer producer = producers.get(remembered.producerId());
            if (producer != null && producer.homeRecord < newRecord) {
                producer.homeRecord = newRecord;
            }
        }
    }

    @Override
    long dueMillis() {
        return oldest == null ? Long.MAX_VALUE : oldest.lastSeenMillis + IDLE_MILLIS + LATENESS_MILLIS;
    }

    @Override
    int orderEntity() {
        return 0;
    }

    @Override
    long orderSequence() {
        return 0;
    }

    private void forget(Producer producer) {
        unlink(producer);
        producers.remove(producer.producerId);
    }

    private void append(Producer producer) {
        producer.before = latest;
        producer.after = null;
        if (latest == null) {
            oldest = producer;
        } else {
            latest.after = producer;
        }
        latest = producer;
    }

    private void unlink(Producer producer) {
        if (producer.before == null) {
            oldest = producer.after;
        } else {
            producer.before.after = producer.after;
        }
        if (producer.after == null) {
            latest = producer.before;
        } else {
            producer.after.before = producer.before;
        }
    }
}
