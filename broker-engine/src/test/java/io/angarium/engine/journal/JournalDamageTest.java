package io.angarium.engine.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.journal.JournalException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged, torn, foreign and missing files, new ones and such as were segments before: nothing is lost in silence. */
@ParameterizedClass(name = "{0}, written again {1}")
@CsvSource({"FILE, false", "FILE, true", "CHRONICLE, false", "CHRONICLE, true"})
class JournalDamageTest {
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final int MAX_BYTES = 2000;
    private static final int RECORDS = 300;

    private final JournalKind kind;
    /** Whether the files of the store were segments before. */
    private final boolean again;

    /** Records that were written, released and deleted before a test begins. */
    private final int gone;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    JournalDamageTest(JournalKind kind, boolean again) {
        this.kind = kind;
        this.again = again;
        gone = again ? 330 : 0; // ends in the middle of a segment
    }

    private Path original() {
        return folder.resolve("original");
    }

    private Journal open(Path store) {
        return kind.open(JournalConfig.at(store).withSegmentBytes(SEGMENT_BYTES).withMinFreeBytes(0));
    }

    /** Writes a store, each record in a batch of its own. */
    private Journal write(int records) {
        Journal journal = open(original());
        journal.replay((record, metadata, live) -> {});
        for (int i = 1; i <= gone; i++) {
            NumberedRecords.append(journal, MAX_BYTES);
            journal.sync();
            journal.release(i);
            for (Journal.Segment oldest = journal.cleanable(); oldest != null; oldest = journal.cleanable()) {
                journal.delete(oldest);
            }
        }
        assertThat(copy(2000).segments().stream().anyMatch(SegmentBytes::holdOldBatches))
                .isEqualTo(again);
        for (int i = 0; i < records; i++) {
            NumberedRecords.append(journal, MAX_BYTES);
            journal.sync();
        }
        return journal;
    }

    private StoreCopy copy(int number) {
        return StoreCopy.of(original(), folder.resolve("copy" + number));
    }

    /** Opens a store and reads everything; the last record, or -1 if it was refused as corrupt. */
    private long verify(StoreCopy copy) {
        try (Journal journal = open(copy.folder())) {
            return NumberedRecords.verify(journal, MAX_BYTES).last();
        } catch (JournalException e) {
            assertThat(e.kind()).as(e.getMessage()).isIn(Kind.CORRUPT, Kind.FOREIGN);
            assertThat(e.getMessage()).contains(copy.folder().toString());
            return -1;
        }
    }

    @Test
    void aBitFlipInAClosedStoreIsDetectedOrDoesNoHarm() {
        write(RECORDS).close();
        int detected = 0;

        for (int seed = 0; seed < 150; seed++) {
            StoreCopy copy = copy(seed);
            String where = flipSomewhere(copy.segments(), seed);
            long last = verify(copy);
            assertThat(last).as("flip %s, seed %d", where, seed).isIn(-1L, (long) gone + RECORDS);
            detected += last < 0 ? 1 : 0;
            copy.delete();
        }

        assertThat(detected).isGreaterThan(100);
    }

    private static String flipSomewhere(List<Path> files, int seed) {
        Random random = new Random(seed);
        Path file = files.get(random.nextInt(files.size()));
        long position = (long) (random.nextDouble() * file.toFile().length());
        int bit = random.nextInt(8);
        StoreCopy.flip(file, position, bit);
        return "of bit " + bit + " at " + position + " of " + file.getFileName();
    }

    @Test
    void aBitFlipAfterACrashLosesAtMostTheVeryLastWrite() {
        try (Journal journal = write(40)) {
            assertThat(journal.durableRecord()).isEqualTo(gone + 40);

            for (int seed = 0; seed < 150; seed++) {
                StoreCopy copy = copy(seed);
                String where = flipSomewhere(copy.segments(), seed);
                assertThat(verify(copy)).as("flip %s, seed %d", where, seed).isIn(-1L, gone + 39L, gone + 40L);
                copy.delete();
            }
        }
    }

    @Test
    void aWriteThatWasTornAnywhereIsCutOffAndNothingBeforeItIsLost() throws IOException {
        try (Journal journal = write(30)) {
            StoreCopy before = copy(1000);
            // one append is one batch
            NumberedRecords.append(journal, MAX_BYTES);
            journal.sync();

            int cut = 0;
            for (int seed = 0; seed < 150; seed++) {
                StoreCopy copy = copy(seed);
                tear(before, copy, new Random(seed));
                long last = verify(copy);
                SegmentBytes.requireBatches(kind.readByOthers(copy.folder()), "seed " + seed);
                assertThat(last).as("seed %d", seed).isBetween(gone + 30L, gone + 31L);
                cut += last < gone + 31 ? 1 : 0;
                copy.delete();
            }
            assertThat(cut).isGreaterThan(30);
        }
    }

    /** Undoes some of the last write's sectors, as a loss of power may: which of them got to the disk is chance. */
    private static void tear(StoreCopy before, StoreCopy after, Random random) throws IOException {
        for (Path file : after.segments()) {
            Path earlier = before.folder().resolve("journal").resolve(file.getFileName());
            byte[] now = Files.readAllBytes(file);
            byte[] then = Files.exists(earlier) ? Files.readAllBytes(earlier) : new byte[now.length];
            int from = then.length == 0 ? 0 : Math.max(0, java.util.Arrays.mismatch(now, then)) / 512 * 512;
            for (int sector = from; sector < Math.min(now.length, then.length); sector += 512) {
                if (random.nextInt(3) == 0) {
                    System.arraycopy(
                            then, sector, now, sector, Math.min(512, Math.min(now.length, then.length) - sector));
                }
            }
            Files.write(file, now);
        }
    }

