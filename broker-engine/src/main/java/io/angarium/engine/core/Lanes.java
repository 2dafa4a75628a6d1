package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/** The ready messages of one entity: two lanes for each priority, see {@link Content#lane}. */
final class Lanes {
    /** How many lanes there are. */
    static final int COUNT = 20;

    private final @Nullable Lane[] lanes = new @Nullable Lane[COUNT];
    private int notEmpty;

    @Nullable
    Lane get(int number) {
        return lanes[number];
    }

    /** Bit n says that lane n is not empty. */
    int mask() {
        return notEmpty;
    }

    void add(QueuedMessage message) {
        int number = message.content.lane();
        Lane lane = lanes[number];
        if (lane == null) {
            lane = new Lane();
            lanes[number] = lane;
        }
        lane.add(message);
        notEmpty |= 1 << number;
    }

    void remove(QueuedMessage message) {
        int number = message.content.lane();
        Lane lane = lanes[number];
        if (lane == null) {
            throw new IllegalStateException("message " + message.sequence + " is not ready");
        }
        lane.remove(message);
        if (lane.isEmpty()) {
            notEmpty &= ~(1 << number);
        }
    }

    /** The message with this number, or null. */
    @Nullable
    QueuedMessage find(long sequence) {
        for (int mask = notEmpty; mask != 0; mask &= mask - 1) {
            Lane lane = lanes[Integer.numberOfTrailingZeros(mask)];
            QueuedMessage found = lane == null ? null : lane.get(sequence);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The message with this number or the next one, of all priorities; or null. */
    @Nullable
    QueuedMessage ceiling(long sequence) {
        QueuedMessage first = null;
        for (int mask = notEmpty; mask != 0; mask &= mask - 1) {
            Lane lane = lanes[Integer.numberOfTrailingZeros(mask)];
            QueuedMessage candidate = lane == null ? null : lane.ceiling(sequence);
            if (candidate != null && (first == null || candidate.sequence < first.sequence)) {
                first = candidate;
            }
        }
        return first;
    }
}
