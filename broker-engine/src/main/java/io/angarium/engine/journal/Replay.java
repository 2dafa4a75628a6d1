package io.angarium.engine.journal;

import static io.angarium.engine.journal.JournalException.Kind.CORRUPT;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a store from its oldest segment to the newest: checks that no batch and no record is missing or damaged, tells the listener
 * of each record, and finds where the last segment was torn. Used once, by one thread.
 */
final class Replay {
    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
    private static final String ADVICE = "; restore the store from a backup, nothing was changed";

    private final SegmentFiles files;
    private final StoreFile storeFile;
    private final LiveRecords live;
    private final Journal.ReplayListener listener;
    private long nextBatch = 1;
    private long nextRecord = 1;
    private long endOfNewest;
    private final List<Long> unused = new ArrayList<>();

    Replay(SegmentFiles files, StoreFile storeFile, LiveRecords live, Journal.ReplayListener listener) {
        this.files = files;
        this.storeFile = storeFile;
        this.live = live;
        this.listener = listener;
    }

    /** Number of the batch that comes next. */
    long nextBatch() {
        return nextBatch;
    }

    /** Number of the record that comes next. */
    long nextRecord() {
        return nextRecord;
    }

    /** Number of the newest segment that there is or was, 0 if there never was one. */
    long newestSegment() {
        return live.segments().size() == 0
                ? storeFile.newest()
                : live.segments().newest().id;
    }

    /** Where the newest segment's last batch ends. */
    long endOfNewest() {
        return endOfNewest;
    }

    /** Segments that nothing of the store is in: allocated ahead, or deleted but for their files. */
    List<Long> unused() {
        return unused;
    }

    /** Does it; called once. Changes nothing on disk. */
    void run() throws IOException {
        List<Start> starts = starts();
        for (int i = 0; i < starts.size(); i++) {
            Start start = starts.get(i);
            checkContinues(start, i == 0);
            try (SegmentScan scan = new SegmentScan(start.file(), storeFile.id(), start.segment())) {
                SegmentTable.Entry entry = new SegmentTable.Entry(start.segment(), nextRecord, scan.size());
                live.segments().add(entry);
                nextBatch++;
                if (i + 1 < starts.size()) {
                    complete(
                            scan,
                            start,
                            entry,
                            starts.get(i + 1).batch().header().number());
                } else {
                    newest(scan, start, entry);
                }
            }
        }
    }

    /** A segment and its first batch. */
    private record Start(long segment, Path file, SegmentScan.Found batch) {}

    /** The segments that were begun. */
    private List<Start> starts() throws IOException {
        List<Start> starts = new ArrayList<>();
        long expected = storeFile.oldest();
        for (long id : files.existing()) {
            if (id < storeFile.oldest()) {
                unused.add(id);
                continue;
            }
            if (id != expected) {
                throw corrupt(files.file(expected), 0, "the segment is missing, a newer one is there");
            }
            SegmentScan.Found first = first(id);
            if (first == null) {
                takeForUnused(id);
            } else {
                starts.add(new Start(id, files.file(id), first));
            }
            expected++;
        }
        if (expected <= storeFile.newest()) {
            throw corrupt(
                    files.file(expected),
                    0,
                    "the segment is missing; it was written up to segment " + storeFile.newest());
        }
        return starts;
    }

    private SegmentScan.@Nullable Found first(long id) throws IOException {
        try (SegmentScan scan = new SegmentScan(files.file(id), storeFile.id(), id)) {
            SegmentScan.Found first = scan.next(0);
            if (first != null && first.header().kind() != BatchHeader.Kind.START) {
                throw corrupt(scan.file(), 0, "the beginning of the segment is damaged");
            }
            return first;
        }
    }

    /** A segment that was allocated ahead, or whose beginning was cut short before anything else was in it. */
    private void takeForUnused(long id) {
        if (id <= storeFile.newest()) {
            throw corrupt(files.file(id), 0, "nothing of the store is in the segment");
        }
        unused.add(id);
    }

    private void checkContinues(Start start, boolean first) {
        BatchHeader header = start.batch().header();
        if (first) {
            nextBatch = header.number();
            nextRecord = header.firstRecord();
        } else if (header.number() != nextBatch || header.firstRecord() != nextRecord) {
            throw corrupt(
                    start.file(),
                    start.batch().at(),
                    "the segment continues after record " + (header.firstRecord() - 1) + ", the one before ends with "
                            + (nextRecord - 1));
        }
    }

