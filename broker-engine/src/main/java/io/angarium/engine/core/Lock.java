package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/** A message that a receiver or a prepared branch has; due when a strict lock ends. */
final class Lock extends Due {
    final long token;
    final QueuedMessage message;
    /** The link that has it; for a branch its {@link Branch#holder}. */
    final LinkState link;
    /** Null if a branch has it. */
    final @Nullable Receiver receiver;

    private long untilMillis;
    private boolean handedOver;

    Lock(long token, QueuedMessage message, Receiver receiver, long untilMillis) {
        this.token = token;
        this.message = message;
        this.link = receiver.link;
        this.receiver = receiver;
        this.untilMillis = untilMillis;
    }

    /** Of a prepared branch: holds until the branch ends. */
    Lock(long token, QueuedMessage message, Branch branch) {
        this.token = token;
        this.message = message;
        this.link = branch.holder;
        this.receiver = null;
        this.untilMillis = Long.MAX_VALUE;
        this.handedOver = true;
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
