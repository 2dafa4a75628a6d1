package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.ILLEGAL_STATE;
import static io.angarium.protocol.ErrorReason.INVALID_DESTINATION;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.Event.EntityDeleted;
import io.angarium.engine.core.Event.LinkEnded;
import io.angarium.engine.core.Event.ReceiverClosed;
import io.angarium.engine.core.Event.ReceiverOpened;
import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opening and closing receivers, and the four kinds of subscription (Jakarta Messaging 3.1 section 4.2). */
final class SubscriptionRules {
    private final NamespaceState state;
    private final EntityRules entities;
    private final SettleRules settling;

    SubscriptionRules(NamespaceState state, EntityRules entities, SettleRules settling) {
        this.state = state;
        this.entities = entities;
        this.settling = settling;
    }

    EntityDefinition open(Draft draft, ReceiverRequest request) {
        if (state.receiver(request.receiverKey()) != null) {
            throw new BrokerException(ILLEGAL_STATE, "receiver " + request.receiverKey() + " is open already");
        }
        Source source = request.source();
        if (source instanceof Source.Queue queue) {
            return openQueue(draft, request, queue);
        } else if (source instanceof Source.Subscription subscription) {
            return openSubscription(draft, request, subscription);
        }
        throw new AssertionError(source);
    }

