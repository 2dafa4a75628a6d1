package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.LOCK_LOST;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.Event.Cause;
import io.angarium.engine.core.Event.DeadLettered;
import io.angarium.engine.core.Event.DeliveriesStarted;
import io.angarium.engine.core.Event.DeliveryFailed;
import io.angarium.engine.core.Event.EntityDeleted;
import io.angarium.engine.core.Event.HandedOver;
import io.angarium.engine.core.Event.LockRenewed;
import io.angarium.engine.core.Event.Released;
import io.angarium.engine.core.Event.Settled;
import io.angarium.engine.core.Event.Target;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.SettleResult.LostLock;
import io.angarium.protocol.Settlement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Settling locked messages: complete, abandon, release, dead-letter; renewing; what is said of lost locks. */
final class SettleRules {
    static final String MAX_DELIVERY_COUNT_EXCEEDED = "MaxDeliveryCountExceeded";
    static final String EXPIRED = "TTLExpiredException";
    static final String BODY_DAMAGED = "BodyDamaged";

    private final NamespaceState state;
    private final EntityRules entities;

    SettleRules(NamespaceState state, EntityRules entities) {
        this.state = state;
        this.entities = entities;
    }

    SettleResult settle(Draft draft, List<Settlement> settlements, String linkId) {
        List<LostLock> lost = null;
        LinkState link = state.link(linkId);
        boolean several = settlements.size() > 1;
        for (int i = 0; i < settlements.size(); i++) {
            Settlement settlement = settlements.get(i);
            Lock lock = held(link, settlement.lockToken(), draft.nowMillis());
            if (lock == null || !draft.end(lock, several)) {
                lost = lost == null ? new ArrayList<>() : lost;
                lost.add(
                        new LostLock(settlement.lockToken(), whyLost(link, settlement.lockToken(), draft.nowMillis())));
            } else {
                settle(draft, lock, settlement);
            }
        }
        endUnused(draft);
        return lost == null ? SettleResult.ALL : new SettleResult(lost);
    }

    void settle(Draft draft, Lock lock, Settlement settlement) {
        QueuedMessage message = lock.message;
        Outcome outcome = settlement.outcome();
        if (outcome == Outcome.COMPLETE) {
            draft.add(new Settled(message.entity.id, message.sequence, Cause.COMPLETED, !message.isVolatile()));
        } else if (outcome == Outcome.RELEASE) {
            release(draft, message);
        } else if (outcome == Outcome.ABANDON || message.entity.kind() == Kind.DEAD_LETTER) {
            fail(draft, message); // there is nothing behind a dead-letter subqueue
        } else {
            deadLetter(
                    draft,
                    message,
                    Objects.requireNonNullElse(settlement.reason(), "DeadLettered"),
                    settlement.description(),
                    message.failedDeliveries() + 1);
        }
    }

    /** A message goes back to its place as if it had not been delivered. */
    void release(Draft draft, QueuedMessage message) {
        draft.add(new Released(message.entity.id, message.sequence, message.isDeliveryStarted()));
    }

    /** A message was handed over and not processed. */
    void fail(Draft draft, QueuedMessage message) {
        int max = message.entity.settings().maxDeliveryCount();
        int failed = message.failedDeliveries() + 1;
        if (max > 0 && failed >= max && message.entity.kind() != Kind.DEAD_LETTER) {
            deadLetter(
                    draft,
                    message,
                    MAX_DELIVERY_COUNT_EXCEEDED,
                    "handed over " + failed + " times and not completed; maxDeliveryCount is " + max,
                    failed);
        } else {
            draft.add(new DeliveryFailed(message.entity.id, message.sequence, !message.isVolatile()));
        }
    }

    /** A message cannot be read; whether it went where no receiver meets it any more. */
    boolean damaged(Draft draft, int entityId, long sequence, long lockToken, String description) {
        Entity entity = state.entity(entityId);
        QueuedMessage message = entity == null ? null : entity.find(sequence);
        if (message == null || message.entity.kind() == Kind.DEAD_LETTER) {
            return false;
        }
        Lock lock = message.lock();
        if ((lock == null ? 0 : lock.token) != lockToken) {
            return false; // somebody else has it, and will find out
        }
        if (lock != null) {
            draft.end(lock, false);
        }
        deadLetter(draft, message, BODY_DAMAGED, description, message.failedDeliveries());
        endUnused(draft);
        return true;
    }

    /** A message's time is over. */
    void expire(Draft draft, QueuedMessage message) {
        if (message.entity.settings().deadLetterOnExpiration()) {
            deadLetter(
                    draft,
                    message,
                    EXPIRED,
                    "expired at " + message.content.expiresAtMillis,
                    message.failedDeliveries());
        } else {
            draft.add(new Settled(message.entity.id, message.sequence, Cause.EXPIRED, !message.isVolatile()));
        }
    }

