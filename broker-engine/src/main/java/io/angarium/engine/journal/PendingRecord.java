package io.angarium.engine.journal;

import java.nio.ByteBuffer;
import java.util.List;

/** A record that was appended, in memory until it is on disk and for a while after. Guarded by the journal's lock. */
final class PendingRecord {
    final long number;
    final ByteBuffer metadata;
    final List<ByteBuffer> content;
    final boolean keep;
    /** Length of its entry in the index section. */
    final int entryBytes;
    /** Length of its frame in the content section, 0 without content. */
    final int frameBytes;

    private boolean released;

    /** Whether it counts among the live records that are in no segment yet. */
    boolean awaitsSegment;

    PendingRecord(long number, ByteBuffer metadata, List<ByteBuffer> content, boolean keep) {
        this.number = number;
        this.metadata = metadata;
        this.content = content;
        this.keep = keep;
        this.entryBytes = RecordFormat.entryBytes(metadata.remaining());
        this.frameBytes = RecordFormat.frameBytes(content);
    }

    /** What it takes in a batch. */
    int bytes() {
        return entryBytes + frameBytes;
    }

    /** Whether somebody must release it. */
    boolean live() {
        return !released && (keep || frameBytes > 0);
    }

    void release() {
        released = true;
    }
}
