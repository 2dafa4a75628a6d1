package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.EntitySettings;
import org.jspecify.annotations.Nullable;

/**
 * A queue, topic, subscription or dead-letter subqueue, as it was defined.
 *
 * @param entityId number of the entity, from 1; not used again as long as a record names it
 * @param kind what it is
 * @param path unique name: of a subscription {@code TOPIC/Subscriptions/NAME}, of a dead-letter subqueue
 *     {@code PARENT/$deadletterqueue}
 * @param parentId topic of a subscription, or queue or subscription of a dead-letter subqueue; else 0
 * @param durable whether it survives a restart; temporary ones and non-durable subscriptions do not
 * @param ownerLinkId link with which it ends, and which alone receives from it; null for a shared one
 * @param settings its settings
 * @param subscription for a subscription: more; else null
 */
public record EntityDefinition(
        int entityId,
        Kind kind,
        String path,
        int parentId,
        boolean durable,
        @Nullable String ownerLinkId,
        EntitySettings settings,
        @Nullable SubscriptionDefinition subscription) {
    /** The kinds of entities. */
    public enum Kind {
        /** Messages wait here; each goes to one receiver. */
        QUEUE,
        /** Has no messages of its own; gives each to its subscriptions. */
        TOPIC,
        /** Messages of a topic wait here. */
        SUBSCRIPTION,
        /** What could not be delivered from its parent; created when it is first needed. */
        DEAD_LETTER
    }

    public EntityDefinition {
        requireNonNull(kind, "kind");
        requireNonNull(path, "path");
        requireNonNull(settings, "settings");
    }

    /** The same with other settings. */
    EntityDefinition withSettings(EntitySettings newSettings) {
        return new EntityDefinition(entityId, kind, path, parentId, durable, ownerLinkId, newSettings, subscription);
    }
}
