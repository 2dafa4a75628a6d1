package io.angarium.engine.journal.chronicle;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.onoes.ExceptionHandler;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LegacyRollCycles;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The library's side of the store: makes a cycle's file and moves the queue on to it. The time that the library sees is the
 * number of the segment, so that it rolls when the journal says and at no other moment. Used by one thread at a time.
 */
final class Cycles implements AutoCloseable {
    static final LegacyRollCycles ROLL_CYCLE = LegacyRollCycles.MINUTELY;

    /** A document of ours must fit into a quarter of what other readers map at once, which is 64 MiB by default. */
    private static final long MIN_BLOCK_BYTES = 64 << 10;

    /** Two levels of an index that only other readers use: small, and enough for 16 million documents in a file. */
    private static final int INDEX = 256;

    /** How long the library waits for a file that somebody else makes; nobody else does. */
    private static final long TIMEOUT_MILLIS = 500;

    /** The key under which the library notes up to which cycle every file has an end mark. */
    private static final String SEALED_UP_TO = "normalisedEOFsTo";

    private static final Logger log = LoggerFactory.getLogger(Cycles.class);

    private final SegmentTime time = new SegmentTime();
    private final SingleChronicleQueue queue;
    private final Path folder;
    private @Nullable ExcerptAppender appender;
    private @Nullable IOException failure;

    /** What the library takes for the time of day. */
    private static final class SegmentTime implements TimeProvider {
        private volatile long segment = 1;

        @Override
        public long currentTimeMillis() {
            return segment * ROLL_CYCLE.lengthInMillis();
        }
    }

    /**
     * @param segmentBytes size of a full segment; one map of the library covers it
     * @param lastSealed last segment that exists; it and all before have an end mark
     */
    Cycles(Path folder, long segmentBytes, long lastSealed) {
        this.folder = folder;
        queue = SingleChronicleQueueBuilder.binary(folder)
                .rollCycle(ROLL_CYCLE)
                .timeProvider(time)
                .blockSize(Math.max(MIN_BLOCK_BYTES, segmentBytes))
                .indexCount(INDEX)
                .indexSpacing(INDEX)
                .timeoutMS(TIMEOUT_MILLIS)
                .syncMode(SyncMode.NONE)
                .build();
        time.segment = lastSealed;
        queue.tableStorePut(SEALED_UP_TO, lastSealed);
    }

    /** Makes the library start the file of a cycle, which exists and is all zeros. */
    void begin(long segment) throws IOException {
        time.segment = segment;
        // for this thread and this call only: the application may use the library as well
        Jvm.setThreadLocalExceptionHandlers(this::failed, warnings(), silent(), silent());
        try {
            start(segment);
        } catch (RuntimeException | InternalError e) {
            // an InternalError is an I/O error in mapped memory
            throw new IOException("Chronicle Queue could not begin segment " + segment + " in " + folder, e);
        } finally {
            Jvm.setThreadLocalExceptionHandlers(null, null, null, null);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void start(long segment) {
        try (DocumentContext document = appender().writingDocument(true)) {
            try {
                document.wire().write("angarium").int64(segment);
            } catch (RuntimeException | Error e) {
                document.rollbackOnClose(); // otherwise closing it would commit what there is
                throw e;
            }
        }
    }

    private ExcerptAppender appender() {
        if (appender == null) {
            appender = queue.createAppender();
            appender.singleThreadedCheckDisabled(true);
            queue.appendLock().lock();
        }
        return appender;
    }

    /** Makes queue and listing agree after files were removed, for readers that come later. */
    void refresh() {
        queue.refreshDirectoryListing();
    }

    private void failed(Logger where, @Nullable String message, @Nullable Throwable cause) {
        failure = new IOException("Chronicle Queue reports for " + folder + ": " + message, cause);
    }

    private static ExceptionHandler warnings() {
        return (where, message, cause) -> log.warn("{}: {}", where.getName(), message, cause);
    }

    private static ExceptionHandler silent() {
        return (where, message, cause) -> log.trace("{}: {}", where.getName(), message, cause);
    }

    @Override
    public void close() {
        if (appender != null) {
            queue.appendLock().unlock();
            appender.close();
        }
        queue.close();
    }
}
