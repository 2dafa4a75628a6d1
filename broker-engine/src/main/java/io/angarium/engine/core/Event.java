package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens in a namespace; {@link NamespaceCore#apply} makes it so. Durable events go to the journal and are
 * applied again after a restart; the others are gone then, and so is what they did.
 *
 * <p>Kinds that are never durable need no encoding: {@link AlsoEnqueued}, {@link AlsoHeld}, {@link Locked},
 * {@link GroupTaken}, {@link HandedOver}, {@link LockRenewed}, {@link LockExpired}, {@link Activated}, {@link ReceiverOpened}, {@link ReceiverClosed},
 * {@link LinkEnded}, {@link CursorMoved}, {@link DuplicatesForgotten}, {@link ProducersForgotten}.
 */
public sealed interface Event {
    /** Whether it goes to the journal. */
    boolean durable();

    /** Whether its record must be kept although it has no content, until it is released. */
    default boolean keepsRecord() {
        return durable() && (this instanceof EntityDefined || this instanceof Prepared);
    }

    /**
     * The namespace was opened; locks from before are void. Appended again by {@link NamespaceCore#remembered}.
     *
     * @param epoch counts the openings
     * @param nextEntityId the number that the next entity gets
     * @param nowMillis when
     */
    record Opened(int epoch, int nextEntityId, long nowMillis) implements Event {
        @Override
        public boolean durable() {
            return true;
        }
    }

    /**
     * An entity was defined, or has new settings, or its definition is appended again by cleaning. Its record must be kept
     * (a record with it is live) until it is released.
     *
     * @param definition the whole definition
     * @param nextSequence the sequence number that its next message gets
     * @param counters its counters, without volatile messages that are live
     */
    record EntityDefined(EntityDefinition definition, long nextSequence, Counters counters) implements Event {
        @Override
        public boolean durable() {
            return definition.durable();
        }
    }

    /** An entity, its subscriptions, its dead-letter subqueue and all messages in them are gone. */
    record EntityDeleted(int entityId, boolean durable) implements Event {}

    /** A place in a queue or subscription. */
    record Target(int entityId, long sequenceNumber) {}

    /**
     * A message was accepted. Its content is needed if {@code targets} is not empty: in the journal if the event is
     * durable, else in the volatile store.
     *
     * @param sendIndex which of the sends of the command
     * @param destinationId queue or topic to which it was sent
     * @param destinationSequence its number there; for a topic the number of the publication
     * @param info what the core knows of it
     * @param targets the queue, or the subscriptions that take it; durable ones only if the event is durable
     */
    record Enqueued(
            int sendIndex,
            int destinationId,
            long destinationSequence,
            MessageInfo info,
            List<Target> targets,
            boolean durable)
            implements Event {}

    /**
     * Subscriptions that are not durable take the message of the durable {@link Enqueued} before it with the same
     * {@code sendIndex}. The content is shared, and in the journal if the other event has targets; else in the volatile
     * store.
     */
    record AlsoEnqueued(int sendIndex, MessageInfo info, List<Target> targets) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A send was accepted and dropped (S-06). */
    record DuplicateDropped(int entityId, boolean durable) implements Event {}

    /** A transaction was carried out, together with the other events of the decision. */
    record Committed(long producerId, long producerSequence, long nowMillis, boolean durable) implements Event {}

    /** A message that a prepared branch settles, and how. */
    record Hold(
            int entityId,
            long sequenceNumber,
            Outcome outcome,
            @Nullable String reason,
            @Nullable String description) {}

    /**
     * A branch of a distributed transaction was prepared, or is appended again by cleaning: the locks of what it settles pass
     * to it, and the contents of what it sends are in its record, whether they are persistent or not. Its record must be kept
     * until the branch ends.
     *
     * @param branch its name
     * @param producerId of its commit
     * @param producerSequence of its commit
     * @param contentIndex index of the content of its first send in the record
     * @param origin who sends
     * @param destinations where each message is sent to
     * @param holds messages that survive a restart
     * @param nowMillis when
     */
    record Prepared(
            BranchId branch,
            long producerId,
            long producerSequence,
            int contentIndex,
            Origin origin,
            List<Address> destinations,
            List<Hold> holds,
            long nowMillis)
            implements Event {
        public Prepared {
            destinations = List.copyOf(destinations);
            holds = List.copyOf(holds);
        }

        /** The same with another index. */
        public Prepared at(int newContentIndex) {
            return new Prepared(
                    branch, producerId, producerSequence, newContentIndex, origin, destinations, holds, nowMillis);
        }

        @Override
        public boolean durable() {
            return true;
        }
    }

    /** The branch that the {@link Prepared} before it names holds these as well, which do not survive a restart. */
    record AlsoHeld(BranchId branch, List<Hold> holds) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A prepared branch was carried out or given up, together with the other events of the decision. */
    record BranchEnded(BranchId branch) implements Event {
        @Override
        public boolean durable() {
            return true;
        }
    }

    /** Why a message is gone. */
    enum Cause {
        /** Received and settled. */
        COMPLETED,
        /** Its time was over. */
        EXPIRED,
        /** Deleted by an administrator. */
        PURGED
    }

    /** A message is gone. */
    record Settled(int entityId, long sequenceNumber, Cause cause, boolean durable) implements Event {}

    /** A message was handed over and not processed: counted, unlocked, back at its place. */
    record DeliveryFailed(int entityId, long sequenceNumber, boolean durable) implements Event {}

    /**
     * A message went to the dead-letter subqueue.
     *
     * @param deadLetterEntityId the subqueue
     * @param newSequenceNumber its number there
     * @param reason short
     * @param description details, or null
     * @param failedDeliveries how often it was handed over
     * @param nowMillis when
     */
    record DeadLettered(
            int entityId,
            long sequenceNumber,
            int deadLetterEntityId,
            long newSequenceNumber,
            String reason,
            @Nullable String description,
            int failedDeliveries,
            long nowMillis,
            boolean durable)
            implements Event {}

    /** Why and from where a message came to a dead-letter subqueue. */
    record DeadLetterNote(
            long sourceSequenceNumber,
            String reason,
            @Nullable String description,
            int failedDeliveries,
            long nowMillis) {}

    /**
     * A place of a message in a {@link MessageSnapshot}.
     *
     * @param deliveryStarted whether a {@link DeliveriesStarted} has named it and nothing has ended that delivery
     */
    record SnapshotTarget(
            int entityId,
            long sequenceNumber,
            int failedDeliveries,
            boolean deliveryStarted,
            @Nullable DeadLetterNote note) {}

    /**
     * A message as it is when cleaning appends it again; has content.
     *
     * @param contentIndex index of its content in the new record; the caller of {@link NamespaceCore#survivor} gives it
     *     with {@link #at}
     * @param info with a {@code visibleAtMillis} only if its time has not come; without duplicate id and producer
     * @param targets where it is; those that are durable
     */
    record MessageSnapshot(int contentIndex, MessageInfo info, List<SnapshotTarget> targets) implements Event {
        /** The same with another index. */
        public MessageSnapshot at(int newContentIndex) {
            return new MessageSnapshot(newContentIndex, info, targets);
        }

        @Override
        public boolean durable() {
            return true;
        }
    }

    /**
     * An application's MessageId that was seen.
     *
     * @param acceptedAtMillis when the message was accepted, or became visible if that is later (T-13)
     */
    record RememberedId(DuplicateId id, long sequenceNumber, long acceptedAtMillis) {}

    /** MessageIds of one entity, appended again by cleaning at {@code nowMillis}. */
    record DuplicateIds(int entityId, long upToRecord, long nowMillis, List<RememberedId> ids) implements Event {
        @Override
        public boolean durable() {
            return true;
        }
    }

    /** A producer that was seen. */
    record RememberedProducer(long producerId, long lastSequence, long lastResult, long lastSeenMillis) {}

    /** Producers, appended again by cleaning. */
    record Producers(long upToRecord, List<RememberedProducer> producers) implements Event {
        @Override
        public boolean durable() {
            return true;
        }
    }

    /** A receiver has a message. */
    record Locked(int entityId, long sequenceNumber, long lockToken, long receiverKey, long lockedUntilMillis)
            implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A receiver is given a message of a group that is deleted at its delivery, so that there is no lock to tell it. */
    record GroupTaken(int entityId, long sequenceNumber, long receiverKey) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /**
     * A message is back at its place and nothing is counted.
     *
     * @param durable whether it takes back a {@link DeliveriesStarted}
     */
    record Released(int entityId, long sequenceNumber, boolean durable) implements Event {}

    /**
     * Messages were handed over some time ago and are not settled. If the broker ends before they are, each counts as a
     * failed delivery at the next {@link Opened}.
     *
     * @param messages durable ones
     */
    record DeliveriesStarted(List<Target> messages) implements Event {
        @Override
        public boolean durable() {
            return true;
        }
    }

    /** The application was given a locked message. */
    record HandedOver(int entityId, long sequenceNumber, long nowMillis) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A lock holds longer. */
    record LockRenewed(int entityId, long sequenceNumber, long lockedUntilMillis) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A strict lock has come to its end; followed by what becomes of the message. */
    record LockExpired(int entityId, long sequenceNumber) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** The time of a scheduled message has come. */
    record Activated(int entityId, long sequenceNumber) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A receiver was opened. */
    record ReceiverOpened(
            ReceiverRequest request, int entityId, @Nullable Selector selector) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A receiver was closed. */
    record ReceiverClosed(long receiverKey) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A link ended. */
    record LinkEnded(String linkId) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** A receiver with a selector has looked at all messages of a lane before this number. */
    record CursorMoved(long receiverKey, int lane, long nextSequence) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** MessageIds of an entity are too old. */
    record DuplicatesForgotten(int entityId, long nowMillis) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }

    /** Producers have been silent for too long. */
    record ProducersForgotten(long nowMillis) implements Event {
        @Override
        public boolean durable() {
            return false;
        }
    }
}
