package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentSpace;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes documents into the file of one cycle. The library writes the first document of the first cycle after an opening only; the
 * others begin with a copy of what stands before it, its header and its index, which know positions only: to let the library move on
 * itself took 3 to 20 ms, since it maps each file, grows it, and walks through all documents of the one before. Confined to the
 * journal's thread, but for {@link #close}.
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
    private final CycleFiles files;
    private final JournalConfig.Sync sync;
    private final FileChannel file;
    private final long limit;
    private final ByteBuffer header = words(DocumentChain.HEADER_BYTES);
    private final ByteBuffer tail = words(3 + DocumentChain.HEADER_BYTES);
    private final ByteBuffer[] document = new ByteBuffer[3];
    private boolean begun;
    private boolean ended;
    private long position = FIRST_BYTES;

    /**
     * @param cycles the library, which knows how a cycle's file begins
     * @param files where the segment's file is, which begins with {@link #CLEAR_BYTES} zeros, and which the library does not see yet
     */
    CycleWriter(Cycles cycles, CycleFiles files, long segment, JournalConfig.Sync sync) throws IOException {
        this.cycles = cycles;
        this.files = files;
        this.segment = segment;
        this.sync = sync;
        file = FileChannel.open(files.next(segment), StandardOpenOption.READ, StandardOpenOption.WRITE);
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

    /** The library begins the first file; what it has written before the first document is at the beginning of all that follow. */
    private long begin(ByteBuffer batch) throws IOException {
        begun = true;
        ByteBuffer head = cycles.head();
        if (head == null) {
            return beginByLibrary(batch);
        }
        position = head.remaining();
        while (head.hasRemaining()) {
            file.write(head, head.position());
        }
        long offset = append(batch);
        show();
        return offset;
    }

    private long beginByLibrary(ByteBuffer batch) throws IOException {
        int bytes = batch.remaining();
        clear(FIRST_BYTES + bytes + OVERHEAD_BYTES);
        show();
        long offset = cycles.begin(segment, batch);
        long first = offset - DocumentChain.HEADER_BYTES;
        ByteBuffer head = ByteBuffer.allocate((int) first);
        while (head.hasRemaining() && file.read(head, head.position()) >= 0) {
            // until it is whole
        }
        cycles.head(head.flip());
        position = DocumentChain.next(first, bytes);
        return offset;
    }

    /** From now on others find the file. That this is on disk is seen to when the next segment is allocated, at recovery or at the close. */
    private void show() throws IOException {
        Files.move(files.next(segment), files.cycle(segment), StandardCopyOption.ATOMIC_MOVE);
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

    @Override
    public void end() throws IOException {
        if (begun && !ended) {
            ended = true;
            DocumentChain.endAt(file, position);
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (!begun) {
                return;
            }
            end();
            long kept = SegmentSpace.keepsItsSize(position, limit) ? limit : DocumentChain.fileBytes(position);
            if (file.size() > kept) {
                // the library has made the file longer than its space, for its map; or it was never filled
                file.truncate(kept);
                sync.force(file, true);
            }
        }
        cycles.filesHaveChanged();
    }
}
