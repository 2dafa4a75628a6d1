package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.INVALID_DESTINATION;
import static io.angarium.protocol.ErrorReason.RESOURCE_ALLOCATION;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.Event.AlsoEnqueued;
import io.angarium.engine.core.Event.DuplicateDropped;
import io.angarium.engine.core.Event.Enqueued;
import io.angarium.engine.core.Event.Target;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sending: routing, limits, time-to-live, duplicates of MessageIds and of producers' numbers. */
final class SendRules {
    private final NamespaceState state;
    private final EntityRules entities;

    /** What the sends of one transaction must know of those before; null for a send of its own. */
    static final class Batch {
        private final Map<String, Long> seen = new HashMap<>();
        private final Map<Integer, long[]> added = new HashMap<>();
        private final boolean prepared;

        /** @param prepared whether all was allowed before: no limit counts, and what is gone is created again */
        Batch(boolean prepared) {
            this.prepared = prepared;
        }

        private @Nullable Long numberOf(int entityId, DuplicateId id) {
            return seen.get(key(entityId, id));
        }

        private void seen(int entityId, DuplicateId id, long number) {
            seen.put(key(entityId, id), number);
        }

        private static String key(int entityId, DuplicateId id) {
            return entityId + "/" + id.high() + "/" + id.low();
        }

        /** A message of this size leaves an entity in the same transaction. */
        void freed(int entityId, long sizeBytes) {
            long[] added = added(entityId);
            added[0]--;
            added[1] -= sizeBytes;
        }

        private long[] added(int entityId) {
            return added.computeIfAbsent(entityId, id -> new long[2]);
        }
    }

    SendRules(NamespaceState state, EntityRules entities) {
        this.state = state;
        this.entities = entities;
    }

