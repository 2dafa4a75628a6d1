package io.angarium.engine.journal;

/**
 * Decides whether an append may be taken: only if what waits already, the new record and the reserve have room in the segments that
 * are allocated or certainly can be. So a record that was taken is never lost to a full disk. Confined to the journal's lock.
 */
final class SpaceBudget {
    private static final long MAX_SEGMENTS = 1 << 20;

    private final JournalConfig config;
    private long currentRoom;
    private long spareRoom;
    private long fullSegmentRoom;
    private long segmentsForAll;
    private long segmentsForReserve;
    /** What the reserve has taken of the space that is to stay free; it is not for ordinary appends. */
    private long borrowedBytes;

    private long waitingBytes;
    /** The largest record that was seen since nothing waited: what may be lost at the end of each segment. */
    private long largestBytes;

    SpaceBudget(JournalConfig config) {
        this.config = config;
        this.fullSegmentRoom = config.segmentBytes();
    }

    /**
     * Takes note of what is left on the disk.
     *
     * @param usableBytes of the disk
     * @param storeBytes what the segments take, the spare one included
     */
    void disk(long usableBytes, long storeBytes) {
        long allowed = config.maxStoreBytes() - storeBytes;
        segmentsForAll = segments(Math.min(allowed, usableBytes - config.minFreeBytes()));
        segmentsForReserve = segments(Math.min(allowed, usableBytes));
        borrowedBytes = Math.max(0, config.minFreeBytes() - usableBytes);
    }

    private long segments(long bytes) {
        return Math.max(0, Math.min(MAX_SEGMENTS, bytes / config.segmentBytes()));
    }

    /** Takes note of the room in the segment that is being written, and how much of a segment its own framing takes. */
    void current(long roomBytes) {
        currentRoom = roomBytes;
    }

    /** Takes note of the room in the spare segment, 0 if there is none. */
    void spare(long roomBytes) {
        spareRoom = roomBytes;
    }

    /** Takes note of what a segment loses to its framing. */
    void framing(long bytes) {
        fullSegmentRoom = config.segmentBytes() - bytes;
    }

    /** Whether a record may be taken. */
    boolean admits(long bytes, boolean reserve) {
        long largest = Math.max(largestBytes, bytes);
        long room = left(currentRoom, largest)
                + left(spareRoom, largest)
                + (reserve ? segmentsForReserve : segmentsForAll) * left(fullSegmentRoom, largest);
        return room - waitingBytes - bytes >= (reserve ? 0 : config.reserveBytes() + borrowedBytes);
    }

    private static long left(long room, long waste) {
        return Math.max(0, room - waste);
    }

    /** A record was taken. */
    void taken(long bytes) {
        waitingBytes += bytes;
        largestBytes = Math.max(largestBytes, bytes);
    }

    /** Records were written. */
    void written(long bytes) {
        waitingBytes -= bytes;
        if (waitingBytes == 0) {
            largestBytes = 0;
        }
    }
}
