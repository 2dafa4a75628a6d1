package io.angarium.engine.core;

import io.angarium.engine.core.Event.EntityDefined;
import io.angarium.engine.core.Event.Locked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A decision while it is being made: the events so far, and what later parts of the same decision must see of them although
 * nothing was applied yet (numbers that were given, entities that were defined, locks that were settled).
 */
final class Draft {
    private final NamespaceState state;
    private final long nowMillis;
    /** Cannot be added to while it has one event, as most have in the end. Hot. */
    private List<Event> events = List.of();

    private int newLocks;

    private int sequencedEntity;
    private long sequencedNext;
    private @Nullable Map<Integer, long[]> sequences;
    private @Nullable Map<String, EntityDefinition> defined;
    private @Nullable Set<Long> settledTokens;
    private @Nullable Map<Entity, int[]> unlocked;

    Draft(NamespaceState state, long nowMillis) {
        this.state = state;
        this.nowMillis = nowMillis;
    }

    NamespaceState state() {
        return state;
    }

    long nowMillis() {
        return nowMillis;
    }

    void add(Event event) {
        if (events.isEmpty()) {
            events = List.of(event);
            return;
        }
        if (events.size() == 1) {
            List<Event> several = new ArrayList<>(4);
            several.add(events.get(0));
            events = several;
        }
        events.add(event);
    }

    /** The events so far. */
    List<Event> events() {
        return events;
    }

    <R> Decision<R> decide(R reply) {
        return new Decision<>(events, reply);
    }

    boolean isDurable() {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).durable()) {
                return true;
            }
        }
        return false;
    }

    /** The next number of an entity, which may be one that this decision defines. */
    long nextSequence(int entityId) {
        if (sequencedEntity == 0) {
            sequencedEntity = entityId;
            sequencedNext = firstSequence(entityId);
        }
        if (sequencedEntity == entityId) {
            return sequencedNext++;
        }
        if (sequences == null) {
            sequences = new HashMap<>();
        }
        return sequences.computeIfAbsent(entityId, id -> new long[] {firstSequence(id)})[0]++;
    }

    private long firstSequence(int entityId) {
        Entity entity = state.entity(entityId);
        return entity == null ? 1 : entity.nextSequence();
    }

    int newEntityId() {
        return state.nextEntityId() + (defined == null ? 0 : defined.size());
    }

    /** Defines a new entity. */
    EntityDefinition define(EntityDefinition definition) {
        if (defined == null) {
            defined = new HashMap<>();
        }
        defined.put(definition.path(), definition);
        add(new EntityDefined(definition, 1, Counters.ZERO));
        return definition;
    }

    /** An entity that this decision defines, or null. */
    @Nullable
    EntityDefinition defined(String path) {
        return defined == null ? null : defined.get(path);
    }

    void lock(QueuedMessage message, Receiver receiver) {
        add(new Locked(message.entity.id, message.sequence, nextToken(), receiver.key, lockEnd(message.entity)));
        newLocks++;
    }

    long nextToken() {
        return state.lockToken(newLocks);
    }

    long lockEnd(Entity entity) {
        Duration strict = entity.settings().strictLockDuration();
        return strict == null ? Long.MAX_VALUE : nowMillis + strict.toMillis();
    }

    /** Notes that a lock ends with this decision; returns whether it has not ended in it already. */
    boolean end(Lock lock, boolean several) {
        if (several) {
            if (settledTokens == null) {
                settledTokens = new HashSet<>();
            }
            if (!settledTokens.add(lock.token)) {
                return false;
            }
        }
        Entity entity = lock.message.entity;
        if (entity.endsWhenUnused()) {
            if (unlocked == null) {
                unlocked = new HashMap<>();
            }
            unlocked.computeIfAbsent(entity, e -> new int[1])[0]++;
        }
        return true;
    }

    /** Locks of an entity that are left after this decision. */
    int locksLeft(Entity entity) {
        int[] ended = unlocked == null ? null : unlocked.get(entity);
        return entity.lockedCount() - (ended == null ? 0 : ended[0]);
    }

    /** Entities that end when nobody uses them and of which a lock has ended, by number. */
    List<Entity> unlocked() {
        if (unlocked == null) {
            return List.of();
        }
        List<Entity> entities = new ArrayList<>(unlocked.keySet());
        entities.sort((a, b) -> Integer.compare(a.id, b.id));
        return entities;
    }
}
