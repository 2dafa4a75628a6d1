package io.angarium.engine.core;

import io.angarium.engine.core.Event.RememberedId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The MessageIds that one queue or topic has seen within its window (S-05, S-15), about 42 bytes each: a list in the order of
 * acceptance, in chunks, and a hash index from fingerprints to places in the list, in shards that grow one by one. An id counts
 * until exactly the window after its acceptance (T-15), or after the message became visible if it was scheduled (T-13); it is
 * forgotten a little later, in bulk. Due then. Hot.
 */
final class DuplicateWindow extends Due {
    private static final int CHUNK_SHIFT = 6;
    private static final int CHUNK = 1 << CHUNK_SHIFT;
    private static final int SHARD_BITS = 9;
    private static final int SHARDED_FROM = 16_384;
    /** An id is forgotten at the latest this part of the window after it has ceased to count. */
    private static final int LATENESS = 32;

    private static final class Chunk {
        final long[] highs = new long[CHUNK];
        final long[] lows = new long[CHUNK];
        /** Number of the message; as -1 - number if it is forgotten in a crash. */
        final long[] sequences = new long[CHUNK];

        final int[] acceptedOffsets = new int[CHUNK];
        final long baseMillis;
        /** The oldest record in which a durable id of this chunk is. */
        long homeRecord = Long.MAX_VALUE;

        Chunk(long baseMillis) {
            this.baseMillis = baseMillis;
        }

        long acceptedAtMillis(int index) {
            return baseMillis + acceptedOffsets[index];
        }
    }

    private final int entityId;
    private long windowMillis;
    private @Nullable Chunk[] chunks = new @Nullable Chunk[4];
    private int firstChunk;
    /** Positions of the oldest id and of the next one; the index has their lower 32 bits. */
    private long head;

    private long tail;
    private Shard[] shards = {new Shard()};

    /** A hash table of fingerprint and position. */
    private static final class Shard {
        long[] slots = new long[8];
        int used;
    }

    /** An id of a message that was scheduled when it was accepted; kept apart so that the list stays in order. */
    private static final class Delayed {
        final DuplicateId id;
        final long sequence;
        final long countsFromMillis;
        long homeRecord;

        Delayed(DuplicateId id, long sequence, long countsFromMillis, long homeRecord) {
            this.id = id;
            this.sequence = sequence;
            this.countsFromMillis = countsFromMillis;
            this.homeRecord = homeRecord;
        }
    }

    private final Map<DuplicateId, Delayed> delayed = new HashMap<>(0);
    private final PriorityQueue<Delayed> delayedByTime =
            new PriorityQueue<>(1, Comparator.comparingLong(late -> late.countsFromMillis));

    DuplicateWindow(int entityId, long windowMillis) {
        this.entityId = entityId;
        this.windowMillis = windowMillis;
    }

    void windowMillis(long newWindowMillis) {
        windowMillis = newWindowMillis;
    }

    long size() {
        return tail - head + delayed.size();
    }

    /** Places in the tables of the index, used or not. */
    int slots() {
        int slots = 0;
        for (Shard shard : shards) {
            slots += shard.slots.length;
        }
        return slots;
    }

    /** Places in the largest table. */
    int largestTable() {
        int largest = 0;
        for (Shard shard : shards) {
            largest = Math.max(largest, shard.slots.length);
        }
        return largest;
    }

    /** The number of the message that had this id within the window; 0 if there was none. */
    long find(DuplicateId id, long nowMillis) {
        long position = position(id);
        if (position >= 0 && acceptedAtMillis(position) + windowMillis > nowMillis) {
            return sequence(position);
        }
        Delayed late = delayed.isEmpty() ? null : delayed.get(id);
        return late == null || late.countsFromMillis + windowMillis <= nowMillis ? 0 : late.sequence;
    }

    /**
     * Remembers an id, unless it is known and counts still.
     *
     * @param countsFromMillis when the message was accepted, or becomes visible if that is later
     * @param record where it is written, if it is durable; else 0
     */
    void add(DuplicateId id, long sequence, long countsFromMillis, long nowMillis, long record) {
        if (find(id, nowMillis) != 0) {
            return;
        }
        if (countsFromMillis > nowMillis) {
            Delayed late = new Delayed(id, sequence, countsFromMillis, record > 0 ? record : Long.MAX_VALUE);
            delayed.put(id, late);
            delayedByTime.add(late);
        } else {
            append(id, sequence, countsFromMillis, record);
        }
    }

