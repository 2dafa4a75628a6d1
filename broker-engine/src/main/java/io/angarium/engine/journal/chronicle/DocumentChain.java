package io.angarium.engine.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * The documents of a cycle's file, one behind the other: a header word of 4 bytes (little-endian), the content, padding to a
 * multiple of 4. This is the format that Chronicle Wire documents for its files. Stateless.
 */
final class DocumentChain {
    static final int HEADER_BYTES = 4;
    static final int NOT_COMPLETE = 0x8000_0000;
    static final int END_OF_DATA = 0xC000_0000;
    private static final int LENGTH_MASK = 0x3FFF_FFFF;
    private static final int PAGE_BYTES = 4096;
    private static final int WINDOW_BYTES = 64 << 10;

    private DocumentChain() {}

    /** Offset of the header word that follows a document. */
    static long next(long position, int contentBytes) {
        return (position + HEADER_BYTES + contentBytes + 3) & ~3L;
    }

    /** Whether the library has finished the first document, without which no other can be there. */
    static boolean isStarted(FileChannel file) throws IOException {
        int word = new Words(file).at(0);
        return word != 0 && (word & NOT_COMPLETE) == 0;
    }

    /**
     * Makes what a writer that died has left a chain that other readers follow to its end: a batch that had got to the disk but was
     * still marked as on its way is declared complete. Nothing is changed behind what counts, and nothing if the chain is damaged.
     *
     * @param contentEnd where the last content that counts ends
     */
    static void complete(FileChannel file, long contentEnd) throws IOException {
        Words words = new Words(file);
        long end = aligned(contentEnd);
        long position = 0;
        while (position < end) {
            int word = words.at(position);
            int contentBytes = word & LENGTH_MASK;
            long next = next(position, contentBytes);
            if (contentBytes == 0 || next > end) {
                return;
            }
            if ((word & NOT_COMPLETE) != 0) {
                putWord(file, position, word & ~NOT_COMPLETE);
            }
            position = next;
        }
    }

    /** Ends a file behind a content. */
    static void endAt(FileChannel file, long contentEnd) throws IOException {
        putWord(file, aligned(contentEnd), END_OF_DATA);
    }

    /** How large a file is that ends behind a content. */
    static long fileBytes(long contentEnd) {
        return (aligned(contentEnd) + HEADER_BYTES + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    private static long aligned(long position) {
        return (position + 3) & ~3L;
    }

    static void putWord(FileChannel file, long position, int word) throws IOException {
        ByteBuffer buffer =
                ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(0, word);
        while (buffer.hasRemaining()) {
            file.write(buffer, position + buffer.position());
        }
    }

    /** Reads words through a window, so that a chain of small documents does not cost a system call for each. */
    private static final class Words {
        private final FileChannel file;
        private final ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private long from;

        Words(FileChannel file) {
            this.file = file;
            window.limit(0);
        }

        /** The word at a position; 0 behind the end of the file. */
        int at(long position) throws IOException {
            if (position < from || position + HEADER_BYTES > from + window.limit()) {
                fill(position);
            }
            int index = (int) (position - from);
            return index + HEADER_BYTES <= window.limit() ? window.getInt(index) : 0;
        }

        private void fill(long position) throws IOException {
            from = position;
            window.clear();
            while (window.hasRemaining() && file.read(window, from + window.position()) >= 0) {
                // until the window or the file is at its end
            }
            window.flip();
        }
    }
}
