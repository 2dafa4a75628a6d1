package io.angarium.engine.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Looks at what is in the files of segments, without any of the journal's reading. */
final class SegmentBytes {
    private SegmentBytes() {}

    /** Whether batches of an earlier segment are left in a file, so that it was used before. */
    static boolean holdOldBatches(Path file) {
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Set<Long> segments = new TreeSet<>();
        for (int at = 0; at + BatchHeader.BYTES <= bytes.limit(); at += 4) {
            BatchHeader header = header(bytes, at);
            if (header != null) {
                segments.add(header.segment());
            }
        }
        return segments.size() > 1;
    }

    private static @Nullable BatchHeader header(ByteBuffer bytes, int at) {
        return BatchHeader.at(bytes, at, bytes.getLong(at + 8), bytes.getLong(at + 16));
    }

    /** Checks that pieces of a store which somebody else has read are batches, one after the other without a gap. */
    static void requireBatches(List<byte[]> pieces, String what) {
        long expected = 0;
        for (byte[] piece : pieces) {
            BatchHeader header = requireNonNull(
                    piece.length < BatchHeader.BYTES ? null : header(ByteBuffer.wrap(piece), 0),
                    what + ": not a batch, after number " + (expected - 1));
            assertThat(header.bytes())
                    .as("%s: length of batch %d", what, header.number())
                    .isEqualTo(piece.length);
            if (expected > 0) {
                assertThat(header.number()).as("%s: number of a batch", what).isEqualTo(expected);
            }
            expected = header.number() + 1;
        }
    }
}
