package io.angarium.engine.journal.file;

import io.angarium.engine.journal.Folders;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Segments as files {@code segment-0000000001.ang}, filled with zeros before they are used: the blocks are there, so that a write
 * cannot run out of space, and a force need not write the file's length and extents as well (0.17 against 0.28 ms for 64 KiB here).
 * What an earlier life left in a file that is used again is no danger: each batch names its segment.
 */
final class FileSegments implements SegmentStore {
    private static final Pattern NAME = Pattern.compile("segment-(\\d{10,19})\\.ang");
    private static final int ZEROS_BYTES = 1 << 20;
    private static final int FORCED_BYTES = 4 << 20;

    /** A deleted segment that is written again instead of new zeros, which would double what goes to the disk. */
    private static final String USED = "used.ang";

    private final Path folder;
    private final Path used;
    private final long segmentBytes;

    /** Guarded by this: segments are allocated and deleted by different threads. */
    private boolean hasUsed;

    private FileSegments(Path folder, long segmentBytes) {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        used = folder.resolve(USED);
    }

    static FileSegments open(Path folder, long segmentBytes) throws IOException {
        FileSegments segments = new FileSegments(folder, segmentBytes);
        Files.deleteIfExists(segments.used);
        return segments;
    }

    @Override
    public List<Long> existing() throws IOException {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    found.add(Long.parseLong(name.group(1)));
                }
            }
        }
        found.sort(null);
        return found;
    }

    @Override
    public Path file(long segment) {
        return folder.resolve(String.format("segment-%010d.ang", segment));
    }

    @Override
    public long allocate(long segment, long bytes) throws IOException {
        Path file = file(segment);
        if (bytes == segmentBytes && takeUsed(file)) {
            Folders.force(folder);
            return bytes;
        }
        boolean whole = false;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, ZEROS_BYTES));
            for (long at = 0; at < bytes; ) {
                zeros.clear().limit((int) Math.min(bytes - at, zeros.capacity()));
                at += channel.write(zeros, at);
                if (at % FORCED_BYTES == 0) {
                    channel.force(false); // in pieces: the force of a batch must not wait behind all of it
                }
            }
            channel.force(true);
            Folders.force(folder);
            whole = true;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
        return bytes;
    }

    private synchronized boolean takeUsed(Path file) throws IOException {
        if (!hasUsed) {
            return false;
        }
        Files.move(used, file, StandardCopyOption.ATOMIC_MOVE);
        hasUsed = false;
        return true;
    }

    @Override
    public Writer open(long segment) throws IOException {
        return new FileWriter(FileChannel.open(file(segment), StandardOpenOption.WRITE));
    }

    @Override
    public void seal(long segment, long usedBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file(segment), StandardOpenOption.WRITE)) {
            channel.truncate(usedBytes);
        }
    }

    @Override
    public synchronized void delete(long segment) throws IOException {
        Path file = file(segment);
        if (!hasUsed && Files.exists(file) && Files.size(file) == segmentBytes) {
            Files.move(file, used, StandardCopyOption.ATOMIC_MOVE);
            hasUsed = true;
        } else {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public synchronized long idleBytes() {
        return hasUsed ? segmentBytes : 0;
    }

    @Override
    public synchronized void close() throws IOException {
        Files.deleteIfExists(used);
        hasUsed = false;
    }

    /** Writes one batch behind the other. */
    private static final class FileWriter implements Writer {
        private final FileChannel channel;
        private final long size;
        private long position;

        FileWriter(FileChannel channel) throws IOException {
            this.channel = channel;
            size = channel.size();
        }

        @Override
        public long remainingBytes() {
            return size - position;
        }

        @Override
        public long write(ByteBuffer batch) throws IOException {
            long offset = position;
            while (batch.hasRemaining()) {
                position += channel.write(batch, position);
            }
            return offset;
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                // what is nearly full keeps its size and can be used again
                if (position < size - size / 8) {
                    channel.truncate(position);
                }
            }
        }
    }
}
