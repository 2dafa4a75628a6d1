package io.angarium.engine.runtime;

import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.core.Counters;
import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.EntityStatus;

/** Makes the records that administrators see of the core's. */
final class Figures {
    private Figures() {}

    static EntityStatistics of(EntityStatus status) {
        Counters counters = status.counters();
        return new EntityStatistics(
                status.definition().path(),
                name(status.definition().kind()),
                counters.accepted(),
                counters.completed(),
                counters.deadLettered(),
                counters.expired(),
                counters.purged(),
                counters.duplicatesDropped(),
                status.live(),
                status.liveBytes(),
                status.receivers());
    }

    static String name(Kind kind) {
        return switch (kind) {
            case QUEUE -> "queue";
            case TOPIC -> "topic";
            case SUBSCRIPTION -> "subscription";
            case DEAD_LETTER -> "dead letters";
        };
    }
}
