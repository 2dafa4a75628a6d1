package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.SubscriptionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one namespace: what there is and how it is found. Read by the rules; changed by {@link MessageEvents} and
 * {@link EntityEvents} only.
 */
final class NamespaceState {
    /** A lock token has the epoch above this many bits, and a counter below. */
    static final int TOKEN_COUNTER_BITS = 44;

    private final NamespacePolicy policy;
    private final Function<String, Selector> selectorParser;
    private final StateListener listener;
    private final RecordCounts records;

    private final LongTable<Entity> entities = new LongTable<>();
    private final Map<String, Entity> entitiesByPath = new HashMap<>();
    private final Map<SubscriptionId, Entity> subscriptions = new HashMap<>();
    private final Map<String, LinkState> links = new HashMap<>();
    private final LongTable<Receiver> receivers = new LongTable<>();
    private final DueHeap dues = new DueHeap();
    private final ProducerTable producers = new ProducerTable();
    private final HandOvers handOvers = new HandOvers();
    /** Messages whose delivery has started and not ended, as far as that is written; by identity. */
    private final Set<QueuedMessage> started = new HashSet<>();

    private final BranchTable branches = new BranchTable();
    /** Contents that a record may have to be led back to, by each of their records. */
    private final LongTable<List<Content>> tracked = new LongTable<>();

    private int nextEntityId = 1;
    private int epoch;
    private long epochRecord = Long.MAX_VALUE;
    private long nextLock = 1;
    private long latestMillis;

    NamespaceState(NamespacePolicy policy, Function<String, Selector> selectorParser, StateListener listener) {
        this.policy = policy;
        this.selectorParser = selectorParser;
        this.listener = listener;
        records = new RecordCounts(listener);
    }

    NamespacePolicy policy() {
        return policy;
    }

    RecordCounts records() {
        return records;
    }

    DueHeap dues() {
        return dues;
    }

    ProducerTable producers() {
        return producers;
    }

    HandOvers handOvers() {
        return handOvers;
    }

    Set<QueuedMessage> started() {
        return started;
    }

    BranchTable branches() {
        return branches;
    }

    void ready(Entity entity) {
        listener.ready(entity.id);
    }

    @Nullable
    Selector parse(@Nullable String selector) {
        return selector == null || selector.isBlank() ? null : selectorParser.apply(selector);
    }

    // ---- epoch and numbers

    int epoch() {
        return epoch;
    }

    long epochRecord() {
        return epochRecord;
    }

    void epochMoved(long record) {
        epochRecord = record;
    }

    /** The latest time that an event has told. */
    long latestMillis() {
        return latestMillis;
    }

    void seen(long nowMillis) {
        latestMillis = Math.max(latestMillis, nowMillis);
    }

    void opened(int newEpoch, int entityId, long record) {
        epoch = Math.max(epoch, newEpoch);
        nextEntityId = Math.max(nextEntityId, entityId);
        epochRecord = record;
    }

    int nextEntityId() {
        return nextEntityId;
    }

    /** The token of the n-th lock from now, n from 0. */
    long lockToken(int ahead) {
        return (long) epoch << TOKEN_COUNTER_BITS | (nextLock + ahead);
    }

    static int epochOf(long lockToken) {
        return (int) (lockToken >>> TOKEN_COUNTER_BITS);
    }

    void usedLockToken(long token) {
        nextLock = Math.max(nextLock, (token & (1L << TOKEN_COUNTER_BITS) - 1) + 1);
    }

    // ---- entities

    @Nullable
    Entity entity(int entityId) {
        return entities.get(entityId);
    }

    Entity existing(int entityId) {
        Entity entity = entities.get(entityId);
        if (entity == null) {
            throw new IllegalStateException("there is no entity " + entityId);
        }
        return entity;
    }

    /** At replay events can come before the definition, which cleaning has appended again further on. */
    Entity existingOrNew(int entityId) {
        Entity entity = entities.get(entityId);
        if (entity == null) {
            entity = new Entity(entityId, this);
            entities.put(entityId, entity);
        }
        return entity;
    }

