package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.filter.Selector;
import org.jspecify.annotations.Nullable;

/**
 * Which receiver has which message group of one entity. A group is assigned when a message of it is first given to a receiver,
 * and stays until the receiver has closed, or has taken the last message of the group, and nothing that it took is unsettled
 * (T-47). What a prepared branch holds keeps the group back for everybody else until the branch has ended. Nothing of this is durable: after a restart all groups are free but for what branches hold.
 *
 * <p>A receiver with a selector has a claim to those messages of its groups that it selects; the others may be taken by
 * another receiver, which becomes the next owner of the group. Who comes first in the order of assignment has the first claim.
 *
 * <p>So that nobody has to search: the ready messages of each group are indexed. A receiver passes messages of groups that
 * are not its own like messages that it does not select. When a group is free again all receivers are to look at its first
 * message in each lane; whoever looks at a message of a group behind its cursor is to look at the next one after it.
 */
final class MessageGroups {
    /** So many groups are kept assigned of which no message is ready or taken; the one that was used longest ago goes. */
    static final int MAX_IDLE = 16_384;

    /** An assigned group. */
    static final class Group {
        final long number;
        private @Nullable Share first;
        /** Its place among the idle ones, if it is idle. */
        private @Nullable Group older;

        private @Nullable Group newer;
        private boolean idle;

        Group(long number) {
            this.number = number;
        }

        @Nullable
        private Share shareOf(@Nullable Receiver receiver) {
            Share share = first;
            while (share != null && share.receiver != receiver) {
                share = share.next;
            }
            return share;
        }

        private Share newShare(@Nullable Receiver receiver) {
            Share share = new Share(receiver);
            if (first == null) {
                first = share;
            } else {
                Share last = first;
                while (last.next != null) {
                    last = last.next;
                }
                last.next = share;
            }
            return share;
        }

        private void drop(Share share) {
            if (first == share) {
                first = share.next;
                return;
            }
            Share before = first;
            while (before != null && before.next != share) {
                before = before.next;
            }
            requireNonNull(before, "a share is in its group").next = share.next;
        }
    }

    /** What one receiver has of a group, or all prepared branches together. */
    static final class Share {
        /** Null for branches, which have a claim to everything. */
        final @Nullable Receiver receiver;

        private int unsettled;
        private boolean ending;
        private @Nullable Share next;

        Share(@Nullable Receiver receiver) {
            this.receiver = receiver;
        }

        /** The next one in the order of assignment, or null. */
        @Nullable
        Share next() {
            return next;
        }

        /** What it selects; null for everything. */
        @Nullable
        Selector selector() {
            return receiver == null ? null : receiver.selector;
        }

        boolean hasUnsettled() {
            return unsettled > 0;
        }

        /** Whether this receiver need not care for the share of another one: it has closed and was of the same session. */
        boolean isOpenTo(Receiver taker) {
            return receiver != null && !receiver.isOpen() && receiver.isOfSessionOf(taker);
        }
    }

    private final Entity entity;
    private final KeyedMessages ready = new KeyedMessages();
    private final LongTable<Group> assigned = new LongTable<>();
    private int idleCount;
    private @Nullable Group oldestIdle;
    private @Nullable Group newestIdle;

    MessageGroups(Entity entity) {
        this.entity = entity;
    }

    /** How many groups are assigned. */
    int assigned() {
        return assigned.size();
    }

    /** Who has first claim to the messages of a group, or null if it is free. */
    @Nullable
    Share owner(long group) {
        Group found = assigned.get(group);
        return found == null ? null : found.first;
    }

    /** The next ready message of the same group in the same lane, or null. */
    @Nullable
    QueuedMessage next(QueuedMessage message) {
        return ready.ceiling(key(message), message.sequence + 1);
    }

    private static long key(QueuedMessage message) {
        return message.content.group() + message.content.lane();
    }

    // ---- what happens to messages

    /** A message of a group was put (back) into its lane. */
    void becameReady(QueuedMessage message) {
        ready.add(key(message), message);
        Group group = assigned.get(message.content.group());
        if (group != null) {
            busy(group);
        }
    }

