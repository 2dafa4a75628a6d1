package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.ReceiveMode;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An open receiver; with a selector also how far it has looked, so that nothing is looked at twice. */
final class Receiver {
    /** With more to look at again than this, it starts over from the first of them. */
    private static final int MAX_REVISITS = 1_000;

    final long key;
    final Entity entity;
    final LinkState link;
    final ReceiveMode mode;
    final @Nullable Selector selector;
    /** Messages that it has and has not handed over. */
    private int unseen;

    private final long[] cursors;
    private final @Nullable TreeSet<Long>[] revisits;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class
    Receiver(long key, Entity entity, LinkState link, ReceiveMode mode, @Nullable Selector selector) {
        this.key = key;
        this.entity = entity;
        this.link = link;
        this.mode = mode;
        this.selector = selector;
        cursors = new long[selector == null ? 0 : Lanes.COUNT];
        revisits = new TreeSet[selector == null ? 0 : Lanes.COUNT];
    }

    int unseen() {
        return unseen;
    }

    void unseen(int change) {
        unseen += change;
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

    /** It has looked at everything in the lane before this number. */
    void moveCursor(int lane, long nextSequence) {
        TreeSet<Long> set = revisits[lane];
        if (set != null) {
            set.headSet(nextSequence).clear();
        }
        cursors[lane] = Math.max(cursors[lane], nextSequence);
    }

    /** A message was put (back) into a lane. */
    void becameReady(int lane, long sequence) {
        if (selector == null || sequence >= cursors[lane]) {
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
