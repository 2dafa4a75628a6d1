package io.angarium.engine.core;

import io.angarium.engine.core.Event.DuplicateIds;
import io.angarium.engine.core.Event.EntityDefined;
import io.angarium.engine.core.Event.Producers;
import io.angarium.engine.core.Event.ReceiverOpened;
import io.angarium.engine.core.Event.RememberedId;
import io.angarium.engine.core.Event.RememberedProducer;
import java.util.ArrayList;
import java.util.List;

/** What the events of entities, receivers and links do to the state. */
final class EntityEvents {
    private static final int FORGET_AT_A_TIME = 4_096;

    private final NamespaceState state;
    private final MessageEvents messages;

    EntityEvents(NamespaceState state, MessageEvents messages) {
        this.state = state;
        this.messages = messages;
    }

    void defined(EntityDefined event, long record) {
        EntityDefinition definition = event.definition();
        if (definition.settings().equals(state.policy().settings())) {
            definition = definition.withSettings(state.policy().settings()); // one object for ten thousand queues
        }
        Entity entity = state.existingOrNew(definition.entityId());
        boolean isNew = !entity.isDefined();
        SubscriptionDefinition subscription = definition.subscription();
        long old = entity.define(
                definition,
                subscription == null ? null : state.parse(subscription.selector()),
                definition.durable() ? record : 0);
        if (old > 0) {
            state.records().release(old);
        }
        entity.usedSequence(event.nextSequence() - 1);
        entity.tally().set(event.counters());
        state.register(entity);
        if (isNew) {
            attach(entity, definition);
        }
    }

    private void attach(Entity entity, EntityDefinition definition) {
        if (definition.kind() == EntityDefinition.Kind.SUBSCRIPTION) {
            Entity topic = state.existingOrNew(definition.parentId());
            topic.subscriptions().add(entity);
        } else if (definition.kind() == EntityDefinition.Kind.DEAD_LETTER) {
            state.existingOrNew(definition.parentId()).deadLetter(entity);
        }
        if (definition.ownerLinkId() != null) {
            state.linkOrNew(definition.ownerLinkId()).owned.add(entity);
        }
    }

    void deleted(int entityId) {
        Entity entity = state.entity(entityId);
        if (entity == null) {
            return;
        }
        if (entity.hasSubscriptions()) {
            for (Entity subscription : List.copyOf(entity.subscriptions().all())) {
                deleted(subscription.id);
            }
        }
        Entity subqueue = entity.deadLetter();
        if (subqueue != null) {
            deleted(subqueue.id);
        }
        for (Receiver receiver : List.copyOf(entity.receivers())) {
            receiverClosed(receiver.key);
        }
        for (QueuedMessage message : entity.messages()) {
            messages.take(message, true);
        }
        entity.dropDuplicates();
        detach(entity);
        state.unregister(entity);
        if (entity.definitionRecord() > 0) {
            state.records().release(entity.definitionRecord());
        }
    }

    private void detach(Entity entity) {
        if (!entity.isDefined()) {
            return;
        }
        EntityDefinition definition = entity.definition();
        Entity parent = definition.parentId() == 0 ? null : state.entity(definition.parentId());
        if (parent != null && definition.kind() == EntityDefinition.Kind.SUBSCRIPTION) {
            parent.subscriptions().remove(entity);
        } else if (parent != null) {
            parent.deadLetter(null);
        }
        LinkState owner = definition.ownerLinkId() == null ? null : state.link(definition.ownerLinkId());
        if (owner != null) {
            owner.owned.remove(entity);
        }
    }

    /** After the replay: what was never defined belongs to an entity that was deleted. */
    void dropUndefined() {
        for (Entity entity : new ArrayList<>(state.entities())) {
            if (!entity.isDefined() || isOrphan(entity)) {
                deleted(entity.id);
            }
        }
    }

    private boolean isOrphan(Entity entity) {
        int parentId = entity.definition().parentId();
        Entity parent = parentId == 0 ? entity : state.entity(parentId);
        return parent == null || !parent.isDefined();
    }

    void receiverOpened(ReceiverOpened event) {
        ReceiverRequest request = event.request();
        Entity entity = state.existing(event.entityId());
        LinkState link = state.linkOrNew(request.linkId());
        Receiver receiver = new Receiver(request, entity, link, event.selector());
        state.addReceiver(receiver);
        entity.addReceiver(receiver);
        link.receivers.add(receiver);
    }

    void receiverClosed(long receiverKey) {
        Receiver receiver = state.receiver(receiverKey);
        if (receiver != null) {
            state.removeReceiver(receiverKey);
            receiver.entity.removeReceiver(receiver);
            receiver.link.receivers.remove(receiver);
        }
    }

    void cursorMoved(long receiverKey, int lane, long nextSequence) {
        Receiver receiver = state.receiver(receiverKey);
        if (receiver != null) {
            receiver.moveCursor(lane, nextSequence);
        }
    }

    void duplicatesForgotten(int entityId, long nowMillis) {
        state.existing(entityId).forgetDuplicates(nowMillis, FORGET_AT_A_TIME);
    }

    void producersForgotten(long nowMillis) {
        ProducerTable producers = state.producers();
        producers.forget(nowMillis, FORGET_AT_A_TIME);
        if (producers.size() == 0) {
            state.dues().remove(producers);
        } else {
            state.dues().moved(producers);
        }
    }

    void remembered(DuplicateIds event, long record) {
        Entity entity = state.existingOrNew(event.entityId());
        for (RememberedId id : event.ids()) {
            entity.remember(id.id(), id.sequenceNumber(), id.acceptedAtMillis(), event.nowMillis(), record);
        }
    }

    void remembered(Producers event, long record) {
        for (RememberedProducer producer : event.producers()) {
            messages.producerSeen(
                    producer.producerId(),
                    producer.lastSequence(),
                    producer.lastResult(),
                    producer.lastSeenMillis(),
                    record);
        }
    }

    /** Notes what is said when somebody settles with this lock (T-07). */
    void lockExpired(Event.LockExpired event) {
        Entity entity = state.existing(event.entityId());
        Lock lock = entity.lockOf(event.sequenceNumber());
        if (lock != null) {
            lock.link.lost(
                    lock.token,
                    new LinkState.LostLock(
                            entity.id, entity.path(), event.sequenceNumber(), lock.dueMillis(), lock.isHandedOver()));
        }
    }
}
