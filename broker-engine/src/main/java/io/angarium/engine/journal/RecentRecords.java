package io.angarium.engine.journal;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The newest records in memory, by number: those that wait for the disk, and the last few MiB that are on disk, since what was just
 * sent is usually read at once. Bounded by the admission of appends and by {@link #KEPT_BYTES}. Confined to the journal's lock.
 */
final class RecentRecords {
    /** Most of what is on disk already that is kept in memory as well. */
    private static final long KEPT_BYTES = 4 << 20;

    private @Nullable PendingRecord[] ring = new PendingRecord[1024];
    private long oldest;
    private long toWrite;
    private long next;
    private long durable;
    private long keptBytes;
    private long pendingBytes;

    RecentRecords(long nextRecord) {
        oldest = nextRecord;
        toWrite = nextRecord;
        next = nextRecord;
        durable = nextRecord - 1;
    }

    long next() {
        return next;
    }

    long durable() {
        return durable;
    }

    /** Bytes that were appended and are not on disk. */
    long pendingBytes() {
        return pendingBytes;
    }

    boolean nothingToWrite() {
        return toWrite == next;
    }

    long toWriteCount() {
        return next - toWrite;
    }

    void add(PendingRecord record) {
        if (next - oldest == ring.length) {
            grow();
        }
        ring[slot(next)] = record;
        next++;
        pendingBytes += record.bytes();
    }

    /** The record, or null if it is not in memory. */
    @Nullable
    PendingRecord get(long record) {
        return record < oldest || record >= next ? null : ring[slot(record)];
    }

    /** The next record to write, without taking it. */
    @Nullable
    PendingRecord peek() {
        return toWrite == next ? null : ring[slot(toWrite)];
    }

    /** Takes the next record to write. */
    PendingRecord take() {
        return requireNonNull(ring[slot(toWrite++)], "a record that was not written is in memory");
    }

    /** Everything that was taken is on disk. */
    void durable(long record) {
        while (durable < record) {
            durable++;
            PendingRecord done = requireNonNull(ring[slot(durable)], "a record that was not durable is in memory");
            pendingBytes -= done.bytes();
            if (done.live()) {
                keptBytes += done.bytes();
            } else {
                ring[slot(durable)] = null;
            }
        }
        while (keptBytes > KEPT_BYTES || (oldest <= durable && ring[slot(oldest)] == null)) {
            drop(oldest);
            oldest++;
        }
    }

    /** Forgets a record that nobody reads any more, if it is on disk. */
    void released(long record) {
        if (record >= oldest && record <= durable) {
            drop(record);
        }
    }

    private void drop(long record) {
        PendingRecord dropped = ring[slot(record)];
        if (dropped != null) {
            keptBytes -= dropped.bytes();
            ring[slot(record)] = null;
        }
    }

    private void grow() {
        PendingRecord[] larger = new PendingRecord[ring.length * 2];
        for (long record = oldest; record < next; record++) {
            larger[(int) record & (larger.length - 1)] = ring[slot(record)];
        }
        ring = larger;
    }

    private int slot(long record) {
        return (int) record & (ring.length - 1);
    }
}
