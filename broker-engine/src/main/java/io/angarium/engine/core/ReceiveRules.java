package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.CLOSED;

import io.angarium.engine.core.Event.Cause;
import io.angarium.engine.core.Event.CursorMoved;
import io.angarium.engine.core.Event.DeadLetterNote;
import io.angarium.engine.core.Event.GroupTaken;
import io.angarium.engine.core.Event.Settled;
import io.angarium.engine.core.filter.PropertySource;
import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ReceiveMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Receiving: what a receiver gets next. */
final class ReceiveRules {
    /** So many messages are looked at in vain in one call, at most, so that the namespace lock is never held for long. */
    static final int SCAN_LIMIT = 1_000;

    static final String DEAD_LETTER_REASON = "JMS_ANGARIUM_DeadLetterReason";
    static final String DEAD_LETTER_DESCRIPTION = "JMS_ANGARIUM_DeadLetterDescription";
    static final String DEAD_LETTER_SOURCE = "JMS_ANGARIUM_DeadLetterSource";
    static final String DEAD_LETTERED_AT = "JMS_ANGARIUM_DeadLetteredAt";
    static final String FAILED_DELIVERIES = "JMS_ANGARIUM_FailedDeliveries";

    private static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    private final NamespaceState state;
    private final SettleRules settling;
    private final ContentReader contents;

    ReceiveRules(NamespaceState state, SettleRules settling, ContentReader contents) {
        this.state = state;
        this.settling = settling;
        this.contents = contents;
    }

    Received receive(Draft draft, long receiverKey, int maxMessages, long maxBytes, long durableRecord) {
        Receiver receiver = state.receiver(receiverKey);
        if (receiver == null) {
            throw new BrokerException(CLOSED, "receiver " + receiverKey + " is not open");
        }
        Scan scan = new Scan(draft, receiver, maxMessages, maxBytes, durableRecord);
        if (scan.indexIsReady()) {
            for (int mask = priorities(receiver.entity.laneMask()); mask != 0 && !scan.isOver(); ) {
                int priority = 31 - Integer.numberOfLeadingZeros(mask);
                scan.priority(priority);
                mask &= ~(1 << priority);
            }
        }
        return new Received(scan.found, scan.budget <= 0);
    }

    /** Bit n says that there is something of priority n. */
    private static int priorities(int laneMask) {
        int either = (laneMask | laneMask >>> 1) & 0x55555;
        int priorities = 0;
        for (int priority = 0; either != 0; priority++, either >>>= 2) {
            priorities |= (either & 1) << priority;
        }
        return priorities;
    }

    /** One search. */
    private final class Scan {
        private final Draft draft;
        private final Receiver receiver;
        private final Entity entity;
        private final @Nullable Selector selector;
        private final @Nullable EqualityIndex index;
        private final @Nullable MessageGroups groups;
        private final String indexedValue;
        private final int maxMessages;
        private final long maxBytes;
        private final long durableRecord;
        private final List<LockedMessage> found;
        /** Groups that have been given a message of, for a receiver that takes them singly; else null. */
        private final @Nullable Set<Long> begun;

        private long bytes;
        private int budget = SCAN_LIMIT;
        private boolean full;

        Scan(Draft draft, Receiver receiver, int maxMessages, long maxBytes, long durableRecord) {
            this.draft = draft;
            this.receiver = receiver;
            this.maxMessages = maxMessages;
            this.maxBytes = maxBytes;
            this.durableRecord = durableRecord;
            entity = receiver.entity;
            selector = receiver.selector;
            groups = entity.groups();
            begun = receiver.takesGroupsSingly() ? new HashSet<>() : null;
            found = new ArrayList<>(Math.min(maxMessages, 16));
            Selector.Equality equality = selector == null ? null : selector.equality();
            index = equality == null ? null : entity.index(equality.name());
            indexedValue = equality == null ? "" : equality.value();
        }

        boolean indexIsReady() {
            if (index != null) {
                budget = index.catchUp(entity, contents, budget);
            }
            return budget > 0;
        }

        boolean isOver() {
            return full || budget <= 0;
        }

        /** Both lanes of a priority together, in the order of the numbers. */
        void priority(int priority) {
            int inJournal = priority * 2;
            int passing = inJournal + 1;
            QueuedMessage first = next(inJournal, 0);
            QueuedMessage second = next(passing, 0);
            long firstAt = 0;
            long secondAt = 0;
            while (!isOver() && (first != null || second != null)) {
                boolean takeFirst = second == null || (first != null && first.sequence < second.sequence);
                QueuedMessage message = takeFirst ? first : second;
                if (message == null || !visit(message)) {
                    break;
                }
                if (takeFirst) {
                    firstAt = message.sequence + 1;
                    first = next(inJournal, firstAt);
                } else {
                    secondAt = message.sequence + 1;
                    second = next(passing, secondAt);
                }
            }
            moveCursor(inJournal, firstAt);
            moveCursor(passing, secondAt);
        }

