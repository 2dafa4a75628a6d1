package io.angarium.engine.core;

import io.angarium.engine.core.Event.AlsoEnqueued;
import io.angarium.engine.core.Event.Committed;
import io.angarium.engine.core.Event.Enqueued;
import io.angarium.engine.core.Event.EntityDefined;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes events happen: the one way in which the state changes, at run time and at replay. */
final class EventApplication {
    private final NamespaceState state;
    private final MessageEvents messages;
    private final EntityEvents entities;
    private final BranchEvents branches;

    EventApplication(NamespaceState state, MessageEvents messages, EntityEvents entities) {
        this.state = state;
        this.messages = messages;
        this.entities = entities;
        branches = new BranchEvents(state, messages);
    }

    void apply(List<Event> events, List<@Nullable ContentRef> contents, long record) {
        countRecords(events, contents, record);
        messages.begin();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event instanceof Enqueued enqueued) {
                boolean shared = i + 1 < events.size()
                        && events.get(i + 1) instanceof AlsoEnqueued also
                        && also.sendIndex() == enqueued.sendIndex();
                messages.enqueued(enqueued, contents, shared, record);
            } else if (event instanceof AlsoEnqueued also) {
                messages.enqueued(also, contents);
            } else if (event instanceof Event.MessageSnapshot snapshot) {
                messages.snapshot(snapshot, contents);
            } else if (event instanceof Event.Prepared prepared) {
                branches.prepared(prepared, contents, record);
            } else if (!applyToMessage(event) && !applyToEntity(event, record)) {
                throw new AssertionError(event);
            }
        }
        messages.end(contents);
    }

    private boolean applyToMessage(Event event) {
        if (event instanceof Event.Locked locked) {
            messages.locked(locked);
        } else if (event instanceof Event.GroupTaken taken) {
            messages.groupTaken(taken);
        } else if (event instanceof Event.HandedOver over) {
            messages.handedOver(over);
        } else if (event instanceof Event.Settled settled) {
            messages.settled(settled);
        } else if (event instanceof Event.Released released) {
            messages.released(released);
        } else if (event instanceof Event.DeliveriesStarted started) {
            messages.deliveriesStarted(started);
        } else if (event instanceof Event.DeliveryFailed failed) {
            messages.deliveryFailed(failed);
        } else if (event instanceof Event.DeadLettered deadLettered) {
            messages.deadLettered(deadLettered);
        } else if (event instanceof Event.DuplicateDropped dropped) {
            messages.duplicateDropped(dropped);
        } else if (event instanceof Event.LockRenewed renewed) {
            messages.lockRenewed(renewed.entityId(), renewed.sequenceNumber(), renewed.lockedUntilMillis());
        } else if (event instanceof Event.LockExpired expired) {
            entities.lockExpired(expired);
        } else if (event instanceof Event.Activated activated) {
            messages.activated(activated.entityId(), activated.sequenceNumber());
        } else {
            return false;
        }
        return true;
    }

    private boolean applyToEntity(Event event, long record) {
        if (event instanceof Committed committed) {
            messages.producerSeen(
                    committed.producerId(),
                    committed.producerSequence(),
                    0,
                    committed.nowMillis(),
                    committed.durable() ? record : 0);
        } else if (event instanceof Event.AlsoHeld held) {
            branches.alsoHeld(held);
        } else if (event instanceof Event.BranchEnded ended) {
            branches.ended(ended);
        } else if (event instanceof Event.CursorMoved moved) {
            entities.cursorMoved(moved.receiverKey(), moved.lane(), moved.nextSequence());
        } else if (event instanceof EntityDefined defined) {
            entities.defined(defined, record);
        } else if (event instanceof Event.EntityDeleted deleted) {
            entities.deleted(deleted.entityId());
        } else if (event instanceof Event.ReceiverOpened opened) {
            entities.receiverOpened(opened);
        } else if (event instanceof Event.ReceiverClosed closed) {
            entities.receiverClosed(closed.receiverKey());
        } else if (event instanceof Event.LinkEnded ended) {
            state.removeLink(ended.linkId());
        } else if (event instanceof Event.DuplicatesForgotten forgotten) {
            entities.duplicatesForgotten(forgotten.entityId(), forgotten.nowMillis());
        } else if (event instanceof Event.ProducersForgotten forgotten) {
            entities.producersForgotten(forgotten.nowMillis());
        } else if (event instanceof Event.DuplicateIds ids) {
            entities.remembered(ids, record);
        } else if (event instanceof Event.Producers producers) {
            entities.remembered(producers, record);
        } else if (event instanceof Event.Opened opened) {
            state.seen(opened.nowMillis());
            state.opened(opened.epoch(), opened.nextEntityId(), record);
        } else {
            return false;
        }
        return true;
    }

    /** Notes how much there is in each record, so that a record is released with the last of it. */
    private void countRecords(List<Event> events, List<@Nullable ContentRef> contents, long record) {
        int definitions = 0;
        for (int i = 0; i < events.size(); i++) {
            definitions += events.get(i).keepsRecord() ? 1 : 0;
        }
        if (definitions + contents.size() <= 1) {
            return;
        }
        for (int i = 0; i < definitions; i++) {
            state.records().add(record);
        }
        for (int i = 0; i < contents.size(); i++) {
            ContentRef ref = contents.get(i);
            if (ref != null) {
                state.records().add(ref.record());
            }
        }
    }
}
