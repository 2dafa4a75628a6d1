package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentSpace;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The segments of a store as cycles of a Chronicle Queue. */
final class ChronicleSegments implements SegmentStore {
    private static final String METADATA = "metadata.cq4t";
    private static final int METADATA_BYTES = 128 << 10;

    /** The library's own part of a file takes 5 KiB. */
    private static final long MIN_SEGMENT_BYTES = 64 << 10;

    private final Path folder;
    private final CycleFiles files;
    private final long segmentBytes;
    private final SegmentSpace space;
    private @Nullable Cycles cycles;
    private final JournalConfig.Sync sync;

    private ChronicleSegments(Path folder, JournalConfig config) throws IOException {
        this.folder = folder;
        files = new CycleFiles(folder);
        sync = config.sync();
        segmentBytes = fileBytes(config.segmentBytes());
        space = new SegmentSpace(folder, segmentBytes, sync);
    }

    /** Opens the segments in a folder that is locked by us; none is touched before the first segment is begun. */
    static ChronicleSegments open(Path folder, JournalConfig config) throws IOException {
        return new ChronicleSegments(folder, config);
    }

    private static long fileBytes(long bytes) {
        return Math.max(MIN_SEGMENT_BYTES, (bytes + 4095) & -4096L);
    }

    @Override
    public List<Long> existing() throws IOException {
        return files.existing();
    }

    @Override
    public Path file(long segment) {
        return files.file(segment);
    }

    @Override
    public long allocate(long segment, long bytes) throws IOException {
        return space.make(files.next(segment), fileBytes(bytes), CycleWriter.CLEAR_BYTES);
    }

    @Override
    public Writer open(long segment) throws IOException {
        if (cycles == null) {
            cycles = openCycles();
        }
        return new CycleWriter(cycles, files, segment, sync);
    }

    /**
     * Starts the library. It gets a new metadata file, with its space on disk, since a write to a hole of a mapped file on a full
     * disk would end this process. The old one may hold the lock of a process that is dead and had our own process id.
     */
    private Cycles openCycles() throws IOException {
        hideHalfMade();
        try (FileChannel metadata = FileChannel.open(
                folder.resolve(METADATA),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(METADATA_BYTES);
            while (zeros.hasRemaining()) {
                metadata.write(zeros);
            }
            sync.force(metadata, true);
        }
        List<Long> started = files.started();
        return Cycles.open(folder, segmentBytes, started.isEmpty() ? 0 : started.get(started.size() - 1));
    }

    /** Only the last cycle can be half made; it is not the library's to see, which would wait for somebody to finish it. */
    private void hideHalfMade() throws IOException {
        List<Long> started = files.started();
        if (started.isEmpty()) {
            return;
        }
        long last = started.get(started.size() - 1);
        Path file = files.cycle(last);
        boolean whole;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            whole = DocumentChain.isStarted(channel);
        }
        if (!whole) {
            Files.move(file, files.next(last), StandardCopyOption.ATOMIC_MOVE);
            sync.force(folder);
        }
    }

    @Override
    public void seal(long segment, long usedBytes) throws IOException {
        Path file = files.file(segment);
        boolean started;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            started = DocumentChain.isStarted(channel);
            DocumentChain.complete(channel, usedBytes);
            DocumentChain.endAt(channel, usedBytes);
            channel.truncate(DocumentChain.fileBytes(usedBytes));
            sync.force(channel, true);
        }
        if (started && file.equals(files.next(segment))) {
            // that it was shown to others had not got to the disk
            Files.move(file, files.cycle(segment), StandardCopyOption.ATOMIC_MOVE);
            sync.force(folder);
        }
    }

    @Override
    public void delete(long segment) throws IOException {
        Files.deleteIfExists(files.next(segment));
        Path file = files.cycle(segment);
        if (Files.exists(file)) {
            space.giveUp(file);
            if (cycles != null) {
                cycles.filesHaveChanged();
            }
        }
    }

    @Override
    public long idleBytes() {
        return space.idleBytes();
    }

    @Override
    public void close() throws IOException {
        if (cycles != null) {
            cycles.close();
            sync.force(folder);
        }
        space.close();
    }
}
