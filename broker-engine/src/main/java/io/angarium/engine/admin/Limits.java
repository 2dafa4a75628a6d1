package io.angarium.engine.admin;

import java.time.Duration;

/**
 * The limits of a broker. Sizes are in bytes; the broker does its own accounting and never guesses from the state of the
 * heap (T-41).
 *
 * <table>
 * <caption>Limits</caption>
 * <tr><th>limit</th><th>default</th><th>why</th></tr>
 * <tr><td>maxMessageBytes</td><td>100 MiB</td><td>largest head and body together; at most 1 GiB, as a body is one buffer
 * in the memory of its sender and its receiver</td></tr>
 * <tr><td>maxStoreBytes</td><td>0 (none)</td><td>live messages in the store; without it the free space of the disk
 * limits</td></tr>
 * <tr><td>sendTimeout</td><td>30 s</td><td>how long a send waits for space, in the broker's clock, before it fails</td></tr>
 * <tr><td>cacheBytes</td><td>16 MiB</td><td>messages kept in memory after they were sent, so that a quick receiver does
 * not cost a read from disk</td></tr>
 * <tr><td>volatileBytes</td><td>32 MiB</td><td>non-persistent messages kept in memory; more are spilled to a file</td></tr>
 * <tr><td>unwrittenBytes</td><td>32 MiB</td><td>messages on their way to the disk; sends beyond wait until some are
 * there</td></tr>
 * <tr><td>segmentBytes</td><td>64 MiB</td><td>size of a file of the journal, 32 MiB to 1 GiB; space is given back a file at
 * a time. A throw-away store takes half of it</td></tr>
 * <tr><td>waitingBytes</td><td>64 MiB</td><td>messages of sends that wait for space; a send beyond fails at once</td></tr>
 * </table>
 */
public record Limits(
        long maxMessageBytes,
        long maxStoreBytes,
        Duration sendTimeout,
        long cacheBytes,
        long volatileBytes,
        long unwrittenBytes,
        long waitingBytes,
        long segmentBytes) {

    /** The largest message that any broker takes. */
    public static final long LARGEST_MESSAGE_BYTES = 1L << 30;

    /** The defaults of the table above. */
    public static final Limits DEFAULT =
            new Limits(100L << 20, 0, Duration.ofSeconds(30), 16L << 20, 32L << 20, 32L << 20, 64L << 20, 64L << 20);

    /** @throws IllegalArgumentException if a value is outside its range */
    public Limits {
        within("maxMessageBytes", maxMessageBytes, 1, LARGEST_MESSAGE_BYTES);
        within("maxStoreBytes", maxStoreBytes, 0, Long.MAX_VALUE);
        within(
                "sendTimeout in milliseconds",
                sendTimeout.toMillis(),
                0,
                Duration.ofDays(1).toMillis());
        within("cacheBytes", cacheBytes, 0, Long.MAX_VALUE);
        within("volatileBytes", volatileBytes, 0, Long.MAX_VALUE);
        within("unwrittenBytes", unwrittenBytes, 1, Long.MAX_VALUE);
        within("waitingBytes", waitingBytes, 0, Long.MAX_VALUE);
        within("segmentBytes", segmentBytes, 32L << 20, 1L << 30);
    }

    private static void within(String limit, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(limit + " is " + value + ", allowed: " + min + " to " + max);
        }
    }

    /** The same with another largest message. */
    public Limits withMaxMessageBytes(long bytes) {
        return new Limits(
                bytes,
                maxStoreBytes,
                sendTimeout,
                cacheBytes,
                volatileBytes,
                unwrittenBytes,
                waitingBytes,
                segmentBytes);
    }

    /** The same with another limit of the store; 0 for none. */
    public Limits withMaxStoreBytes(long bytes) {
        return new Limits(
                maxMessageBytes,
                bytes,
                sendTimeout,
                cacheBytes,
                volatileBytes,
                unwrittenBytes,
                waitingBytes,
                segmentBytes);
    }

    /** The same with another send time-out. */
    public Limits withSendTimeout(Duration timeout) {
        return new Limits(
                maxMessageBytes,
                maxStoreBytes,
                timeout,
                cacheBytes,
                volatileBytes,
                unwrittenBytes,
                waitingBytes,
                segmentBytes);
    }

    /** The same with other memory budgets. */
    public Limits withMemory(long cache, long volatileMemory, long unwritten, long waiting) {
        return new Limits(
                maxMessageBytes, maxStoreBytes, sendTimeout, cache, volatileMemory, unwritten, waiting, segmentBytes);
    }

    /** The same with another size of the journal's files. */
    public Limits withSegmentBytes(long bytes) {
        return new Limits(
                maxMessageBytes,
                maxStoreBytes,
                sendTimeout,
                cacheBytes,
                volatileBytes,
                unwrittenBytes,
                waitingBytes,
                bytes);
    }
}
