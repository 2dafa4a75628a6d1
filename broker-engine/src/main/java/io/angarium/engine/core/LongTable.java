package io.angarium.engine.core;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from long to objects, without an object for each entry: open addressing, linear probing, deletion by moving
 * back what follows. Hot: written for speed and little memory.
 */
final class LongTable<V> {
    private static final int SMALLEST = 8;

    private long[] keys = new long[SMALLEST];
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    @Nullable
    V get(long key) {
        int mask = keys.length - 1;
        for (int slot = home(key, mask); ; slot = (slot + 1) & mask) {
            Object value = values[slot];
            if (value == null) {
                return null;
            }
            if (keys[slot] == key) {
                return cast(value);
            }
        }
    }

    /** Sets the value of a key; returns the one that it had. */
    @Nullable
    V put(long key, V value) {
        int mask = keys.length - 1;
        int slot = home(key, mask);
        for (; values[slot] != null; slot = (slot + 1) & mask) {
            if (keys[slot] == key) {
                V old = cast(values[slot]);
                values[slot] = value;
                return old;
            }
        }
        keys[slot] = key;
        values[slot] = value;
        size++;
        if (size * 3L > keys.length * 2L) {
            resize(keys.length * 2);
        }
        return null;
    }

    @Nullable
    V remove(long key) {
        int mask = keys.length - 1;
        for (int slot = home(key, mask); values[slot] != null; slot = (slot + 1) & mask) {
            if (keys[slot] == key) {
                V old = cast(values[slot]);
                closeGap(slot, mask);
                size--;
                if (size == 0 && keys.length > 64 * SMALLEST) {
                    keys = new long[SMALLEST];
                    values = new @Nullable Object[SMALLEST];
                }
                return old;
            }
        }
        return null;
    }

    /** Gives every value to an action, in no particular order; the action must not change this table. */
    void forEach(Consumer<? super V> action) {
        for (Object value : values) {
            if (value != null) {
                action.accept(castNonNull(value));
            }
        }
    }

    /** All keys, ascending. */
    long[] sortedKeys() {
        long[] sorted = new long[size];
        int at = 0;
        for (int slot = 0; slot < keys.length; slot++) {
            if (values[slot] != null) {
                sorted[at++] = keys[slot];
            }
        }
        Arrays.sort(sorted);
        return sorted;
    }

    /** Moves what was displaced past the gap back into it, so that probing needs no tombstones. */
    private void closeGap(int start, int mask) {
        int gap = start;
        for (int slot = (gap + 1) & mask; values[slot] != null; slot = (slot + 1) & mask) {
            int home = home(keys[slot], mask);
            if (((slot - home) & mask) >= ((slot - gap) & mask)) {
                keys[gap] = keys[slot];
                values[gap] = values[slot];
                gap = slot;
            }
        }
        values[gap] = null;
    }

    private void resize(int capacity) {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[capacity];
        values = new @Nullable Object[capacity];
        int mask = capacity - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = home(oldKeys[i], mask);
                while (values[slot] != null) {
                    slot = (slot + 1) & mask;
                }
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    private static int home(long key, int mask) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed ^ (mixed >>> 32)) & mask;
    }

    @SuppressWarnings("unchecked") // only values of V are put
    private @Nullable V cast(@Nullable Object value) {
        return (V) value;
    }

    @SuppressWarnings("unchecked") // only values of V are put
    private V castNonNull(Object value) {
        return (V) value;
    }
}
