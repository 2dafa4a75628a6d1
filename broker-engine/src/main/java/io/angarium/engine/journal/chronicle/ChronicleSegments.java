package io.angarium.engine.journal.chronicle;

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
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a store as cycles of a Chronicle Queue; the cycle's number is the segment's. A file that the library has not
 * started yet has another ending, so that the library and its tools do not see it.
 *
 * <p>Space is made by writing zeros, not by {@code fallocate}: it works on every file system and without native code, and a
 * forced write into blocks that have been written before needs no commit of the file system's own journal, which makes it
 * nearly twice as fast (docs/performance.md).
 */
final class ChronicleSegments implements SegmentStore {
    private static final String CYCLE = ".cq4";
    private static final String NEXT = ".cq4.next";
    private static final Pattern NAME = Pattern.compile("(\\d{8}-\\d{4})\\.cq4(\\.next)?");
    private static final String METADATA = "metadata.cq4t";
    private static final int METADATA_BYTES = 128 << 10;

    /** The library's own part of a file takes 5 KiB. */
    private static final long MIN_SEGMENT_BYTES = 64 << 10;

    private static final int CHUNK_BYTES = 1 << 20;

    /** After how many zeros they are forced, so that the journal's own small writes do not wait behind a large one. */
    private static final int FORCED_CHUNKS = 4;

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");

    private final Path folder;
    private final long segmentBytes;
    private @Nullable Cycles cycles;
    private @Nullable CycleWriter writer;

    private ChronicleSegments(Path folder, long segmentBytes) {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
    }

    /** Opens the segments in a folder that is locked by us; nothing is touched before the first segment is begun. */
    static ChronicleSegments open(Path folder, long segmentBytes) {
        return new ChronicleSegments(folder, segmentBytes);
    }

    @Override
    public List<Long> existing() throws IOException {
        return numbers("");
    }

    /** Numbers of the files with an ending, ascending; with any ending if it is empty. */
    private List<Long> numbers(String ending) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                Matcher matcher = NAME.matcher(name);
                if (matcher.matches() && (ending.isEmpty() || name.endsWith(ending))) {
                    numbers.add(number(file, matcher.group(1)));
                }
            }
        }
        numbers.sort(null);
        return numbers;
    }

    private static long number(Path file, String stamp) throws IOException {
        try {
            return Duration.between(EPOCH, LocalDateTime.parse(stamp, STAMP)).toMinutes();
        } catch (DateTimeParseException e) {
            throw new IOException(file + " is not a segment; remove it from the store", e);
        }
    }

    @Override
    public Path file(long segment) {
        Path started = named(segment, CYCLE);
        return Files.exists(started) ? started : named(segment, NEXT);
    }

    private Path named(long segment, String ending) {
        return folder.resolve(EPOCH.plusMinutes(segment).format(STAMP) + ending);
    }

    @Override
    public long allocate(long segment, long bytes) throws IOException {
        long size = Math.max(MIN_SEGMENT_BYTES, (bytes + 4095) & -4096L);
        Path file = named(segment, NEXT);
        try {
            zeros(file, size);
            Folders.force(folder);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        return size;
    }

    private static void zeros(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK_BYTES, bytes));
            long written = 0;
            for (int chunk = 1; written < bytes; chunk++) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - written));
                while (zeros.hasRemaining()) {
                    written += channel.write(zeros);
                }
                if (chunk % FORCED_CHUNKS == 0) {
                    channel.force(false);
                }
            }
            channel.force(true);
        }
    }

    @Override
    public Writer open(long segment) throws IOException {
        if (writer != null) {
            writer.seal();
        }
        if (cycles == null) {
            cycles = openCycles();
        }
        Path file = named(segment, CYCLE);
        Files.move(named(segment, NEXT), file, StandardCopyOption.ATOMIC_MOVE);
        Folders.force(folder);
        writer = new CycleWriter(cycles, segment, file);
        return writer;
    }

    /**
     * Starts the library. It gets a new metadata file, with its space on disk, since a write to a hole of a mapped file on a full
     * disk would end this process. The old one may hold the lock of a process that is dead and had our own process id.
     */
    private Cycles openCycles() throws IOException {
        repairLast();
        zeros(folder.resolve(METADATA), METADATA_BYTES);
        List<Long> started = numbers(CYCLE);
        return Cycles.open(folder, segmentBytes, started.isEmpty() ? 0 : started.get(started.size() - 1));
    }

    /**
     * Only the last cycle can be without its end mark, or half made; the latter is not the library's to see, it would wait for
     * somebody to finish it.
     */
    private void repairLast() throws IOException {
        List<Long> started = numbers(CYCLE);
        if (started.isEmpty()) {
            return;
        }
        long last = started.get(started.size() - 1);
        Path file = named(last, CYCLE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (DocumentChain.isStarted(channel)) {
                DocumentChain.seal(channel);
                return;
            }
        }
        Files.move(file, named(last, NEXT), StandardCopyOption.ATOMIC_MOVE);
        Folders.force(folder);
    }

    @Override
    public void seal(long segment, long usedBytes) throws IOException {
        Path file = named(segment, CYCLE);
        if (Files.exists(file)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                DocumentChain.endAt(channel, usedBytes);
            }
        }
    }

    @Override
    public void delete(long segment) throws IOException {
        Files.deleteIfExists(named(segment, NEXT));
        if (Files.deleteIfExists(named(segment, CYCLE)) && cycles != null) {
            cycles.filesAreGone();
        }
    }

    @Override
    public void close() throws IOException {
        if (cycles != null) {
            cycles.close();
        }
    }
}
