package io.angarium.engine.journal;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An append-only sequence of records in one order, with group commit. Records are numbered from 1 without gaps; each is
 * written whole or not at all. Content (message bodies) is kept apart from the metadata, so that recovery reads metadata
 * only.
 *
 * <p>Life: one {@link #replay}, then {@link #append}, {@link #read} and {@link #release} from any thread, then
 * {@link #close}. One thread of the journal writes and forces; nothing else ever waits for the disk.
 */
public interface Journal extends AutoCloseable {
    /** Largest content of one record; larger bodies are written in several records. */
    int MAX_RECORD_BYTES = 4 << 20;

    /** Largest metadata of one record. */
    int MAX_METADATA_BYTES = 4 << 20;

    /**
     * Reads every record that is still there, oldest first, metadata only, and afterwards takes appends. Called once, before
     * anything else.
     *
     * <p>After an exception, also one of the listener, only {@link #close} may follow.
     *
     * @throws JournalException CORRUPT if a record before the torn tail of the last segment is damaged or missing; names
     *     file and position
     */
    void replay(ReplayListener listener);

    /** The number that the next {@link #append} will give; stable while the caller keeps other appends out. */
    long nextRecord();

    /**
     * Adds a record and returns at once; the caller must not change the buffers afterwards. Appends are serialised by the
     * caller (the namespace lock).
     *
     * @param metadata small; given back by {@link ReplayListener#record}
     * @param content blocks of bytes for {@link #read}, in total at most {@link #MAX_RECORD_BYTES}; a record with content
     *     is live until {@link #release}
     * @param keep whether a record without content is live until {@link #release} as well (the definition of an entity);
     *     otherwise it lives as long as its segment
     * @param reserve whether the record may use the space that is reserved for settlements when the disk is full
     * @return number of the record
     * @throws JournalException FULL if there is no space, FAILED after an I/O error, CLOSED; then nothing was added
     */
    long append(ByteBuffer metadata, List<ByteBuffer> content, boolean keep, boolean reserve);

    /**
     * Number of the last record that is on disk, as are all before it; without forced writes, of the last that was appended.
     */
    long durableRecord();

    /**
     * Sets who is told, in the journal's thread, that {@link #durableRecord} has moved on, or that the journal has failed.
     * Called once, before the first append; the listener must be short.
     */
    void onProgress(ProgressListener listener);

    /**
     * Reads one block of the content of a live record, whether it is on disk yet or not. Blocks for a read from disk, not
     * for writes.
     *
     * @param record number of the record
     * @param index which of the blocks that were appended
     * @return the bytes, a read-only buffer of their own
     * @throws JournalException CORRUPT if the checksum does not fit; FAILED on an I/O error; GONE if it was released
     */
    ByteBuffer read(long record, int index);

    /** Reads the metadata of a live record; as {@link #read}. */
    ByteBuffer readMetadata(long record);

    /** Says that a live record is not needed any more. */
    void release(long record);

    /**
     * The oldest segment that is worth cleaning (little of it is live, and it is not the one being written), or null. The
     * caller appends what is live in it again, waits until that is durable, releases the old records and calls
     * {@link #delete}.
     */
    @Nullable
    Segment cleanable();

    /**
     * Deletes the oldest segment.
     *
     * @throws IllegalStateException if it is not the oldest or something in it is live
     */
    void delete(Segment segment);

    /** Waits until everything that was appended is on disk, or in the file if nothing is forced; for shutdown and tests. */
    void sync();

    /** What there is, for metrics, back-pressure and tests. */
    Statistics statistics();

    /** Writes what was appended, forces it and closes the files. Any later call throws CLOSED. */
    @Override
    void close();

    /** Takes the records at {@link #replay}. */
    interface ReplayListener {
        /**
         * One record.
         *
         * @param record its number
         * @param metadata as it was appended; the buffer is valid during the call only
         * @param live whether it must be released some day (it has content, or was appended with {@code keep})
         */
        void record(long record, ByteBuffer metadata, boolean live);
    }

    /** Is told of the journal's progress. */
    interface ProgressListener {
        /** All records up to this one are on disk. */
        void durable(long record);

        /** There is room again for appends that were refused with FULL. */
        default void roomAgain() {}

        /** The journal has failed and takes no more appends; what is not durable must be taken for lost. */
        void failed(JournalException cause);
    }

    /**
     * A file of the journal.
     *
     * @param id counts from the oldest
     * @param firstRecord first record in it
     * @param lastRecord last record in it
     * @param liveRecords numbers of the records in it that are live, ascending
     */
    record Segment(long id, long firstRecord, long lastRecord, List<Long> liveRecords) {
        public Segment {
            liveRecords = List.copyOf(liveRecords);
        }
    }

    /**
     * Figures of a journal.
     *
     * @param segments number of segments
     * @param diskBytes bytes allocated on disk
     * @param liveBytes bytes of live records
     * @param pendingBytes appended and not yet on disk
     * @param flushes forced writes since it was opened
     * @param full whether appends without {@code reserve} are refused
     */
    record Statistics(int segments, long diskBytes, long liveBytes, long pendingBytes, long flushes, boolean full) {}
}
