package io.angarium.benchmarks.load;

import java.io.IOException;

/** One of those that are compared: a broker, or a file; with an empty store of its own. */
interface Contender extends AutoCloseable {
    /** For the table. */
    String name();

    /** A new operation for a thread. */
    Operation operation() throws Exception;

    @Override
    void close() throws IOException;
}
