package io.angarium.engine.journal.file;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentSpace;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Segments as plain files, one batch behind the other. */
final class FileSegments implements SegmentStore {
    private final PlainFiles files;
    private final SegmentSpace space;
    private final JournalConfig.Sync sync;

    private FileSegments(Path folder, SegmentSpace space, JournalConfig.Sync sync) {
        this.sync = sync;
        files = new PlainFiles(folder);
        this.space = space;
    }

    static FileSegments open(Path folder, JournalConfig config) throws IOException {
        return new FileSegments(folder, new SegmentSpace(folder, config.segmentBytes(), config.sync()), config.sync());
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
        return space.make(file(segment), bytes, 0);
    }

    @Override
    public Writer open(long segment) throws IOException {
        return new FileWriter(FileChannel.open(file(segment), StandardOpenOption.WRITE));
    }

    @Override
    public void seal(long segment, long usedBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file(segment), StandardOpenOption.WRITE)) {
            channel.truncate(usedBytes);
            sync.force(channel, true);
        }
    }

    @Override
    public void delete(long segment) throws IOException {
        space.giveUp(file(segment));
    }

    @Override
    public long idleBytes() {
        return space.idleBytes();
    }

    @Override
    public void close() throws IOException {
        space.close();
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
        public void end() {
            // where the batches end is the end
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                if (!SegmentSpace.keepsItsSize(position, size)) {
                    channel.truncate(position);
                }
            }
        }
    }
}
