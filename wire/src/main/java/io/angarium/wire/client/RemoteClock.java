package io.angarium.wire.client;

import java.util.concurrent.TimeUnit;

/** The broker's clock as far as the client knows it; steps of the client's own clock do not matter. Thread-safe. */
final class RemoteClock {
    private volatile Known known = new Known(0, System.nanoTime());

    private record Known(long millis, long atNanos) {}

    /** What the broker's clock showed just now. */
    void set(long brokerMillis) {
        known = new Known(brokerMillis, System.nanoTime());
    }

    long currentTimeMillis() {
        Known last = known;
        return last.millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - last.atNanos);
    }

    /** A point in time for {@link #leftMillis}. */
    static long deadlineNanos(long fromNowMillis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(fromNowMillis);
    }

    /** How long it is to a deadline; negative if it has passed. */
    static long leftMillis(long deadlineNanos) {
        return TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    }
}
