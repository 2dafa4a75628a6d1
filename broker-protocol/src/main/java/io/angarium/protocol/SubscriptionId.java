package io.angarium.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Names a subscription that has a name (Jakarta Messaging 3.1 section 4.2).
 *
 * @param name name of the subscription
 * @param clientId the client identifier that scopes the name, or null where the connection has none
 * @param durable durable subscriptions, shared or not, have one name space; shared non-durable ones have another
 */
public record SubscriptionId(String name, @Nullable String clientId, boolean durable) {
    /** The name as it is listed: {@code NAME$CLIENT$D} or {@code NAME$CLIENT$ND}. */
    public String displayName() {
        return name + "$" + (clientId == null ? "" : clientId) + (durable ? "$D" : "$ND");
    }
}
