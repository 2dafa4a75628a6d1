package io.angarium.engine.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages in the order of their sequence numbers: a list of sorted chunks. Adding at the end and removing at the front cost
 * nothing to speak of; anything else a binary search and the move of a part of a chunk. Holds about 4 bytes a message. Hot.
 */
final class Lane {
    private static final int CHUNK = 128;
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
            if (to < items.length) {
                System.arraycopy(items, index, items, index + 1, to - index);
                items[index] = message;
                to++;
            } else if (from > 0) {
                System.arraycopy(items, from, items, from - 1, index - from);
                items[index - 1] = message;
                from--;
            } else {
                items = Arrays.copyOf(items, Math.min(CHUNK, items.length * 2));
                insert(index, message);
            }
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
    private int firstChunk;
    private int lastChunk;
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
        for (int i = firstChunk; i < lastChunk; i++) {
            capacity += chunk(i).items.length;
        }
        return capacity;
    }

    int directorySize() {
        return chunks.length;
    }

    /** The first message, or null. */
    @Nullable
    QueuedMessage first() {
        if (size == 0) {
            return null;
        }
        Chunk chunk = chunk(firstChunk);
        return chunk.at(chunk.from);
    }

    /** The first message with this number or a higher one, or null. */
    @Nullable
    QueuedMessage ceiling(long sequence) {
        if (size == 0 || chunk(lastChunk - 1).last() < sequence) {
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
        size++;
        if (size == 1) {
            if (firstChunk == lastChunk) {
                firstChunk = 0;
                lastChunk = 0;
                insertChunk(0, 4);
            }
            chunk(firstChunk).insert(0, message);
            return;
        }
        int position = chunkOf(message.sequence);
        if (position == lastChunk) {
            append(message);
            return;
        }
        Chunk chunk = chunk(position);
        int index = chunk.ceiling(message.sequence);
        if (index < chunk.to && chunk.at(index).sequence == message.sequence) {
            throw new IllegalStateException("message " + message.sequence + " is here already");
        }
        if (chunk.size() < CHUNK) {
            chunk.insert(index, message);
        } else if (index == chunk.from) {
            insertBefore(position, message);
        } else {
            split(position);
            Chunk half = chunk(message.sequence < chunk(position + 1).first() ? position : position + 1);
            half.insert(half.ceiling(message.sequence), message);
        }
    }

    /** Removes a message that is in it. */
    void remove(QueuedMessage message) {
        int position = chunkOf(message.sequence);
        Chunk chunk = chunk(position);
        int index = chunk.ceiling(message.sequence);
        if (chunk.at(index) != message) {
            throw new IllegalStateException("message " + message.sequence + " is not here");
        }
        chunk.remove(index);
        size--;
        if (size == 0 && chunk.items.length <= 16) {
            chunk.from = 0; // kept: a queue that is mostly empty gets the next message soon
            chunk.to = 0;
        } else if (chunk.size() == 0) {
            removeChunk(position);
        } else if (chunk.size() <= SPARSE) {
            if (position + 1 < lastChunk && chunk(position + 1).size() <= SPARSE) {
                merge(position);
            } else if (position > firstChunk && chunk(position - 1).size() <= SPARSE) {
                merge(position - 1);
            }
        }
    }

    private void append(QueuedMessage message) {
        Chunk last = chunk(lastChunk - 1);
        if (last.size() == CHUNK || (last.to == CHUNK && last.from < CHUNK / 2)) {
            insertChunk(lastChunk, last.size() < SPARSE ? 4 : CHUNK);
            last = chunk(lastChunk - 1);
        }
        last.insert(last.to, message);
    }

    /** Puts a message before a full chunk: at the end of the one before it if there is room, else into a new one. */
    private void insertBefore(int position, QueuedMessage message) {
        if (position > firstChunk && chunk(position - 1).size() < CHUNK) {
            Chunk before = chunk(position - 1);
            before.insert(before.to, message);
        } else {
            insertChunk(position, CHUNK).insert(0, message);
        }
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

    /** The chunk in which a number is or would be; {@link #lastChunk} if it is behind all. */
    private int chunkOf(long sequence) {
        if (firstChunk < lastChunk && sequence <= chunk(firstChunk).last()) {
            return firstChunk;
        }
        int low = firstChunk;
        int high = lastChunk;
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
        if (lastChunk == chunks.length) {
            growDirectory();
            return insertChunk(position, capacity);
        }
        System.arraycopy(chunks, position, chunks, position + 1, lastChunk - position);
        Chunk chunk = new Chunk(capacity);
        chunks[position] = chunk;
        lastChunk++;
        return chunk;
    }

    private void growDirectory() {
        chunks = Arrays.copyOf(chunks, chunks.length + (chunks.length >> 1) + 1);
    }

    private void removeChunk(int position) {
        if (position == firstChunk) {
            chunks[firstChunk++] = null;
            if (firstChunk > 64 && firstChunk > chunks.length / 2) {
                chunks = Arrays.copyOfRange(chunks, firstChunk, lastChunk + 16);
                lastChunk -= firstChunk;
                firstChunk = 0;
            }
        } else {
            System.arraycopy(chunks, position + 1, chunks, position, lastChunk - position - 1);
            chunks[--lastChunk] = null;
        }
    }

    private Chunk chunk(int position) {
        Chunk chunk = chunks[position];
        if (chunk == null) {
            throw new IllegalStateException(
                    "hole in the lane at " + position + " of " + firstChunk + " to " + lastChunk);
        }
        return chunk;
    }
}
