package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/**
 * What the core knows of a message.
 *
 * @param persistent whether it survives a restart of the broker
 * @param priority 0 to 9
 * @param enqueuedAtMillis when the broker accepted it
 * @param expiresAtMillis when it expires; {@link Long#MAX_VALUE} for never
 * @param visibleAtMillis the earliest delivery; 0 for at once
 * @param sizeBytes head and body
 * @param duplicateId for duplicate detection, or null
 * @param producerId random number of the producer, 0 for none
 * @param producerSequence counts the sends of the producer from 1
 * @param group a number for its group, see {@link #groupOf}; 0 for none
 * @param endsGroup whether it is the last message of its group
 */
public record MessageInfo(
        boolean persistent,
        int priority,
        long enqueuedAtMillis,
        long expiresAtMillis,
        long visibleAtMillis,
        long sizeBytes,
        @Nullable DuplicateId duplicateId,
        long producerId,
        long producerSequence,
        long group,
        boolean endsGroup) {
    /** The lowest bits of a group's number are free for the lane. */
    private static final long LANE_BITS = 31;

    public MessageInfo {
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority + " is not within 0 to 9");
        }
        if ((group & LANE_BITS) != 0) {
            throw new IllegalArgumentException(group + " is not the number of a group");
        }
    }

    /** A message without group. */
    public MessageInfo(
            boolean persistent,
            int priority,
            long enqueuedAtMillis,
            long expiresAtMillis,
            long visibleAtMillis,
            long sizeBytes,
            @Nullable DuplicateId duplicateId,
            long producerId,
            long producerSequence) {
        this(
                persistent,
                priority,
                enqueuedAtMillis,
                expiresAtMillis,
                visibleAtMillis,
                sizeBytes,
                duplicateId,
                producerId,
                producerSequence,
                0,
                false);
    }

    /**
     * The number of a group: a hash of its name that is part of the stored format and never changes, and never 0. Two groups
     * with the same number only go to the same receiver.
     */
    public static long groupOf(String groupId) {
        long hash = DuplicateId.of(groupId).high() & ~LANE_BITS;
        return hash == 0 ? LANE_BITS + 1 : hash;
    }

    /** As it is accepted: at this time, with an expiry no later than this one, perhaps without MessageId or producer. */
    MessageInfo accepted(long nowMillis, long latestExpiryMillis, boolean withId, boolean withProducer) {
        if (enqueuedAtMillis == nowMillis
                && expiresAtMillis <= latestExpiryMillis
                && (withId || duplicateId == null)
                && (withProducer || producerId == 0)) {
            return this;
        }
        return new MessageInfo(
                persistent,
                priority,
                nowMillis,
                Math.min(expiresAtMillis, latestExpiryMillis),
                visibleAtMillis,
                sizeBytes,
                withId ? duplicateId : null,
                withProducer ? producerId : 0,
                withProducer ? producerSequence : 0,
                group,
                endsGroup);
    }
}
