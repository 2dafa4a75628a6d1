package io.angarium.engine.journal;

import static io.angarium.engine.journal.JournalException.Kind.CLOSED;
import static io.angarium.engine.journal.JournalException.Kind.INACCESSIBLE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store that is only read: no file of it is made, changed or deleted, so its folder need not be writable, and what a crash has left
 * is still there afterwards. Nobody can write meanwhile, and nobody who writes is read: the store is locked for reading, which several
 * processes may do at the same time. Thread-safe after {@link #replay}.
 */
public final class ReadOnlyJournal implements AutoCloseable {
    private static final String SEGMENTS = "journal";

    private final Path folder;
    private final StoreLock storeLock;
    private final StoreFile storeFile;
    private final SegmentFiles files;
    private final SegmentReads segmentReads;
    private volatile @Nullable RecordReads reads;

    private ReadOnlyJournal(Path folder, StoreLock storeLock, StoreFile storeFile, SegmentFiles files) {
        this.folder = folder;
        this.storeLock = storeLock;
        this.storeFile = storeFile;
        this.files = files;
        segmentReads = new SegmentReads(files::file);
    }

    /**
     * Opens a store; {@link #replay} comes next.
     *
     * @param format name of the segments' format
     * @param files what finds the segments in a folder
     * @throws JournalException IN_USE if a broker has it open; FOREIGN, CORRUPT; INACCESSIBLE also if there is no store
     */
    public static ReadOnlyJournal open(Path folder, String format, Function<Path, SegmentFiles> files) {
        Path store = folder.toAbsolutePath().normalize();
        try {
            StoreFile file = StoreFile.load(store, format, JournalConfig.Sync.NONE);
            if (file == null) {
                throw new JournalException(INACCESSIBLE, "there is no store in " + store);
            }
            StoreLock lock = StoreLock.acquireForReading(store);
            boolean opened = false;
            try {
                // again: it may have been changed before it was locked
                file = StoreFile.load(store, format, JournalConfig.Sync.NONE);
                if (file == null) {
                    throw new JournalException(INACCESSIBLE, "the store in " + store + " was deleted");
                }
                opened = true;
                return new ReadOnlyJournal(store, lock, file, files.apply(store.resolve(SEGMENTS)));
            } finally {
                if (!opened) {
                    lock.close();
                }
            }
        } catch (IOException e) {
            throw new JournalException(INACCESSIBLE, "cannot read the store " + store + ": " + e, e);
        }
    }

    /** Reads every record; as {@link Journal#replay}. Called once. */
    public void replay(Journal.ReplayListener listener) {
        LiveRecords live = new LiveRecords(JournalConfig.at(folder).segmentBytes());
        try {
            new Replay(files, storeFile, live, listener).run();
        } catch (IOException e) {
            throw new JournalException(INACCESSIBLE, "cannot read the store " + folder + ": " + e, e);
        }
        reads = new RecordReads(record -> located(live, record), segmentReads, files);
    }

    private static JournalState.@Nullable Location located(LiveRecords live, long record) {
        long place = live.place(record);
        return place == 0 ? null : new JournalState.Location(null, live.segmentOf(record), place);
    }

    /** Reads a block; as {@link Journal#read}. */
    public ByteBuffer read(long record, int index) {
        return replayed().block(record, index);
    }

    /** Reads metadata; as {@link Journal#readMetadata}. */
    public ByteBuffer readMetadata(long record) {
        return replayed().metadata(record);
    }

    private RecordReads replayed() {
        RecordReads replayed = reads;
        if (replayed == null) {
            throw new JournalException(CLOSED, "the store " + folder + " is not open, or was not replayed");
        }
        return replayed;
    }

    @Override
    public void close() {
        reads = null;
        try (storeLock) {
            segmentReads.close();
        } catch (IOException e) {
            throw new JournalException(INACCESSIBLE, "cannot close the store " + folder + ": " + e, e);
        }
    }
}
