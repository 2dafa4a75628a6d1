package io.angarium.examples.orders;

import java.nio.file.Path;

/**
 * What a store says of a topic, proved by a replay of its journal.
 *
 * @param accepted messages that were published
 * @param duplicatesDropped sends that were accepted and dropped
 */
record StoreCounts(long accepted, long duplicatesDropped) {
    /** Verifies a store that no broker has open. */
    static StoreCounts of(Path store, String topic) {
        throw new UnsupportedOperationException(store + topic);
    }
}
