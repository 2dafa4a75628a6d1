package io.angarium.engine.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is due some time, ordered by time: a heap with four children a node, in which everything knows its place.
 * Hot: one million messages with a time-to-live are in it.
 */
final class DueHeap {
    private static final int SMALLEST = 16;
    private static final Comparator<Due> ORDER = Comparator.comparingLong(Due::dueMillis)
            .thenComparingInt(Due::orderEntity)
            .thenComparingLong(Due::orderSequence);

    private @Nullable Due[] heap = new @Nullable Due[SMALLEST];
    private int size;

    int size() {
        return size;
    }

    /** Places that are held, used or not. */
    int capacity() {
        return heap.length;
    }

    /** When the first is due; {@link Long#MAX_VALUE} if there is none. */
    long nextDueMillis() {
        return size == 0 ? Long.MAX_VALUE : at(0).dueMillis();
    }

    void add(Due due) {
        if (due.heapIndex != Due.NOT_IN_HEAP) {
            throw new IllegalStateException("due twice: " + due);
        }
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size + (size >> 1));
        }
        due.heapIndex = size;
        heap[size++] = due;
        up(due.heapIndex);
    }

    /** Takes something out; nothing if it is not in. */
    void remove(Due due) {
        int index = due.heapIndex;
        if (index == Due.NOT_IN_HEAP) {
            return;
        }
        due.heapIndex = Due.NOT_IN_HEAP;
        Due last = at(--size);
        heap[size] = null;
        if (last != due) {
            put(last, index);
            moved(last);
        }
        if (size == 0 && heap.length > 64 * SMALLEST) {
            heap = new @Nullable Due[SMALLEST];
        }
    }

    /** Puts something that is in to its place after its time has changed. */
    void moved(Due due) {
        up(due.heapIndex);
        down(due.heapIndex);
    }

    /** What is due, at most so many, in order; stays in. */
    List<Due> due(long nowMillis, int max) {
        List<Due> found = new ArrayList<>();
        if (nextDueMillis() > nowMillis) {
            return found;
        }
        PriorityQueue<Due> next = new PriorityQueue<>(ORDER);
        next.add(at(0));
        while (found.size() < max) {
            Due first = next.poll();
            if (first == null || first.dueMillis() > nowMillis) {
                break;
            }
            found.add(first);
            int firstChild = first.heapIndex * 4 + 1;
            for (int child = firstChild; child < Math.min(firstChild + 4, size); child++) {
                next.add(at(child));
            }
        }
        found.sort(ORDER);
        return found;
    }

    private void up(int start) {
        int index = start;
        Due due = at(index);
        long dueMillis = due.dueMillis();
        while (index > 0) {
            int parent = (index - 1) >> 2;
            Due above = at(parent);
            if (above.dueMillis() <= dueMillis) {
                break;
            }
            put(above, index);
            index = parent;
        }
        put(due, index);
    }

    private void down(int start) {
        int index = start;
        Due due = at(index);
        long dueMillis = due.dueMillis();
        while (true) {
            int smallest = smallestChild(index);
            if (smallest < 0 || at(smallest).dueMillis() >= dueMillis) {
                break;
            }
            put(at(smallest), index);
            index = smallest;
        }
        put(due, index);
    }

    private int smallestChild(int index) {
        int first = index * 4 + 1;
        int smallest = -1;
        long smallestMillis = Long.MAX_VALUE;
        for (int child = first; child < Math.min(first + 4, size); child++) {
            long millis = at(child).dueMillis();
            if (smallest < 0 || millis < smallestMillis) {
                smallest = child;
                smallestMillis = millis;
            }
        }
        return smallest;
    }

    private void put(Due due, int index) {
        heap[index] = due;
        due.heapIndex = index;
    }

    private Due at(int index) {
        Due due = heap[index];
        if (due == null) {
            throw new IllegalStateException("hole in the heap at " + index + " of " + size);
        }
        return due;
    }
}
