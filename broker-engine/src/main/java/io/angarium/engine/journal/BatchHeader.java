package io.angarium.engine.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a batch; the layout is in the package's description.
 *
 * @param kind what the batch is
 * @param store id of the store, so that a file of another one is noticed
 * @param segment the segment it was written to, so that what an earlier life of the file left behind is not taken for ours
 * @param number of the batch, without gaps through all segments
 * @param forced the last batch that was certainly on disk when this one was written
 * @param firstRecord number of the first record in it, or of the next one if it has none
 * @param records number of records
 * @param indexBytes length of the index section
 * @param contentBytes length of the content section
 * @param indexCrc checksum of the index section
 */
record BatchHeader(
        Kind kind,
        long store,
        long segment,
        long number,
        long forced,
        long firstRecord,
        int records,
        int indexBytes,
        int contentBytes,
        int indexCrc) {
    static final int BYTES = 72;
    static final int MAGIC = 0x416E676A;
    private static final byte VERSION = 1;
    private static final int CRC_AT = BYTES - 4;

    /** The kinds of batches. */
    enum Kind {
        /** The first of each segment. */
        START(1),
        /** Records. */
        RECORDS(2);

        final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        static @Nullable Kind of(byte code) {
            return switch (code) {
                case 1 -> START;
                case 2 -> RECORDS;
                default -> null;
            };
        }
    }

    /** Length of the whole batch. */
    long bytes() {
        return (long) BYTES + indexBytes + contentBytes;
    }

    /** Writes it at an index of the buffer; the position does not move. */
    void put(ByteBuffer out, int at) {
        out.putInt(at, MAGIC);
        out.put(at + 4, VERSION);
        out.put(at + 5, kind.code);
        out.putShort(at + 6, (short) 0);
        out.putLong(at + 8, store);
        out.putLong(at + 16, segment);
        out.putLong(at + 24, number);
        out.putLong(at + 32, forced);
        out.putLong(at + 40, firstRecord);
        out.putInt(at + 48, records);
        out.putInt(at + 52, indexBytes);
        out.putInt(at + 56, contentBytes);
        out.putInt(at + 60, indexCrc);
        out.putInt(at + 64, 0);
        out.putInt(at + CRC_AT, crc(out, at));
    }

    /**
     * Reads one.
     *
     * @return null if there is no intact header of this store and segment
     * @throws JournalException FOREIGN if there is one of a version that this release does not know
     */
    static @Nullable BatchHeader at(ByteBuffer in, int at, long store, long segment) {
        if (in.getInt(at) != MAGIC || in.getInt(at + CRC_AT) != crc(in, at)) {
            return null;
        }
        if (in.getLong(at + 8) != store || in.getLong(at + 16) != segment) {
            return null;
        }
        Kind kind = Kind.of(in.get(at + 5));
        if (in.get(at + 4) != VERSION || kind == null) {
            throw new JournalException(
                    JournalException.Kind.FOREIGN,
                    "segment " + segment + " was written by a newer release (record version " + in.get(at + 4)
                            + "); open the store with that release");
        }
        return new BatchHeader(
                kind,
                store,
                segment,
                in.getLong(at + 24),
                in.getLong(at + 32),
                in.getLong(at + 40),
                in.getInt(at + 48),
                in.getInt(at + 52),
                in.getInt(at + 56),
                in.getInt(at + 60));
    }

    private static int crc(ByteBuffer buffer, int at) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(at + CRC_AT).position(at));
        return (int) crc.getValue();
    }
}
