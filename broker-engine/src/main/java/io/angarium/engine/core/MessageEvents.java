package io.angarium.engine.core;

import io.angarium.engine.core.Event.AlsoEnqueued;
import io.angarium.engine.core.Event.DeadLetterNote;
import io.angarium.engine.core.Event.DeadLettered;
import io.angarium.engine.core.Event.DeliveriesStarted;
import io.angarium.engine.core.Event.DeliveryFailed;
import io.angarium.engine.core.Event.DuplicateDropped;
import io.angarium.engine.core.Event.Enqueued;
import io.angarium.engine.core.Event.HandedOver;
import io.angarium.engine.core.Event.Locked;
import io.angarium.engine.core.Event.MessageSnapshot;
import io.angarium.engine.core.Event.Released;
import io.angarium.engine.core.Event.Settled;
import io.angarium.engine.core.Event.SnapshotTarget;
import io.angarium.engine.core.Event.Target;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the events of messages do to the state. An event of a message that is not there (any more) changes counters only. */
final class MessageEvents {
    private final NamespaceState state;
    /** Contents of the command that is being applied, by index. */
    private final List<@Nullable Content> made = new ArrayList<>();
    /** Those that a branch keeps. */
    private final BitSet kept = new BitSet();

    MessageEvents(NamespaceState state) {
        this.state = state;
    }

    /** Forgets the contents of the command before. */
    void begin() {
        made.clear();
        kept.clear();
    }

    /** Contents of the command that a branch keeps for later. */
    void kept(int firstIndex, int count) {
        kept.set(firstIndex, firstIndex + count);
    }

    /** Releases what was stored for a command and is held by nobody. */
    void end(List<@Nullable ContentRef> contents) {
        for (int i = 0; i < contents.size(); i++) {
            ContentRef ref = contents.get(i);
            Content content = i < made.size() ? made.get(i) : null;
            if (content != null && !content.isHeld()) {
                state.drop(content);
            } else if (content == null && ref != null && !kept.get(i)) {
                state.records().release(ref);
            }
        }
        state.handOvers().dropEnded();
    }

    void enqueued(Enqueued event, List<@Nullable ContentRef> contents, boolean shared, long record) {
        Entity destination = state.existingOrNew(event.destinationId());
        destination.usedSequence(event.destinationSequence());
        MessageInfo info = event.info();
        state.seen(info.enqueuedAtMillis());
        long home = event.durable() ? record : 0;
        if (info.duplicateId() != null) {
            destination.remember(
                    info.duplicateId(),
                    event.destinationSequence(),
                    Math.max(info.enqueuedAtMillis(), info.visibleAtMillis()),
                    info.enqueuedAtMillis(),
                    home);
        }
        if (info.producerId() != 0) {
            producerSeen(
                    info.producerId(),
                    info.producerSequence(),
                    event.destinationSequence(),
                    info.enqueuedAtMillis(),
                    home);
        }
        List<Target> targets = event.targets();
        if (targets.isEmpty() || targets.get(0).entityId() != event.destinationId()) {
            destination.tally().accepted(); // a topic; a queue counts with the message
        }
        if (!targets.isEmpty()) {
            enqueue(content(event.sendIndex(), info, contents, shared), info, targets);
        }
    }

    void enqueued(AlsoEnqueued event, List<@Nullable ContentRef> contents) {
        enqueue(content(event.sendIndex(), event.info(), contents, true), event.info(), event.targets());
    }

    private void enqueue(Content content, MessageInfo info, List<Target> targets) {
        for (int i = 0; i < targets.size(); i++) {
            Target target = targets.get(i);
            Entity entity = state.existingOrNew(target.entityId());
            entity.usedSequence(target.sequenceNumber());
            entity.tally().accepted();
            entity.add(new QueuedMessage(content, entity, target.sequenceNumber(), 0), info.visibleAtMillis());
        }
    }

