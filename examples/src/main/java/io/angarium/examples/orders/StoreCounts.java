package io.angarium.examples.orders;

import io.angarium.engine.StoreVerifier;
import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.VerifyReport;
import java.nio.file.Path;
import java.util.List;

/**
 * What a store says of a topic, by a replay of its journal from the beginning.
 *
 * @param accepted messages that were published
 * @param duplicatesDropped sends that were accepted and dropped
 * @param problems books that do not agree, in the whole store
 */
record StoreCounts(long accepted, long duplicatesDropped, List<String> problems) {
    StoreCounts {
        problems = List.copyOf(problems);
    }

    /** Verifies a store that no broker has open. */
    static StoreCounts of(Path store, String topic) {
        VerifyReport report = StoreVerifier.verify(store);
        EntityStatistics found = report.entities().stream()
                .filter(entity -> entity.path().equals(topic))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no topic " + topic + " in " + store));
        return new StoreCounts(found.accepted(), found.duplicatesDropped(), report.problems());
    }
}