    private void deadLetter(
            Draft draft, QueuedMessage message, String reason, @Nullable String description, int failedDeliveries) {
        int subqueue = entities.deadLetterOf(draft, message.entity).entityId();
        draft.add(new DeadLettered(
                message.entity.id,
                message.sequence,
                subqueue,
                draft.nextSequence(subqueue),
                reason,
                description,
                failedDeliveries,
                draft.nowMillis(),
                !message.isVolatile()));
    }

    void handedOver(Draft draft, long token, String linkId) {
        LinkState link = state.link(linkId);
        Lock lock = link == null ? null : link.locks.get(token);
        if (lock != null && !lock.isHandedOver()) {
            draft.add(new HandedOver(lock.message.entity.id, lock.message.sequence, draft.nowMillis()));
        }
    }

    /** Writes down what was handed over a while ago and is not settled. */
    void startDeliveries(Draft draft) {
        List<Target> messages = state.handOvers().due(draft.nowMillis());
        if (!messages.isEmpty()) {
            draft.add(new DeliveriesStarted(messages));
        }
    }

    /** After a restart: what was with an application when the broker ended was not processed. */
    void failStarted(Draft draft) {
        List<QueuedMessage> started = new ArrayList<>(state.started());
        started.sort(Comparator.<QueuedMessage>comparingInt(message -> message.entity.id)
                .thenComparingLong(message -> message.sequence));
        for (QueuedMessage message : started) {
            fail(draft, message);
        }
    }

    long renew(Draft draft, long token, String linkId) {
        LinkState link = state.link(linkId);
        Lock lock = held(link, token, draft.nowMillis());
        if (lock == null) {
            throw new BrokerException(LOCK_LOST, whyLost(link, token, draft.nowMillis()));
        }
        if (!lock.isStrict()) {
            return Long.MAX_VALUE;
        }
        long until = Math.max(lock.dueMillis(), draft.lockEnd(lock.message.entity));
        if (until == Long.MAX_VALUE) {
            return lock.dueMillis(); // the entity was strict when the lock was given
        }
        draft.add(new LockRenewed(lock.message.entity.id, lock.message.sequence, until));
        return until;
    }

    /** Deletes non-durable subscriptions that have lost their last lock and have no receiver. */
    void endUnused(Draft draft) {
        List<Entity> unlocked = draft.unlocked();
        for (int i = 0; i < unlocked.size(); i++) {
            Entity entity = unlocked.get(i);
            if (entity.receivers().isEmpty() && draft.locksLeft(entity) == 0) {
                draft.add(new EntityDeleted(entity.id, false));
            }
        }
    }

    /** A lock that still holds, or null. */
    static @Nullable Lock held(@Nullable LinkState link, long token, long nowMillis) {
        Lock lock = link == null ? null : link.locks.get(token);
        return lock == null || lock.isExpired(nowMillis) ? null : lock;
    }

    /** Says since when and why a lock is not held, and who has the message now (T-07). */
    String whyLost(@Nullable LinkState link, long token, long nowMillis) {
        if (NamespaceState.epochOf(token) != state.epoch()) {
            return "the lock is from before the broker was restarted; the message is delivered again";
        }
        Lock lock = link == null ? null : link.locks.get(token);
        if (lock != null && lock.isExpired(nowMillis)) {
            QueuedMessage message = lock.message;
            return describe(
                    new LinkState.LostLock(
                            message.entity.id,
                            message.entity.path(),
                            message.sequence,
                            lock.dueMillis(),
                            lock.isHandedOver()),
                    nowMillis);
        }
        LinkState.LostLock lost = link == null ? null : link.lost(token);
        if (lost == null) {
            return "the lock is not held: the message was settled already, or its queue or subscription was deleted";
        }
        return describe(lost, nowMillis);
    }

    private String describe(LinkState.LostLock lost, long nowMillis) {
        Entity entity = state.entity(lost.entityId());
        StringBuilder text = new StringBuilder("the lock on message ")
                .append(lost.sequence())
                .append(" of '")
                .append(lost.path())
                .append("' ended ")
                .append(nowMillis - lost.endedAtMillis())
                .append(" ms ago");
        if (entity != null && entity.settings().strictLockDuration() != null) {
            text.append(" after the strictLockDuration of ")
                    .append(entity.settings().strictLockDuration().toMillis())
                    .append(" ms");
        }
        Lock now = entity == null ? null : entity.lockOf(lost.sequence());
        if (now != null && !now.isExpired(nowMillis)) {
            text.append("; link ").append(now.link.linkId).append(" has the message now");
        } else if (entity == null || entity.find(lost.sequence()) == null) {
            text.append("; the message is not there any more");
        } else {
            text.append("; the message waits to be delivered again");
        }
        if (!lost.handedOver()) {
            text.append("; it waited in the prefetch buffer: prefetch fewer messages");
        }
        return text.append(". Renew the lock in time, or do without strictLockDuration")
                .toString();
    }
}
