package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.ReceiveMode;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An open receiver; with a selector, or where there are groups, also how far it has looked, so that nothing is looked at
 * twice.
 */
final class Receiver {
    /** With more to look at again than this, it starts over from the first of them. */
    private static final int MAX_REVISITS = 1_000;

    private static final long[] NO_CURSORS = {};

    final long key;
    final Entity entity;
    final LinkState link;
    final ReceiveMode mode;
    final long sessionId;
    final @Nullable Selector selector;
    /** Messages that it has and has not handed over. */
    private int unseen;

    private boolean open = true;
    private long[] cursors = NO_CURSORS;
    private @Nullable TreeSet<Long>[] revisits = noRevisits(0);
    private @Nullable LongTable<MessageGroups.Group> groups;

    Receiver(ReceiverRequest request, Entity entity, LinkState link, @Nullable Selector selector) {
        this.key = request.receiverKey();
        this.entity = entity;
        this.link = link;
        this.mode = request.mode();
        this.sessionId = request.sessionId();
        this.selector = selector;
        if (selector != null) {
            keepCursor();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class
    private static @Nullable TreeSet<Long>[] noRevisits(int lanes) {
        return new TreeSet[lanes];
    }

    int unseen() {
        return unseen;
    }

    void unseen(int change) {
        unseen += change;
    }

    boolean isOpen() {
        return open;
    }

    void close() {
        open = false;
    }

    /** The session of its link to which it belongs may take its groups over at once. */
    boolean isOfSessionOf(Receiver other) {
        return sessionId > 0 && sessionId == other.sessionId && link == other.link;
    }

    /** Whether it gets a message of a group only when the one before is settled. */
    boolean takesGroupsSingly() {
        return sessionId == OpenReceiver.SEVERAL_SESSIONS && mode == ReceiveMode.PEEK_LOCK;
    }

    /** Groups of which it has messages or gets the next ones. */
    LongTable<MessageGroups.Group> groups() {
        if (groups == null) {
            groups = new LongTable<>();
        }
        return groups;
    }

    boolean hasCursor() {
        return cursors.length > 0;
    }

    /** Remembers from now on how far it has looked. */
    void keepCursor() {
        if (!hasCursor()) {
            cursors = new long[Lanes.COUNT];
            revisits = noRevisits(Lanes.COUNT);
        }
    }

    /** Up to here everything that is ready in the lane was looked at, but for {@link #revisit}. */
    long cursor(int lane) {
        return cursors[lane];
    }

    /** The first number from this one on that became ready behind the cursor's back; -1 if there is none. */
    long revisit(int lane, long from) {
        TreeSet<Long> set = revisits[lane];
        Long found = set == null ? null : set.ceiling(from);
        return found == null ? -1 : found;
    }

    boolean revisits(int lane, long sequence) {
        TreeSet<Long> set = hasCursor() ? revisits[lane] : null;
        return set != null && set.contains(sequence);
    }

    /** It has looked at everything in the lane before this number. */
    void moveCursor(int lane, long nextSequence) {
        TreeSet<Long> set = revisits[lane];
        if (set != null) {
            set.headSet(nextSequence).clear();
        }
        cursors[lane] = Math.max(cursors[lane], nextSequence);
    }

    /**
     * A message is to be looked at, even if it is behind the cursor: it was put (back) into a lane, or its group is free
     * again. Too much of this does no harm.
     */
    void lookAt(int lane, long sequence) {
        if (!hasCursor() || sequence >= cursors[lane]) {
            return;
        }
        TreeSet<Long> set = revisits[lane];
        if (set == null) {
            set = new TreeSet<>();
            revisits[lane] = set;
        }
        set.add(sequence);
        if (set.size() > MAX_REVISITS) {
            cursors[lane] = set.first();
            revisits[lane] = null;
        }
    }
}
