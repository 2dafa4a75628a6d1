package io.angarium.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The files of a journal: numbered segments, each written by one appender from its beginning to its end and then never again.
 * What is in them is {@link SegmentedJournal}'s business; a store only decides how bytes get into a file. A segment's file may
 * hold anything between the batches (an index, document headers), as long as the bytes of a batch stand together at the offset
 * that {@link Writer#write} gave.
 *
 * <p>{@link #allocate} and {@link Writer#close} may be called by another thread than the rest, at most one call at a time.
 */
public interface SegmentStore extends SegmentFiles, AutoCloseable {
    /**
     * Makes the file of a segment with all its space on disk, so that writing to it cannot run out of space, and forces it and its
     * folder entry. Called ahead of use, also while another segment is being written. Slow. What is in the file may be old batches
     * of other segments.
     *
     * @param bytes wanted size; the store may take another one
     * @return bytes the file takes on disk
     * @throws IOException also if there is not enough space; then nothing is left behind
     */
    long allocate(long segment, long bytes) throws IOException;

    /**
     * Begins to write the segment that was allocated; the writer of the one before has ended, and is closed afterwards. Called by the
     * journal's thread only.
     */
    Writer open(long segment) throws IOException;

    /**
     * The newest segment that was found at recovery is never written again: ends it behind its last batch, and gives the rest back, if
     * the store can; on disk when it returns. Called once, before the next segment is begun; what is cut off was never confirmed.
     *
     * @param usedBytes everything from here on is unused, and may be what an earlier life of the file has left
     */
    default void seal(long segment, long usedBytes) throws IOException {}

    /** Removes a segment that is not being written; also one that was never opened. No error if it is not there. */
    void delete(long segment) throws IOException;

    /** Bytes on disk of files that are no segments now but kept to become one; any thread. */
    default long idleBytes() {
        return 0;
    }

    /** Closes what is open; the writer is closed before. */
    @Override
    void close() throws IOException;

    /** Writes one segment; confined to the journal's thread, which is never interrupted, but for {@link #close}. */
    interface Writer extends AutoCloseable {
        /** How large a batch certainly still fits, whatever the store adds around it; at most 2 GiB from the file's beginning. */
        long remainingBytes();

        /**
         * Writes a batch whole, in one piece.
         *
         * @param batch from its position to its limit, a direct buffer; may be moved
         * @return offset of its first byte in the file, a multiple of 4
         */
        long write(ByteBuffer batch) throws IOException;

        /** Returns when everything written is on disk. */
        void force() throws IOException;

        /** Nothing more is written: adds what tells other readers so, if the store has that. The caller forces it. Quick. */
        void end() throws IOException;

        /**
         * Closes it, after it has ended and was forced, and gives back the space that was not used, if the store can. Any thread. Slow.
         */
        @Override
        void close() throws IOException;
    }

    /** Opens the segments in a folder, after the journal has locked the store and made sure that it is one of ours. */
    interface Opener {
        /**
         * Opens what is there; nothing is written to a segment yet.
         *
         * @param folder exists, holds segments only
         * @param config the size of a full segment, and whether anything is forced
         */
        SegmentStore open(Path folder, JournalConfig config) throws IOException;
    }
}
