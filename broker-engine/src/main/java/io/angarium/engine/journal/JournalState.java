package io.angarium.engine.journal;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the callers and the thread of a journal share: records that wait, the index, the segments and the space. Thread-safe; one lock,
 * held for some hundred nanoseconds, never during I/O.
 */
final class JournalState {
    /** How often a full journal looks whether there is room again. */
    private static final long FULL_POLL_MILLIS = 20;

    /** What a record may need beside its own bytes, if it makes a batch of its own. */
    private final int batchBytes;

    private final JournalConfig config;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition progress = lock.newCondition();

    @GuardedBy("lock")
    private final LiveRecords live;

    @GuardedBy("lock")
    private final Admission admission;

    @GuardedBy("lock")
    private final RecentRecords recent;

    /** Bytes of live records that are in no segment yet. */
    @GuardedBy("lock")
    private long unplacedBytes;

    @GuardedBy("lock")
    private long flushes;

    @GuardedBy("lock")
    private boolean workerWaits;

    @GuardedBy("lock")
    private boolean nudged;

    @GuardedBy("lock")
    private boolean closing;

    @GuardedBy("lock")
    private @Nullable JournalException failure;

    /** All up to here is in the file, and on disk if anything is forced. */
    @GuardedBy("lock")
    private long written;

    private volatile long durable;

    /** Where a record is: in memory, or at a place of a segment. */
    record Location(@Nullable PendingRecord inMemory, long segment, long place) {}

    JournalState(JournalConfig config, LiveRecords live, long nextRecord, int batchBytes) {
        this.config = config;
        this.live = live;
        this.batchBytes = batchBytes;
        admission = new Admission(config);
        recent = new RecentRecords(nextRecord);
        written = nextRecord - 1;
        durable = written;
    }

    long next() {
        lock.lock();
        try {
            return recent.next();
        } finally {
            lock.unlock();
        }
    }

    long durable() {
        return durable;
    }

