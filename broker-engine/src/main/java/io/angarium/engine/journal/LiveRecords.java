package io.angarium.engine.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is live, and where: the index of the records and the segments they are in. Confined to the journal's lock. */
final class LiveRecords {
    /** A store with more segments gets rid of small ones. */
    private static final int MANY_SEGMENTS = 16;

    private final long segmentBytes;
    private final RecordIndex index = new RecordIndex();
    private final SegmentTable segments = new SegmentTable();

    LiveRecords(long segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    SegmentTable segments() {
        return segments;
    }

    /**
     * A record is in a segment.
     *
     * @param live whether somebody must release it
     */
    void written(SegmentTable.Entry segment, long record, long place, boolean live) {
        segments.written(segment, record, RecordIndex.weight(place), live);
        if (live) {
            index.put(record, place);
        }
    }

    /** The place of a live record, 0 if it is not live. */
    long place(long record) {
        return index.get(record);
    }

    /** The segment of a live record. */
    long segmentOf(long record) {
        return segments.of(record).id;
    }

    /**
     * A record is not live any more; nothing happens if it was not.
     *
     * @param appended the last record that was appended: with it, what releases this one must be durable before the segment may go
     */
    void release(long record, long appended) {
        long place = index.remove(record);
        if (place != 0) {
            segments.released(segments.of(record), RecordIndex.weight(place), appended);
        }
    }

    /** See {@link Journal#cleanable}. */
    Journal.@Nullable Segment cleanable(boolean full) {
        SegmentTable.Entry oldest = segments.oldest();
        if (oldest == null || segments.size() == 1 || !worthCleaning(oldest, full)) {
            return null;
        }
        return new Journal.Segment(oldest.id, oldest.firstRecord, oldest.lastRecord, liveIn(oldest));
    }

    private List<Long> liveIn(SegmentTable.Entry segment) {
        return index.between(segment.firstRecord, segment.lastRecord);
    }

    /**
     * Cleaning the oldest pays if little of it is live, or if it is one of many small ones that openings have left. So that one full
     * segment at the front does not pin the rest for ever, it is worth while as well when more than two thirds of the whole store are
     * dead, or half when the store is full.
     */
    private boolean worthCleaning(SegmentTable.Entry oldest, boolean full) {
        boolean small = segments.size() > MANY_SEGMENTS && oldest.totalBytes * MANY_SEGMENTS < segmentBytes;
        if (small || oldest.liveBytes * 4 <= oldest.totalBytes) {
            return true;
        }
        long dead = segments.totalBytes() - segments.liveBytes();
        return dead > 2 * segmentBytes && dead > (full ? 1 : 2) * segments.liveBytes();
    }

    /**
     * Checks that a segment may be deleted.
     *
     * @return the record that must be durable before
     * @throws IllegalStateException see {@link Journal#delete}
     */
    long deletableAfter(Journal.Segment segment) {
        SegmentTable.Entry oldest = segments.oldest();
        if (oldest == null || oldest.id != segment.id() || segments.size() == 1) {
            throw new IllegalStateException("segment " + segment.id() + " is not the oldest, or it is being written");
        }
        if (oldest.liveRecords > 0) {
            throw new IllegalStateException(oldest.liveRecords + " records of segment " + segment.id()
                    + " are live, e.g. " + liveIn(oldest).get(0));
        }
        return oldest.releasedAt;
    }
}
