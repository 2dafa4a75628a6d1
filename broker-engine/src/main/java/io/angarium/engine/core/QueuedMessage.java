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
    /** Twice the failed deliveries, and 1 while a delivery has started that is written. */
    private int deliveries;

    private @Nullable Lock lock;

    QueuedMessage(Content content, Entity entity, long sequence, int failedDeliveries) {
        this.content = content;
        this.entity = entity;
        this.sequence = sequence;
        deliveries = failedDeliveries << 1;
    }

    int failedDeliveries() {
        return deliveries >> 1;
    }

    void failed() {
        deliveries += 2;
    }

    /** Whether an {@link Event.DeliveriesStarted} has named it, and that delivery has not ended. */
    boolean isDeliveryStarted() {
        return (deliveries & 1) != 0;
    }

    void deliveryStarted(boolean started) {
        deliveries = (deliveries & ~1) | (started ? 1 : 0);
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
