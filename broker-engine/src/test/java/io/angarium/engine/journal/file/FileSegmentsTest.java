package io.angarium.engine.journal.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plain files as segments. */
class FileSegmentsTest {
    private static final int SEGMENT_BYTES = 64 << 10;

    @TempDir
    Path folder;

    private SegmentStore segments;

    private JournalConfig config(long segmentBytes) {
        return JournalConfig.at(folder).withSegmentBytes(segmentBytes);
    }

    @BeforeEach
    void open() throws IOException {
        segments = FileSegments.open(folder, config(SEGMENT_BYTES));
    }

    private static ByteBuffer batch(int bytes) {
        byte[] filled = new byte[bytes];
        Arrays.fill(filled, (byte) 7);
        return ByteBuffer.allocateDirect(bytes).put(filled).flip();
    }

    private void write(long segment, int bytes) throws IOException {
        try (SegmentStore.Writer writer = segments.open(segment)) {
            writer.write(batch(bytes));
            writer.force();
        }
    }

    @Test
    void aSegmentIsThereWithAllItsSpaceBeforeItIsWritten() throws IOException {
        long bytes = segments.allocate(1, SEGMENT_BYTES);

        assertThat(bytes).isEqualTo(SEGMENT_BYTES);
        assertThat(Files.readAllBytes(segments.file(1))).isEqualTo(new byte[SEGMENT_BYTES]);
        assertThat(segments.existing()).containsExactly(1L);
    }

    @Test
    void batchesStandOneBehindTheOther() throws IOException {
        segments.allocate(1, SEGMENT_BYTES);

        try (SegmentStore.Writer writer = segments.open(1)) {
            assertThat(writer.write(batch(72))).isZero();
            assertThat(writer.write(batch(80))).isEqualTo(72);
            assertThat(writer.remainingBytes()).isEqualTo(SEGMENT_BYTES - 152);
        }
    }

    @Test
    void spaceThatWasNotUsedIsGivenBack() throws IOException {
        segments.allocate(1, SEGMENT_BYTES);

        write(1, 1000);

        assertThat(Files.size(segments.file(1))).isEqualTo(1000);
    }

    @Test
    void aFullSegmentThatIsDeletedBecomesTheNextOne() throws IOException {
        segments.allocate(1, SEGMENT_BYTES);
        write(1, SEGMENT_BYTES - 8);

        segments.delete(1);

        assertThat(segments.existing()).isEmpty();
        assertThat(segments.idleBytes()).isEqualTo(SEGMENT_BYTES);
        segments.allocate(2, SEGMENT_BYTES);
        assertThat(segments.existing()).containsExactly(2L);
        assertThat(segments.idleBytes()).isZero();
        assertThat(Files.readAllBytes(segments.file(2))[1000]).isEqualTo((byte) 7);
    }

    @Test
    void onlyOneDeletedSegmentIsKept() throws IOException {
        for (long segment = 1; segment <= 2; segment++) {
            segments.allocate(segment, SEGMENT_BYTES);
            write(segment, SEGMENT_BYTES - 8);
        }

        segments.delete(1);
        segments.delete(2);

        assertThat(segments.idleBytes()).isEqualTo(SEGMENT_BYTES);
        assertThat(segments.file(2)).doesNotExist();
    }

    @Test
    void nothingIsKeptWhenTheStoreIsClosedOrWasKilled() throws IOException {
        segments.allocate(1, SEGMENT_BYTES);
        write(1, SEGMENT_BYTES - 8);
        segments.delete(1);

        FileSegments.open(folder, config(SEGMENT_BYTES)).close();

        assertThat(folder).isEmptyDirectory();
    }
}