    private EntityDefinition openQueue(Draft draft, ReceiverRequest request, Source.Queue source) {
        @Nullable Selector selector = state.parse(source.selector());
        EntityDefinition definition = entities.resolve(draft, source.address());
        if (definition.kind() == Kind.TOPIC) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "'" + definition.path() + "' is a topic; messages are received from its subscriptions");
        }
        Entity entity = state.entity(definition.entityId());
        if (entity != null) {
            EntityRules.checkOwner(definition, request.linkId());
            SubscriptionDefinition subscription = definition.subscription();
            if (subscription != null && !subscription.shared()) {
                checkInactive(entity);
            }
        }
        draft.add(new ReceiverOpened(request, definition.entityId(), selector));
        return definition;
    }

    private EntityDefinition openSubscription(Draft draft, ReceiverRequest request, Source.Subscription source) {
        if (source.address().type() != EntityType.TOPIC) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "'" + source.address().name() + "' is a queue; only topics have subscriptions");
        }
        EntityDefinition topic = entities.resolve(draft, source.address());
        EntityRules.checkOwner(topic, request.linkId());
        SubscriptionId id = source.id();
        if (id != null && id.durable() && !topic.durable()) {
            throw new BrokerException(
                    INVALID_DESTINATION,
                    "a durable subscription of the temporary topic '" + topic.path() + "' is not possible");
        }
        SubscriptionDefinition wanted = wanted(source, request);
        state.parse(wanted.selector()); // throws if it is not valid
        Entity existing = id == null ? null : state.subscription(id);
        if (existing != null && matches(existing, topic, wanted)) {
            if (!wanted.shared()) {
                checkInactive(existing);
            }
            draft.add(new ReceiverOpened(request, existing.id, null));
            return existing.definition();
        }
        if (existing != null) {
            checkReplaceable(existing, wanted);
            draft.add(new EntityDeleted(existing.id, existing.isDurable()));
        }
        EntityDefinition created = create(draft, topic, wanted, request.linkId());
        draft.add(new ReceiverOpened(request, created.entityId(), null));
        return created;
    }

    private static SubscriptionDefinition wanted(Source.Subscription source, ReceiverRequest request) {
        SubscriptionId id = source.id();
        String selector = source.selector();
        boolean durable = id != null && id.durable();
        String clientId = request.clientId();
        return new SubscriptionDefinition(
                id,
                source.shared(),
                selector == null || selector.isBlank() ? null : selector,
                source.noLocal(),
                !source.noLocal() ? null : durable && clientId != null ? clientId : request.linkId());
    }

    private static boolean matches(Entity existing, EntityDefinition topic, SubscriptionDefinition wanted) {
        SubscriptionDefinition has =
                Objects.requireNonNull(existing.definition().subscription(), "a named subscription is a subscription");
        return existing.definition().parentId() == topic.entityId()
                && has.shared() == wanted.shared()
                && has.noLocal() == wanted.noLocal()
                && Objects.equals(has.selector(), wanted.selector());
    }

    private static void checkInactive(Entity subscription) {
        if (!subscription.receivers().isEmpty()) {
            throw new BrokerException(
                    ILLEGAL_STATE,
                    "subscription '" + subscription.path() + "' has a receiver already, and is not shared");
        }
    }

    /** Section 4.2.3: a change replaces the subscription, as if it was unsubscribed, but only while nobody uses it. */
    private static void checkReplaceable(Entity existing, SubscriptionDefinition wanted) {
        SubscriptionDefinition has = existing.definition().subscription();
        if (has != null && has.shared() != wanted.shared()) {
            throw new BrokerException(
                    ILLEGAL_STATE,
                    "subscription '" + existing.path() + "' exists and is " + (has.shared() ? "" : "not ") + "shared");
        }
        checkUnused(existing, "cannot be given another topic, selector or noLocal");
    }

    private static void checkUnused(Entity subscription, String problem) {
        if (!subscription.receivers().isEmpty()) {
            throw new BrokerException(
                    ILLEGAL_STATE,
                    "subscription '" + subscription.path() + "' has open receivers and " + problem
                            + "; close them first");
        }
        if (subscription.lockedCount() > 0) {
            throw new BrokerException(
                    ILLEGAL_STATE,
                    "subscription '" + subscription.path() + "' has " + subscription.lockedCount()
                            + " messages that were received and not settled, and " + problem
                            + "; acknowledge, commit or roll back first");
        }
    }

    private EntityDefinition create(Draft draft, EntityDefinition topic, SubscriptionDefinition wanted, String linkId) {
        SubscriptionId id = wanted.id();
        int entityId = draft.newEntityId();
        String name = id == null ? "$" + entityId : id.displayName();
        return draft.define(new EntityDefinition(
                entityId,
                Kind.SUBSCRIPTION,
                topic.path() + EntityRules.SUBSCRIPTIONS + name,
                topic.entityId(),
                id != null && id.durable(),
                id == null ? linkId : null,
                topic.settings(),
                wanted));
    }

    void unsubscribe(Draft draft, SubscriptionId id) {
        Entity subscription = id.durable() ? state.subscription(id) : null;
        if (subscription == null) {
            throw new BrokerException(
                    INVALID_DESTINATION, "there is no durable subscription '" + id.displayName() + "'");
        }
        checkUnused(subscription, "cannot be deleted");
        Entity subqueue = subscription.deadLetter();
        if (subqueue != null) {
            checkUnused(subqueue, "cannot be deleted");
        }
        draft.add(new EntityDeleted(subscription.id, true));
    }

    void close(Draft draft, long receiverKey) {
        Receiver receiver = state.receiver(receiverKey);
        if (receiver == null) {
            return;
        }
        if (receiver.unseen() > 0) {
            LongTable<Lock> locks = receiver.link.locks;
            for (long token : locks.sortedKeys()) {
                Lock lock = locks.get(token);
                if (lock != null && lock.receiver == receiver && !lock.isHandedOver() && draft.end(lock, false)) {
                    settling.release(draft, lock.message);
                }
            }
        }
        draft.add(new ReceiverClosed(receiverKey));
        Entity entity = receiver.entity;
        if (entity.endsWhenUnused() && entity.receivers().size() == 1 && draft.locksLeft(entity) == 0) {
            draft.add(new EntityDeleted(entity.id, false));
        }
    }

    /** Ends everything of a link. */
    void release(Draft draft, @Nullable LinkState link) {
        if (link == null) {
            return;
        }
        for (long token : link.locks.sortedKeys()) {
            Lock lock = link.locks.get(token);
            if (lock == null || isOwned(lock.message.entity, link) || !draft.end(lock, false)) {
                continue; // what is locked in its temporary entities goes with them
            }
            if (lock.isHandedOver()) {
                settling.fail(draft, lock.message);
            } else {
                settling.release(draft, lock.message);
            }
        }
        Set<Entity> left = new LinkedHashSet<>(draft.unlocked());
        for (Receiver receiver : link.receivers) {
            draft.add(new ReceiverClosed(receiver.key));
            if (receiver.entity.endsWhenUnused() && !isOwned(receiver.entity, link)) {
                left.add(receiver.entity);
            }
        }
        for (Entity entity : left) {
            boolean used = entity.receivers().stream().anyMatch(receiver -> receiver.link != link);
            if (!used && draft.locksLeft(entity) == 0) {
                draft.add(new EntityDeleted(entity.id, false));
            }
        }
        for (Entity entity : link.owned) {
            draft.add(new EntityDeleted(entity.id, false));
        }
        draft.add(new LinkEnded(link.linkId));
    }

    private static boolean isOwned(Entity entity, LinkState link) {
        return link.linkId.equals(entity.definition().ownerLinkId());
    }
}