    /** Replays a segment of which another one says where it ends. */
    private void complete(SegmentScan scan, Start start, SegmentTable.Entry entry, long endBatch) throws IOException {
        long at = start.batch().end();
        while (nextBatch < endBatch) {
            SegmentScan.Found batch = scan.next(at);
            if (batch == null || !continues(batch)) {
                throw corrupt(
                        scan.file(),
                        at,
                        "batch " + nextBatch + " with record " + nextRecord + " is damaged or missing");
            }
            deliver(scan, batch, entry);
            at = batch.end();
        }
    }

    private boolean continues(SegmentScan.Found batch) {
        BatchHeader header = batch.header();
        return header.kind() == BatchHeader.Kind.RECORDS
                && header.number() == nextBatch
                && header.firstRecord() == nextRecord;
    }

    /** Replays the newest segment up to where its writing was cut short, if it was. */
    private void newest(SegmentScan scan, Start start, SegmentTable.Entry entry) throws IOException {
        List<SegmentScan.Found> intact = new ArrayList<>();
        long at = start.batch().end();
        long batch = nextBatch;
        long forced = 0;
        SegmentScan.Found found = scan.next(at);
        while (found != null && isNext(scan, found, batch)) {
            forced = Math.max(forced, found.header().forced());
            intact.add(found);
            batch++;
            at = found.end();
            found = scan.next(at);
        }
        // behind the first damage there may be later batches; they show what must have been on disk
        for (; found != null; found = scan.next(found.at() + 4)) {
            forced = Math.max(forced, found.header().forced());
        }
        // a store that was closed in order says so itself
        forced = Math.max(forced, storeFile.end() - 1);
        if (forced >= batch) {
            throw corrupt(
                    scan.file(),
                    at,
                    "batch " + batch + " is damaged or missing, but was on disk before batch " + (forced + 1)
                            + " was written");
        }
        endOfNewest = start.batch().end();
        for (SegmentScan.Found whole : intact) {
            if (whole.header().number() > forced && !scan.contentIntact(whole)) {
                LOG.warn("{}: the last write was cut short at {}; it was never confirmed", scan.file(), whole.at());
                return;
            }
            deliver(scan, whole, entry);
            endOfNewest = whole.end();
        }
    }

    private static boolean isNext(SegmentScan scan, SegmentScan.Found found, long batch) throws IOException {
        return found.header().number() == batch
                && found.header().kind() == BatchHeader.Kind.RECORDS
                && scan.index(found) != null;
    }

    private void deliver(SegmentScan scan, SegmentScan.Found batch, SegmentTable.Entry entry) throws IOException {
        ByteBuffer section = scan.index(batch);
        if (section == null) {
            throw corrupt(
                    scan.file(),
                    batch.at(),
                    "the metadata of batch " + nextBatch + " with record " + nextRecord + " is damaged");
        }
        long entryAt = batch.at() + BatchHeader.BYTES;
        long frameAt = entryAt + batch.header().indexBytes();
        int at = 0;
        for (int i = 0; i < batch.header().records(); i++) {
            ByteBuffer metadata = RecordFormat.metadata(section, at);
            if (metadata == null) {
                throw corrupt(scan.file(), entryAt + at, "the metadata of record " + nextRecord + " is damaged");
            }
            int frameBytes = RecordFormat.frameBytes(section, at);
            int entryBytes = RecordFormat.entryBytes(metadata.remaining());
            boolean lives = frameBytes > 0 || RecordFormat.keep(section, at);
            long place = RecordIndex.place(
                    frameBytes > 0 ? frameAt : entryAt + at,
                    frameBytes > 0 ? frameBytes : entryBytes,
                    metadata.remaining(),
                    frameBytes == 0);
            live.written(entry, nextRecord, place, lives);
            nextRecord++;
            listener.record(nextRecord - 1, metadata, lives);
            at += entryBytes;
            frameAt += frameBytes;
        }
        nextBatch++;
    }

    private static JournalException corrupt(Path file, long at, String what) {
        return new JournalException(CORRUPT, file + " is damaged at position " + at + ": " + what + ADVICE);
    }
}
