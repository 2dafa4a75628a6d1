package io.angarium.engine.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The bytes of a record: its entry in the index section and its frame in the content section. Stateless. */
final class RecordFormat {
    static final int ENTRY_HEAD_BYTES = 16;
    static final int FRAME_HEAD_BYTES = 24;
    static final int BLOCK_BYTES = 8;
    private static final byte KEEP = 1;

    private RecordFormat() {}

    static int entryBytes(int metadataBytes) {
        return padded(ENTRY_HEAD_BYTES + metadataBytes);
    }

    static int frameBytes(List<ByteBuffer> content) {
        if (content.isEmpty()) {
            return 0;
        }
        int bytes = FRAME_HEAD_BYTES + BLOCK_BYTES * content.size();
        for (ByteBuffer block : content) {
            bytes += block.remaining();
        }
        return padded(bytes);
    }

    static int padded(int bytes) {
        return (bytes + 7) & ~7;
    }

    /** Writes the entry of a record at the buffer's position. */
    static void putEntry(ByteBuffer out, PendingRecord record) {
        int at = out.position();
        out.putInt(record.metadata.remaining());
        out.putInt(record.keep ? KEEP : 0);
        out.putInt(record.frameBytes);
        out.putInt(0);
        out.put(record.metadata.duplicate());
        pad(out, at + record.entryBytes);
        out.putInt(at + 12, entryCrc(out, at, record.metadata.remaining()));
    }

    /**
     * Writes the frame of a record at the buffer's position.
     *
     * @param batchAt where the batch begins in the buffer
     * @param entryAt where the entry of the record begins in the buffer
     */
    static void putFrame(ByteBuffer out, PendingRecord record, int batchAt, int entryAt) {
        int at = out.position();
        int blocks = record.content.size();
        out.putLong(record.number);
        out.putInt(blocks);
        out.putInt(at - batchAt);
        out.putInt(at - entryAt);
        out.putInt(0);
        int table = out.position();
        out.position(table + BLOCK_BYTES * blocks);
        for (ByteBuffer block : record.content) {
            int from = out.position();
            out.put(block.duplicate());
            out.putInt(table, out.position() - from);
            out.putInt(table + 4, crc(out, from, out.position()));
            table += BLOCK_BYTES;
        }
        pad(out, at + record.frameBytes);
        out.putInt(at + 20, frameCrc(out, at, blocks));
    }

    private static void pad(ByteBuffer out, int end) {
        while (out.position() < end) {
            out.put((byte) 0);
        }
    }

    static int metadataBytes(ByteBuffer in, int entryAt) {
        return in.getInt(entryAt);
    }

    static boolean keep(ByteBuffer in, int entryAt) {
        return (in.getInt(entryAt + 4) & KEEP) != 0;
    }

    /** Length of the record's frame, as its entry says. */
    static int frameBytes(ByteBuffer in, int entryAt) {
        return in.getInt(entryAt + 8);
    }

    /** The metadata in an entry, or null if the entry is damaged. */
    static @Nullable ByteBuffer metadata(ByteBuffer in, int entryAt) {
        int bytes = in.getInt(entryAt);
        if (bytes < 0
                || bytes > in.limit() - entryAt - ENTRY_HEAD_BYTES
                || in.getInt(entryAt + 12) != entryCrc(in, entryAt, bytes)) {
            return null;
        }
        return in.slice(entryAt + ENTRY_HEAD_BYTES, bytes).asReadOnlyBuffer();
    }

    /** Bytes between the beginnings of the record's entry and of its frame. */
    static int entryDistance(ByteBuffer frame) {
        return frame.getInt(16);
    }

    /** Whether the head of a frame is intact and belongs to the record. */
    static boolean frameIntact(ByteBuffer frame, long record) {
        if (frame.limit() < FRAME_HEAD_BYTES || frame.getLong(0) != record) {
            return false;
        }
        int blocks = frame.getInt(8);
        return blocks > 0
                && blocks <= (frame.limit() - FRAME_HEAD_BYTES) / BLOCK_BYTES
                && frame.getInt(20) == frameCrc(frame, 0, blocks);
    }

    /** Number of blocks in an intact frame. */
    static int blocks(ByteBuffer frame) {
        return frame.getInt(8);
    }

    /** Where a block of an intact frame begins in it. */
    static int blockAt(ByteBuffer frame, int index) {
        int at = FRAME_HEAD_BYTES + BLOCK_BYTES * blocks(frame);
        for (int i = 0; i < index; i++) {
            at += blockBytes(frame, i);
        }
        return at;
    }

    static int blockBytes(ByteBuffer frame, int index) {
        return frame.getInt(FRAME_HEAD_BYTES + BLOCK_BYTES * index);
    }

    static int blockCrc(ByteBuffer frame, int index) {
        return frame.getInt(FRAME_HEAD_BYTES + BLOCK_BYTES * index + 4);
    }

    /** Whether all blocks of a whole, intact frame are what they were. */
    static boolean blocksIntact(ByteBuffer frame) {
        int at = blockAt(frame, 0);
        for (int i = 0; i < blocks(frame); i++) {
            int end = at + blockBytes(frame, i);
            if (end < at || end > frame.limit() || crc(frame, at, end) != blockCrc(frame, i)) {
                return false;
            }
            at = end;
        }
        return true;
    }

    static int crc(ByteBuffer buffer, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(to).position(from));
        return (int) crc.getValue();
    }

    private static int entryCrc(ByteBuffer buffer, int at, int metadataBytes) {
        CRC32C crc = new CRC32C();
        ByteBuffer view = buffer.duplicate();
        crc.update(view.limit(at + 12).position(at));
        crc.update(view.limit(at + ENTRY_HEAD_BYTES + metadataBytes).position(at + ENTRY_HEAD_BYTES));
        return (int) crc.getValue();
    }

    private static int frameCrc(ByteBuffer buffer, int at, int blocks) {
        CRC32C crc = new CRC32C();
        ByteBuffer view = buffer.duplicate();
        crc.update(view.limit(at + 20).position(at));
        crc.update(view.limit(at + FRAME_HEAD_BYTES + BLOCK_BYTES * blocks).position(at + FRAME_HEAD_BYTES));
        return (int) crc.getValue();
    }
}