    void producerSeen(long producerId, long sequence, long result, long nowMillis, long record) {
        ProducerTable producers = state.producers();
        producers.seen(producerId, sequence, result, nowMillis, record);
        if (producers.heapIndex == Due.NOT_IN_HEAP) {
            state.dues().add(producers);
        } else {
            state.dues().moved(producers);
        }
    }

    void duplicateDropped(DuplicateDropped event) {
        state.existingOrNew(event.entityId()).tally().duplicateDropped();
    }

    void settled(Settled event) {
        Entity entity = state.existingOrNew(event.entityId());
        entity.tally().settled(event.cause());
        QueuedMessage message = entity.find(event.sequenceNumber());
        if (message != null) {
            take(message, true);
        }
    }

    void deliveryFailed(DeliveryFailed event) {
        QueuedMessage message = state.existingOrNew(event.entityId()).find(event.sequenceNumber());
        if (message == null) {
            return;
        }
        message.failed();
        deliveryEnded(message);
        unlock(message);
    }

    private static void unlock(QueuedMessage message) {
        Lock lock = message.lock();
        if (lock != null) {
            forget(lock);
            message.entity.unlock(lock);
        }
    }

    void deadLettered(DeadLettered event) {
        Entity from = state.existingOrNew(event.entityId());
        Entity to = state.existingOrNew(event.deadLetterEntityId());
        from.tally().deadLettered();
        to.markDeadLetter();
        to.usedSequence(event.newSequenceNumber());
        to.tally().accepted();
        QueuedMessage message = from.find(event.sequenceNumber());
        if (message == null) {
            return;
        }
        QueuedMessage moved = new QueuedMessage(message.content, to, event.newSequenceNumber(), 0);
        to.add(moved, 0);
        to.note(
                moved,
                new DeadLetterNote(
                        event.sequenceNumber(),
                        event.reason(),
                        event.description(),
                        event.failedDeliveries(),
                        event.nowMillis()));
        take(message, false);
    }

    void locked(Locked event) {
        Entity entity = state.existing(event.entityId());
        QueuedMessage message = entity.findReady(event.sequenceNumber());
        Receiver receiver = state.receiver(event.receiverKey());
        if (message == null || receiver == null) {
            throw new IllegalStateException("only a ready message can be locked, for an open receiver: " + event);
        }
        Lock lock = new Lock(event.lockToken(), message, receiver, event.lockedUntilMillis());
        state.usedLockToken(event.lockToken());
        receiver.unseen(1);
        receiver.link.locks.put(event.lockToken(), lock);
        entity.lock(lock);
    }

    void released(Released event) {
        if (!event.durable()) {
            unlock(lock(event.entityId(), event.sequenceNumber()).message);
            return;
        }
        QueuedMessage message = find(event.entityId(), event.sequenceNumber());
        if (message != null) {
            deliveryEnded(message);
            unlock(message);
        }
    }

    /** A receiver takes a message that is deleted at its delivery. */
    void groupTaken(Event.GroupTaken event) {
        Entity entity = state.existing(event.entityId());
        QueuedMessage message = entity.findReady(event.sequenceNumber());
        Receiver receiver = state.receiver(event.receiverKey());
        if (message == null || receiver == null) {
            throw new IllegalStateException("only a ready message can be taken, by an open receiver: " + event);
        }
        entity.taken(message, receiver, false);
    }

    void handedOver(HandedOver event) {
        Lock lock = lock(event.entityId(), event.sequenceNumber());
        if (!lock.isHandedOver()) {
            lock.handOver();
            seen(lock);
            if (!lock.message.isVolatile()) {
                state.handOvers().add(lock, event.nowMillis());
            }
        }
    }

    void deliveriesStarted(DeliveriesStarted event) {
        List<Target> targets = event.messages();
        for (int i = 0; i < targets.size(); i++) {
            QueuedMessage message =
                    find(targets.get(i).entityId(), targets.get(i).sequenceNumber());
            if (message != null) {
                deliveryStarted(message);
            }
        }
    }

    private void deliveryStarted(QueuedMessage message) {
        message.deliveryStarted(true);
        state.started().add(message);
    }

