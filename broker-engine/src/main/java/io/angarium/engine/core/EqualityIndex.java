package io.angarium.engine.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the ready messages of an entity are whose property has a certain string value. It is filled from the contents when a
 * receiver needs it, a bounded piece at a time, and kept from then on; it is not state, it only saves reading again.
 */
final class EqualityIndex {
    private final String name;
    private final long[] cursors = new long[Lanes.COUNT];
    private final LongTable<QueuedMessage> pending = new LongTable<>();
    /** Key of each message that is in. */
    private final LongTable<Long> keys = new LongTable<>();

    private final KeyedMessages places = new KeyedMessages();

    EqualityIndex(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /**
     * Reads what is not in yet.
     *
     * @param budget at most so many messages
     * @return what is left of the budget; 0 if it is not done
     */
    int catchUp(Entity entity, ContentReader contents, int budget) {
        int left = budget;
        if (!pending.isEmpty()) {
            List<QueuedMessage> again = new ArrayList<>();
            pending.forEach(again::add);
            for (QueuedMessage message : again) {
                if (left-- == 0) {
                    return 0;
                }
                pending.remove(message.sequence);
                add(message, contents);
            }
        }
        for (int lane = Lanes.COUNT - 1; lane >= 0; lane--) {
            Lane messages = entity.lane(lane);
            QueuedMessage message = messages == null ? null : messages.ceiling(cursors[lane]);
            while (messages != null && message != null) {
                if (left-- <= 0) {
                    return 0;
                }
                add(message, contents);
                cursors[lane] = message.sequence + 1;
                message = messages.ceiling(cursors[lane]);
            }
        }
        return Math.max(1, left);
    }

    /** The first message from this number on in a lane that may have the value. */
    @Nullable
    QueuedMessage ceiling(String value, int lane, long from) {
        return places.ceiling(key(value, lane), from);
    }

    /** A message was put (back) into a lane. */
    void becameReady(QueuedMessage message) {
        if (message.sequence < cursors[message.content.lane()]) {
            pending.put(message.sequence, message);
        }
    }

    /** A message has left its lane. */
    void notReady(QueuedMessage message) {
        pending.remove(message.sequence);
        Long key = keys.remove(message.sequence);
        if (key != null) {
            places.remove(key, message);
        }
    }

    private void add(QueuedMessage message, ContentReader contents) {
        if (!(contents.properties(message.content.ref()).value(name) instanceof String value)) {
            return;
        }
        long key = key(value, message.content.lane());
        if (keys.put(message.sequence, key) == null) {
            places.add(key, message);
        }
    }

    /** Two values with the same key only cost a look more: the selector decides. */
    private static long key(String value, int lane) {
        DuplicateId hash = DuplicateId.of(value);
        return hash.high() + lane;
    }
}
