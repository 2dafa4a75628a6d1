package io.angarium.engine.journal;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A process to be killed: opens a store, appends {@link NumberedRecords} from several threads as fast as it can, releases old ones and
 * deletes segments. What is durable and what may be gone it writes into a mapped file, which is right whenever the process is stopped.
 */
public final class CrashWriter {
    static final int MAX_BYTES = 4000;
    private static final int THREADS = 3;
    private static final int KEPT_RECORDS = 400;
    private static final int DURABLE_AT = 0;
    private static final int RELEASED_AT = 8;
    private static final int MARKS_BYTES = 16;

    private final Journal journal;
    private final MappedByteBuffer marks;
    private final ReentrantLock lock = new ReentrantLock();
    private long released;

    private CrashWriter(Journal journal, MappedByteBuffer marks) {
        this.journal = journal;
        this.marks = marks;
    }

    /** What a writer has said: the last record that is durable, and the last that may have been deleted. */
    record Marks(long durable, long released) {
        static Marks read(Path file) throws IOException {
            MappedByteBuffer marks = map(file);
            return new Marks(marks.getLong(DURABLE_AT), marks.getLong(RELEASED_AT));
        }

        private static MappedByteBuffer map(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, MARKS_BYTES);
            }
        }
    }

    /** The configuration of a store that is written by {@link #main}. */
    static JournalConfig config(Path folder, JournalConfig.Sync sync) {
        return JournalConfig.at(folder)
                .withSegmentBytes(256 << 10)
                .withMinFreeBytes(0)
                .withSync(sync);
    }

    /** Runs until it is killed. Arguments: kind of the journal, its sync, folder of the store, file for the marks. */
    public static void main(String[] arguments) throws IOException {
        Journal journal = JournalKind.valueOf(arguments[0])
                .open(config(Path.of(arguments[2]), JournalConfig.Sync.valueOf(arguments[1])));
        CrashWriter writer = new CrashWriter(journal, Marks.map(Path.of(arguments[3])));
        journal.replay((record, metadata, live) -> writer.released = Math.max(writer.released, 0));
        writer.released = Math.max(0, journal.nextRecord() - 1 - KEPT_RECORDS);
        journal.onProgress(writer.progress());
        for (int i = 0; i < THREADS; i++) {
            new Thread(writer::append, "appender-" + i).start();
        }
    }

    private Journal.ProgressListener progress() {
        return new Journal.ProgressListener() {
            @Override
            public void durable(long record) {
                marks.putLong(DURABLE_AT, record);
            }

            @Override
            public void failed(JournalException cause) {
                cause.printStackTrace();
                Runtime.getRuntime().halt(3);
            }
        };
    }

    private void append() {
        while (true) {
            long record;
            lock.lock();
            try {
                record = NumberedRecords.append(journal, MAX_BYTES);
                release(record - KEPT_RECORDS);
            } finally {
                lock.unlock();
            }
            if (record % 7 == 0) {
                journal.sync();
            }
        }
    }

    private void release(long upTo) {
        if (upTo % 50 != 0 || upTo <= released) {
            return;
        }
        marks.putLong(RELEASED_AT, upTo);
        for (; released < upTo; released++) {
            journal.release(released + 1);
        }
        for (Journal.Segment oldest = deletable(); oldest != null; oldest = deletable()) {
            journal.delete(oldest);
        }
    }

    private Journal.@Nullable Segment deletable() {
        Journal.Segment oldest = journal.cleanable();
        return oldest != null && oldest.liveRecords().isEmpty() ? oldest : null;
    }
}
