package io.angarium.engine.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes: takes everything that waits, writes it as one batch, forces it once and says so. No timer: the time of a
 * force is the window in which the next batch gathers. Everything but {@link #run} is confined to that thread, which nobody interrupts.
 */
final class GroupCommit implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    /** Size of a batch, unless one record is larger. */
    private static final int BATCH_BYTES = 1 << 20;

    /** Most that is written before it is forced. */
    private static final int FORCE_BYTES = 4 << 20;

    /** Size of the first segment after an opening; each next one is twice as large, up to the configured size. */
    private static final long FIRST_SEGMENT_BYTES = 4 << 20;

    private static final long MIN_SEGMENT_BYTES = 64 << 10;

    private final JournalConfig config;
    private final SegmentStore store;
    private final StoreFile storeFile;
    private final JournalState state;
    private final Journal.ProgressListener listener;
    private final BatchEncoder encoder;
    private final FileStore disk;
    private final ThreadPoolExecutor aside;
    private final boolean forces;

    private SegmentStore.@Nullable Writer writer;
    private SegmentTable.Entry segment;
    private long nextBatch;
    private long forcedBatch;
    private long nextRecord;
    private long bytesSinceSpaceCheck;
    private @Nullable Future<Long> spare;
    private boolean spareCounted;
    private @Nullable Future<Void> settled;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();

    /**
     * @param newestSegment number of the newest segment there is, or 0
     * @param nextBatch number of the first batch to write
     */
    GroupCommit(
            JournalConfig config,
            SegmentStore store,
            StoreFile storeFile,
            JournalState state,
            Journal.ProgressListener listener,
            long newestSegment,
            long nextBatch)
            throws IOException {
        this.config = config;
        this.store = store;
        this.storeFile = storeFile;
        this.state = state;
        this.listener = listener;
        segment = new SegmentTable.Entry(newestSegment, state.next(), 0);
        this.nextBatch = nextBatch;
        forces = config.sync() == JournalConfig.Sync.ALWAYS;
        forcedBatch = forces ? nextBatch - 1 : 0;
        nextRecord = state.next();
        encoder = new BatchEncoder(storeFile.id());
        disk = Files.getFileStore(config.folder());
        // three waiting requests at most: a spare and a segment to close, each asked for when the one before is done
        aside = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(3), task -> {
            Thread thread = new Thread(task, "angarium-journal-segments");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Completes when the first segment of this opening is begun, or with the {@link IOException} that prevented it. */
    CompletableFuture<Void> begun() {
        return begun;
    }

    private boolean begin() {
        try {
            beginFirst();
            begun.complete(null);
            return true;
        } catch (IOException | RuntimeException | Error e) {
            aside.shutdown();
            begun.completeExceptionally(e);
            return false;
        }
    }

    private void beginFirst() throws IOException {
        open(segment.id + 1, allocateFirst(Math.min(config.segmentBytes(), FIRST_SEGMENT_BYTES)));
        storeFile.newest(segment.id);
        checkSpace();
    }

    /** On a disk that is nearly full a smaller one will do: the store must open, so that it can be emptied. */
    private long allocateFirst(long bytes) throws IOException {
        try {
            return store.allocate(segment.id + 1, bytes);
        } catch (IOException e) {
            if (bytes / 4 < MIN_SEGMENT_BYTES) {
                throw e;
            }
            LOG.warn("{}: cannot allocate {} bytes ({}); trying less", config.folder(), bytes, e.getMessage());
            return allocateFirst(bytes / 4);
        }
    }

    @Override
    public void run() {
        if (begin()) {
            work();
        }
    }

    private void work() {
        try {
            while (state.awaitWork()) {
                if (!state.nothingToWrite()) {
                    flush();
                }
                keepHouse();
            }
            finish();
        } catch (Throwable e) { // whatever it is: nothing may be acknowledged any more
            JournalException cause = failure(e);
            LOG.error("{}", cause.getMessage(), e);
            state.fail(cause);
            listener.failed(cause);
        } finally {
            aside.shutdown();
        }
    }

    private JournalException failure(Throwable e) {
        if (e instanceof JournalException known) {
            return known;
        }
        return new JournalException(
                JournalException.Kind.FAILED,
                "store " + config.folder() + " failed in " + store.file(segment.id) + ": " + e
                        + "; remove the cause and open the store again, nothing that was confirmed is lost",
                e);
    }

    private void flush() throws IOException {
        long bytes = 0;
        boolean more = true;
        while (more) {
            long batchBytes = writeBatch();
            bytes += batchBytes;
            // a batch that was not full took everything that waited
            more = batchBytes >= BATCH_BYTES / 2 && bytes < FORCE_BYTES && !state.nothingToWrite();
        }
        publish();
        bytesSinceSpaceCheck += bytes;
    }

    private long writeBatch() throws IOException {
        long first = state.peekBytes();
        while (first + BatchHeader.BYTES > room()) {
            roll();
        }
        List<PendingRecord> batch = state.take(Math.max(first, Math.min(BATCH_BYTES, room() - BatchHeader.BYTES)));
        var bytes = encoder.records(batch, segment.id, nextBatch, forcedBatch);
        int size = bytes.remaining();
        long offset = current().write(bytes);
        nextBatch++;
        nextRecord += batch.size();
        state.written(batch, segment, offset, room());
        return size;
    }

    private void publish() throws IOException {
        force();
        state.written(nextRecord - 1);
        listener.durable(nextRecord - 1);
    }

    private void force() throws IOException {
        if (forces) {
            current().force();
            forcedBatch = nextBatch - 1;
        }
    }

    private SegmentStore.Writer current() {
        return requireNonNull(writer, "a segment is being written");
    }

    /** How large a batch still fits. */
    private long room() {
        return current().remainingBytes();
    }

    // ---- segments

    private void roll() throws IOException {
        // what stands in the old segment is on disk before the new one says that it is complete
        current().end();
        publish();
        SegmentTable.Entry old = segment;
        SegmentStore.Writer oldWriter = current();
        awaitSettled();
        open(old.id + 1, nextAllocated());
        long begun = segment.id;
        FutureTask<Void> task = new FutureTask<>(() -> settle(begun, old, oldWriter)) {
            @Override
            protected void done() {
                state.nudge(); // if it went wrong, that must not wait for the next record
            }
        };
        settled = task;
        aside.execute(task);
        checkSpace();
    }

    /** What a change of segments leaves to do, aside: senders wait for none of it. */
    private @Nullable Void settle(long begun, SegmentTable.Entry old, SegmentStore.Writer oldWriter)
            throws IOException {
        storeFile.newest(begun);
        oldWriter.close();
        state.closed(old, Files.size(store.file(old.id)));
        return null;
    }

    private void awaitSettled() throws IOException {
        Future<Void> done = settled;
        settled = null;
        if (done != null) {
            result(done);
        }
    }

    /** Bytes of the next segment, which is there when this returns. */
    private long nextAllocated() throws IOException {
        Future<Long> ahead = spare;
        spare = null;
        spareCounted = false;
        while (true) {
            try {
                return ahead != null ? result(ahead) : store.allocate(segment.id + 1, nextSegmentBytes());
            } catch (IOException e) {
                ahead = null;
                if (!isForWantOfSpace(e)) {
                    throw e;
                }
                LOG.warn("{}: no space for the next segment ({}); waiting", config.folder(), e.getMessage());
                if (!state.awaitRoom()) {
                    throw new JournalException(
                            JournalException.Kind.FULL,
                            "store " + config.folder()
                                    + " was closed while it waited for space on the disk; what was not confirmed is lost",
                            e);
                }
            }
        }
    }

    /** A quota, or space that others use, does not show in the figures of the disk; then only the system's words tell. */
    private boolean isForWantOfSpace(IOException e) throws IOException {
        String message = String.valueOf(e.getMessage());
        return message.contains("No space left")
                || message.contains("not enough space")
                || message.contains("quota exceeded")
                || disk.getUsableSpace() <= 2 * config.segmentBytes();
    }

    private long nextSegmentBytes() {
        return Math.min(config.segmentBytes(), 2 * segment.diskBytes);
    }

    private void open(long id, long diskBytes) throws IOException {
        SegmentStore.Writer next = store.open(id);
        next.write(encoder.start(id, nextBatch, forcedBatch, nextRecord));
        nextBatch++;
        writer = next;
        force();
        segment = new SegmentTable.Entry(id, nextRecord, diskBytes);
        state.began(segment, room());
    }

    /** Work that is not urgent, after each flush: the spare segment and a look at the disk. */
    private void keepHouse() throws IOException {
        if (settled != null && settled.isDone()) {
            awaitSettled();
        }
        if (spare == null && wantsSpare()) {
            long id = segment.id + 1;
            long bytes = nextSegmentBytes();
            spare = aside.submit(() -> store.allocate(id, bytes));
        } else if (spare != null && spare.isDone() && !spareCounted) {
            countSpare(spare);
        }
        if (bytesSinceSpaceCheck >= BATCH_BYTES || state.waitsForRoom()) {
            checkSpace();
        }
    }

    /** The spare is made when half of the segment is used, or at once when space is short. */
    private boolean wantsSpare() throws IOException {
        boolean allowed = state.storeBytes() + nextSegmentBytes() <= config.maxStoreBytes() || store.idleBytes() > 0;
        return allowed && (room() < segment.diskBytes / 2 || state.waitsForRoom());
    }

    private void countSpare(Future<Long> done) {
        try {
            long bytes = result(done);
            state.spare(bytes);
            spareCounted = true;
        } catch (IOException e) {
            // not needed yet; tried again later, and by then it is an error of the append
            LOG.warn("{}: cannot allocate a segment ahead: {}", config.folder(), e.getMessage());
            spare = null;
        }
    }

    private static <T> T result(Future<T> asked) throws IOException {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io
                    ? io
                    : new IOException("cannot allocate or close a segment", e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError("the journal's thread was interrupted", e);
        }
    }

    private void checkSpace() throws IOException {
        bytesSinceSpaceCheck = 0;
        if (state.space(disk.getUsableSpace(), store.idleBytes())) {
            listener.roomAgain();
        }
    }

    private void finish() throws IOException {
        current().end();
        publish();
        awaitSettled();
        current().close();
        storeFile.closed(nextBatch);
        if (spare != null) {
            long bytes = result(spare);
            LOG.debug("{}: spare segment of {} bytes is not needed", config.folder(), bytes);
            store.delete(segment.id + 1);
        }
    }
}
