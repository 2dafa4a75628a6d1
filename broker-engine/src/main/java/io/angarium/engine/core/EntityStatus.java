package io.angarium.engine.core;

/**
 * An entity as it is now.
 *
 * @param definition its definition
 * @param nextSequence the sequence number that its next message gets
 * @param counters what has become of its messages
 * @param live messages in it, in whatever state
 * @param liveBytes their size, head and body
 * @param ready messages that wait for a receiver, expired and not yet dropped ones included
 * @param locked messages that a receiver has
 * @param scheduled messages whose time has not come yet
 * @param receivers open receivers
 */
public record EntityStatus(
        EntityDefinition definition,
        long nextSequence,
        Counters counters,
        long live,
        long liveBytes,
        long ready,
        long locked,
        long scheduled,
        int receivers) {}
