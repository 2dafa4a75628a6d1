package io.angarium.engine.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Where a journal is and how far it may go.
 *
 * @param folder of the store; made if it is not there
 * @param segmentBytes size of a full segment, default 64 MiB; a record may take a quarter of it
 * @param maxStoreBytes most that the segments may take on disk, default without limit
 * @param minFreeBytes space on the disk that ordinary appends leave free, default 256 MiB; settlements may use it
 * @param reserveBytes space inside {@code maxStoreBytes}, and on disk, that only appends with {@code reserve} may use, default
 *     80 MiB: a segment's worth for cleaning, the rest for settlements
 * @param maxPendingBytes most that may wait for the disk in memory, default 64 MiB; settlements may take as much again
 * @param sync when a record counts as durable
 */
public record JournalConfig(
        Path folder,
        long segmentBytes,
        long maxStoreBytes,
        long minFreeBytes,
        long reserveBytes,
        long maxPendingBytes,
        Sync sync) {
    private static final long MIN_SEGMENT_BYTES = 64 << 10;
    private static final long MAX_SEGMENT_BYTES = 1 << 30;

    /** When a record counts as durable, and whether anything of the store is ever forced to the disk. */
    public enum Sync {
        /** When it has been forced to the disk: it survives a loss of power. */
        ALWAYS,
        /**
         * As soon as it has been appended; nothing is ever forced. All of it is there again if the store was closed. After the death of
         * this process what the journal's thread had written by then is there, after a loss of power perhaps nothing or an unreadable
         * store: for what may be lost.
         */
        NONE;

        /** Returns when a file's content, and with {@code metadata} its length, is on disk; NONE does nothing. */
        public void force(FileChannel file, boolean metadata) throws IOException {
            if (this == ALWAYS) {
                file.force(metadata);
            }
        }

        /** Returns when a folder's entries are on disk; NONE does nothing. */
        public void force(Path folder) throws IOException {
            if (this == ALWAYS) {
                Folders.force(folder);
            }
        }
    }

    /** @throws IllegalArgumentException if a value is out of range; says which and what it may be */
    public JournalConfig {
        requireNonNull(folder, "folder");
        requireNonNull(sync, "sync");
        within("segmentBytes", segmentBytes, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES);
        within("minFreeBytes", minFreeBytes, 0, Long.MAX_VALUE);
        within("reserveBytes", reserveBytes, 0, Long.MAX_VALUE / 4);
        within("maxStoreBytes", maxStoreBytes, 2 * segmentBytes + reserveBytes, Long.MAX_VALUE);
        within("maxPendingBytes", maxPendingBytes, 1 << 20, 1L << 40);
    }

    private static void within(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be within " + min + " and " + max);
        }
    }

    /** The defaults, for a folder. */
    public static JournalConfig at(Path folder) {
        return new JournalConfig(folder, 64 << 20, Long.MAX_VALUE, 256 << 20, 80 << 20, 64 << 20, Sync.ALWAYS);
    }

    /** The same with another size of segments, and the reserve in proportion. */
    public JournalConfig withSegmentBytes(long bytes) {
        return new JournalConfig(folder, bytes, maxStoreBytes, minFreeBytes, bytes + bytes / 4, maxPendingBytes, sync);
    }

    /** The same with another limit of the store, and the part of it that is kept for settlements. */
    public JournalConfig withMaxStoreBytes(long bytes, long reservedBytes) {
        return new JournalConfig(folder, segmentBytes, bytes, minFreeBytes, reservedBytes, maxPendingBytes, sync);
    }

    /** The same with another amount that is left free on the disk. */
    public JournalConfig withMinFreeBytes(long bytes) {
        return new JournalConfig(folder, segmentBytes, maxStoreBytes, bytes, reserveBytes, maxPendingBytes, sync);
    }

    /** The same with another bound of what waits in memory. */
    public JournalConfig withMaxPendingBytes(long bytes) {
        return new JournalConfig(folder, segmentBytes, maxStoreBytes, minFreeBytes, reserveBytes, bytes, sync);
    }

    /** The same with another meaning of durable. */
    public JournalConfig withSync(Sync when) {
        return new JournalConfig(
                folder, segmentBytes, maxStoreBytes, minFreeBytes, reserveBytes, maxPendingBytes, when);
    }
}