    @Test
    void crashAfterCrashLosesNothing() {
        Path store = original();
        long last = 0;

        for (int i = 0; i < 25; i++) {
            try (Journal journal = open(store)) {
                assertThat(NumberedRecords.verify(journal, MAX_BYTES).last())
                        .as("opening %d", i)
                        .isEqualTo(last);
                for (int n = 0; n < i % 4 * 5; n++) {
                    last = NumberedRecords.append(journal, MAX_BYTES);
                }
                journal.sync();
                store = StoreCopy.of(store, folder.resolve("crash" + i)).folder();
            }
        }
    }

    @Test
    void aMissingSegmentIsReportedWithItsName() throws IOException {
        write(RECORDS).close();
        int segments = copy(1000).segments().size();
        assertThat(segments).isGreaterThan(3);

        for (int i = 0; i < segments; i++) {
            StoreCopy copy = copy(i);
            Path missing = copy.segments().get(i);
            Files.delete(missing);

            assertThatThrownBy(() -> replay(copy))
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CORRUPT))
                    .hasMessageContaining(missing.toString());
        }
    }

    private void replay(StoreCopy copy) {
        try (Journal journal = open(copy.folder())) {
            journal.replay((record, metadata, live) -> {});
        }
    }

    @Test
    void aSegmentThatWasCutShortIsReportedWithItsName() throws IOException {
        write(RECORDS).close();
        StoreCopy copy = copy(0);
        for (Path segment : copy.segments()) {
            byte[] whole = Files.readAllBytes(segment);
            Files.write(segment, java.util.Arrays.copyOf(whole, whole.length / 2));

            assertThatThrownBy(() -> replay(copy))
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CORRUPT))
                    .hasMessageContaining(segment.toString());

            Files.write(segment, whole);
        }
        assertThat(verify(copy)).isEqualTo(gone + RECORDS);
    }

    @Test
    void aRefusedStoreIsNotChanged() throws IOException {
        write(RECORDS).close();
        StoreCopy copy = copy(0);
        Path middle = copy.segments().get(1);
        StoreCopy.flip(middle, Files.size(middle) / 2, 3);
        List<String> before = contents(copy.folder());

        long last = verify(copy);

        // a flip in a content is reported when it is read: then the store was opened in order
        if (last < 0 && before.size() == contents(copy.folder()).size()) {
            assertThat(contents(copy.folder())).isEqualTo(before);
        }
    }

    private static List<String> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> file + " " + file.toFile().length())
                    .toList();
        }
    }

    @Test
    void damageToTheStoreFileIsDetectedOrDoesNoHarm() throws IOException {
        write(20).close();
        long size = Files.size(original().resolve(StoreFile.FILE));

        for (int position = 0; position < size; position += 5) {
            StoreCopy copy = copy(position);
            StoreCopy.flip(copy.folder().resolve(StoreFile.FILE), position, position % 7);
            assertThat(verify(copy)).as("flip at %d", position).isIn(-1L, gone + 20L);
            copy.delete();
        }
    }

    @Test
    void aFolderThatHoldsSomethingElseIsRefusedAndNotTouched() throws IOException {
        Path mine = Files.createDirectories(folder.resolve("mine"));
        Files.writeString(mine.resolve("holiday.txt"), "Persepolis");

        assertThatThrownBy(() -> open(mine))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FOREIGN))
                .hasMessageContaining("holiday.txt");

        assertThat(contents(mine)).containsExactly(mine.resolve("holiday.txt") + " 10");
    }

    @Test
    void aStoreOfANewerVersionIsRefused() throws IOException {
        write(1).close();
        Path file = original().resolve(StoreFile.FILE);
        String text = Files.readString(file, US_ASCII).replace("angarium-store 1", "angarium-store 2");
        Files.writeString(file, withChecksums(text), US_ASCII);

        assertThatThrownBy(() -> open(original()))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FOREIGN))
                .hasMessageContaining("version 2");
    }

    private static String withChecksums(String text) {
        StringBuilder lines = new StringBuilder();
        for (String line : text.lines().toList()) {
            java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
            crc.update(line.substring(0, line.lastIndexOf("crc=")).getBytes(US_ASCII));
            lines.append(line.replaceAll("crc=\\w+", String.format("crc=%08x", crc.getValue())))
                    .append('\n');
        }
        return lines.toString();
    }

    @Test
    void aFileInPlaceOfTheFolderIsInaccessible() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThatThrownBy(() -> open(file))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INACCESSIBLE))
                .hasMessageContaining(file.toString());
    }

    @Test
    void anInterruptedReaderGetsItsContentAndKeepsItsInterrupt() {
        write(RECORDS).close();
        try (Journal journal = open(original())) {
            Thread.currentThread().interrupt();
            long last = 0;
            try {
                last = verifyInterrupted(journal);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }

            assertThat(last).isEqualTo(gone + RECORDS);
            assertThatCode(() -> NumberedRecords.append(journal, MAX_BYTES)).doesNotThrowAnyException();
            journal.sync();
        }
    }

    /** The replay itself is done without the interrupt: it belongs to the opening. */
    private static long verifyInterrupted(Journal journal) {
        boolean interrupted = Thread.interrupted();
        long[] first = {0};
        journal.replay((record, metadata, live) -> first[0] = first[0] == 0 ? record : first[0]);
        long read = first[0] - 1;
        for (long record = first[0]; record < journal.nextRecord(); record++) {
            var content = NumberedRecords.content(record, MAX_BYTES);
            for (int i = 0; i < content.size(); i++) {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                assertThat(journal.read(record, i)).isEqualTo(content.get(i));
            }
            read++;
        }
        return read;
    }
}