        private void moveCursor(int lane, long to) {
            if (receiver.hasCursor() && to > 0) {
                draft.add(new CursorMoved(receiver.key, lane, to));
            }
        }

        /** The next message of a lane that the receiver has not looked at, or null if there is none that may be given. */
        private @Nullable QueuedMessage next(int lane, long from) {
            Lane messages = entity.lane(lane);
            if (messages == null || messages.isEmpty()) {
                return null;
            }
            QueuedMessage message = receiver.hasCursor() ? nextUnseen(messages, lane, from) : messages.ceiling(from);
            // Records grow with the numbers, so behind one that is not on disk yet there is none that is.
            return message == null || message.content.record() > durableRecord ? null : message;
        }

        private @Nullable QueuedMessage nextUnseen(Lane messages, int lane, long from) {
            for (long again = receiver.revisit(lane, from); again >= 0; again = receiver.revisit(lane, again + 1)) {
                QueuedMessage message = messages.get(again);
                if (message != null) {
                    return message;
                }
            }
            long start = Math.max(from, receiver.cursor(lane));
            return index == null ? messages.ceiling(start) : index.ceiling(indexedValue, lane, start);
        }

        /** Looks at one message; returns false if it is to be given, but not in this call. */
        private boolean visit(QueuedMessage message) {
            if (groups != null && message.content.group() != 0 && isOthers(groups, message)) {
                budget--;
                return true;
            }
            if (message.isExpired(draft.nowMillis())) {
                settling.expire(draft, message);
                budget--;
                return true;
            }
            if (selector != null && !selector.matches(properties(contents, message))) {
                budget--;
                return true;
            }
            if (!found.isEmpty() && bytes + message.content.sizeBytes > maxBytes) {
                full = true;
                return false;
            }
            give(message);
            bytes += message.content.sizeBytes;
            full = found.size() >= maxMessages;
            return true;
        }

        /** Whether the message belongs to another receiver, because of its group. */
        private boolean isOthers(MessageGroups groups, QueuedMessage message) {
            if (begun != null && begun.contains(message.content.group())) {
                return true;
            }
            boolean mine = false;
            boolean others = false;
            MessageGroups.Share share = groups.owner(message.content.group());
            for (; share != null && !mine && !others; share = share.next()) {
                if (share.receiver == receiver) {
                    if (begun != null && share.hasUnsettled()) {
                        return true; // until it is settled
                    }
                    mine = true;
                } else if (!share.isOpenTo(receiver)) {
                    Selector its = share.selector();
                    if (its == null) {
                        return true; // and so are all others of the group
                    }
                    budget--;
                    others = its.matches(properties(contents, message));
                }
            }
            if (message.sequence < receiver.cursor(message.content.lane())) {
                QueuedMessage next = groups.next(message);
                if (next != null) {
                    receiver.lookAt(next.content.lane(), next.sequence);
                }
            }
            return others;
        }

        private void give(QueuedMessage message) {
            if (begun != null && message.content.group() != 0) {
                begun.add(message.content.group());
            }
            if (receiver.mode == ReceiveMode.PEEK_LOCK) {
                found.add(view(state, message, draft.nextToken()));
                draft.lock(message, receiver);
            } else {
                found.add(view(state, message, 0));
                if (message.content.group() != 0) {
                    draft.add(new GroupTaken(entity.id, message.sequence, receiver.key));
                }
                draft.add(new Settled(entity.id, message.sequence, Cause.COMPLETED, !message.isVolatile()));
            }
        }
    }

    /** A message with what the broker adds. */
    static LockedMessage view(NamespaceState state, QueuedMessage message, long token) {
        Entity entity = message.entity;
        DeadLetterNote note = entity.noteOf(message.sequence);
        return new LockedMessage(
                entity.id,
                message.sequence,
                token,
                message.failedDeliveries() + 1,
                message.content.enqueuedAtMillis,
                note == null ? Map.of() : annotations(state, entity, note),
                message.content.ref());
    }

    private static Map<String, Object> annotations(NamespaceState state, Entity entity, DeadLetterNote note) {
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put(DEAD_LETTER_REASON, note.reason());
        if (note.description() != null) {
            annotations.put(DEAD_LETTER_DESCRIPTION, note.description());
        }
        annotations.put(
                DEAD_LETTER_SOURCE,
                state.existing(entity.definition().parentId()).path());
        annotations.put(DEAD_LETTERED_AT, note.nowMillis());
        annotations.put(FAILED_DELIVERIES, note.failedDeliveries());
        return annotations;
    }

    /** What a selector sees of a message: what was sent, and how often it was delivered. */
    static PropertySource properties(ContentReader contents, QueuedMessage message) {
        PropertySource sent = contents.properties(message.content.ref());
        return name -> name.equals(DELIVERY_COUNT) ? (Object) (message.failedDeliveries() + 1) : sent.value(name);
    }
}
