package io.angarium.engine.journal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The segments, oldest first, and what is live in each; confined to the journal's lock. */
final class SegmentTable {
    private final List<Entry> entries = new ArrayList<>();
    private long liveBytes;
    private long totalBytes;
    private long diskBytes;

    /** A segment. */
    static final class Entry {
        final long id;
        final long firstRecord;
        long lastRecord;
        long diskBytes;
        long liveRecords;
        long liveBytes;
        /** Weight of all records that were ever in it. */
        long totalBytes;
        /** The record that must be durable before the segment may go: with it, what released the last live record. */
        long releasedAt;
        /** Whether its file is as it will stay; it can be deleted then. */
        boolean closed = true;

        Entry(long id, long firstRecord, long diskBytes) {
            this.id = id;
            this.firstRecord = firstRecord;
            this.lastRecord = firstRecord - 1;
            this.diskBytes = diskBytes;
        }
    }

    /** Adds the newest. */
    void add(Entry entry) {
        entries.add(entry);
        diskBytes += entry.diskBytes;
    }

    /** Removes the oldest. */
    void removeOldest() {
        Entry gone = entries.remove(0);
        liveBytes -= gone.liveBytes;
        totalBytes -= gone.totalBytes;
        diskBytes -= gone.diskBytes;
    }

    @Nullable
    Entry oldest() {
        return entries.isEmpty() ? null : entries.get(0);
    }

    Entry newest() {
        return entries.get(entries.size() - 1);
    }

    int size() {
        return entries.size();
    }

    long liveBytes() {
        return liveBytes;
    }

    long totalBytes() {
        return totalBytes;
    }

    long diskBytes() {
        return diskBytes;
    }

    /** The segment that holds a record that was written and not cleaned away. */
    Entry of(long record) {
        int low = 0;
        int high = entries.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (entries.get(middle).firstRecord <= record) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return entries.get(low);
    }

    /** Counts a record that was written to the segment. */
    void written(Entry entry, long record, long weight, boolean live) {
        entry.lastRecord = record;
        entry.totalBytes += weight;
        totalBytes += weight;
        if (live) {
            entry.liveRecords++;
            entry.liveBytes += weight;
            liveBytes += weight;
        }
    }

    /** Counts that a record of the segment is not live any more. */
    void released(Entry entry, long weight, long releasedAt) {
        entry.liveRecords--;
        entry.liveBytes -= weight;
        entry.releasedAt = releasedAt;
        liveBytes -= weight;
    }

    /** The segment takes another amount of disk. */
    void resized(Entry entry, long bytes) {
        diskBytes += bytes - entry.diskBytes;
        entry.diskBytes = bytes;
    }
}
