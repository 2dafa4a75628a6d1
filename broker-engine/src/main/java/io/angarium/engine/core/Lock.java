package io.angarium.engine.core;

/** A message that a receiver has; due when a strict lock ends. */
final class Lock extends Due {
    final long token;
    final QueuedMessage message;
    final Receiver receiver;
    private long untilMillis;
    private boolean handedOver;

    Lock(long token, QueuedMessage message, Receiver receiver, long untilMillis) {
        this.token = token;
        this.message = message;
        this.receiver = receiver;
        this.untilMillis = untilMillis;
    }

    boolean isStrict() {
        return untilMillis != Long.MAX_VALUE;
    }

    boolean isExpired(long nowMillis) {
        return untilMillis <= nowMillis;
    }

    boolean isHandedOver() {
        return handedOver;
    }

    void handOver() {
        handedOver = true;
    }

    /** Only while it is not in the heap, or followed by {@link DueHeap#moved}. */
    void renew(long newUntilMillis) {
        untilMillis = newUntilMillis;
    }

    @Override
    long dueMillis() {
        return untilMillis;
    }

    @Override
    int orderEntity() {
        return message.entity.id;
    }

    @Override
    long orderSequence() {
        return message.sequence;
    }
}
