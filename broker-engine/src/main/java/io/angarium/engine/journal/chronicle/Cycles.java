package io.angarium.engine.journal.chronicle;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import net.openhft.chronicle.bytes.Bytes;
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
 * The library's side of the store: starts the first cycle's file of an opening, keeps appenders of others away and the library's
 * listing of files up to date. The time that the library sees is the number of the segment. Used by one thread at a time, but for
 * {@link #filesHaveChanged}.
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
    private final ReentrantLock lock = new ReentrantLock();
    private final ExcerptAppender appender;
    private @Nullable ByteBuffer head;

    /** What the library takes for the time of day. */
    private static final class SegmentTime implements TimeProvider {
        private volatile long segment = 1;

        @Override
        public long currentTimeMillis() {
            return segment * ROLL_CYCLE.lengthInMillis();
        }
    }

    private Cycles(Path folder, long segmentBytes, long lastSealed) {
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
        // before the next file is there: the appender would wait for somebody to start it
        appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
        queue.appendLock().lock(); // an appender of somebody else is refused at once
    }

    /**
     * Starts the library on a folder.
     *
     * @param segmentBytes size of a full segment; one map of the library covers it
     * @param lastSealed last segment that exists; it and all before have an end mark
     */
    static Cycles open(Path folder, long segmentBytes, long lastSealed) throws IOException {
        AtomicReference<Cycles> opened = new AtomicReference<>();
        watched(folder, "open the queue", () -> opened.set(new Cycles(folder, segmentBytes, lastSealed)));
        return requireNonNull(opened.get(), "made, or an exception was thrown");
    }

    /**
     * Makes the library start the file of a cycle, which exists and begins with zeros, and write the first document to it; without
     * one that its header knows, its readers take the file for empty when they look from the end. Called once; afterwards the library
     * writes no more.
     *
     * @return offset of the content in the file
     */
    long begin(long segment, ByteBuffer content) throws IOException {
        AtomicLong offset = new AtomicLong();
        lock.lock();
        try {
            time.segment = segment;
            watched(folder, "begin segment " + segment, () -> {
                queue.appendLock().unlock();
                offset.set(append(content));
                queue.appendLock().lock();
                appender.close();
            });
        } finally {
            lock.unlock();
        }
        return offset.get();
    }

    /** What stands before the first document of every cycle, from the position to the limit; null until the first is begun. */
    @Nullable
    ByteBuffer head() {
        return head == null ? null : head.duplicate();
    }

    /** Sets what {@link #head()} gives. */
    void head(ByteBuffer bytes) {
        head = bytes.asReadOnlyBuffer();
    }

    /**
     * Runs a piece of the library and turns whatever it throws, and what it would only log as an error, into an exception. For
     * this thread and this call only: the application may use the library as well.
     */
    private static void watched(Path folder, String what, Runnable call) throws IOException {
        AtomicReference<String> reported = new AtomicReference<>();
        ExceptionHandler errors =
                (where, message, cause) -> reported.set(message + (cause == null ? "" : ": " + cause));
        ExceptionHandler warnings = (where, message, cause) -> log.warn("{}: {}", folder, message, cause);
        ExceptionHandler chatter = (where, message, cause) -> log.trace("{}: {}", folder, message, cause);
        Jvm.setThreadLocalExceptionHandlers(errors, warnings, chatter, chatter);
        try {
            call.run();
        } catch (Exception | InternalError | LinkageError e) {
            // the library throws checked exceptions undeclared; an InternalError is an I/O error in mapped memory
            throw new IOException("Chronicle Queue could not " + what + " in " + folder, e);
        } finally {
            Jvm.setThreadLocalExceptionHandlers(null, null, null, null);
        }
        if (reported.get() != null) {
            throw new IOException("Chronicle Queue could not " + what + " in " + folder + ": " + reported.get());
        }
    }

    private long append(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        try (DocumentContext document = appender.writingDocument()) {
            try {
                Bytes<?> out = document.wire().bytes();
                long offset = out.writePosition();
                out.write(bytes);
                return offset;
            } catch (RuntimeException | Error e) {
                document.rollbackOnClose(); // otherwise closing it would commit what there is
                throw e;
            }
        }
    }

    /** Tells other readers, through the library's listing, which files there are. Any thread. */
    void filesHaveChanged() {
        lock.lock();
        try {
            queue.refreshDirectoryListing();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        queue.appendLock().unlock();
        appender.close();
        queue.close();
    }
}
