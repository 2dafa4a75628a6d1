package io.angarium.engine.journal;

import static io.angarium.engine.journal.JournalException.Kind.CLOSED;
import static io.angarium.engine.journal.JournalException.Kind.FAILED;
import static io.angarium.engine.journal.JournalException.Kind.FOREIGN;
import static io.angarium.engine.journal.JournalException.Kind.INACCESSIBLE;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal on segment files: format, group commit, index, space and recovery, the same for every {@link SegmentStore}.
 * Thread-safe, see {@link Journal}.
 */
public final class SegmentedJournal implements Journal {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentedJournal.class);
    private static final String SEGMENTS = "journal";
    /** No batch is larger, so that a place in the index holds every length. */
    private static final int MAX_BATCH_BYTES = 16 << 20;

    private final JournalConfig config;
    private final StoreLock storeLock;
    private final StoreFile storeFile;
    private final SegmentStore store;
    private final SegmentReads segmentReads;
    private final int maxBatchBytes;
    private final ReentrantLock life = new ReentrantLock();
    private volatile JournalState state;
    private volatile ProgressListener listener = new ProgressListener() {
        @Override
        public void durable(long record) {}

        @Override
        public void failed(JournalException cause) {}
    };
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    private SegmentedJournal(JournalConfig config, StoreLock storeLock, StoreFile storeFile, SegmentStore store) {
        this.config = config;
        this.storeLock = storeLock;
        this.storeFile = storeFile;
        this.store = store;
        segmentReads = new SegmentReads(store::file);
        maxBatchBytes = (int) Math.min(MAX_BATCH_BYTES, config.segmentBytes() / 4) - 2 * BatchHeader.BYTES;
        state = new JournalState(config, new LiveRecords(config.segmentBytes()), 1, 0);
    }

    /**
     * Opens the store, or makes it if the folder is empty or absent; {@link Journal#replay} comes next.
     *
     * @param format name of the segments' format; a store opened with another one is FOREIGN
     * @throws JournalException IN_USE, FOREIGN, CORRUPT, INACCESSIBLE; then no segment was touched
     */
    public static Journal open(JournalConfig config, String format, SegmentStore.Opener opener) {
        Path folder = config.folder().toAbsolutePath().normalize();
        try {
            makeFolder(folder, config.sync());
            refuseForeign(folder, format);
            StoreLock lock = StoreLock.acquire(folder);
            boolean opened = false;
            try {
                StoreFile file = StoreFile.load(folder, format, config.sync());
                if (file == null) {
                    file = StoreFile.create(folder, format, config.sync());
                }
                Path segments = folder.resolve(SEGMENTS);
                makeFolder(segments, config.sync());
                SegmentStore store = opener.open(segments, config);
                opened = true;
                return new SegmentedJournal(config, lock, file, store);
            } finally {
                if (!opened) {
                    lock.close();
                }
            }
        } catch (IOException e) {
            throw new JournalException(
                    INACCESSIBLE,
                    "cannot open the store " + folder + ": " + e
                            + "; check that it is a folder, its permissions and the disk",
                    e);
        }
    }

    /** Makes a folder if it is not there, so that its entry survives a loss of power. */
    private static void makeFolder(Path folder, JournalConfig.Sync sync) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            sync.force(requireNonNull(folder.getParent(), "a folder that was made has a parent"));
        }
    }

    /** Before anything is written: nothing of somebody else's may be in the folder. */
    private static void refuseForeign(Path folder, String format) throws IOException {
        if (StoreFile.load(folder, format, JournalConfig.Sync.NONE) != null) {
            return;
        }
        Set<String> ours = Set.of(StoreLock.FILE, StoreFile.TEMPORARY);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                // another process may just be making the store
                String name = requireNonNull(entry.getFileName(), "an entry of a folder has a name")
                        .toString();
                if (!ours.contains(name) && !Files.exists(folder.resolve(StoreFile.FILE))) {
                    throw new JournalException(
                            FOREIGN,
                            "folder " + folder + " has no " + StoreFile.FILE + " but holds " + name
                                    + ", so it is not a store; use an empty folder");
                }
            }
        }
    }

    @Override
    public void replay(ReplayListener replayListener) {
        life.lock();
        try {
            requireOpen();
            if (thread != null) {
                throw new IllegalStateException("a journal is replayed once");
            }
            LiveRecords live = new LiveRecords(config.segmentBytes());
            // the listener may read and release what it has been told of
            state = new JournalState(config, live, 1, 0);
            Replay replay = new Replay(store, storeFile, live, replayListener);
            replay.run();
            start(replay, live);
        } catch (IOException e) {
            throw new JournalException(INACCESSIBLE, "cannot read the store " + config.folder() + ": " + e, e);
        } finally {
            life.unlock();
        }
    }

    private void start(Replay replay, LiveRecords live) throws IOException {
        for (long segment : replay.unused()) {
            store.delete(segment);
        }
        long newest = replay.newestSegment();
        if (live.segments().size() > 0) {
            // before the next one is begun, so that no reader takes what is behind the end for the journal's
            store.seal(newest, replay.endOfNewest());
            live.segments().resized(live.segments().newest(), Files.size(store.file(newest)));
        }
        state = new JournalState(config, live, replay.nextRecord(), BatchHeader.BYTES);
        GroupCommit commit = new GroupCommit(config, store, storeFile, state, new Told(), newest, replay.nextBatch());
        Thread writing = new Thread(commit, "angarium-journal");
        writing.setDaemon(true);
        writing.start();
        awaitBegun(commit);
        thread = writing;
    }

    private static void awaitBegun(GroupCommit commit) throws IOException {
        try {
            commit.begun().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IOException cause
                    ? cause
                    : new IOException("cannot begin a segment", e.getCause());
        }
    }

    /** Passes on to the listener that is set by then. */
    private final class Told implements ProgressListener {
        @Override
        public void durable(long record) {
            listener.durable(record);
        }

        @Override
        public void roomAgain() {
            listener.roomAgain();
        }

        @Override
        public void failed(JournalException cause) {
            listener.failed(cause);
        }
    }

    @Override
    public long nextRecord() {
        requireReplayed();
        return state.next();
    }

    @Override
    public long append(ByteBuffer metadata, List<ByteBuffer> content, boolean keep, boolean reserve) {
        requireReplayed();
        requireSize(metadata, content);
        return state.append(metadata, content, keep, reserve);
    }

    private void requireSize(ByteBuffer metadata, List<ByteBuffer> content) {
        long contentBytes = 0;
        for (ByteBuffer block : content) {
            contentBytes += block.remaining();
        }
        long bytes = RecordFormat.entryBytes(metadata.remaining()) + contentBytes + 8L * content.size() + 64;
        if (metadata.remaining() > MAX_METADATA_BYTES || contentBytes > MAX_RECORD_BYTES || bytes > maxBatchBytes) {
            throw new IllegalArgumentException("a record of " + metadata.remaining() + " + " + contentBytes
                    + " bytes in " + content.size() + " blocks is too large; at most " + maxBatchBytes + " in all");
        }
    }

    @Override
    public long durableRecord() {
        return state.durable();
    }

    @Override
    public void onProgress(ProgressListener progressListener) {
        listener = progressListener;
    }

    @Override
    public ByteBuffer read(long record, int index) {
        requireOpen();
        return reads().block(record, index);
    }

    @Override
    public ByteBuffer readMetadata(long record) {
        requireOpen();
        return reads().metadata(record);
    }

    private RecordReads reads() {
        return new RecordReads(state::find, segmentReads, store);
    }

    @Override
    public void release(long record) {
        state.release(record);
    }

    @Override
    public @Nullable Segment cleanable() {
        requireReplayed();
        return state.cleanable();
    }

    @Override
    public void delete(Segment segment) {
        life.lock();
        try {
            requireReplayed();
            state.awaitWritten(state.deletableAfter(segment));
            state.awaitOldestClosed();
            // first the note, so that a segment that is missing without it is known to be lost
            storeFile.oldest(segment.id() + 1);
            state.forgetOldest();
            segmentReads.forget(segment.id());
            store.delete(segment.id());
            state.deleted(Files.getFileStore(config.folder()).getUsableSpace(), store.idleBytes());
        } catch (IOException e) {
            throw new JournalException(FAILED, "cannot delete " + store.file(segment.id()) + ": " + e, e);
        } finally {
            life.unlock();
        }
    }

    @Override
    public void sync() {
        requireReplayed();
        state.awaitWritten(state.next() - 1);
    }

    @Override
    public Statistics statistics() {
        return state.statistics(store.idleBytes());
    }

    private void requireReplayed() {
        requireOpen();
        if (thread == null) {
            throw new IllegalStateException("replay comes first");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new JournalException(CLOSED, "the journal of store " + config.folder() + " is closed");
        }
    }

    @Override
    public void close() {
        // first, so that a deletion ends that waits for what cannot be written
        state.close();
        life.lock();
        try {
            if (closed) {
                return;
            }
            join(thread);
            closed = true;
            segmentReads.close();
            store.close();
        } catch (IOException e) {
            throw new JournalException(FAILED, "cannot close the store " + config.folder() + ": " + e, e);
        } finally {
            releaseLock();
            life.unlock();
        }
        JournalException failure = state.failure();
        if (failure != null) {
            LOG.warn("{}: closed after it had failed: {}", config.folder(), failure.getMessage());
        }
    }

    private void releaseLock() {
        try {
            storeLock.close();
        } catch (IOException e) {
            LOG.warn("{}: cannot give the lock back; it ends with this process", config.folder(), e);
        }
    }

    private static void join(@Nullable Thread writing) {
        boolean interrupted = false;
        while (writing != null && writing.isAlive()) {
            try {
                writing.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
