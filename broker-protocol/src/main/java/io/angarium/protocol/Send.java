package io.angarium.protocol;

/**
 * One message to one destination.
 *
 * @param producerId random number of the producer, unique for ever
 * @param producerSequence counts the sends of the producer from 1; a send with a number that was taken already is
 *     accepted and dropped, so a send in doubt can simply be repeated
 * @param destination queue or topic
 * @param message the encoded message
 */
public record Send(long producerId, long producerSequence, Address destination, Message message) {}
