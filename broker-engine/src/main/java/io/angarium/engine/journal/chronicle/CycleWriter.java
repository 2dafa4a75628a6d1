package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes documents into the file of one cycle, behind what the library has put there. Confined to the journal's thread.
 *
 * <p>Looks odd because it is hot: two system calls a batch, no allocation; see docs/adr/002 for what each cost.
 */
final class CycleWriter implements SegmentStore.Writer {
    /** Header word, up to three bytes of padding, and the word that ends the chain. */
    private static final int OVERHEAD_BYTES = 12;

    private final FileChannel file;
    private final long limit;
    private final ByteBuffer header = words(DocumentChain.HEADER_BYTES);
    private final ByteBuffer tail = words(3 + DocumentChain.HEADER_BYTES);
    private final ByteBuffer[] document = new ByteBuffer[3];
    private long position;
    private boolean sealed;

    /**
     * @param path of a cycle that the library has started
     * @param bytes how far the file's space reaches
     */
    CycleWriter(Path path, long bytes) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        limit = bytes;
        DocumentChain.End end = DocumentChain.end(file);
        if (!end.isOpen()) {
            file.close();
            throw new IOException(path + " cannot be continued at " + end.position());
        }
        position = end.position();
    }

    private static ByteBuffer words(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public long remainingBytes() {
        return Math.max(0, limit - position - OVERHEAD_BYTES);
    }

    @Override
    public long write(ByteBuffer batch) throws IOException {
        int bytes = batch.remaining();
        long next = DocumentChain.next(position, bytes);
        header.clear().putInt(0, DocumentChain.NOT_COMPLETE | bytes);
        tail.clear().limit((int) (next - position - bytes)); // padding and a zero where the next header word will be
        document[0] = header;
        document[1] = batch;
        document[2] = tail;
        file.position(position);
        do {
            file.write(document);
        } while (tail.hasRemaining());
        header.clear().putInt(0, bytes);
        while (header.hasRemaining()) {
            file.write(header, position + header.position());
        }
        long offset = position + DocumentChain.HEADER_BYTES;
        position = next;
        return offset;
    }

    @Override
    public void force() throws IOException {
        file.force(false);
    }

    /** Sets the end mark and forces it, before the library is told to go on; nothing can be written afterwards. */
    void seal() throws IOException {
        if (!sealed) {
            sealed = true;
            DocumentChain.putWord(file, position, DocumentChain.END_OF_DATA);
            file.force(false);
        }
    }

    @Override
    public void close() throws IOException {
        sealed = true;
        try (file) {
            DocumentChain.endAt(file, position);
        }
    }
}
