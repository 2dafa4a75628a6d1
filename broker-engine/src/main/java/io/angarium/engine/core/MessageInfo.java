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
        long producerSequence) {
    public MessageInfo {
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority + " is not within 0 to 9");
        }
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
                withProducer ? producerSequence : 0);
    }
}
