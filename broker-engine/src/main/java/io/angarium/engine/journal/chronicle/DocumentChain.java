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

    /**
     * Where a chain ends.
     *
     * @param position of the header word that ends it: of a zero, of the end mark, or of a document that cannot be
     * @param word that header word
     */
    record End(long position, int word) {
        /** Whether the next document belongs here. */
        boolean isOpen() {
            return word == 0;
        }

        /** Whether the end mark is there. */
        boolean isSealed() {
            return word == END_OF_DATA;
        }
    }

    /** Offset of the header word that follows a document. */
    static long next(long position, int contentBytes) {
        return (position + HEADER_BYTES + contentBytes + 3) & ~3L;
    }

    /** Whether the library has finished the first document, without which no other can be there. */
    static boolean isStarted(FileChannel file) throws IOException {
        int word = new Words(file).at(0);
        return word != 0 && (word & NOT_COMPLETE) == 0;
    }

    /** Follows the chain of a file that has been started. */
    static End end(FileChannel file) throws IOException {
        Words words = new Words(file);
        long size = file.size();
        long position = 0;
        while (true) {
            int word = words.at(position);
            long next = next(position, word & LENGTH_MASK);
            if (word == 0 || (word & NOT_COMPLETE) != 0 || next > size) {
                return new End(position, word);
            }
            position = next;
        }
    }

    /**
     * Makes a file whose writer died one that other readers understand to its end: a batch that was on its way is declared
     * complete (whether it is, its own checksum says), and the end mark is set. Never takes anything away, so that a damaged
     * file is not damaged further.
     */
    static void seal(FileChannel file) throws IOException {
        End end = end(file);
        while ((end.word() & NOT_COMPLETE) != 0 && !end.isSealed()) {
            int contentBytes = end.word() & LENGTH_MASK;
            if (contentBytes == 0 || next(end.position(), contentBytes) > file.size()) {
                return;
            }
            putWord(file, end.position(), contentBytes);
            end = end(file);
        }
        if (end.isOpen() && end.position() + HEADER_BYTES <= file.size()) {
            putWord(file, end.position(), END_OF_DATA);
        }
        file.force(false);
    }

    /**
     * Ends a file behind a content, and gives back the rest of it.
     *
     * @param contentEnd where the last content that counts ends
     */
    static void endAt(FileChannel file, long contentEnd) throws IOException {
        long position = (contentEnd + 3) & ~3L;
        putWord(file, position, END_OF_DATA);
        file.truncate((position + HEADER_BYTES + PAGE_BYTES - 1) & -PAGE_BYTES);
        file.force(true);
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
