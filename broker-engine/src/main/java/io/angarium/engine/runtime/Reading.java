package io.angarium.engine.runtime;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.EntityDefinition;
import io.angarium.engine.core.EntityStatus;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.LockedMessage;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.Survivor;
import io.angarium.engine.core.filter.PropertySource;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads messages from disk: outside the namespace lock, where they may be settled, and their records deleted, at any moment,
 * and for selectors under it. Knows what becomes of a damaged one: it is dead-lettered instead of delivered; in the dead-letter
 * subqueue and to browsers it is shown with what can be read ({@link DamagedMessages}). Thread-safe.
 */
final class Reading {
    private static final Logger LOG = LoggerFactory.getLogger(Reading.class);
    private static final PropertySource UNREADABLE = name -> null;

    private final Namespace namespace;
    private final DamagedMessages damaged;

    Reading(Namespace namespace) {
        this.namespace = namespace;
        damaged = new DamagedMessages(namespace);
    }

    /** Under the lock: what a selector sees of a message; nothing if that cannot be read. */
    PropertySource properties(ContentRef content) {
        try {
            return new MessageProperties(namespace.contents().head(content));
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.CORRUPT) {
                throw e;
            }
            damaged.report(content, e, "no selector selects it");
            return UNREADABLE;
        }
    }

    /**
     * A message that a link holds; null if it does not hold it any more, or cannot be given it.
     *
     * @param receiver who gets another one instead of one that is damaged
     * @param creditPeriod when it was given to him, see {@link Receiver#creditPeriod()}
     */
    @Nullable
    Message locked(LockedMessage locked, Receiver receiver, int creditPeriod) {
        try {
            return namespace.contents().read(locked.content()); // cleaning waits for deliveries that are under way
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.CORRUPT) {
                return instead(locked, receiver, creditPeriod, e);
            }
            report(locked, e);
            return null;
        }
    }

    private @Nullable Message instead(
            LockedMessage locked, Receiver receiver, int creditPeriod, JournalException cause) {
        namespace.enter();
        try {
            if (isDeadLetter(locked)) {
                damaged.report(locked.content(), cause, "it is delivered without its body");
                return damaged.substitute(locked, cause);
            }
            if (deadLetter(locked, cause)) {
                receiver.giveCreditBack(creditPeriod);
                namespace.dispatcher().credited(receiver);
            }
        } catch (JournalException | BrokerException e) {
            LOG.error(
                    "broker {}: message {} of entity {} is damaged and cannot be dead-lettered; it stays locked until the"
                            + " connection ends: {}; {}",
                    namespace.name(),
                    locked.sequenceNumber(),
                    locked.entityId(),
                    cause.getMessage(),
                    e.getMessage());
        } finally {
            namespace.leave();
        }
        return null;
    }

    private boolean isDeadLetter(LockedMessage message) {
        EntityStatus status = namespace.core().status(message.entityId());
        return status != null && status.definition().kind() == EntityDefinition.Kind.DEAD_LETTER;
    }

    private boolean deadLetter(LockedMessage message, JournalException cause) {
        return deadLetter(message.entityId(), message.sequenceNumber(), message.lockToken(), message.content(), cause);
    }

    private boolean deadLetter(
            int entityId, long sequenceNumber, long lockToken, ContentRef content, JournalException cause) {
        Decision<Boolean> decision = namespace
                .core()
                .damaged(entityId, sequenceNumber, lockToken, String.valueOf(cause.getMessage()), namespace.now());
        namespace.carryOut(decision, List.of(), true);
        if (decision.reply()) {
            damaged.report(content, cause, "it was dead-lettered");
        }
        return decision.reply();
    }

    /**
     * Dead-letters what is damaged in a record and waits for a receiver.
     *
     * @param events of the record; none if it is a part of a body
     */
    void setAside(long record, List<Event> events, JournalException cause) {
        namespace.enter();
        try {
            NamespaceCore core = namespace.core();
            List<@Nullable Survivor> survivors = new ArrayList<>();
            events.forEach(event -> survivors.add(core.survivor(event, record)));
            survivors.add(events.isEmpty() ? core.survivorOfPart(record) : null);
            for (Survivor survivor : survivors) {
                if (survivor != null
                        && survivor.snapshot() instanceof Event.MessageSnapshot message
                        && isDamaged(survivor)) {
                    for (Event.SnapshotTarget target : message.targets()) {
                        deadLetter(
                                target.entityId(),
                                target.sequenceNumber(),
                                0,
                                survivor.contents().get(0),
                                cause);
                    }
                }
            }
        } finally {
            namespace.leave();
        }
    }

    private boolean isDamaged(Survivor survivor) {
        try {
            Message unused = namespace.contents().read(survivor.contents().get(0));
            return false;
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.CORRUPT) {
                throw e;
            }
            return true;
        }
    }

    /**
     * Under the lock: a message that is to be deleted when it is delivered.
     *
     * @return null if it is damaged; it was dead-lettered, and the decision to deliver it is void
     */
    @Nullable
    Message toDelete(LockedMessage message) {
        try {
            return namespace.contents().get(message.content());
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.CORRUPT) {
                throw e;
            }
            if (isDeadLetter(message)) {
                return damaged.substitute(message, e);
            }
            if (!deadLetter(message, e)) {
                throw new IllegalStateException("what is ready can be dead-lettered", e);
            }
            return null;
        }
    }

    private void report(LockedMessage message, JournalException e) {
        if (e.kind() == JournalException.Kind.GONE || e.kind() == JournalException.Kind.CLOSED) {
            LOG.debug("a message was settled before it was read: {}", e.getMessage());
        } else {
            LOG.error(
                    "broker {}: message {} of entity {} cannot be read; if it was being delivered, it stays locked until the connection ends",
                    namespace.name(),
                    message.sequenceNumber(),
                    message.entityId(),
                    e);
        }
    }

    /** A message that a browser has seen; null if it cannot be read, as after it was settled. */
    @Nullable
    Message seen(LockedMessage found) {
        Message inMemory;
        namespace.enter();
        try {
            inMemory = namespace.contents().inMemory(found.content());
        } finally {
            namespace.leave();
        }
        try {
            return inMemory != null ? inMemory : read(found);
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.CORRUPT) {
                return damaged.substitute(found, e);
            }
            report(found, e);
            return null;
        }
    }

    /** From disk, wherever cleaning has moved it since it was found. */
    private @Nullable Message read(LockedMessage found) {
        ContentRef content = found.content();
        while (true) {
            try {
                return namespace.contents().read(content);
            } catch (JournalException e) {
                ContentRef now = e.kind() == JournalException.Kind.GONE ? contentNow(found) : null;
                if (now == null || now.equals(content)) {
                    throw e;
                }
                content = now;
            }
        }
    }

    private @Nullable ContentRef contentNow(LockedMessage found) {
        namespace.enter();
        try {
            return namespace.core().contentOf(found.entityId(), found.sequenceNumber());
        } finally {
            namespace.leave();
        }
    }
}
