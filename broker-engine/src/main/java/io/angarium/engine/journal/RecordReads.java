package io.angarium.engine.journal;

import static io.angarium.engine.journal.JournalException.Kind.CORRUPT;
import static io.angarium.engine.journal.JournalException.Kind.FAILED;
import static io.angarium.engine.journal.JournalException.Kind.GONE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Reads live records, from memory or from their segment, and checks what it reads. Thread-safe. */
final class RecordReads {
    /** Frames up to this size are read at once; of a larger one (a transaction's) only the table and the block. */
    private static final int WHOLE_FRAME_BYTES = 16 << 10;

    private final LongFunction<JournalState.@Nullable Location> locations;
    private final SegmentReads reads;
    private final SegmentFiles files;

    /** @param locations where a live record is; null if it is not live */
    RecordReads(LongFunction<JournalState.@Nullable Location> locations, SegmentReads reads, SegmentFiles files) {
        this.locations = locations;
        this.reads = reads;
        this.files = files;
    }

    /** See {@link Journal#read}. */
    ByteBuffer block(long record, int index) {
        JournalState.Location location = locate(record);
        PendingRecord inMemory = location.inMemory();
        if (inMemory != null) {
            return inMemory.content.get(index).asReadOnlyBuffer().slice();
        }
        ByteBuffer head = frameHead(record, location);
        Objects.checkIndex(index, RecordFormat.blocks(head));
        int at = RecordFormat.blockAt(head, index);
        int bytes = RecordFormat.blockBytes(head, index);
        boolean plausible = bytes >= 0 && at >= 0 && (long) at + bytes <= RecordIndex.bytes(location.place());
        ByteBuffer block = null;
        if (plausible) {
            block = at + bytes <= head.limit()
                    ? head.slice(at, bytes)
                    : bytes(record, location, RecordIndex.offset(location.place()) + at, bytes);
        }
        if (block == null || RecordFormat.crc(block, 0, bytes) != RecordFormat.blockCrc(head, index)) {
            throw corrupt(record, location, "block " + index + " of record " + record + " is damaged");
        }
        return block.asReadOnlyBuffer();
    }

    /** See {@link Journal#readMetadata}. */
    ByteBuffer metadata(long record) {
        JournalState.Location location = locate(record);
        PendingRecord inMemory = location.inMemory();
        if (inMemory != null) {
            return inMemory.metadata.asReadOnlyBuffer().slice();
        }
        long at = RecordIndex.offset(location.place());
        if (!RecordIndex.entryOnly(location.place())) {
            at -= RecordFormat.entryDistance(frameHead(record, location));
        }
        ByteBuffer head = bytes(record, location, at, RecordFormat.ENTRY_HEAD_BYTES);
        int metadataBytes = RecordFormat.metadataBytes(head, 0);
        ByteBuffer metadata = metadataBytes < 0 || metadataBytes > Journal.MAX_METADATA_BYTES
                ? null
                : RecordFormat.metadata(bytes(record, location, at, RecordFormat.entryBytes(metadataBytes)), 0);
        if (metadata == null) {
            throw corrupt(record, location, "the metadata of record " + record + " is damaged");
        }
        // an entry does not say whose it is, and the file may have become another segment since
        locate(record);
        return metadata;
    }

    /** At least the head and the table of a record's frame, checked; all of it if it is small. */
    private ByteBuffer frameHead(long record, JournalState.Location location) {
        long place = location.place();
        if (RecordIndex.entryOnly(place)) {
            throw new IndexOutOfBoundsException("record " + record + " has no content");
        }
        int frameBytes = RecordIndex.bytes(place);
        ByteBuffer head = bytes(record, location, RecordIndex.offset(place), Math.min(frameBytes, WHOLE_FRAME_BYTES));
        long tableEnd = RecordFormat.FRAME_HEAD_BYTES + (long) RecordFormat.BLOCK_BYTES * RecordFormat.blocks(head);
        if (tableEnd > head.limit() && tableEnd <= frameBytes) {
            head = bytes(record, location, RecordIndex.offset(place), (int) tableEnd);
        }
        if (!RecordFormat.frameIntact(head, record)) {
            throw corrupt(record, location, "the content of record " + record + " is damaged");
        }
        return head;
    }

    private JournalState.Location locate(long record) {
        JournalState.Location location = locations.apply(record);
        if (location == null) {
            throw gone(record);
        }
        return location;
    }

    private static JournalException gone(long record) {
        return new JournalException(GONE, "record " + record + " was released");
    }

    private ByteBuffer bytes(long record, JournalState.Location location, long offset, int bytes) {
        try {
            return reads.read(location.segment(), offset, bytes);
        } catch (NoSuchFileException | EOFException e) {
            throw corrupt(record, location, "record " + record + " is missing (" + e + ")");
        } catch (IOException e) {
            throw new JournalException(
                    FAILED,
                    "cannot read record " + record + " in " + files.file(location.segment()) + " at " + offset + ": "
                            + e,
                    e);
        }
    }

    /** GONE if the segment was deleted while the record was read, for it must have been released then. */
    private JournalException corrupt(long record, JournalState.Location location, String what) {
        if (locations.apply(record) == null) {
            return gone(record);
        }
        return new JournalException(
                CORRUPT,
                files.file(location.segment()) + " is damaged at position " + RecordIndex.offset(location.place())
                        + ": " + what + "; restore the store from a backup");
    }
}