    SendResult send(Draft draft, SendCommand command, int sendIndex, @Nullable Batch batch) {
        EntityDefinition definition = entities.resolve(draft, command.destination(), batch != null && batch.prepared);
        if (definition.kind() == Kind.DEAD_LETTER || definition.kind() == Kind.SUBSCRIPTION) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "nothing can be sent to '" + definition.path() + "': it gets messages from its "
                            + (definition.kind() == Kind.DEAD_LETTER ? "queue or subscription" : "topic"));
        }
        MessageInfo given = command.info();
        boolean durable = given.persistent() && definition.durable();
        SendResult repeated = batch == null ? repeatedByProducer(given, draft.nowMillis()) : null;
        if (repeated == null) {
            repeated = repeatedById(definition, given, draft.nowMillis(), batch);
        }
        if (repeated != null) {
            draft.add(new DuplicateDropped(definition.entityId(), durable));
            return repeated;
        }
        EntitySettings settings = definition.settings();
        MessageInfo info = given.accepted(
                draft.nowMillis(),
                latestExpiryMillis(settings, draft.nowMillis()),
                !settings.duplicateWindow().isZero(),
                batch == null);
        long number = definition.kind() == Kind.QUEUE
                ? toQueue(draft, definition, info, sendIndex, batch)
                : toTopic(draft, definition, command, info, sendIndex, batch);
        DuplicateId id = info.duplicateId();
        if (batch != null && id != null) {
            batch.seen(definition.entityId(), id, number);
        }
        return new SendResult(number, false);
    }

    private @Nullable SendResult repeatedByProducer(MessageInfo info, long nowMillis) {
        ProducerTable.Producer producer = state.producers().find(info.producerId(), nowMillis);
        if (producer == null || info.producerSequence() > producer.lastSequence) {
            return null;
        }
        boolean isLast = info.producerSequence() == producer.lastSequence;
        return new SendResult(isLast ? producer.lastResult : 0, true);
    }

    private @Nullable SendResult repeatedById(
            EntityDefinition definition, MessageInfo info, long nowMillis, @Nullable Batch batch) {
        DuplicateId id = info.duplicateId();
        if (id == null || definition.settings().duplicateWindow().isZero()) {
            return null;
        }
        Entity entity = state.entity(definition.entityId());
        long known = entity == null ? 0 : entity.duplicateOf(id, nowMillis);
        if (known != 0) {
            return new SendResult(known, true);
        }
        Long inBatch = batch == null ? null : batch.numberOf(definition.entityId(), id);
        return inBatch == null ? null : new SendResult(inBatch, true);
    }

    /** The entity's time-to-live is default and ceiling. */
    private static long latestExpiryMillis(EntitySettings settings, long nowMillis) {
        Duration ceiling = settings.defaultTimeToLive();
        return ceiling == null ? Long.MAX_VALUE : nowMillis + ceiling.toMillis();
    }

    private long toQueue(Draft draft, EntityDefinition queue, MessageInfo info, int sendIndex, @Nullable Batch batch) {
        checkRoom(queue, state.entity(queue.entityId()), info, batch);
        long number = draft.nextSequence(queue.entityId());
        draft.add(new Enqueued(
                sendIndex,
                queue.entityId(),
                number,
                info,
                List.of(new Target(queue.entityId(), number)),
                info.persistent() && queue.durable()));
        return number;
    }

    private long toTopic(
            Draft draft,
            EntityDefinition topic,
            SendCommand command,
            MessageInfo info,
            int sendIndex,
            @Nullable Batch batch) {
        Entity entity = state.entity(topic.entityId());
        List<Entity> takers = entity == null || !entity.hasSubscriptions()
                ? List.of()
                : entity.subscriptions().matching(command.properties(), command.origin());
        List<Target> lasting = new ArrayList<>(takers.size());
        List<Target> passing = List.of();
        for (int i = 0; i < takers.size(); i++) {
            Entity taker = takers.get(i);
            checkRoom(taker.definition(), taker, info, batch);
            Target target = new Target(taker.id, draft.nextSequence(taker.id));
            if (taker.isDurable() && info.persistent()) {
                lasting.add(target);
            } else {
                passing = passing.isEmpty() ? new ArrayList<>(takers.size()) : passing;
                passing.add(target);
            }
        }
        long number = draft.nextSequence(topic.entityId());
        boolean durable = info.persistent() && topic.durable() && (!lasting.isEmpty() || info.duplicateId() != null);
        if (durable) {
            draft.add(new Enqueued(sendIndex, topic.entityId(), number, info, lasting, true));
            if (!passing.isEmpty()) {
                draft.add(new AlsoEnqueued(sendIndex, info, passing));
            }
        } else {
            draft.add(new Enqueued(sendIndex, topic.entityId(), number, info, passing, false));
        }
        return number;
    }

    private static void checkRoom(
            EntityDefinition definition, @Nullable Entity entity, MessageInfo info, @Nullable Batch batch) {
        EntitySettings settings = definition.settings();
        boolean allowed = batch != null && batch.prepared;
        if (allowed || (settings.maxMessages() == 0 && settings.maxBytes() == 0)) {
            return;
        }
        long messages = entity == null ? 0 : entity.tally().live();
        long bytes = entity == null ? 0 : entity.tally().liveBytes();
        if (batch != null) {
            long[] added = batch.added(definition.entityId());
            messages += added[0];
            bytes += added[1];
            added[0]++;
            added[1] += info.sizeBytes();
        }
        if (settings.maxMessages() > 0 && messages + 1 > settings.maxMessages()) {
            throw new BrokerException(
                    RESOURCE_ALLOCATION,
                    "'" + definition.path() + "' is full: it has " + messages + " messages and maxMessages is "
                            + settings.maxMessages() + "; receive some, or raise the limit");
        }
        if (settings.maxBytes() > 0 && bytes + info.sizeBytes() > settings.maxBytes()) {
            throw new BrokerException(
                    RESOURCE_ALLOCATION,
                    "'" + definition.path() + "' is full: it has " + bytes + " bytes, the message " + info.sizeBytes()
                            + ", and maxBytes is " + settings.maxBytes() + "; receive some, or raise the limit");
        }
    }
}
