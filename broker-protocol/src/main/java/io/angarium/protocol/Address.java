package io.angarium.protocol;

import static java.util.Objects.requireNonNull;

/**
 * Where a message is sent and where it is received from: the type and the physical name of a queue or topic.
 *
 * <p>The dead-letter subqueue of a queue is the queue named {@code NAME/$deadletterqueue}; that of a subscription is
 * the queue named {@code TOPIC/Subscriptions/SUBSCRIPTION/$deadletterqueue}.
 *
 * @param type queue or topic
 * @param name physical name; checked by the broker when first used
 * @param temporary whether the entity lives only as long as the link that created it
 */
public record Address(EntityType type, String name, boolean temporary) {
    /** Suffix of the path of a dead-letter subqueue. */
    public static final String DEAD_LETTER_SUFFIX = "/$deadletterqueue";

    public Address {
        requireNonNull(type, "type");
        requireNonNull(name, "name");
    }

    /** A queue that is not temporary. */
    public static Address queue(String name) {
        return new Address(EntityType.QUEUE, name, false);
    }

    /** A topic that is not temporary. */
    public static Address topic(String name) {
        return new Address(EntityType.TOPIC, name, false);
    }
}
