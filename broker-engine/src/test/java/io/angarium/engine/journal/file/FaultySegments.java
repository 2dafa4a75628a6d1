package io.angarium.engine.journal.file;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Plain files that fail where a test wants it. */
final class FaultySegments implements SegmentStore {
    private final FileSegments files;
    private final Faults faults;

    /** What fails, and how; thread-safe. */
    static final class Faults {
        /** Thrown by writes; nothing is written then. */
        final AtomicReference<@Nullable Throwable> write = new AtomicReference<>();
        /** Thrown by forces. */
        final AtomicReference<@Nullable Throwable> force = new AtomicReference<>();
        /** Thrown when a segment that has ended is closed. */
        final AtomicReference<@Nullable Throwable> close = new AtomicReference<>();
        /** Thrown when a segment is allocated. */
        final AtomicReference<@Nullable Throwable> allocate = new AtomicReference<>();

        private static void check(AtomicReference<@Nullable Throwable> fault) throws IOException {
            Throwable thrown = fault.get();
            if (thrown instanceof IOException e) {
                throw e;
            } else if (thrown instanceof Error e) {
                throw e;
            }
        }
    }

    FaultySegments(Path folder, JournalConfig config, Faults faults) throws IOException {
        files = FileSegments.open(folder, config);
        this.faults = faults;
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
        Faults.check(faults.allocate);
        return files.allocate(segment, bytes);
    }

    @Override
    public Writer open(long segment) throws IOException {
        Writer writer = files.open(segment);
        return new Writer() {
            @Override
            public long remainingBytes() {
                return writer.remainingBytes();
            }

            @Override
            public long write(ByteBuffer batch) throws IOException {
                Faults.check(faults.write);
                return writer.write(batch);
            }

            @Override
            public void force() throws IOException {
                Faults.check(faults.force);
                writer.force();
            }

            @Override
            public void end() throws IOException {
                Faults.check(faults.write);
                writer.end();
            }

            @Override
            public void close() throws IOException {
                Faults.check(faults.close);
                writer.close();
            }
        };
    }

    @Override
    public void seal(long segment, long usedBytes) throws IOException {
        files.seal(segment, usedBytes);
    }

    @Override
    public void delete(long segment) throws IOException {
        files.delete(segment);
    }

    @Override
    public long idleBytes() {
        return files.idleBytes();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
