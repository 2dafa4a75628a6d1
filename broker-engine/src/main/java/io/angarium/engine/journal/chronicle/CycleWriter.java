package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes documents into the file of one cycle, behind the first document, which the library writes. Confined to the journal's thread.
 *
 * <p>Looks odd because it is hot: two system calls a batch, no allocation; see docs/adr/002 for what each cost.
 */
final class CycleWriter implements SegmentStore.Writer {
    /** Header word, up to three bytes of padding, and the word that ends the chain. */
    private static final int OVERHEAD_BYTES = 12;

    /** What the library's header and index take at most. */
    private static final int FIRST_BYTES = 8 << 10;

    private final Cycles cycles;
    private final long segment;
    private final FileChannel file;
    private final long limit;
    private final ByteBuffer header = words(DocumentChain.HEADER_BYTES);
    private final ByteBuffer tail = words(3 + DocumentChain.HEADER_BYTES);
    private final ByteBuffer[] document = new ByteBuffer[3];
    private boolean begun;
    private boolean sealed;
    private long position = FIRST_BYTES;

    /**
     * @param cycles the library, which writes the first document
     * @param path of the cycle's file, all zeros
     */
    CycleWriter(Cycles cycles, long segment, Path path) throws IOException {
        this.cycles = cycles;
        this.segment = segment;
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        limit = file.size();
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
        return begun ? append(batch) : begin(batch);
    }

    private long begin(ByteBuffer batch) throws IOException {
        int bytes = batch.remaining();
        long offset = cycles.begin(segment, batch);
        position = DocumentChain.next(offset - DocumentChain.HEADER_BYTES, bytes);
        begun = true;
        return offset;
    }

    private long append(ByteBuffer batch) throws IOException {
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
        if (begun && !sealed) {
            sealed = true;
            DocumentChain.putWord(file, position, DocumentChain.END_OF_DATA);
            file.force(false);
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (begun) {
                sealed = true;
                DocumentChain.endAt(file, position);
            }
        }
    }
}