    /** A message of a group has left its lane; who was to look at it is to look at the next one. */
    void notReady(QueuedMessage message) {
        ready.remove(key(message), message);
        int lane = message.content.lane();
        for (int i = 0; i < entity.receivers().size(); i++) {
            Receiver receiver = entity.receivers().get(i);
            if (receiver.revisits(lane, message.sequence)) {
                QueuedMessage next = next(message);
                if (next == null) {
                    break;
                }
                receiver.lookAt(lane, next.sequence);
            }
        }
        Group group = assigned.get(message.content.group());
        if (group != null) {
            idleIfUnused(group);
        }
    }

    /** A receiver, or a branch (null), is given a message. */
    void taken(QueuedMessage message, @Nullable Receiver receiver, boolean locked) {
        Group group = assigned.get(message.content.group());
        if (group == null) {
            group = new Group(message.content.group());
            assigned.put(group.number, group);
        }
        Share share = group.shareOf(receiver);
        if (share == null) {
            share = group.newShare(receiver);
            if (receiver != null) {
                receiver.groups().put(group.number, group);
            }
        }
        share.ending |= message.content.endsGroup();
        if (locked) {
            share.unsettled++;
            busy(group);
        } else {
            endIfDone(group, share);
        }
    }

    /** A lock of a message of a group has ended. */
    void returned(Lock lock) {
        Group group = requireNonNull(
                assigned.get(lock.message.content.group()), "a group stays assigned while messages of it are locked");
        Share share = requireNonNull(group.shareOf(lock.receiver), "who has messages of a group has a share of it");
        share.unsettled--;
        endIfDone(group, share);
    }

    /** A receiver has closed; what it has taken of its groups may still be unsettled. */
    void closed(Receiver receiver) {
        for (long number : receiver.groups().sortedKeys()) {
            Group group = requireNonNull(assigned.get(number), "the groups of a receiver are assigned");
            Share share = requireNonNull(group.shareOf(receiver), "a receiver has a share of its groups");
            endIfDone(group, share);
            if (share.unsettled > 0) {
                offer(group); // to its session
            }
        }
    }

    private void endIfDone(Group group, Share share) {
        if (share.unsettled > 0) {
            return;
        }
        Receiver receiver = share.receiver;
        if (receiver == null || share.ending || !receiver.isOpen()) {
            group.drop(share);
            if (receiver != null) {
                receiver.groups().remove(group.number);
            }
            if (group.first == null) {
                busy(group);
                assigned.remove(group.number);
            }
            offer(group);
        } else if (receiver.takesGroupsSingly()) {
            offer(group);
        }
        if (group.first != null) {
            idleIfUnused(group);
        }
    }

    /** Lets all receivers look at a group again. */
    private void offer(Group group) {
        boolean any = false;
        for (int mask = entity.laneMask(); mask != 0; mask &= mask - 1) {
            int lane = Integer.numberOfTrailingZeros(mask);
            QueuedMessage message = ready.ceiling(group.number + lane, 0);
            for (int i = 0; message != null && i < entity.receivers().size(); i++) {
                entity.receivers().get(i).lookAt(lane, message.sequence);
                any = true;
            }
        }
        if (any) {
            entity.tellReady();
        }
    }

    // ---- forgetting

    private void idleIfUnused(Group group) {
        if (group.idle || isUsed(group)) {
            return;
        }
        group.idle = true;
        group.older = newestIdle;
        if (newestIdle != null) {
            newestIdle.newer = group;
        }
        newestIdle = group;
        oldestIdle = oldestIdle == null ? group : oldestIdle;
        idleCount++;
        if (idleCount > MAX_IDLE) {
            forget(requireNonNull(oldestIdle, "there are idle groups"));
        }
    }

    private boolean isUsed(Group group) {
        for (Share share = group.first; share != null; share = share.next) {
            if (share.unsettled > 0) {
                return true;
            }
        }
        for (int mask = entity.laneMask(); mask != 0; mask &= mask - 1) {
            if (ready.ceiling(group.number + Integer.numberOfTrailingZeros(mask), 0) != null) {
                return true;
            }
        }
        return false;
    }

    private void busy(Group group) {
        if (!group.idle) {
            return;
        }
        Group older = group.older;
        Group newer = group.newer;
        if (older == null) {
            oldestIdle = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newestIdle = older;
        } else {
            newer.older = older;
        }
        group.older = null;
        group.newer = null;
        group.idle = false;
        idleCount--;
    }

    private void forget(Group group) {
        busy(group);
        for (Share share = group.first; share != null; share = share.next) {
            if (share.receiver != null) {
                share.receiver.groups().remove(group.number);
            }
        }
        assigned.remove(group.number);
    }
}