    @Nullable
    Entity entity(String path) {
        return entitiesByPath.get(path);
    }

    @Nullable
    Entity subscription(SubscriptionId id) {
        return subscriptions.get(id);
    }

    void register(Entity entity) {
        EntityDefinition definition = entity.definition();
        entitiesByPath.put(definition.path(), entity);
        nextEntityId = Math.max(nextEntityId, entity.id + 1);
        SubscriptionDefinition subscription = definition.subscription();
        if (subscription != null && subscription.id() != null) {
            subscriptions.put(subscription.id(), entity);
        }
    }

    void unregister(Entity entity) {
        entities.remove(entity.id);
        if (entity.isDefined()) {
            EntityDefinition definition = entity.definition();
            entitiesByPath.remove(definition.path(), entity);
            SubscriptionDefinition subscription = definition.subscription();
            if (subscription != null && subscription.id() != null) {
                subscriptions.remove(subscription.id(), entity);
            }
        }
    }

    /** All entities by number, also those that are not defined. */
    List<Entity> entities() {
        List<Entity> all = new ArrayList<>(entities.size());
        entities.forEach(all::add);
        all.sort(Comparator.comparingInt(entity -> entity.id));
        return all;
    }

    // ---- links and receivers

    @Nullable
    LinkState link(String linkId) {
        return links.get(linkId);
    }

    LinkState linkOrNew(String linkId) {
        return links.computeIfAbsent(linkId, LinkState::new);
    }

    void removeLink(String linkId) {
        links.remove(linkId);
    }

    @Nullable
    Receiver receiver(long key) {
        return receivers.get(key);
    }

    void addReceiver(Receiver receiver) {
        receivers.put(receiver.key, receiver);
    }

    void removeReceiver(long key) {
        receivers.remove(key);
    }

    // ---- contents

    /** Tracks a content by its record and the records of its parts; before its first holder. */
    void track(Content content, Content.Tracked by) {
        content.track(by);
        eachRecord(content, record -> {
            List<Content> list = tracked.get(record);
            if (list == null) {
                list = new ArrayList<>(1);
                tracked.put(record, list);
            }
            list.add(content);
        });
    }

    List<Content> tracked(long record) {
        List<Content> found = tracked.get(record);
        return found == null ? List.of() : found;
    }

    private void untrack(Content content) {
        eachRecord(content, record -> {
            List<Content> list = tracked.get(record);
            if (list != null && list.remove(content) && list.isEmpty()) {
                tracked.remove(record);
            }
        });
    }

    private static void eachRecord(Content content, LongConsumer action) {
        action.accept(content.record());
        Content.Tracked by = content.tracked();
        if (by != null) {
            by.parts.forEach(action::accept);
        }
    }

    /** Nobody holds a content any more. */
    void drop(Content content) {
        Content.Tracked by = content.tracked();
        if (by == null) {
            records.release(content.record());
        } else {
            untrack(content);
            records.release(content.ref());
        }
    }

    /** A content is somewhere else now; what it had and has no more is released. */
    void move(Content content, ContentRef to, int eventIndex) {
        ContentRef from = content.ref();
        Content.Tracked by = content.tracked();
        if (by == null) {
            content.moveTo(to);
        } else {
            untrack(content);
            content.moveTo(to);
            by.eventIndex = eventIndex;
            track(content, by);
        }
        releaseMoved(from, to);
    }

    /** A branch with its contents is somewhere else now. */
    void move(Branch branch, long record, List<ContentRef> contents) {
        List<ContentRef> before = branch.contents();
        long oldRecord = branch.record();
        branches.move(branch, record, contents);
        for (int i = 0; i < before.size(); i++) {
            releaseMoved(before.get(i), contents.get(i));
        }
        records.release(oldRecord);
    }

    private void releaseMoved(ContentRef from, ContentRef to) {
        for (Long part : from.parts()) {
            if (!to.parts().contains(part)) {
                records.release((long) part);
            }
        }
        records.release(from.record());
    }
}
