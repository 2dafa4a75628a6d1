package io.angarium.engine.core;

/**
 * What has become of the messages of an entity since it was defined. For everything but a topic,
 * {@code accepted = completed + deadLettered + expired + purged + live}, at any time and after any restart; for a topic
 * {@code accepted} counts the publications.
 *
 * @param accepted messages that came in; for a dead-letter subqueue those that were dead-lettered into it
 * @param completed messages that were received and settled
 * @param deadLettered messages that went to the dead-letter subqueue
 * @param expired messages that were dropped because their time was over
 * @param purged messages that were deleted by an administrator
 * @param duplicatesDropped sends that were accepted and dropped (S-06, T-16); not part of the sum
 */
public record Counters(
        long accepted, long completed, long deadLettered, long expired, long purged, long duplicatesDropped) {
    /** Of a new entity. */
    public static final Counters ZERO = new Counters(0, 0, 0, 0, 0, 0);
}
