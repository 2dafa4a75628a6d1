package io.angarium.engine.core;

/** Counts what becomes of the messages of one entity, see {@link Counters}. */
final class Tally {
    private long live;
    private long liveBytes;
    private long volatileLive;
    private long accepted;
    private long completed;
    private long deadLettered;
    private long expired;
    private long purged;
    private long duplicatesDropped;

    void accepted() {
        accepted++;
    }

    void deadLettered() {
        deadLettered++;
    }

    void duplicateDropped() {
        duplicatesDropped++;
    }

    void settled(Event.Cause cause) {
        switch (cause) {
            case COMPLETED -> completed++;
            case EXPIRED -> expired++;
            case PURGED -> purged++;
        }
    }

    void added(QueuedMessage message) {
        live++;
        liveBytes += message.content.sizeBytes;
        volatileLive += message.isVolatile() ? 1 : 0;
    }

    void removed(QueuedMessage message) {
        live--;
        liveBytes -= message.content.sizeBytes;
        volatileLive -= message.isVolatile() ? 1 : 0;
    }

    long live() {
        return live;
    }

    long liveBytes() {
        return liveBytes;
    }

    Counters counters() {
        return new Counters(accepted, completed, deadLettered, expired, purged, duplicatesDropped);
    }

    /** Without volatile messages that are live: they are not there any more when these counters are read again. */
    Counters durableCounters() {
        return new Counters(accepted - volatileLive, completed, deadLettered, expired, purged, duplicatesDropped);
    }

    /** Takes over what {@link #durableCounters} gave. */
    void set(Counters counters) {
        accepted = counters.accepted() + volatileLive;
        completed = counters.completed();
        deadLettered = counters.deadLettered();
        expired = counters.expired();
        purged = counters.purged();
        duplicatesDropped = counters.duplicatesDropped();
    }
}