    private void deliveryEnded(QueuedMessage message) {
        if (message.isDeliveryStarted()) {
            message.deliveryStarted(false);
            state.started().remove(message);
        }
    }

    private @Nullable QueuedMessage find(int entityId, long sequence) {
        Entity entity = state.entity(entityId);
        return entity == null ? null : entity.find(sequence);
    }

    void lockRenewed(int entityId, long sequence, long untilMillis) {
        Lock lock = lock(entityId, sequence);
        lock.renew(untilMillis);
        state.dues().moved(lock);
    }

    void activated(int entityId, long sequence) {
        Entity entity = state.existing(entityId);
        LongTable<Schedule> scheduled = entity.scheduled();
        Schedule schedule = scheduled == null ? null : scheduled.get(sequence);
        if (schedule == null) {
            throw new IllegalStateException("message " + sequence + " of entity " + entityId + " is not scheduled");
        }
        entity.activate(schedule);
    }

    /** At replay only: a message as it was when cleaning appended it again; replaces what is there. */
    void snapshot(MessageSnapshot event, List<@Nullable ContentRef> contents) {
        MessageInfo info = event.info();
        Content content = content(event.contentIndex(), info, contents, false);
        for (SnapshotTarget target : event.targets()) {
            Entity entity = state.existingOrNew(target.entityId());
            DeadLetterNote note = target.note();
            if (note != null) {
                entity.markDeadLetter();
            }
            QueuedMessage before = entity.find(target.sequenceNumber());
            if (before != null) {
                take(before, true);
            }
            entity.usedSequence(target.sequenceNumber());
            QueuedMessage message =
                    new QueuedMessage(content, entity, target.sequenceNumber(), target.failedDeliveries());
            entity.add(message, info.visibleAtMillis());
            if (target.deliveryStarted()) {
                deliveryStarted(message);
            }
            if (note != null) {
                entity.note(message, note);
            }
            Branch branch = state.branches().holding(target.entityId(), target.sequenceNumber());
            if (branch != null) {
                hold(message, branch);
            }
        }
    }

    /** A prepared branch has a message now, wherever it was. */
    void hold(QueuedMessage message, Branch branch) {
        Lock before = message.lock();
        if (before != null) {
            forget(before);
        }
        deliveryEnded(message);
        Lock lock = new Lock(branch.nextToken(), message, branch);
        branch.holder.locks.put(lock.token, lock);
        message.entity.hold(lock);
    }

    /** Takes a message away, with its lock. */
    void take(QueuedMessage message, boolean dropContent) {
        Lock lock = message.lock();
        if (lock != null) {
            forget(lock);
        }
        deliveryEnded(message);
        boolean unheld = message.entity.remove(message);
        if (unheld && dropContent) {
            state.drop(message.content);
        }
    }

    /** The link and the receiver do not have this lock any more. */
    private static void forget(Lock lock) {
        lock.link.locks.remove(lock.token);
        if (!lock.isHandedOver()) {
            seen(lock);
        }
    }

    private static void seen(Lock lock) {
        Receiver receiver = lock.receiver;
        if (receiver != null) {
            receiver.unseen(-1);
        }
    }

    private Lock lock(int entityId, long sequence) {
        Lock lock = state.existing(entityId).lockOf(sequence);
        if (lock == null) {
            throw new IllegalStateException("message " + sequence + " of entity " + entityId + " is not locked");
        }
        return lock;
    }

    private Content content(int index, MessageInfo info, List<@Nullable ContentRef> contents, boolean shared) {
        while (made.size() <= index) {
            made.add(null);
        }
        Content content = made.get(index);
        if (content == null) {
            ContentRef ref = index < contents.size() ? contents.get(index) : null;
            if (ref == null) {
                throw new IllegalStateException("no content for message " + index + " of the command");
            }
            content = Content.of(info, ref);
            if (!ref.parts().isEmpty() || (shared && !ref.isVolatile())) {
                state.track(content, new Content.Tracked(ref.parts(), index));
            }
            made.set(index, content);
        }
        return content;
    }
}
