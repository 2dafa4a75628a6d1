package io.angarium.engine.core;

/** Something that happens at a time; knows its place in the {@link DueHeap}, so that it can be taken out at once. */
abstract class Due {
    static final int NOT_IN_HEAP = -1;

    /** Belongs to the heap. */
    int heapIndex = NOT_IN_HEAP;

    /** When; must not change while it is in the heap but through {@link DueHeap#moved}. */
    abstract long dueMillis();

    /** With {@link #orderSequence} decides what comes first at the same time. */
    abstract int orderEntity();

    abstract long orderSequence();
}
