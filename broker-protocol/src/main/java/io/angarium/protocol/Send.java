package io.angarium.protocol;

/**
 * One message to one destination.
 *
 * <p>The broker remembers the last number of each producer, and takes a send with that number or a lower one for a repetition:
 * accepts and drops it. So a send in doubt can simply be repeated with its number; all that were sent after it must be
 * repeated as well, in their order. The numbers of a producer must come in their order, over one link at a time; the broker
 * carries them out in that order also when some of them wait for space. A number whose send was refused is used up: who tries
 * again takes a new one.
 *
 * @param producerId random number of the producer, unique for ever; 0 for a send that is not numbered
 * @param producerSequence counts the sends of the producer from 1
 * @param destination queue or topic
 * @param message the encoded message
 */
public record Send(long producerId, long producerSequence, Address destination, Message message) {}
