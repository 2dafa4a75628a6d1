package io.angarium.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Settles one locked message.
 *
 * @param lockToken from its {@link Delivery}
 * @param outcome what becomes of it
 * @param reason for {@link Outcome#DEAD_LETTER}: a short reason; else null
 * @param description for {@link Outcome#DEAD_LETTER}: details; else null
 */
public record Settlement(
        long lockToken,
        Outcome outcome,
        @Nullable String reason,
        @Nullable String description) {
    /** A settlement without reason. */
    public static Settlement of(long lockToken, Outcome outcome) {
        return new Settlement(lockToken, outcome, null, null);
    }
}
