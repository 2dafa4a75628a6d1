package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.ILLEGAL_STATE;
import static io.angarium.protocol.ErrorReason.INVALID_DESTINATION;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.Event.Cause;
import io.angarium.engine.core.Event.EntityDefined;
import io.angarium.engine.core.Event.EntityDeleted;
import io.angarium.engine.core.Event.Settled;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Queues and topics: names, creation on first use, administration, temporary ones, dead-letter subqueues. */
final class EntityRules {
    /** Between the name of a topic and that of its subscription. */
    static final String SUBSCRIPTIONS = "/Subscriptions/";

    private static final int MAX_NAME_LENGTH = 260;
    private static final String NOT_IN_NAMES = "\\?#*<>|\"'`;";

    private final NamespaceState state;

    EntityRules(NamespaceState state) {
        this.state = state;
    }

    /** The entity of an address, or null; throws if it is of another type or the name is not valid. */
    @Nullable
    Entity find(Address address) {
        Entity entity = state.entity(address.name());
        if (entity == null) {
            checkName(address);
            return null;
        }
        checkType(address, entity.definition());
        return entity;
    }

    /** The definition of an address, created if it may be. */
    EntityDefinition resolve(Draft draft, Address address) {
        return resolve(draft, address, false);
    }

    /** @param allowed whether it may be created, whatever the policy says */
    EntityDefinition resolve(Draft draft, Address address, boolean allowed) {
        Entity entity = find(address);
        if (entity != null) {
            return entity.definition();
        }
        EntityDefinition drafted = draft.defined(address.name());
        if (drafted != null) {
            checkType(address, drafted);
            return drafted;
        }
        if (address.temporary()) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "temporary " + describe(address) + " does not exist any more; it ended with its connection or was"
                            + " deleted");
        }
        if (address.name().endsWith(Address.DEAD_LETTER_SUFFIX)) {
            return deadLetterOf(draft, parentOfDeadLetter(address));
        }
        if (!allowed && !state.policy().autoCreate()) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    describe(address) + " does not exist and is not created on first use here; define it first");
        }
        return create(draft, address, true, null, state.policy().settings());
    }

    EntityDefinition define(Draft draft, Address address, EntitySettings settings) {
        Entity entity = find(address);
        if (entity == null) {
            if (address.temporary() || address.name().endsWith(Address.DEAD_LETTER_SUFFIX)) {
                return resolve(draft, address);
            }
            return create(draft, address, true, null, settings);
        }
        EntityDefinition changed = entity.definition().withSettings(settings);
        draft.add(
                new EntityDefined(changed, entity.nextSequence(), entity.tally().durableCounters()));
        return changed;
    }

    void delete(Draft draft, Address address) {
        Entity entity = existing(address);
        checkUnused(entity);
        if (entity.hasSubscriptions()) {
            entity.subscriptions().all().forEach(EntityRules::checkUnused);
        }
        draft.add(new EntityDeleted(entity.id, entity.isDurable()));
    }

    private static void checkUnused(Entity entity) {
        Entity subqueue = entity.deadLetter();
        if (!entity.receivers().isEmpty()
                || (subqueue != null && !subqueue.receivers().isEmpty())) {
            throw new BrokerException(
                    ILLEGAL_STATE, entity.path() + " has open receivers; close them before it is deleted");
        }
    }

    /** Deletes messages that are not locked; returns how many. */
    int purge(Draft draft, Address address, int maxMessages) {
        Entity entity = existing(address);
        int purged = 0;
        QueuedMessage message = entity.nextReady(0);
        while (message != null && purged < maxMessages) {
            draft.add(new Settled(entity.id, message.sequence, Cause.PURGED, !message.isVolatile()));
            purged++;
            message = entity.nextReady(message.sequence + 1);
        }
        LongTable<Schedule> scheduled = entity.scheduled();
        if (scheduled != null && purged < maxMessages) {
            for (long sequence : scheduled.sortedKeys()) {
                Schedule schedule = scheduled.get(sequence);
                if (schedule != null && purged < maxMessages) {
                    draft.add(new Settled(entity.id, sequence, Cause.PURGED, !schedule.message.isVolatile()));
                    purged++;
                }
            }
        }
        return purged;
    }

    EntityDefinition createTemporary(Draft draft, EntityType type, String linkId, String name) {
        Address address = new Address(type, name, true);
        if (find(address) != null) {
            throw new BrokerException(ILLEGAL_STATE, "temporary " + describe(address) + " exists already");
        }
        return create(draft, address, false, linkId, state.policy().settings());
    }

    void deleteTemporary(Draft draft, Address address, String linkId) {
        Entity entity = find(address);
        if (entity == null || !linkId.equals(entity.definition().ownerLinkId())) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    describe(address)
                            + " is not a temporary destination of this connection, or does not exist any more");
        }
        delete(draft, address);
    }

    /** The dead-letter subqueue of an entity, defined if it does not exist yet. */
    EntityDefinition deadLetterOf(Draft draft, Entity parent) {
        Entity subqueue = parent.deadLetter();
        if (subqueue != null) {
            return subqueue.definition();
        }
        String path = parent.path() + Address.DEAD_LETTER_SUFFIX;
        EntityDefinition drafted = draft.defined(path);
        if (drafted != null) {
            return drafted;
        }
        return draft.define(new EntityDefinition(
                draft.newEntityId(),
                Kind.DEAD_LETTER,
                path,
                parent.id,
                parent.isDurable(),
                parent.definition().ownerLinkId(),
                new EntitySettings(0, Duration.ZERO, parent.settings().strictLockDuration(), null, 0, 0, false),
                null));
    }

    private Entity parentOfDeadLetter(Address address) {
        String name = address.name();
        Entity parent = state.entity(name.substring(0, name.length() - Address.DEAD_LETTER_SUFFIX.length()));
        if (parent == null || parent.kind() == Kind.TOPIC || parent.kind() == Kind.DEAD_LETTER) {
            throw new BrokerException(
                    INVALID_DESTINATION, describe(address) + " belongs to no queue or subscription that exists");
        }
        return parent;
    }

    private Entity existing(Address address) {
        Entity entity = find(address);
        if (entity == null) {
            throw new BrokerException(INVALID_DESTINATION, describe(address) + " does not exist");
        }
        return entity;
    }

    private EntityDefinition create(
            Draft draft, Address address, boolean durable, @Nullable String ownerLinkId, EntitySettings settings) {
        Kind kind = address.type() == EntityType.QUEUE ? Kind.QUEUE : Kind.TOPIC;
        return draft.define(new EntityDefinition(
                draft.newEntityId(), kind, address.name(), 0, durable, ownerLinkId, settings, null));
    }

    private static void checkType(Address address, EntityDefinition definition) {
        boolean isTopic = definition.kind() == Kind.TOPIC;
        if (isTopic != (address.type() == EntityType.TOPIC)) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "'" + address.name() + "' is a " + (isTopic ? "topic" : "queue") + ", not a "
                            + (isTopic ? "queue" : "topic"));
        }
        if (address.temporary() && definition.ownerLinkId() == null) {
            throw new BrokerException(INVALID_DESTINATION, "'" + address.name() + "' is not a temporary destination");
        }
    }

    private static void checkName(Address address) {
        String name = address.name();
        String problem = null;
        if (name.isBlank()) {
            problem = "is empty";
        } else if (name.length() > MAX_NAME_LENGTH) {
            problem = "has " + name.length() + " characters, allowed are " + MAX_NAME_LENGTH;
        } else if (!name.strip().equals(name)) {
            problem = "begins or ends with white space";
        } else if (name.startsWith("/") || name.endsWith("/") || name.contains("//")) {
            problem = "has an empty segment between slashes";
        } else if (name.contains(SUBSCRIPTIONS) && !name.endsWith(Address.DEAD_LETTER_SUFFIX)) {
            problem = "names no subscription that exists";
        } else {
            problem = forbiddenCharacter(name);
        }
        if (problem != null) {
            String shown = name.length() > MAX_NAME_LENGTH ? name.substring(0, 40) + "..." : name;
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "the " + (address.type() == EntityType.QUEUE ? "queue" : "topic") + " name '" + shown + "' "
                            + problem);
        }
    }

    private static @Nullable String forbiddenCharacter(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c)) {
                return "has a control character at position " + i;
            }
            if (NOT_IN_NAMES.indexOf(c) >= 0) {
                return "has the character " + c + " at position " + i + ", which is not allowed";
            }
        }
        return null;
    }

    /** Only the connection that made a temporary destination receives from it. */
    static void checkOwner(EntityDefinition definition, String linkId) {
        String owner = definition.ownerLinkId();
        if (owner != null && !owner.equals(linkId)) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "'" + definition.path() + "' is a temporary destination of another connection, which alone may"
                            + " receive from it");
        }
    }

    static String describe(Address address) {
        return (address.type() == EntityType.QUEUE ? "queue '" : "topic '") + address.name() + "'";
    }
}