    private void append(DuplicateId id, long sequence, long acceptedAtMillis, long record) {
        long known = position(id);
        if (known >= 0) {
            unindex(id.high(), id.low(), known);
        }
        long position = tail;
        Chunk chunk = chunkForTail(acceptedAtMillis);
        int index = (int) position & (CHUNK - 1);
        chunk.highs[index] = id.high();
        chunk.lows[index] = id.low();
        chunk.sequences[index] = record > 0 ? sequence : -1 - sequence;
        chunk.acceptedOffsets[index] =
                (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, acceptedAtMillis - chunk.baseMillis));
        if (record > 0) {
            chunk.homeRecord = Math.min(chunk.homeRecord, record);
        }
        tail++;
        index(id.high(), id.low(), position);
    }

    /** Drops ids that do not count any more, the oldest first, at most so many. */
    void forget(long nowMillis, int max) {
        for (int i = 0; i < max && head < tail && acceptedAtMillis(head) + windowMillis <= nowMillis; i++) {
            Chunk chunk = chunk(head);
            int index = (int) head & (CHUNK - 1);
            unindex(chunk.highs[index], chunk.lows[index], head);
            head++;
            if ((head & (CHUNK - 1)) == 0) {
                chunks[firstChunk++] = null;
            }
        }
        for (int i = 0; i < max; i++) {
            Delayed first = delayedByTime.peek();
            if (first == null || first.countsFromMillis + windowMillis > nowMillis) {
                break;
            }
            delayedByTime.remove();
            delayed.remove(first.id, first);
        }
        if (head == tail) {
            clearList();
        }
    }

    private void clearList() {
        chunks = new @Nullable Chunk[4];
        firstChunk = 0;
        head = 0;
        tail = 0;
        shards = new Shard[] {new Shard()};
    }

    /** Durable ids in chunks that have something written no later than this record; ends with a chunk. */
    List<RememberedId> writtenUpTo(long record, int max) {
        List<RememberedId> ids = new ArrayList<>();
        for (int i = firstChunk; i < firstChunk + chunkCount() && ids.size() < max; i++) {
            if (chunkAt(i).homeRecord <= record) {
                collect(i, ids);
            }
        }
        for (Delayed late : delayed.values()) {
            if (late.homeRecord <= record && ids.size() < max) {
                ids.add(new RememberedId(late.id, late.sequence, late.countsFromMillis));
            }
        }
        return ids;
    }

    /** The ids that {@link #writtenUpTo} gave, and nothing has happened since, are in another record now. */
    void moved(long upToRecord, List<RememberedId> moved, long newRecord) {
        List<RememberedId> ids = new ArrayList<>();
        for (int i = firstChunk; i < firstChunk + chunkCount() && ids.size() < moved.size(); i++) {
            if (chunkAt(i).homeRecord <= upToRecord) {
                collect(i, ids);
                chunkAt(i).homeRecord = newRecord;
            }
        }
        for (int i = ids.size(); i < moved.size(); i++) {
            Delayed late = delayed.get(moved.get(i).id());
            if (late != null) {
                late.homeRecord = newRecord;
            }
        }
    }

    private void collect(int chunkIndex, List<RememberedId> into) {
        Chunk chunk = chunkAt(chunkIndex);
        long start = (head & -CHUNK) + (long) (chunkIndex - firstChunk) * CHUNK;
        for (int index = 0; index < CHUNK; index++) {
            long position = start + index;
            if (position >= head && position < tail && chunk.sequences[index] >= 0) {
                into.add(new RememberedId(
                        new DuplicateId(chunk.highs[index], chunk.lows[index]),
                        chunk.sequences[index],
                        chunk.acceptedAtMillis(index)));
            }
        }
    }

    @Override
    long dueMillis() {
        long first = head == tail ? Long.MAX_VALUE : acceptedAtMillis(head);
        Delayed late = delayedByTime.peek();
        if (late != null) {
            first = Math.min(first, late.countsFromMillis);
        }
        return first == Long.MAX_VALUE ? first : first + windowMillis + Math.max(1000, windowMillis / LATENESS);
    }

    @Override
    int orderEntity() {
        return entityId;
    }

    @Override
    long orderSequence() {
        return 0;
    }

    // ---- the list

    private Chunk chunkForTail(long acceptedAtMillis) {
        if ((tail & (CHUNK - 1)) != 0 && tail > head) {
            return chunk(tail);
        }
        int next = firstChunk + chunkCount();
        if (next == chunks.length) {
            int count = next - firstChunk;
            chunks = Arrays.copyOfRange(chunks, firstChunk, firstChunk + count + (count >> 1) + 2);
            firstChunk = 0;
            next = count;
        }
        Chunk chunk = new Chunk(acceptedAtMillis);
        chunks[next] = chunk;
        return chunk;
    }

    private int chunkCount() {
        return head == tail ? 0 : (int) (((tail - 1) >>> CHUNK_SHIFT) - (head >>> CHUNK_SHIFT)) + 1;
    }

    private Chunk chunk(long position) {
        return chunkAt(firstChunk + (int) ((position >>> CHUNK_SHIFT) - (head >>> CHUNK_SHIFT)));
    }

    private Chunk chunkAt(int index) {
        Chunk chunk = chunks[index];
        if (chunk == null) {
            throw new IllegalStateException("no chunk " + index + " from " + firstChunk);
        }
        return chunk;
    }

    private long acceptedAtMillis(long position) {
        return chunk(position).acceptedAtMillis((int) position & (CHUNK - 1));
    }

    private long sequence(long position) {
        long sequence = chunk(position).sequences[(int) position & (CHUNK - 1)];
        return sequence < 0 ? -1 - sequence : sequence;
    }

    // ---- the index

    private long position(DuplicateId id) {
        long[] slots = shard(id.low()).slots;
        int mask = slots.length - 1;
        int fingerprint = fingerprint(id.high());
        for (int slot = fingerprint & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            if ((int) (slots[slot] >>> 32) == fingerprint) {
                long position = positionIn(slots[slot]);
                Chunk chunk = chunk(position);
                int index = (int) position & (CHUNK - 1);
                if (chunk.highs[index] == id.high() && chunk.lows[index] == id.low()) {
                    return position;
                }
            }
        }
        return -1;
    }

    private void index(long high, long low, long position) {
        if (shards.length == 1 && tail - head > SHARDED_FROM) {
            shardAll();
        }
        Shard shard = shard(low);
        if ((shard.used + 1) * 4L > shard.slots.length * 3L) {
            grow(shard);
        }
        put(shard.slots, (long) fingerprint(high) << 32 | (position & 0xFFFFFFFFL));
        shard.used++;
    }

    private void unindex(long high, long low, long position) {
        Shard shard = shard(low);
        long[] slots = shard.slots;
        int mask = slots.length - 1;
        long entry = (long) fingerprint(high) << 32 | (position & 0xFFFFFFFFL);
        for (int slot = fingerprint(high) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            if (slots[slot] == entry) {
                closeGap(slots, slot);
                shard.used--;
                return;
            }
        }
    }

    private static void closeGap(long[] slots, int start) {
        int mask = slots.length - 1;
        int gap = start;
        for (int slot = (gap + 1) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            int home = (int) (slots[slot] >>> 32) & mask;
            if (((slot - home) & mask) >= ((slot - gap) & mask)) {
                slots[gap] = slots[slot];
                gap = slot;
            }
        }
        slots[gap] = 0;
    }

    private void shardAll() {
        long[] all = shards[0].slots;
        shards = new Shard[1 << SHARD_BITS];
        Arrays.setAll(shards, i -> new Shard());
        for (long entry : all) {
            if (entry != 0) {
                long position = positionIn(entry);
                Shard shard = shard(chunk(position).lows[(int) position & (CHUNK - 1)]);
                if ((shard.used + 1) * 4L > shard.slots.length * 3L) {
                    grow(shard);
                }
                put(shard.slots, entry);
                shard.used++;
            }
        }
    }

    private static void grow(Shard shard) {
        long[] old = shard.slots;
        shard.slots = new long[old.length * 2];
        for (long entry : old) {
            if (entry != 0) {
                put(shard.slots, entry);
            }
        }
    }

    private static void put(long[] slots, long entry) {
        int mask = slots.length - 1;
        int slot = (int) (entry >>> 32) & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = entry;
    }

    private Shard shard(long low) {
        return shards.length == 1 ? shards[0] : shards[shardOf(low)];
    }

    /**
     * The last shard gets twice as much as the first, those between rise evenly from one to the other: so some shard doubles
     * its table all the time, and not all of them at once.
     */
    static int shardOf(long low) {
        long share = low >>> 48;
        return (int) ((share * (4L * (1 << 16) - share) / 3) >>> (32 - SHARD_BITS));
    }

    private static int fingerprint(long high) {
        int fingerprint = (int) (high >>> 32);
        return fingerprint == 0 ? 1 : fingerprint;
    }

    private long positionIn(long entry) {
        return head + (((int) entry - (int) head) & 0xFFFFFFFFL);
    }
}
