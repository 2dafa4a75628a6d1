package io.angarium.engine.journal;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.Event.Cause;
import io.angarium.engine.core.MessageInfo;
import io.angarium.protocol.Outcome;

/** The codes of the stored format, version 1. Never changed, never used again for something else. */
final class EventTypes {
    static final int OPENED = 1;
    static final int ENTITY_DEFINED = 2;
    static final int ENTITY_DELETED = 3;
    static final int ENQUEUED = 4;
    static final int DUPLICATE_DROPPED = 5;
    static final int COMMITTED = 6;
    static final int SETTLED = 7;
    static final int DELIVERY_FAILED = 8;
    static final int DEAD_LETTERED = 9;
    static final int MESSAGE_SNAPSHOT = 10;
    static final int DUPLICATE_IDS = 11;
    static final int PRODUCERS = 12;
    static final int DELIVERIES_STARTED = 13;
    static final int RELEASED = 14;
    static final int PREPARED = 15;
    static final int BRANCH_ENDED = 16;

    /** Flags of a message; what a bit says, it says for ever. */
    static final int PERSISTENT = 1;

    static final int GROUPED = 2;
    static final int ENDS_GROUP = 4;

    private EventTypes() {}

    static int flags(MessageInfo info) {
        return (info.persistent() ? PERSISTENT : 0)
                | (info.group() == 0 ? 0 : GROUPED)
                | (info.endsGroup() ? ENDS_GROUP : 0);
    }

    static int code(Kind kind) {
        return switch (kind) {
            case QUEUE -> 1;
            case TOPIC -> 2;
            case SUBSCRIPTION -> 3;
            case DEAD_LETTER -> 4;
        };
    }

    static Kind kind(int code) {
        return switch (code) {
            case 1 -> Kind.QUEUE;
            case 2 -> Kind.TOPIC;
            case 3 -> Kind.SUBSCRIPTION;
            case 4 -> Kind.DEAD_LETTER;
            default -> throw new IllegalArgumentException("unknown kind of entity " + code);
        };
    }

    static int code(Cause cause) {
        return switch (cause) {
            case COMPLETED -> 1;
            case EXPIRED -> 2;
            case PURGED -> 3;
        };
    }

    static int code(Outcome outcome) {
        return switch (outcome) {
            case COMPLETE -> 1;
            case ABANDON -> 2;
            case RELEASE -> 3;
            case DEAD_LETTER -> 4;
        };
    }

    static Outcome outcome(int code) {
        return switch (code) {
            case 1 -> Outcome.COMPLETE;
            case 2 -> Outcome.ABANDON;
            case 3 -> Outcome.RELEASE;
            case 4 -> Outcome.DEAD_LETTER;
            default -> throw new IllegalArgumentException("unknown outcome " + code);
        };
    }

    static Cause cause(int code) {
        return switch (code) {
            case 1 -> Cause.COMPLETED;
            case 2 -> Cause.EXPIRED;
            case 3 -> Cause.PURGED;
            default -> throw new IllegalArgumentException("unknown cause " + code);
        };
    }
}
