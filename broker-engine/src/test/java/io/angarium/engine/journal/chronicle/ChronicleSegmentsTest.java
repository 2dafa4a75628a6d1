package io.angarium.engine.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChronicleSegmentsTest {
    private static final long SEGMENT_BYTES = 1 << 20;

    @TempDir
    Path folder;

    private final Random random = new Random(7);
    private final List<byte[]> written = new ArrayList<>();

    private JournalConfig config(long segmentBytes) {
        return JournalConfig.at(folder).withSegmentBytes(segmentBytes);
    }

    @BeforeAll
    static void openTheJdk() {
        ChronicleJournal.prepareLibrary();
    }

    @Test
    void aPlainTailerOfTheLibrarySeesEveryBatchOfEverySegment() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 5, 40);
        }

        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    @Test
    void aBatchStandsAtTheOffsetThatWasGiven() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            store.allocate(1, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(1);
            for (int bytes : new int[] {1, 2, 3, 4, 5, 1000, 70_001}) {
                byte[] batch = bytes(bytes);
                long offset = writer.write(direct(batch));
                assertThat(offset % 4).isZero();
                assertThat(read(store.file(1), offset, bytes)).isEqualTo(batch);
            }
            writer.close();
        }
    }

    @Test
    void remainingBytesFitAndNotOneMore() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            long size = store.allocate(1, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(1);
            write(writer, bytes(72));
            write(writer, bytes((int) writer.remainingBytes()));

            assertThat(writer.remainingBytes()).isLessThan(8);
            assertThat(Files.size(store.file(1))).isGreaterThanOrEqualTo(size);
            writer.close();
            assertThat(Files.size(store.file(1))).isLessThanOrEqualTo(size);
        }
        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    @Test
    void aClosedSegmentGivesBackWhatItDidNotUse() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            store.allocate(1, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(1);
            write(writer, bytes(100));
            writer.close();

            assertThat(Files.size(store.file(1))).isLessThan(64 << 10);
        }
    }

    @Test
    void aTailerThatFollowsTheWriterNeverSeesHalfABatch() throws Exception {
        int batches = 50;
        AtomicInteger seen = new AtomicInteger();
        try (SegmentStore store = ChronicleSegments.open(folder, config(64 << 20))) {
            store.allocate(1, 64 << 20);
            SegmentStore.Writer writer = store.open(1);
            writer.write(direct(bytes(72)));
            CompletableFuture<Integer> halves = CompletableFuture.supplyAsync(() -> countHalves(batches, seen));
            for (int i = 1; i <= batches; i++) {
                while (seen.get() < i && !halves.isDone()) {
                    Thread.onSpinWait(); // large, and only when the tailer waits for it: so it would be caught half-way
                }
                byte[] batch = new byte[1 << 20];
                Arrays.fill(batch, (byte) i);
                writer.write(direct(batch));
            }

            assertThat(halves.get(1, TimeUnit.MINUTES)).isZero();
            writer.close();
        }
    }

    /** Follows the queue for a number of batches behind the first, and counts those that do not end as they should. */
    private int countHalves(int batches, AtomicInteger seen) {
        int halves = 0;
        try (SingleChronicleQueue queue = queue();
                ExcerptTailer tailer = queue.createTailer().toStart()) {
            while (seen.get() <= batches) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (document.isPresent()) {
                        Bytes<?> content = document.wire().bytes();
                        int last = content.readByte(content.readLimit() - 1);
                        halves += seen.get() > 0 && last != seen.get() ? 1 : 0;
                        seen.incrementAndGet();
                    }
                }
            }
        }
        return halves;
    }

    @Test
    void aFileThatOnlyLooksLikeASegmentIsNamed() throws IOException {
        Files.createFile(folder.resolve("19701399-0001.cq4"));

        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            assertThatThrownBy(store::existing)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("19701399-0001.cq4");
        }
    }

    @Test
    void anAppenderOfTheLibraryMayContinueWhereTheStoreWasClosed() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 2, 3);
        }
        byte[] foreign = bytes(10);

        try (SingleChronicleQueue queue = queue();
                ExcerptAppender appender = queue.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(foreign);
        }

        written.add(foreign);
        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    @Test
    void anAppenderOfTheLibraryIsRefusedWhileTheStoreIsOpen() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            store.allocate(1, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(1);
            write(writer, bytes(100));

            try (SingleChronicleQueue queue = queue();
                    ExcerptAppender appender = queue.createAppender()) {
                assertThatThrownBy(appender::writingDocument).hasMessageContaining("lock is being held");
            }
            writer.close();
        }
    }

    @Test
    void aReaderOfTheLibraryFindsADocumentByItsIndex() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 2, 20);
        }

        try (SingleChronicleQueue queue = queue();
                ExcerptTailer tailer = queue.createTailer()) {
            assertThat(tailer.moveToIndex(Cycles.ROLL_CYCLE.toIndex(2, 7))).isTrue();
            try (DocumentContext document = tailer.readingDocument()) {
                assertThat(LibraryReader.content(document)).isEqualTo(written.get(27));
            }
            assertThat(queue.lastIndex()).isEqualTo(Cycles.ROLL_CYCLE.toIndex(2, 19));
        }
    }

    @Test
    void aLibraryThatCannotBeginASegmentFailsWithItsName() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            store.allocate(1, SEGMENT_BYTES);
            try (FileChannel file = FileChannel.open(store.file(1), StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(100).put(0, (byte) 0xFF));
            }
            SegmentStore.Writer writer = store.open(1);

            assertThatThrownBy(() -> writer.write(direct(bytes(10))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(folder.toString());
        }
    }

    @Test
    void aWriterThatDiedOverABatchLeavesAFileThatIsReadToItsEndAndIsFollowedByANewSegment() throws IOException {
        long end;
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 1, 3);
            store.allocate(2, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(2);
            write(writer, bytes(500));
            long last = write(writer, bytes(700));
            end = last + 700;
            markAsOnItsWay(store, 2, last, 700);
        }

        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            assertThat(store.existing()).containsExactly(1L, 2L);
            store.seal(2, end);
            writeSegments(store, 3, 3, 2);
        }

        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    private static void markAsOnItsWay(SegmentStore store, long segment, long batch, int bytes) throws IOException {
        try (FileChannel file = FileChannel.open(store.file(segment), StandardOpenOption.WRITE)) {
            DocumentChain.putWord(file, batch - DocumentChain.HEADER_BYTES, DocumentChain.NOT_COMPLETE | bytes);
        }
    }

    // ---- files that were segments before

    /** Leaves a segment that is written over an old one, with a few batches at its beginning; the writer is open. */
    private SegmentStore.Writer overAnOldSegment(SegmentStore store, long segment) throws IOException {
        for (long old = segment - 2; old < segment; old++) {
            store.allocate(old, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(old);
            writer.write(direct(bytes(72)));
            while (writer.remainingBytes() > 1000) {
                writer.write(direct(bytes(1 + random.nextInt(1000))));
            }
            writer.end();
            writer.force();
            writer.close();
        }
        store.delete(segment - 2);
        assertThat(store.idleBytes()).isEqualTo(SEGMENT_BYTES);
        store.allocate(segment, SEGMENT_BYTES);
        assertThat(store.idleBytes()).isZero();
        SegmentStore.Writer writer = store.open(segment);
        store.delete(segment - 1);
        for (int i = 0; i < 5; i++) {
            write(writer, bytes(1 + random.nextInt(3000)));
        }
        writer.force();
        byte[] end = read(store.file(segment), SEGMENT_BYTES - 4096, 2048);
        assertThat(Arrays.equals(end, new byte[2048])).as("nothing old is left").isFalse();
        return writer;
    }

    @Test
    void aReaderOfTheLibrarySeesNothingOfTheOldSegmentWhileTheNewOneIsWritten() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            SegmentStore.Writer writer = overAnOldSegment(store, 3);
            try (SingleChronicleQueue queue = queue();
                    ExcerptTailer tailer = queue.createTailer().toStart()) {
                for (int i = 0; i < 200; i++) {
                    for (byte[] expected : written) {
                        try (DocumentContext document = tailer.readingDocument()) {
                            assertThat(document.isPresent()).isTrue();
                            assertThat(LibraryReader.content(document)).isEqualTo(expected);
                        }
                    }
                    try (DocumentContext document = tailer.readingDocument()) {
                        assertThat(document.isPresent()).isFalse();
                    }
                    written.clear();
                    write(writer, bytes(1 + random.nextInt(3000)));
                }
                assertThat(queue.createTailer().toEnd().index()).isEqualTo(queue.lastIndex() + 1);
                assertThat(queue.lastIndex()).isEqualTo(Cycles.ROLL_CYCLE.toIndex(3, 204));
            }
            writer.close();
        }
    }

    @Test
    void aTailerThatFollowsTheWriterGoesOnFromSegmentToSegment() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            store.allocate(1, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(1);
            write(writer, bytes(72));
            try (SingleChronicleQueue queue = queue();
                    ExcerptTailer tailer = queue.createTailer().toStart()) {
                for (long segment = 2; segment < 8; segment++) {
                    store.allocate(segment, SEGMENT_BYTES);
                    writer.end();
                    SegmentStore.Writer next = store.open(segment);
                    write(next, bytes(72));
                    write(next, bytes(100));
                    writer.close();
                    writer = next;
                    for (byte[] expected : written) {
                        try (DocumentContext document = tailer.readingDocument()) {
                            assertThat(document.isPresent()).isTrue();
                            assertThat(LibraryReader.content(document)).isEqualTo(expected);
                        }
                    }
                    written.clear();
                    assertThat(queue.lastIndex()).isEqualTo(Cycles.ROLL_CYCLE.toIndex((int) segment, 1));
                }
            }
            writer.close();
        }
    }

    @Test
    void aSegmentThatWasShownToOthersButNotOnDiskIsShownAgain() throws IOException {
        long end;
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 1, 3);
            store.allocate(2, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(2);
            write(writer, bytes(72));
            byte[] last = bytes(100);
            end = write(writer, last) + last.length;
            writer.close();
        }
        CycleFiles files = new CycleFiles(folder);
        Files.move(files.cycle(2), files.next(2));

        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            store.seal(2, end);
            writeSegments(store, 3, 3, 2);
        }

        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    @Test
    void aSegmentOverAnOldOneIsReadByTheLibraryToItsEnd() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            SegmentStore.Writer writer = overAnOldSegment(store, 3);
            while (writer.remainingBytes() > 3000) {
                write(writer, bytes(1 + random.nextInt(3000)));
            }
            writeSegments(store, 4, 4, 2);
            writer.close();
            assertThat(Files.size(store.file(3))).isEqualTo(SEGMENT_BYTES);
        }

        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    @Test
    void aFirstBatchThatIsLargeIsNotFollowedByAnythingOld() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            overAnOldSegment(store, 3).close();
            store.delete(3);
            written.clear();
            store.allocate(4, SEGMENT_BYTES);
            SegmentStore.Writer writer = store.open(4);
            write(writer, bytes(200_001));

            assertThat(readByTheLibrary())
                    .usingElementComparator(Arrays::compare)
                    .containsExactlyElementsOf(written);
            writer.close();
        }
    }

    @Test
    void aBatchThatWasCutShortOverAnOldSegmentIsCutOffWithEverythingOldBehindIt() throws IOException {
        for (long segment = 3; segment < 60; segment += 3) {
            long end;
            try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
                SegmentStore.Writer writer = overAnOldSegment(store, segment);
                byte[] last = bytes(100);
                end = write(writer, last) + last.length;
                byte[] cut = bytes(1 + random.nextInt(5000));
                byte[] before = Files.readAllBytes(store.file(segment));
                long offset = writer.write(direct(cut));
                undo(store, segment, before, offset + random.nextInt(cut.length));
                if (random.nextBoolean()) {
                    markAsOnItsWay(store, segment, offset, cut.length);
                }
            }

            try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
                store.seal(segment, end);
                writeSegments(store, segment + 1, segment + 1, 2);
                assertThat(readByTheLibrary())
                        .usingElementComparator(Arrays::compare)
                        .containsExactlyElementsOf(written);
                store.delete(segment);
                store.delete(segment + 1);
                written.clear();
            }
        }
    }

    /** From a position on the file is what it was: the write did not get so far. */
    private static void undo(SegmentStore store, long segment, byte[] before, long from) throws IOException {
        try (FileChannel file = FileChannel.open(store.file(segment), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(before, (int) from, before.length - (int) from), from);
        }
    }

    @Test
    void whatIsKeptForTheNextSegmentIsGoneAfterTheClose() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            SegmentStore.Writer writer = overAnOldSegment(store, 3);
            writer.close();
            assertThat(store.idleBytes()).isEqualTo(SEGMENT_BYTES);
        }

        assertThat(folder).isDirectoryNotContaining("glob:**used*");
    }

    @Test
    void aHalfMadeCycleIsKeptFromTheLibraryAndMayBeDeleted() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 1, 3);
            store.allocate(2, SEGMENT_BYTES);
            Path file = store.file(2);
            Files.move(file, file.resolveSibling(file.getFileName().toString().replace(".next", "")));
        }

        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            assertThat(store.existing()).containsExactly(1L, 2L);
            writeSegments(store, 3, 3, 2);
            assertThat(store.file(2).toString()).endsWith(".next");
            store.delete(2);
            assertThat(store.existing()).containsExactly(1L, 3L);
        }

        assertThat(readByTheLibrary()).usingElementComparator(Arrays::compare).containsExactlyElementsOf(written);
    }

    @Test
    void theOldestSegmentsCanBeDeletedWhileATailerIsOpen() throws IOException {
        try (SegmentStore store = ChronicleSegments.open(folder, config(SEGMENT_BYTES))) {
            writeSegments(store, 1, 3, 2);
            store.delete(1);
            store.delete(2);
            writeSegments(store, 4, 4, 2);

            assertThat(store.existing()).containsExactly(3L, 4L);
            assertThat(readByTheLibrary()).hasSize(4);
        }
    }

    private void writeSegments(SegmentStore store, long first, long last, int batches) throws IOException {
        SegmentStore.Writer writer = null;
        for (long segment = first; segment <= last; segment++) {
            store.allocate(segment, SEGMENT_BYTES);
            if (writer != null) {
                writer.end();
                writer.force();
            }
            SegmentStore.Writer next = store.open(segment);
            if (writer != null) {
                writer.close();
            }
            writer = next;
            for (int i = 0; i < batches; i++) {
                write(writer, bytes(1 + random.nextInt(20_000)));
            }
            writer.force();
        }
        if (writer != null) {
            writer.close();
        }
    }

    private long write(SegmentStore.Writer writer, byte[] batch) throws IOException {
        written.add(batch);
        return writer.write(direct(batch));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static byte[] read(Path path, long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            file.read(buffer, offset);
        }
        return buffer.array();
    }

    private SingleChronicleQueue queue() {
        return LibraryReader.queue(folder);
    }

    private List<byte[]> readByTheLibrary() {
        return LibraryReader.documents(folder);
    }
}
