package io.angarium.engine.core;

/** A message whose time has not come; due when it comes. */
final class Schedule extends Due {
    final QueuedMessage message;
    final long visibleAtMillis;

    Schedule(QueuedMessage message, long visibleAtMillis) {
        this.message = message;
        this.visibleAtMillis = visibleAtMillis;
    }

    @Override
    long dueMillis() {
        return visibleAtMillis;
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
