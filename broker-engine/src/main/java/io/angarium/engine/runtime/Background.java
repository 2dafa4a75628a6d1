package io.angarium.engine.runtime;

/** Where work goes that is not the caller's: a thread each, or in a simulation whenever it likes. */
@FunctionalInterface
public interface Background {
    /**
     * A worker that rests until it is woken.
     *
     * @param name of the thread
     * @param task run after each {@link Worker#wake}, once for several that come while it runs
     */
    Worker worker(String name, Runnable task);

    /** Runs its task when it is woken. Thread-safe. */
    interface Worker extends AutoCloseable {
        /** Makes the task run soon, again if it is running. */
        void wake();

        /** Whether the calling thread is this worker's. */
        boolean isCurrent();

        /** Ends after the run that is under way; waits for it, unless it is the worker itself who calls. */
        @Override
        void close();
    }
}
