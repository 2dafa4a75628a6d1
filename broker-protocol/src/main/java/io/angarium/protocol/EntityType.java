package io.angarium.protocol;

/** What an {@link Address} names. */
public enum EntityType {
    /** Each message goes to one consumer. */
    QUEUE,
    /** Each message goes to every subscription. */
    TOPIC
}
