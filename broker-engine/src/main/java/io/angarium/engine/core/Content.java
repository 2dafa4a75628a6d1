package io.angarium.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all places of one message share. One of these and one {@link QueuedMessage} are held for each message of a backlog:
 * fields are chosen for size (56 bytes).
 */
sealed class Content permits GroupedContent {
    final long enqueuedAtMillis;
    final long expiresAtMillis;
    final byte priority;
    final boolean persistent;
    final int sizeBytes;
    private long record;
    private int index;
    private int holders;
    private @Nullable Tracked tracked;

    /** Of the few contents that can be reached from a record only if their holders are known. */
    static final class Tracked {
        List<Long> parts;
        int eventIndex;
        final List<QueuedMessage> holders = new ArrayList<>(2);

        Tracked(List<Long> parts, int eventIndex) {
            this.parts = parts;
            this.eventIndex = eventIndex;
        }
    }

    Content(MessageInfo info, ContentRef ref) {
        enqueuedAtMillis = info.enqueuedAtMillis();
        expiresAtMillis = info.expiresAtMillis();
        priority = (byte) info.priority();
        persistent = info.persistent();
        sizeBytes = (int) Math.min(Integer.MAX_VALUE, info.sizeBytes());
        record = ref.record();
        index = ref.index();
    }

    static Content of(MessageInfo info, ContentRef ref) {
        return info.group() == 0 ? new Content(info, ref) : new GroupedContent(info, ref);
    }

    /** The number of its group, see {@link MessageInfo#groupOf}; 0 for none. */
    long group() {
        return 0;
    }

    /** Whether it is the last message of its group. */
    boolean endsGroup() {
        return false;
    }

    long record() {
        return record;
    }

    boolean isVolatile() {
        return record < 0;
    }

    boolean isAt(long someRecord, int someIndex) {
        return record == someRecord && index == someIndex;
    }

    ContentRef ref() {
        return new ContentRef(record, index, sizeBytes, tracked == null ? List.of() : tracked.parts);
    }

    /** Even for what is in the journal, odd for what is not: the two become ready independently of each other. */
    int lane() {
        return priority * 2 + (record < 0 ? 1 : 0);
    }

    void hold(QueuedMessage holder) {
        holders++;
        if (tracked != null) {
            tracked.holders.add(holder);
        }
    }

    /** Returns whether nobody holds it any more. */
    boolean release(QueuedMessage holder) {
        if (tracked != null) {
            tracked.holders.remove(holder);
        }
        return --holders == 0;
    }

    boolean isHeld() {
        return holders > 0;
    }

    @Nullable
    Tracked tracked() {
        return tracked;
    }

    /** To be called before the first holder. */
    void track(Tracked by) {
        tracked = by;
    }

    void moveTo(ContentRef ref) {
        record = ref.record();
        index = ref.index();
        if (tracked != null) {
            tracked.parts = ref.parts();
        }
    }
}
