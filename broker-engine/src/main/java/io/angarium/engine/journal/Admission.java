package io.angarium.engine.journal;

/**
 * Takes appends or refuses them for want of space, in memory or on disk, and knows when there is room again for what was refused.
 * Confined to the journal's lock.
 */
final class Admission {
    private final JournalConfig config;
    private final SpaceBudget budget;
    private long spareBytes;
    private long framingBytes;

    /** Bytes of the smallest ordinary append that was refused, 0 if none was since there was room. */
    private long refusedBytes;

    Admission(JournalConfig config) {
        this.config = config;
        budget = new SpaceBudget(config);
    }

    /**
     * Takes a record.
     *
     * @param pendingBytes what waits for the disk already
     * @param segmentsBytes what the segments take on disk
     * @throws JournalException FULL; then nothing was taken
     */
    void admit(long bytes, boolean reserve, long pendingBytes, long segmentsBytes) {
        long pendingLimit = config.maxPendingBytes() * (reserve ? 2 : 1);
        String problem = null;
        if (pendingBytes + bytes > pendingLimit && pendingBytes > 0) {
            problem = pendingBytes + " bytes wait for the disk, at most " + pendingLimit
                    + " may; the disk does not keep up with the senders";
        } else if (!budget.admits(bytes, reserve)) {
            problem = segmentsBytes + spareBytes + " bytes are taken, the limit is " + config.maxStoreBytes() + ", and "
                    + config.minFreeBytes()
                    + " must stay free on the disk; receive messages, or free or allow more space";
        }
        if (problem != null) {
            if (!reserve && (refusedBytes == 0 || bytes < refusedBytes)) {
                refusedBytes = bytes;
            }
            throw new JournalException(JournalException.Kind.FULL, "store " + config.folder() + " is full: " + problem);
        }
        budget.taken(bytes);
    }

    /** Whether ordinary appends were refused since there was room. */
    boolean refuses() {
        return refusedBytes > 0;
    }

    /** A record that was taken is in a segment. */
    void written(long bytes) {
        budget.written(bytes);
    }

    /** So much is left in the segment that is being written. */
    void room(long roomBytes) {
        budget.current(roomBytes);
    }

    /** A new segment is being written; the spare one is used up. */
    void began(long diskBytes, long roomBytes) {
        spareBytes = 0;
        budget.spare(0);
        framingBytes = diskBytes - roomBytes;
        budget.framing(framingBytes);
        budget.current(roomBytes);
    }

    /** The spare segment is there. */
    void spare(long diskBytes) {
        spareBytes = diskBytes;
        budget.spare(diskBytes - framingBytes);
    }

    /** Bytes of the spare segment, 0 if there is none. */
    long spareBytes() {
        return spareBytes;
    }

    /**
     * Takes note of the space on the disk.
     *
     * @param takenBytes what the store takes of it beside the spare segment
     */
    void disk(long usableBytes, long takenBytes) {
        budget.disk(usableBytes, takenBytes + spareBytes);
    }

    /** Whether there is room again for what was refused; says so once. */
    boolean roomAgain(long pendingBytes) {
        boolean again = refusedBytes > 0
                && pendingBytes + refusedBytes <= config.maxPendingBytes()
                && budget.admits(refusedBytes, false);
        if (again) {
            refusedBytes = 0;
        }
        return again;
    }
}
