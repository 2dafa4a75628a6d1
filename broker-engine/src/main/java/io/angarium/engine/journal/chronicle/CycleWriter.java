package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.SegmentSpace;
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

    /** What must be zeros when a file is begun: the part that the library reads before it writes it, with the start of a segment. */
    static final int CLEAR_BYTES = 16 << 10;

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
     * @param path of the cycle's file, which begins with {@link #CLEAR_BYTES} zeros
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
        clear(FIRST_BYTES + bytes + OVERHEAD_BYTES);
        long offset = cycles.begin(segment, batch);
        position = DocumentChain.next(offset - DocumentChain.HEADER_BYTES, bytes);
        begun = true;
        return offset;
    }

    /** Zeros where a first document that is larger than usual will be, and behind it: no reader goes on from there. */
    private void clear(int bytes) throws IOException {
        for (long at = CLEAR_BYTES; at < Math.min(bytes, limit); ) {
            at += file.write(ByteBuffer.allocate((int) (Math.min(bytes, limit) - at)), at);
        }
    }

    /**
     * The word behind the batch is written with it, before the batch counts as complete: what an earlier life of the file has left there
     * is never the next header word.
     */
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
                // the library has made the file longer than its space, for its map
                DocumentChain.endAt(file, position, SegmentSpace.keepsItsSize(position, limit) ? limit : 0);
            }
        }
    }
}
