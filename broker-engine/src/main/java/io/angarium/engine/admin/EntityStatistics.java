package io.angarium.engine.admin;

/**
 * The figures of one queue, topic, subscription or dead-letter subqueue. In each entity {@code accepted = completed +
 * deadLettered + expired + purged + live}.
 *
 * @param path its path, such as {@code orders}, {@code events/Subscriptions/NAME} or {@code orders/$deadletterqueue}
 * @param kind queue, topic, subscription or dead-letter subqueue
 * @param accepted messages that were put into it since it exists
 * @param completed messages that were processed
 * @param deadLettered messages that were moved to its dead-letter subqueue
 * @param expired messages whose time-to-live ended
 * @param purged messages that an administrator removed, or that ended with a temporary entity
 * @param duplicatesDropped sends that were accepted and dropped as duplicates
 * @param live messages in it now
 * @param liveBytes their size
 * @param receivers open receivers
 */
public record EntityStatistics(
        String path,
        String kind,
        long accepted,
        long completed,
        long deadLettered,
        long expired,
        long purged,
        long duplicatesDropped,
        long live,
        long liveBytes,
        int receivers) {

    /** Whether the sum agrees. */
    public boolean balanced() {
        return accepted == completed + deadLettered + expired + purged + live;
    }
}
