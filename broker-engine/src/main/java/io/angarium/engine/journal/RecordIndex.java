package io.angarium.engine.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the live records are: 8 bytes a record in chunks that are dropped when nothing in them is live. Confined to the journal's
 * lock.
 *
 * <p>A place is packed into a long: entry only (1 bit, for a record without content) | metadata length / 16, at most 64 KiB (12) |
 * offset in the file / 4 (29) | length of the frame, or of the entry, / 4 (22). Zero is nothing. The segment is known from the
 * record's number.
 */
final class RecordIndex {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int OFFSET_BITS = 29;
    private static final int LENGTH_BITS = 22;
    private static final int METADATA_BITS = 12;

    /** The chunks from {@link #firstChunk} on, null where nothing is live. */
    private long[][] chunks = new long[16][];

    private int[] liveIn = new int[16];
    private long firstChunk = -1;

    /** Packs the place of a record. */
    static long place(long offset, int bytes, int metadataBytes, boolean entryOnly) {
        long metadata = Math.min((metadataBytes + 15) >> 4, (1 << METADATA_BITS) - 1);
        if (offset >>> 2 >= 1L << OFFSET_BITS
                || bytes >>> 2 >= 1 << LENGTH_BITS
                || (offset & 3) != 0
                || (bytes & 3) != 0) {
            throw new IllegalArgumentException("no place for " + bytes + " bytes at " + offset);
        }
        return (entryOnly ? 1L << 63 : 0)
                | metadata << (OFFSET_BITS + LENGTH_BITS)
                | offset >>> 2 << LENGTH_BITS
                | bytes >>> 2;
    }

    static boolean entryOnly(long place) {
        return place < 0;
    }

    static long offset(long place) {
        return (place >>> LENGTH_BITS & (1L << OFFSET_BITS) - 1) << 2;
    }

    static int bytes(long place) {
        return (int) (place & (1L << LENGTH_BITS) - 1) << 2;
    }

    /** What the record counts for in the figures of its segment; the metadata in steps of 16 bytes. */
    static long weight(long place) {
        long metadata = place >>> (OFFSET_BITS + LENGTH_BITS) & (1L << METADATA_BITS) - 1;
        return bytes(place) + (entryOnly(place) ? 0 : metadata << 4);
    }

    /** Enters a record; numbers ascend. */
    void put(long record, long place) {
        int chunk = chunkFor(record >> CHUNK_BITS);
        long[] places = chunks[chunk];
        if (places == null) {
            places = new long[CHUNK];
            chunks[chunk] = places;
        }
        places[(int) record & (CHUNK - 1)] = place;
        liveIn[chunk]++;
    }

    /** The place of a record, 0 if it is not live. */
    long get(long record) {
        long chunk = (record >> CHUNK_BITS) - firstChunk;
        if (firstChunk < 0 || chunk < 0 || chunk >= chunks.length || chunks[(int) chunk] == null) {
            return 0;
        }
        return chunks[(int) chunk][(int) record & (CHUNK - 1)];
    }

    /** Takes a record out; returns its place, 0 if it was not live. */
    long remove(long record) {
        long place = get(record);
        if (place == 0) {
            return 0;
        }
        int chunk = (int) ((record >> CHUNK_BITS) - firstChunk);
        chunks[chunk][(int) record & (CHUNK - 1)] = 0;
        if (--liveIn[chunk] == 0) {
            chunks[chunk] = null;
        }
        return place;
    }

    /** The live records within a range, both ends included, ascending. */
    List<Long> between(long first, long last) {
        List<Long> live = new ArrayList<>();
        for (long record = first; record <= last; record++) {
            long chunk = (record >> CHUNK_BITS) - firstChunk;
            if (chunk < 0 || chunk >= chunks.length || chunks[(int) chunk] == null) {
                record |= CHUNK - 1;
            } else if (chunks[(int) chunk][(int) record & (CHUNK - 1)] != 0) {
                live.add(record);
            }
        }
        return live;
    }

    private int chunkFor(long number) {
        if (firstChunk < 0) {
            firstChunk = number;
        }
        if (number - firstChunk >= chunks.length) {
            makeRoom(number);
        }
        return (int) (number - firstChunk);
    }

    /** Forgets the empty chunks at the front, and doubles the table if that is not enough. */
    private void makeRoom(long number) {
        int empty = 0;
        while (empty < chunks.length && chunks[empty] == null) {
            empty++;
        }
        long first = empty == chunks.length ? number : firstChunk + empty;
        int used = chunks.length - empty;
        int wanted = Math.max(16, (int) (number - first + 1));
        int size = wanted > chunks.length / 2 ? wanted * 2 : chunks.length;
        long[][] places = new long[size][];
        int[] counts = new int[size];
        System.arraycopy(chunks, empty, places, 0, used);
        System.arraycopy(liveIn, empty, counts, 0, used);
        chunks = places;
        liveIn = counts;
        firstChunk = first;
    }
}
