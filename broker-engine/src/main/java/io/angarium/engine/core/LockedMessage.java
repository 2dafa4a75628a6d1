package io.angarium.engine.core;

import java.util.Map;

/**
 * A message that a receiver gets or that a browser sees.
 *
 * @param entityId where it is
 * @param sequenceNumber its number there
 * @param lockToken names the lock in a settlement; 0 if there is none (browsing, RECEIVE_AND_DELETE)
 * @param deliveryCount 1 for the first delivery
 * @param enqueuedAtMillis when the broker accepted it
 * @param annotations properties that the broker adds, such as the reason of a dead-lettered message; else empty
 * @param content where head and body are
 */
public record LockedMessage(
        int entityId,
        long sequenceNumber,
        long lockToken,
        int deliveryCount,
        long enqueuedAtMillis,
        Map<String, Object> annotations,
        ContentRef content) {}
