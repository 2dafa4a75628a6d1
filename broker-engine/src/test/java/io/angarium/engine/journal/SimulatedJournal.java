package io.angarium.engine.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A journal in memory for simulations: deterministic, confined to one thread. Records become durable only when {@link #flush} says so;
 * {@link #crash} loses a random part of the rest. It fails, fills up and stalls when told.
 */
public final class SimulatedJournal implements Journal {
    private final Disk disk;
    private final TreeMap<Long, Stored> live = new TreeMap<>();
    private ProgressListener listener = new ProgressListener() {
        @Override
        public void durable(long record) {}

        @Override
        public void failed(JournalException cause) {}
    };
    private boolean replayed;
    private boolean closed;
    private boolean full;
    private boolean refused;
    private @Nullable JournalException failure;
    private long flushes;

    /** What outlives a crash, for {@link SimulatedJournal#open}. */
    public static final class Disk {
        private final NavigableMap<Long, Stored> records = new TreeMap<>();
        private final long segmentBytes;
        private final long maxBytes;
        private final long reserveBytes;
        private long next = 1;
        private long durable;
        private long segment = 1;
        private long bytesInSegment;
        private long oldestSegment = 1;
        private boolean open;

        private Disk(long segmentBytes, long maxBytes, long reserveBytes) {
            this.segmentBytes = segmentBytes;
            this.maxBytes = maxBytes;
            this.reserveBytes = reserveBytes;
        }

        /** An endless disk with segments of 64 KiB. */
        public static Disk endless() {
            return new Disk(64 << 10, Long.MAX_VALUE / 2, 0);
        }

        /** A disk for the segments, limit and reserve of a configuration. */
        public static Disk of(JournalConfig config) {
            return new Disk(config.segmentBytes(), config.maxStoreBytes(), config.reserveBytes());
        }

        private long bytes() {
            return (segment - oldestSegment) * segmentBytes + bytesInSegment;
        }
    }

    private record Stored(long number, ByteBuffer metadata, List<ByteBuffer> content, boolean keep, long segment) {
        boolean needsRelease() {
            return keep || !content.isEmpty();
        }

        long bytes() {
            return metadata.remaining()
                    + content.stream().mapToLong(ByteBuffer::remaining).sum()
                    + 64;
        }
    }

    private SimulatedJournal(Disk disk) {
        this.disk = disk;
    }

    /** Opens a disk; {@link #replay} comes next. */
    public static SimulatedJournal open(Disk disk) {
        if (disk.open) {
            throw new JournalException(JournalException.Kind.IN_USE, "the simulated disk is in use");
        }
        disk.open = true;
        return new SimulatedJournal(disk);
    }

    // ---- what the simulation does to it

    /** Makes everything durable and tells the listener. */
    public void flush() {
        flushTo(disk.next - 1);
    }

    /** Makes the records up to this one durable and tells the listener. */
    public void flushTo(long record) {
        if (failure != null || record <= disk.durable) {
            return;
        }
        disk.durable = Math.min(record, disk.next - 1);
        flushes++;
        listener.durable(disk.durable);
    }

    /** Records that are not durable yet. */
    public long unflushed() {
        return disk.next - 1 - disk.durable;
    }

    /** Ends without warning: of what is not durable a random number of records, from the newest back, is lost. */
    public void crash(Random random) {
        long kept = disk.durable + random.nextInt((int) unflushed() + 1);
        disk.records.tailMap(kept, false).clear();
        disk.next = kept + 1;
        disk.durable = kept;
        end();
    }

    /** From now on every append is refused, except with reserve, or no longer. */
    public void fillUp(boolean now) {
        full = now;
        if (!now && refused) {
            refused = false;
            listener.roomAgain();
        }
    }

    /** The disk fails: what is not durable never will be. */
    public void fail() {
        failure = new JournalException(JournalException.Kind.FAILED, "the simulated disk failed");
        listener.failed(failure);
    }

    private void end() {
        closed = true;
        disk.open = false;
    }

    // ---- Journal

    @Override
    public void replay(ReplayListener replayListener) {
        requireOpen();
        if (replayed) {
            throw new IllegalStateException("a journal is replayed once");
        }
        List<Stored> all = new ArrayList<>(disk.records.values());
        for (Stored record : all) {
            if (record.needsRelease()) {
                live.put(record.number(), record);
            }
            replayListener.record(record.number(), record.metadata().duplicate(), record.needsRelease());
        }
        roll();
        replayed = true;
    }

    private void roll() {
        if (disk.bytesInSegment > 0) {
            disk.segment++;
            disk.bytesInSegment = 0;
        }
    }

    @Override
    public long nextRecord() {
        requireReplayed();
        return disk.next;
    }

    @Override
    public long append(ByteBuffer metadata, List<ByteBuffer> content, boolean keep, boolean reserve) {
        requireReplayed();
        if (failure != null) {
            throw new JournalException(JournalException.Kind.FAILED, "the simulated disk failed", failure);
        }
        Stored record = new Stored(
                disk.next,
                copy(metadata),
                content.stream().map(SimulatedJournal::copy).toList(),
                keep,
                disk.segment);
        long contentBytes =
                record.content().stream().mapToLong(ByteBuffer::remaining).sum();
        if (contentBytes > MAX_RECORD_BYTES
                || metadata.remaining() > MAX_METADATA_BYTES
                || record.bytes() > disk.segmentBytes / 4) {
            throw new IllegalArgumentException("a record of " + record.bytes() + " bytes is too large");
        }
        long limit = disk.maxBytes - (reserve ? 0 : disk.reserveBytes);
        if ((full && !reserve) || disk.bytes() + record.bytes() > limit) {
            refused |= !reserve;
            throw new JournalException(JournalException.Kind.FULL, "the simulated disk is full");
        }
        return store(record);
    }

    private long store(Stored made) {
        if (disk.bytesInSegment + made.bytes() > disk.segmentBytes) {
            roll();
        }
        Stored record = new Stored(made.number(), made.metadata(), made.content(), made.keep(), disk.segment);
        disk.bytesInSegment += record.bytes();
        disk.records.put(record.number(), record);
        if (record.needsRelease()) {
            live.put(record.number(), record);
        }
        return disk.next++;
    }

    private static ByteBuffer copy(ByteBuffer buffer) {
        return ByteBuffer.allocate(buffer.remaining())
                .put(buffer.duplicate())
                .flip()
                .asReadOnlyBuffer();
    }

    @Override
    public long durableRecord() {
        return disk.durable;
    }

    @Override
    public void onProgress(ProgressListener progressListener) {
        listener = progressListener;
    }

    @Override
    public ByteBuffer read(long record, int index) {
        return find(record).content().get(index).duplicate();
    }

    @Override
    public ByteBuffer readMetadata(long record) {
        return find(record).metadata().duplicate();
    }

    private Stored find(long record) {
        requireOpen();
        Stored found = live.get(record);
        if (found == null) {
            throw new JournalException(JournalException.Kind.GONE, "record " + record + " was released");
        }
        return found;
    }

    @Override
    public void release(long record) {
        live.remove(record);
    }

    @Override
    public @Nullable Segment cleanable() {
        requireReplayed();
        if (disk.oldestSegment == disk.segment) {
            return null;
        }
        List<Stored> inOldest = disk.records.values().stream()
                .filter(r -> r.segment() == disk.oldestSegment)
                .toList();
        List<Stored> alive =
                inOldest.stream().filter(r -> live.containsKey(r.number())).toList();
        long liveBytes = alive.stream().mapToLong(Stored::bytes).sum();
        long bytes = inOldest.stream().mapToLong(Stored::bytes).sum();
        long allLive = live.values().stream().mapToLong(Stored::bytes).sum();
        if (liveBytes * 4 > bytes && disk.bytes() < 3 * allLive + 2 * disk.segmentBytes) {
            return null;
        }
        long first = inOldest.isEmpty() ? 0 : inOldest.get(0).number();
        return new Segment(
                disk.oldestSegment,
                first,
                first + inOldest.size() - 1,
                alive.stream().map(Stored::number).toList());
    }

    @Override
    public void delete(Segment segment) {
        requireReplayed();
        if (segment.id() != disk.oldestSegment || segment.id() == disk.segment) {
            throw new IllegalStateException("segment " + segment.id() + " is not the oldest, or it is being written");
        }
        if (live.values().stream().anyMatch(r -> r.segment() == segment.id())) {
            throw new IllegalStateException("something in segment " + segment.id() + " is live");
        }
        // what released its records must be durable before they are gone
        flush();
        disk.records.values().removeIf(r -> r.segment() == segment.id());
        disk.oldestSegment++;
        if (refused && !full) {
            refused = false;
            listener.roomAgain();
        }
    }

    @Override
    public void sync() {
        requireReplayed();
        if (failure != null) {
            throw new JournalException(JournalException.Kind.FAILED, "the simulated disk failed", failure);
        }
        flush();
    }

    @Override
    public Statistics statistics() {
        long pending = disk.records.tailMap(disk.durable, false).values().stream()
                .mapToLong(Stored::bytes)
                .sum();
        return new Statistics(
                (int) (disk.segment - disk.oldestSegment + 1),
                disk.bytes(),
                live.values().stream().mapToLong(Stored::bytes).sum(),
                pending,
                flushes,
                full || refused);
    }

    private void requireOpen() {
        if (closed) {
            throw new JournalException(JournalException.Kind.CLOSED, "the simulated journal is closed");
        }
    }

    private void requireReplayed() {
        requireOpen();
        if (!replayed) {
            throw new IllegalStateException("replay comes first");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            flush();
            end();
        }
    }
}
