package io.angarium.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes the files of segments with all their space on disk, so that writing to them cannot run out of space, and a force need not
 * write the file's length and extents as well (0.17 against 0.28 ms for 64 KiB here). Space is made by writing zeros, which works on
 * every file system without native code, or better by taking a file that was a segment before: zeros double what goes to the disk.
 * What an earlier life left in such a file is no danger: each batch names its segment, and recovery says where the last one ends.
 *
 * <p>Thread-safe: segments are made and given up by different threads.
 */
public final class SegmentSpace {
    /** A file that was a segment and will be one again; no more than one is kept. */
    private static final String USED = "used.ang";

    private static final int ZEROS_BYTES = 1 << 20;

    /** In pieces: the force of a batch must not wait behind all of it. */
    private static final int FORCED_BYTES = 4 << 20;

    private final Path folder;
    private final Path used;
    private final long segmentBytes;
    private final JournalConfig.Sync sync;

    private final ReentrantLock lock = new ReentrantLock();

    /** Changed under the lock. */
    private volatile boolean hasUsed;

    /**
     * Forgets what an earlier process has kept.
     *
     * @param segmentBytes size of a full segment; only files of this size are used again
     */
    public SegmentSpace(Path folder, long segmentBytes, JournalConfig.Sync sync) throws IOException {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.sync = sync;
        used = folder.resolve(USED);
        Files.deleteIfExists(used);
    }

    /**
     * Makes a file and forces it and its folder entry.
     *
     * @param bytes wanted size
     * @param clearBytes how much of its beginning must be zeros; the rest may be anything
     * @return its size, which is larger than wanted if there was a used one
     * @throws IOException also if there is not enough space; then nothing is left behind
     */
    public long make(Path file, long bytes, int clearBytes) throws IOException {
        boolean whole = false;
        try {
            boolean taken = take(file);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (!taken) {
                    channel.truncate(0);
                }
                fill(channel, taken ? clearBytes : bytes);
                sync.force(channel, true);
            }
            sync.force(folder);
            whole = true;
            return taken ? segmentBytes : bytes;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }

    private boolean take(Path file) throws IOException {
        lock.lock();
        try {
            boolean there = hasUsed && Files.exists(used); // not if somebody has tidied up
            hasUsed = false;
            if (there) {
                Files.move(used, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return there;
        } finally {
            lock.unlock();
        }
    }

    private void fill(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, ZEROS_BYTES));
        for (long at = 0; at < bytes; ) {
            zeros.clear().limit((int) Math.min(bytes - at, zeros.capacity()));
            at += channel.write(zeros, at);
            if (at % FORCED_BYTES == 0) {
                sync.force(channel, false);
            }
        }
    }

    /** Removes a file, or keeps it for {@link #make}; no error if it is not there. */
    public void giveUp(Path file) throws IOException {
        lock.lock();
        try {
            if (!hasUsed && Files.exists(file) && Files.size(file) == segmentBytes) {
                Files.move(file, used, StandardCopyOption.ATOMIC_MOVE);
                hasUsed = true;
            } else {
                Files.deleteIfExists(file);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a segment that is at its end so keeps its size, to be used again; else what is behind the end is given back. */
    public static boolean keepsItsSize(long usedBytes, long bytes) {
        return usedBytes >= bytes - bytes / 8;
    }

    /** Bytes of what is kept. */
    public long idleBytes() {
        return hasUsed ? segmentBytes : 0; // without the lock, which is held while files are renamed
    }

    /** Removes what is kept. */
    public void close() throws IOException {
        lock.lock();
        try {
            Files.deleteIfExists(used);
            hasUsed = false;
        } finally {
            lock.unlock();
        }
    }
}
