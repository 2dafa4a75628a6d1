package io.angarium.protocol;

/**
 * The answer to a {@link Send}.
 *
 * @param sequenceNumber the number that the queue gave the message; for a topic the number of the publication; for a
 *     duplicate the number of the message that it repeats
 * @param duplicate whether it was accepted and dropped (S-06)
 */
public record SendResult(long sequenceNumber, boolean duplicate) {}
