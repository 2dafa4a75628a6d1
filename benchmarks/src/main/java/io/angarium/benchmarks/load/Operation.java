package io.angarium.benchmarks.load;

/** What one thread does over and over. Confined to that thread. */
interface Operation extends AutoCloseable {
    /** Does it once. */
    void once() throws Exception;

    @Override
    void close();
}
