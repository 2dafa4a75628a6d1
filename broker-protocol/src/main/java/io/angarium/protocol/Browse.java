package io.angarium.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Asks for the next page of a queue's messages, in delivery order, without locking any. Messages that are scheduled,
 * expired, or handed over to an application are not shown.
 *
 * @param queue the queue
 * @param selector limits what is shown, or null
 * @param after cursor of the page before, or null for the first page
 * @param maxMessages size of the page, at least 1
 */
public record Browse(
        Address queue, @Nullable String selector, @Nullable Cursor after, int maxMessages) {
    /** A place in a queue. */
    public record Cursor(int priority, long sequenceNumber) {}
}
