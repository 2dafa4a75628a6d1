package io.angarium.engine.journal;

import io.angarium.engine.core.Counters;
import io.angarium.engine.core.EntityDefinition;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.MessageInfo;
import io.angarium.engine.core.SubscriptionDefinition;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.SubscriptionId;
import io.angarium.protocol.ValueWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes events in the stored format, version 1. Stateless. */
final class EventWriter {
    private EventWriter() {}

    static void write(Event event, ValueWriter out) {
        if (event instanceof Event.Enqueued e) {
            enqueued(e, out.putByte(EventTypes.ENQUEUED));
        } else if (event instanceof Event.Settled e) {
            place(e.entityId(), e.sequenceNumber(), out.putByte(EventTypes.SETTLED))
                    .putByte(EventTypes.code(e.cause()));
        } else if (event instanceof Event.DeliveryFailed e) {
            place(e.entityId(), e.sequenceNumber(), out.putByte(EventTypes.DELIVERY_FAILED));
        } else if (event instanceof Event.DeliveriesStarted e) {
            deliveriesStarted(e, out.putByte(EventTypes.DELIVERIES_STARTED));
        } else if (event instanceof Event.Released e) {
            place(e.entityId(), e.sequenceNumber(), out.putByte(EventTypes.RELEASED));
        } else if (event instanceof Event.Committed e) {
            out.putByte(EventTypes.COMMITTED)
                    .putLong(e.producerId())
                    .putLong(e.producerSequence())
                    .putLong(e.nowMillis());
        } else if (event instanceof Event.DuplicateDropped e) {
            out.putByte(EventTypes.DUPLICATE_DROPPED).putInt(e.entityId());
        } else if (event instanceof Event.DeadLettered e) {
            deadLettered(e, out.putByte(EventTypes.DEAD_LETTERED));
        } else if (event instanceof Event.EntityDefined e) {
            definition(e.definition(), out.putByte(EventTypes.ENTITY_DEFINED));
            counters(e.counters(), out.putLong(e.nextSequence()));
        } else if (event instanceof Event.EntityDeleted e) {
            out.putByte(EventTypes.ENTITY_DELETED).putInt(e.entityId());
        } else if (event instanceof Event.Opened e) {
            out.putByte(EventTypes.OPENED)
                    .putInt(e.epoch())
                    .putInt(e.nextEntityId())
                    .putLong(e.nowMillis());
        } else if (event instanceof Event.MessageSnapshot e) {
            snapshot(e, out.putByte(EventTypes.MESSAGE_SNAPSHOT));
        } else if (event instanceof Event.DuplicateIds e) {
            duplicateIds(e, out.putByte(EventTypes.DUPLICATE_IDS));
        } else if (event instanceof Event.Producers e) {
            producers(e, out.putByte(EventTypes.PRODUCERS));
        } else if (event instanceof Event.Prepared e) {
            prepared(e, out.putByte(EventTypes.PREPARED));
        } else if (event instanceof Event.BranchEnded e) {
            branch(e.branch(), out.putByte(EventTypes.BRANCH_ENDED));
        } else {
            throw new AssertionError("no encoding for the durable event " + event);
        }
    }

    private static ValueWriter place(int entityId, long sequenceNumber, ValueWriter out) {
        return out.putInt(entityId).putLong(sequenceNumber);
    }

    private static void enqueued(Event.Enqueued e, ValueWriter out) {
        out.putInt(e.sendIndex()).putInt(e.destinationId()).putLong(e.destinationSequence());
        info(e.info(), out).putInt(e.targets().size());
        for (Event.Target target : e.targets()) {
            place(target.entityId(), target.sequenceNumber(), out);
        }
    }

    private static ValueWriter info(MessageInfo info, ValueWriter out) {
        out.putByte(EventTypes.flags(info))
                .putByte(info.priority())
                .putLong(info.enqueuedAtMillis())
                .putLong(info.expiresAtMillis())
                .putLong(info.visibleAtMillis())
                .putLong(info.sizeBytes());
        if (info.duplicateId() == null) {
            out.putByte(0);
        } else {
            out.putByte(1)
                    .putLong(info.duplicateId().high())
                    .putLong(info.duplicateId().low());
        }
        out.putLong(info.producerId()).putLong(info.producerSequence());
        return info.group() == 0 ? out : out.putLong(info.group());
    }

    private static void deliveriesStarted(Event.DeliveriesStarted e, ValueWriter out) {
        out.putInt(e.messages().size());
        for (Event.Target message : e.messages()) {
            place(message.entityId(), message.sequenceNumber(), out);
        }
    }