    long append(ByteBuffer metadata, List<ByteBuffer> content, boolean keep, boolean reserve) {
        lock.lock();
        try {
            requireUsable();
            PendingRecord record = new PendingRecord(recent.next(), metadata, content, keep);
            admit(record, reserve);
            recent.add(record);
            if (record.live()) {
                record.awaitsSegment = true;
                unplacedBytes += record.bytes();
            }
            if (config.sync() == JournalConfig.Sync.NONE) {
                durable = record.number;
            }
            if (workerWaits) {
                work.signal();
            }
            return record.number;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void admit(PendingRecord record, boolean reserve) {
        boolean admitted = false;
        try {
            admission.admit(
                    record.bytes() + batchBytes,
                    reserve,
                    recent.pendingBytes(),
                    live.segments().diskBytes());
            admitted = true;
        } finally {
            if (!admitted) {
                work.signal(); // from now on it looks for room
            }
        }
    }

    @GuardedBy("lock")
    private void requireUsable() {
        if (failure != null) {
            throw new JournalException(failure.kind(), requireNonNull(failure.getMessage()), failure);
        }
        if (closing) {
            throw new JournalException(
                    JournalException.Kind.CLOSED, "the journal of store " + config.folder() + " is closed");
        }
    }

    // ---- for the journal's thread

    /** Waits until there is something to do; false when everything is written and the journal is to be closed. */
    boolean awaitWork() {
        lock.lock();
        try {
            workerWaits = true;
            while (recent.nothingToWrite() && !closing && !nudged) {
                if (admission.refuses()) {
                    awaitMillis(work, FULL_POLL_MILLIS);
                    break;
                }
                work.awaitUninterruptibly();
            }
            workerWaits = false;
            nudged = false;
            return !(closing && recent.nothingToWrite());
        } finally {
            lock.unlock();
        }
    }

    /** Lets the journal's thread look after what it has not to write but to do. */
    void nudge() {
        lock.lock();
        try {
            nudged = true;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits a moment while there is no room for what was taken; false when the journal is to be closed. */
    boolean awaitRoom() {
        lock.lock();
        try {
            if (!closing) {
                awaitMillis(work, FULL_POLL_MILLIS);
            }
            return !closing;
        } finally {
            lock.unlock();
        }
    }

    // a pause that any signal may end; the callers look at everything again
    @SuppressWarnings({"WaitNotInLoop", "CheckReturnValue"})
    private static void awaitMillis(Condition condition, long millis) {
        try {
            condition.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // only our own thread waits here, and nobody has it to interrupt
            throw new AssertionError("the journal's thread was interrupted", e);
        }
    }

    /** Size of the next record to write, 0 if there is none. */
    long peekBytes() {
        lock.lock();
        try {
            PendingRecord first = recent.peek();
            return first == null ? 0 : first.bytes();
        } finally {
            lock.unlock();
        }
    }

    /** Takes records for one batch, oldest first, as many as fit. */
    List<PendingRecord> take(long maxBytes) {
        lock.lock();
        try {
            List<PendingRecord> taken = new ArrayList<>((int) Math.min(1024, recent.toWriteCount()));
            long bytes = 0;
            for (PendingRecord next = recent.peek(); next != null; next = recent.peek()) {
                bytes += next.bytes();
                if (bytes > maxBytes) {
                    break;
                }
                taken.add(recent.take());
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A batch is in the file.
     *
     * @param offset of the batch in the file
     * @param roomBytes left in the segment
     */
    void written(List<PendingRecord> batch, SegmentTable.Entry segment, long offset, long roomBytes) {
        lock.lock();
        try {
            long entryAt = offset + BatchHeader.BYTES;
            long frameAt = entryAt;
            for (PendingRecord record : batch) {
                frameAt += record.entryBytes;
            }
            for (PendingRecord record : batch) {
                enter(record, segment, entryAt, frameAt);
                entryAt += record.entryBytes;
                frameAt += record.frameBytes;
                admission.written(record.bytes() + batchBytes);
            }
            admission.room(roomBytes);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void enter(PendingRecord record, SegmentTable.Entry segment, long entryAt, long frameAt) {
        placed(record);
        boolean entryOnly = record.frameBytes == 0;
        long place = RecordIndex.place(
                entryOnly ? entryAt : frameAt,
                entryOnly ? record.entryBytes : record.frameBytes,
                record.metadata.remaining(),
                entryOnly);
        live.written(segment, record.number, place, record.live());
        if (!record.live()) {
            segment.releasedAt = recent.next() - 1;
        }
    }

    @GuardedBy("lock")
    private void placed(PendingRecord record) {
        if (record.awaitsSegment) {
            record.awaitsSegment = false;
            unplacedBytes -= record.bytes();
        }
    }

    /** All records up to this one are in the file, and on disk if anything is forced. */
    void written(long record) {
        lock.lock();
        try {
            recent.durable(record);
            written = record;
            if (config.sync() == JournalConfig.Sync.ALWAYS) {
                durable = record;
            }
            flushes++;
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A new segment is being written. */
    void began(SegmentTable.Entry segment, long roomBytes) {
        lock.lock();
        try {
            segment.closed = false;
            live.segments().add(segment);
            admission.began(segment.diskBytes, roomBytes);
        } finally {
            lock.unlock();
        }
    }

    /** A segment is closed, and takes perhaps another amount of disk. */
    void closed(SegmentTable.Entry segment, long bytes) {
        lock.lock();
        try {
            live.segments().resized(segment, bytes);
            segment.closed = true;
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The spare segment is there. */
    void spare(long diskBytes) {
        lock.lock();
        try {
            admission.spare(diskBytes);
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that the store takes on disk. */
    long storeBytes() {
        lock.lock();
        try {
            return live.segments().diskBytes() + admission.spareBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of the space on the disk; true if there is room again for what was refused. */
    boolean space(long usableBytes, long idleBytes) {
        lock.lock();
        try {
            admission.disk(usableBytes, live.segments().diskBytes() + idleBytes);
            return admission.roomAgain(recent.pendingBytes());
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    JournalException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** Whether appends were refused since there was room. */
    boolean waitsForRoom() {
        lock.lock();
        try {
            return admission.refuses();
        } finally {
            lock.unlock();
        }
    }

    boolean nothingToWrite() {
        lock.lock();
        try {
            return recent.nothingToWrite();
        } finally {
            lock.unlock();
        }
    }

    void fail(JournalException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // ---- for the callers

    /** Says that no more appends come. */
    void close() {
        lock.lock();
        try {
            closing = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a record is in the file, and on disk if anything is forced. */
    void awaitWritten(long record) {
        lock.lock();
        try {
            while (written < record) {
                if (failure != null) {
                    requireUsable();
                }
                progress.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the file of the oldest segment is closed. */
    void awaitOldestClosed() {
        lock.lock();
        try {
            SegmentTable.Entry oldest = live.segments().oldest();
            while (oldest != null && !oldest.closed) {
                if (failure != null) {
                    requireUsable();
                }
                progress.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Where a live record is, or null if it is not live. */
    @Nullable
    Location find(long record) {
        lock.lock();
        try {
            PendingRecord inMemory = recent.get(record);
            if (inMemory != null) {
                return inMemory.live() ? new Location(inMemory, 0, 0) : null;
            }
            long place = live.place(record);
            return place == 0 ? null : new Location(null, live.segmentOf(record), place);
        } finally {
            lock.unlock();
        }
    }

    void release(long record) {
        lock.lock();
        try {
            PendingRecord inMemory = recent.get(record);
            if (inMemory != null) {
                inMemory.release();
                placed(inMemory);
                recent.released(record);
            }
            live.release(record, recent.next() - 1);
        } finally {
            lock.unlock();
        }
    }

    Journal.@Nullable Segment cleanable() {
        lock.lock();
        try {
            return live.cleanable(admission.refuses());
        } finally {
            lock.unlock();
        }
    }

    /** Checks that a segment may be deleted; gives the record that must be durable before. */
    long deletableAfter(Journal.Segment segment) {
        lock.lock();
        try {
            return live.deletableAfter(segment);
        } finally {
            lock.unlock();
        }
    }

    /** The oldest segment is as good as deleted. */
    void forgetOldest() {
        lock.lock();
        try {
            live.segments().removeOldest();
        } finally {
            lock.unlock();
        }
    }

    /** A segment was deleted; takes note of the space, and lets the journal's thread tell who waits for it. */
    void deleted(long usableBytes, long idleBytes) {
        lock.lock();
        try {
            admission.disk(usableBytes, live.segments().diskBytes() + idleBytes);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    Journal.Statistics statistics(long idleBytes) {
        lock.lock();
        try {
            return new Journal.Statistics(
                    live.segments().size(),
                    live.segments().diskBytes() + admission.spareBytes() + idleBytes,
                    live.segments().liveBytes() + unplacedBytes,
                    recent.pendingBytes(),
                    flushes,
                    admission.refuses());
        } finally {
            lock.unlock();
        }
    }
}
