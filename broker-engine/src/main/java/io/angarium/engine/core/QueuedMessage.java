package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/**
 * One message in one queue or subscription; due when it expires. Held once for each message of a backlog: fields are chosen
 * for size (40 bytes); what only few messages have (schedules, notes) is kept by the entity.
 */
final class QueuedMessage extends Due {
    final Content content;
    final Entity entity;
    final long sequence;
    private int failedDeliveries;
    private @Nullable Lock lock;

    QueuedMessage(Content content, Entity entity, long sequence, int failedDeliveries) {
        this.content = content;
        this.entity = entity;
        this.sequence = sequence;
        this.failedDeliveries = failedDeliveries;
    }

    int failedDeliveries() {
        return failedDeliveries;
    }

    void failed() {
        failedDeliveries++;
    }

    void failedDeliveries(int count) {
        failedDeliveries = count;
    }

    @Nullable
    Lock lock() {
        return lock;
    }

    void lock(@Nullable Lock newLock) {
        lock = newLock;
    }

    /** Whether it is gone after a restart. */
    boolean isVolatile() {
        return content.isVolatile() || !entity.isDurable();
    }

    boolean isExpired(long nowMillis) {
        return content.expiresAtMillis <= nowMillis && entity.expires();
    }

    @Override
    long dueMillis() {
        return content.expiresAtMillis;
    }

    @Override
    int orderEntity() {
        return entity.id;
    }

    @Override
    long orderSequence() {
        return sequence;
    }
}
