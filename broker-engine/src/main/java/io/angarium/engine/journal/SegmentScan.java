package io.angarium.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Finds the batches in the file of a segment by their headers, whatever stands between them, and skips their contents. Confined to
 * the thread that recovers.
 */
final class SegmentScan implements AutoCloseable {
    private static final int WINDOW_BYTES = 128 << 10;
    private static final int STEP = 4;

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private final long store;
    private final long segment;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);
    private long windowAt;

    /** A batch whose header is intact and that lies whole within the file. */
    record Found(long at, BatchHeader header) {
        long end() {
            return at + header.bytes();
        }
    }

    SegmentScan(Path file, long store, long segment) throws IOException {
        this.file = file;
        this.store = store;
        this.segment = segment;
        channel = FileChannel.open(file, StandardOpenOption.READ);
        size = channel.size();
    }

    Path file() {
        return file;
    }

    long size() {
        return size;
    }

    long segment() {
        return segment;
    }

    /** The next batch that begins at or after a position, or null if there is none up to the end of the file. */
    @Nullable
    Found next(long from) throws IOException {
        long at = (from + STEP - 1) / STEP * STEP;
        while (at + BatchHeader.BYTES <= size) {
            int index = load(at, BatchHeader.BYTES);
            int last = window.limit() - BatchHeader.BYTES;
            for (; index <= last; index += STEP) {
                if (window.getInt(index) == BatchHeader.MAGIC) {
                    BatchHeader header = BatchHeader.at(window, index, store, segment);
                    if (header != null && windowAt + index + header.bytes() <= size) {
                        return new Found(windowAt + index, header);
                    }
                }
            }
            at = windowAt + index;
        }
        return null;
    }

    /** The index section of a batch, valid until the next call; null if it is damaged. */
    @Nullable
    ByteBuffer index(Found batch) throws IOException {
        BatchHeader header = batch.header();
        if (header.indexBytes() == 0) {
            return header.indexCrc() == 0 ? ByteBuffer.allocate(0) : null;
        }
        int at = load(batch.at() + BatchHeader.BYTES, header.indexBytes());
        ByteBuffer section = window.slice(at, header.indexBytes());
        return RecordFormat.crc(section, 0, section.limit()) == header.indexCrc() ? section : null;
    }

    /** Whether every block of a batch whose index section is intact is what it was. */
    boolean contentIntact(Found batch) throws IOException {
        ByteBuffer index = index(batch);
        if (index == null) {
            return false;
        }
        int[] frames = frames(index, batch.header().records());
        long at = batch.at() + BatchHeader.BYTES + batch.header().indexBytes();
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] > 0) {
                int frameAt = load(at, frames[i]); // before the window is looked at, which it may replace
                ByteBuffer frame = window.slice(frameAt, frames[i]);
                if (!RecordFormat.frameIntact(frame, batch.header().firstRecord() + i)
                        || !RecordFormat.blocksIntact(frame)) {
                    return false;
                }
                at += frames[i];
            }
        }
        return true;
    }

    private static int[] frames(ByteBuffer index, int records) {
        int[] frames = new int[records];
        int at = 0;
        for (int i = 0; i < records; i++) {
            frames[i] = RecordFormat.frameBytes(index, at);
            at += RecordFormat.entryBytes(RecordFormat.metadataBytes(index, at));
        }
        return frames;
    }

    /** Makes sure that a stretch of the file is in the window; gives its index there. */
    private int load(long at, int bytes) throws IOException {
        if (at < windowAt || at + bytes > windowAt + window.limit()) {
            if (window.capacity() < bytes) {
                window = ByteBuffer.allocate(bytes);
            }
            window.clear();
            windowAt = at;
            int read = 0;
            while (read >= 0 && window.hasRemaining()) {
                read = channel.read(window, at + window.position());
            }
            window.flip();
        }
        return (int) (at - windowAt);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
