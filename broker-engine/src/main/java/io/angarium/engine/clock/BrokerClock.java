package io.angarium.engine.clock;

/**
 * Where a broker takes its time from: time-to-live, delivery delay, duplicate window, strict locks and the send time-out all
 * follow it. Thread-safe.
 */
public interface BrokerClock {
    /** A new clock that follows the system's, except that it never goes backwards. */
    static BrokerClock system() {
        return new SystemClock();
    }

    /** Milliseconds since 1970-01-01T00:00Z; never less than what an earlier call returned. */
    long currentTimeMillis();

    /** From now on the clock shows at least this time and runs on from there. A broker says so what its store has seen. */
    void notBefore(long millis);

    /**
     * An alarm that is not set yet.
     *
     * @param name names the thread of the alarm, if it has one
     * @param action run each time that a set alarm comes due, never by two threads at a time
     */
    Alarm alarm(String name, Runnable action);

    /** Runs an action at a time. Thread-safe. */
    interface Alarm extends AutoCloseable {
        /** Sets the time of the next run, instead of the one before; a time that has passed means at once. */
        void set(long dueMillis);

        /** Runs the action never again; does not wait for a run that is under way. */
        @Override
        void close();
    }
}
