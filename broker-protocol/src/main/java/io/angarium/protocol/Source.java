package io.angarium.protocol;

import org.jspecify.annotations.Nullable;

/** What a receiver receives from. */
public sealed interface Source {
    /** The queue, or the topic of the subscription. */
    Address address();

    /** A queue or a dead-letter subqueue; {@code selector} limits this receiver only. */
    record Queue(Address address, @Nullable String selector) implements Source {}

    /**
     * A subscription, created if it does not exist. {@code id} is null for an unshared non-durable subscription, which
     * lives as long as its receiver. A durable subscription that exists with another topic, selector or noLocal and has
     * no receiver is replaced (section 4.2.3).
     */
    record Subscription(
            Address address,
            @Nullable SubscriptionId id,
            boolean shared,
            @Nullable String selector,
            boolean noLocal) implements Source {}
}
