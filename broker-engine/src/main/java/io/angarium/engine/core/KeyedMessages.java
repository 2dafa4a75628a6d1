package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/** Messages by a key, those of one key in the order of their numbers; for many keys with few messages each. */
final class KeyedMessages {
    /** A message or a {@link Lane} of messages for each key. */
    private final LongTable<Object> places = new LongTable<>();

    void add(long key, QueuedMessage message) {
        Object place = places.get(key);
        if (place == null) {
            places.put(key, message);
        } else if (place instanceof Lane messages) {
            messages.add(message);
        } else if (place instanceof QueuedMessage other) {
            Lane messages = new Lane();
            messages.add(other);
            messages.add(message);
            places.put(key, messages);
        }
    }

    /** Removes a message that is in it. */
    void remove(long key, QueuedMessage message) {
        if (places.get(key) instanceof Lane messages) {
            messages.remove(message);
            if (messages.isEmpty()) {
                places.remove(key);
            }
        } else {
            places.remove(key);
        }
    }

    /** The first message of a key with this number or a higher one, or null. */
    @Nullable
    QueuedMessage ceiling(long key, long from) {
        Object place = places.get(key);
        if (place instanceof Lane messages) {
            return messages.ceiling(from);
        }
        return place instanceof QueuedMessage message && message.sequence >= from ? message : null;
    }
}
