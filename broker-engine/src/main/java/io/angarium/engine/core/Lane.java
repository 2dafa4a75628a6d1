package io.angarium.engine.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages in the order of their sequence numbers: a list of sorted chunks. Adding at the end and removing at the front cost
 * nothing to speak of; anything else a binary search and the move of a part of a chunk. Holds about 4 bytes a message. Hot.
 */
final class Lane {
    private static final int CHUNK = 128;
    private static final int SMALLEST = 4;
    private static final int SPARSE = CHUNK / 4;

    private static final class Chunk {
        @Nullable
        QueuedMessage[] items;

        int from;
        int to;

        Chunk(int capacity) {
            items = new @Nullable QueuedMessage[capacity];
        }

        int size() {
            return to - from;
        }

        QueuedMessage at(int index) {
            QueuedMessage message = items[index];
            if (message == null) {
                throw new IllegalStateException("hole in a chunk at " + index + " of " + from + " to " + to);
            }
            return message;
        }

        long first() {
            return at(from).sequence;
        }

        long last() {
            return at(to - 1).sequence;
        }

        /** Index of the first item whose sequence is not less. */
        int ceiling(long sequence) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (at(middle).sequence < sequence) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        void insert(int index, QueuedMessage message) {
            int at = index;
            if (to == items.length) {
                at -= from;
                int capacity = from > 0 ? items.length : Math.min(CHUNK, items.length * 2);
                @Nullable
                QueuedMessage[] moved = capacity == items.length ? items : new @Nullable QueuedMessage[capacity];
                System.arraycopy(items, from, moved, 0, size());
                Arrays.fill(moved, size(), Math.min(to, moved.length), null);
                to = size();
                from = 0;
                items = moved;
            }
            System.arraycopy(items, at, items, at + 1, to - at);
            items[at] = message;
            to++;
        }

        void remove(int index) {
            if (index == from) {
                items[from++] = null;
            } else {
                System.arraycopy(items, index + 1, items, index, to - index - 1);
                items[--to] = null;
            }
        }
    }

    private @Nullable Chunk[] chunks = new @Nullable Chunk[1];
    private int chunkCount;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Places that are held, used or not. */
    int capacity() {
        int capacity = 0;
        for (int i = 0; i < chunkCount; i++) {
            capacity += chunk(i).items.length;
        }
        return capacity;
    }

    /** The first message, or null. */
    @Nullable
    QueuedMessage first() {
        if (size == 0) {
            return null;
        }
        Chunk chunk = chunk(0);
        return chunk.at(chunk.from);
    }

    /** The first message with this number or a higher one, or null. */
    @Nullable
    QueuedMessage ceiling(long sequence) {
        if (size == 0 || chunk(chunkCount - 1).last() < sequence) {
            return null;
        }
        Chunk chunk = chunk(chunkOf(sequence));
        return chunk.at(chunk.ceiling(sequence));
    }

    @Nullable
    QueuedMessage get(long sequence) {
        QueuedMessage message = ceiling(sequence);
        return message != null && message.sequence == sequence ? message : null;
    }

    void add(QueuedMessage message) {
        int position = size == 0 ? chunkCount : chunkOf(message.sequence);
        if (position == chunkCount) {
            append(message);
        } else {
            insert(position, message);
        }
        size++;
    }

    private void append(QueuedMessage message) {
        if (chunkCount == 0) {
            insertChunk(0, SMALLEST);
        } else if (chunk(chunkCount - 1).size() == CHUNK) {
            insertChunk(chunkCount, CHUNK);
        }
        Chunk last = chunk(chunkCount - 1);
        last.insert(last.to, message);
    }

    private void insert(int position, QueuedMessage message) {
        Chunk chunk = chunk(position);
        int index = chunk.ceiling(message.sequence);
        if (chunk.at(index).sequence == message.sequence) {
            throw new IllegalStateException("message " + message.sequence + " is here already");
        }
        if (chunk.size() == CHUNK) {
            split(position);
            chunk = chunk(message.sequence < chunk(position + 1).first() ? position : position + 1);
            index = chunk.ceiling(message.sequence);
        }
        chunk.insert(index, message);
    }

    /** Removes a message that is in it. */
    void remove(QueuedMessage message) {
        if (get(message.sequence) != message) {
            throw new IllegalStateException("message " + message.sequence + " is not here");
        }
        int position = chunkOf(message.sequence);
        Chunk chunk = chunk(position);
        chunk.remove(chunk.ceiling(message.sequence));
        size--;
        if (size == 0 && chunk.items.length == SMALLEST) {
            chunk.from = 0; // kept: a queue that is mostly empty gets the next message soon
            chunk.to = 0;
        } else if (chunk.size() == 0) {
            removeChunk(position);
        } else if (chunk.size() <= SPARSE) {
            if (isSparse(position + 1)) {
                merge(position);
            } else if (isSparse(position - 1)) {
                merge(position - 1);
            }
        }
    }

    private boolean isSparse(int position) {
        return position >= 0 && position < chunkCount && chunk(position).size() <= SPARSE;
    }

    private void split(int position) {
        Chunk upper = insertChunk(position + 1, CHUNK);
        Chunk chunk = chunk(position);
        int middle = (chunk.from + chunk.to) >>> 1;
        upper.to = chunk.to - middle;
        System.arraycopy(chunk.items, middle, upper.items, 0, upper.to);
        Arrays.fill(chunk.items, middle, chunk.to, null);
        chunk.to = middle;
    }

    /** Joins a chunk of few with the next, so that a lane of which every tenth is left does not hold ten times the space. */
    private void merge(int position) {
        Chunk chunk = chunk(position);
        Chunk next = chunk(position + 1);
        @Nullable QueuedMessage[] joined = new @Nullable QueuedMessage[CHUNK];
        System.arraycopy(chunk.items, chunk.from, joined, 0, chunk.size());
        System.arraycopy(next.items, next.from, joined, chunk.size(), next.size());
        next.to = chunk.size() + next.size();
        next.from = 0;
        next.items = joined;
        removeChunk(position);
    }

    /** The chunk in which a number is or would be; the number of chunks if it is behind all. */
    private int chunkOf(long sequence) {
        if (sequence <= chunk(0).last()) {
            return 0; // what is received first is looked for most
        }
        int low = 1;
        int high = chunkCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (chunk(middle).last() < sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Chunk insertChunk(int position, int capacity) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount + (chunkCount >> 1) + 1);
        }
        System.arraycopy(chunks, position, chunks, position + 1, chunkCount - position);
        Chunk chunk = new Chunk(capacity);
        chunks[position] = chunk;
        chunkCount++;
        return chunk;
    }

    private void removeChunk(int position) {
        chunkCount--;
        System.arraycopy(chunks, position + 1, chunks, position, chunkCount - position);
        chunks[chunkCount] = null;
    }

    private Chunk chunk(int position) {
        Chunk chunk = chunks[position];
        if (chunk == null) {
            throw new IllegalStateException("hole in the lane at " + position + " of " + chunkCount);
        }
        return chunk;
    }
}
