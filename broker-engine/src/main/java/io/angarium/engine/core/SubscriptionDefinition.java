package io.angarium.engine.core;

import io.angarium.protocol.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * What makes an entity a subscription; its topic is the parent of the entity.
 *
 * @param id its name, or null for an unshared non-durable subscription
 * @param shared whether several receivers may have it at a time
 * @param selector limits what it gets, or null
 * @param noLocal whether it does not get what its own connection publishes
 * @param noLocalIdentity client identifier (durable) or link (else) that is meant by noLocal; null without noLocal
 */
public record SubscriptionDefinition(
        @Nullable SubscriptionId id,
        boolean shared,
        @Nullable String selector,
        boolean noLocal,
        @Nullable String noLocalIdentity) {}
