package io.angarium.engine.journal;

import java.nio.ByteBuffer;
import java.util.List;

/** Lays batches out in one direct buffer that is used again for each; confined to the journal's thread. */
final class BatchEncoder {
    /** A buffer that a large record has blown up beyond this is not kept. */
    private static final int KEPT_BYTES = 2 << 20;

    private final long store;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);

    BatchEncoder(long store) {
        this.store = store;
    }

    /** The first batch of a segment. */
    ByteBuffer start(long segment, long number, long forced, long nextRecord) {
        buffer.clear().limit(BatchHeader.BYTES);
        new BatchHeader(BatchHeader.Kind.START, store, segment, number, forced, nextRecord, 0, 0, 0, 0).put(buffer, 0);
        return buffer;
    }

    /** A batch of records, valid until the next call. */
    ByteBuffer records(List<PendingRecord> records, long segment, long number, long forced) {
        int indexBytes = 0;
        int contentBytes = 0;
        for (PendingRecord record : records) {
            indexBytes += record.entryBytes;
            contentBytes += record.frameBytes;
        }
        int bytes = BatchHeader.BYTES + indexBytes + contentBytes;
        prepare(bytes);
        buffer.position(BatchHeader.BYTES);
        for (PendingRecord record : records) {
            RecordFormat.putEntry(buffer, record);
        }
        int entryAt = BatchHeader.BYTES;
        for (PendingRecord record : records) {
            if (record.frameBytes > 0) {
                RecordFormat.putFrame(buffer, record, 0, entryAt);
            }
            entryAt += record.entryBytes;
        }
        int indexCrc = RecordFormat.crc(buffer, BatchHeader.BYTES, BatchHeader.BYTES + indexBytes);
        new BatchHeader(
                        BatchHeader.Kind.RECORDS,
                        store,
                        segment,
                        number,
                        forced,
                        records.get(0).number,
                        records.size(),
                        indexBytes,
                        contentBytes,
                        indexCrc)
                .put(buffer, 0);
        return buffer.position(0);
    }

    private void prepare(int bytes) {
        if (buffer.capacity() < bytes || (buffer.capacity() > KEPT_BYTES && bytes <= KEPT_BYTES)) {
            int doubled = Math.min(KEPT_BYTES, Integer.highestOneBit(bytes) * 2);
            buffer = ByteBuffer.allocateDirect(Math.max(bytes, doubled));
        }
        buffer.clear().limit(bytes);
    }
}