    private static void deadLettered(Event.DeadLettered e, ValueWriter out) {
        place(e.entityId(), e.sequenceNumber(), out);
        place(e.deadLetterEntityId(), e.newSequenceNumber(), out)
                .putString(e.reason())
                .putString(e.description())
                .putInt(e.failedDeliveries())
                .putLong(e.nowMillis());
    }

    private static void definition(EntityDefinition d, ValueWriter out) {
        out.putInt(d.entityId())
                .putByte(EventTypes.code(d.kind()))
                .putString(d.path())
                .putInt(d.parentId())
                .putByte(d.durable() ? 1 : 0)
                .putString(d.ownerLinkId());
        settings(d.settings(), out);
        subscription(d.subscription(), out);
    }

    private static void settings(EntitySettings s, ValueWriter out) {
        out.putInt(s.maxDeliveryCount())
                .putLong(s.duplicateWindow().toMillis())
                .putLong(millis(s.strictLockDuration()))
                .putLong(millis(s.defaultTimeToLive()))
                .putLong(s.maxMessages())
                .putLong(s.maxBytes())
                .putByte(s.deadLetterOnExpiration() ? 1 : 0);
    }

    /** 0 for none, as these durations are 1 ms at least. */
    private static long millis(@Nullable Duration duration) {
        return duration == null ? 0 : duration.toMillis();
    }

    private static void subscription(@Nullable SubscriptionDefinition s, ValueWriter out) {
        if (s == null) {
            out.putByte(0);
            return;
        }
        SubscriptionId id = s.id();
        out.putByte(id == null ? 1 : 2);
        if (id != null) {
            out.putString(id.name()).putString(id.clientId()).putByte(id.durable() ? 1 : 0);
        }
        out.putByte(s.shared() ? 1 : 0)
                .putString(s.selector())
                .putByte(s.noLocal() ? 1 : 0)
                .putString(s.noLocalIdentity());
    }

    private static void counters(Counters c, ValueWriter out) {
        out.putLong(c.accepted())
                .putLong(c.completed())
                .putLong(c.deadLettered())
                .putLong(c.expired())
                .putLong(c.purged())
                .putLong(c.duplicatesDropped());
    }

    private static void snapshot(Event.MessageSnapshot e, ValueWriter out) {
        info(e.info(), out.putInt(e.contentIndex())).putInt(e.targets().size());
        for (Event.SnapshotTarget target : e.targets()) {
            place(target.entityId(), target.sequenceNumber(), out)
                    .putInt(target.failedDeliveries())
                    .putByte(target.deliveryStarted() ? 1 : 0);
            Event.DeadLetterNote note = target.note();
            if (note == null) {
                out.putByte(0);
            } else {
                out.putByte(1)
                        .putLong(note.sourceSequenceNumber())
                        .putString(note.reason())
                        .putString(note.description())
                        .putInt(note.failedDeliveries())
                        .putLong(note.nowMillis());
            }
        }
    }

    private static ValueWriter branch(BranchId branch, ValueWriter out) {
        return out.putInt(branch.formatId()).putString(branch.global()).putString(branch.branch());
    }

    private static void prepared(Event.Prepared e, ValueWriter out) {
        branch(e.branch(), out)
                .putLong(e.producerId())
                .putLong(e.producerSequence())
                .putInt(e.contentIndex())
                .putString(e.origin().linkId())
                .putString(e.origin().clientId())
                .putLong(e.nowMillis())
                .putInt(e.destinations().size());
        for (Address destination : e.destinations()) {
            out.putByte(destination.type() == EntityType.QUEUE ? 1 : 2)
                    .putString(destination.name())
                    .putByte(destination.temporary() ? 1 : 0);
        }
        out.putInt(e.holds().size());
        for (Event.Hold hold : e.holds()) {
            place(hold.entityId(), hold.sequenceNumber(), out)
                    .putByte(EventTypes.code(hold.outcome()))
                    .putString(hold.reason())
                    .putString(hold.description());
        }
    }

    private static void duplicateIds(Event.DuplicateIds e, ValueWriter out) {
        out.putInt(e.entityId())
                .putLong(e.upToRecord())
                .putLong(e.nowMillis())
                .putInt(e.ids().size());
        for (Event.RememberedId id : e.ids()) {
            out.putLong(id.id().high())
                    .putLong(id.id().low())
                    .putLong(id.sequenceNumber())
                    .putLong(id.acceptedAtMillis());
        }
    }

    private static void producers(Event.Producers e, ValueWriter out) {
        out.putLong(e.upToRecord()).putInt(e.producers().size());
        for (Event.RememberedProducer p : e.producers()) {
            out.putLong(p.producerId())
                    .putLong(p.lastSequence())
                    .putLong(p.lastResult())
                    .putLong(p.lastSeenMillis());
        }
    }
}
