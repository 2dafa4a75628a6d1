package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.angarium.engine.journal.JournalException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that is only read is afterwards what it was, whatever state it was in. */
@ParameterizedClass
@EnumSource(value = JournalKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SIMULATED")
class ReadOnlyJournalTest {
    private static final int MAX_BYTES = 2000;
    private static final int RECORDS = 200;

    private final JournalKind kind;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    ReadOnlyJournalTest(JournalKind kind) {
        this.kind = kind;
    }

    private Path store() {
        return folder.resolve("store");
    }

    private Journal open(Path store) {
        return kind.open(JournalConfig.at(store).withSegmentBytes(64 << 10).withMinFreeBytes(0));
    }

    private Journal write(int records) {
        Journal journal = open(store());
        journal.replay((record, metadata, live) -> {});
        for (int i = 0; i < records; i++) {
            NumberedRecords.append(journal, MAX_BYTES);
            journal.sync();
        }
        return journal;
    }

    /** What a file is: its size, its time of change and its content. */
    private record State(long bytes, FileTime changed, long checksum) {
        static State of(Path path) {
            try {
                CRC32C crc = new CRC32C();
                if (Files.isRegularFile(path)) {
                    crc.update(ByteBuffer.wrap(Files.readAllBytes(path)));
                }
                return new State(Files.size(path), Files.getLastModifiedTime(path), crc.getValue());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static Map<Path, State> states(Path store) throws IOException {
        try (Stream<Path> tree = Files.walk(store)) {
            return tree.collect(TreeMap::new, (map, path) -> map.put(path, State.of(path)), TreeMap::putAll);
        }
    }

    /** Reads everything, contents as well; the last record. */
    private long readAll(Path store) {
        long[] last = {0};
        try (ReadOnlyJournal journal = kind.openReadOnly(store)) {
            journal.replay((record, metadata, live) -> {
                assertThat(metadata).isEqualTo(NumberedRecords.metadata(record, MAX_BYTES));
                last[0] = record;
            });
            for (long record = 1; record <= last[0]; record++) {
                List<ByteBuffer> content = NumberedRecords.content(record, MAX_BYTES);
                for (int i = 0; i < content.size(); i++) {
                    assertThat(journal.read(record, i)).isEqualTo(content.get(i));
                    assertThat(journal.readMetadata(record)).isEqualTo(NumberedRecords.metadata(record, MAX_BYTES));
                }
            }
        }
        return last[0];
    }

    @Test
    void readingAClosedStoreChangesNothing() throws IOException {
        write(RECORDS).close();
        Map<Path, State> before = states(store());

        long last = readAll(store());

        assertThat(last).isEqualTo(RECORDS);
        assertThat(states(store())).isEqualTo(before);
    }

    @Test
    void readingWhatACrashHasLeftChangesNothing() throws IOException {
        try (Journal journal = write(RECORDS)) {
            for (int seed = 0; seed < 60; seed++) {
                NumberedRecords.append(journal, MAX_BYTES);
                journal.sync();
                StoreCopy copy = StoreCopy.of(store(), folder.resolve("copy" + seed));
                tearTheEnd(copy, new Random(seed));
                Map<Path, State> before = states(copy.folder());

                long last = readAll(copy.folder());

                assertThat(states(copy.folder())).as("seed %d", seed).isEqualTo(before);
                try (Journal opened = open(copy.folder())) {
                    assertThat(NumberedRecords.verify(opened, MAX_BYTES).last())
                            .as("a broker finds the same, seed %d", seed)
                            .isEqualTo(last);
                }
                copy.delete();
            }
        }
    }

    /** Damages the last batch, so that it counts as cut short, and leaves a segment that was never begun. */
    private static void tearTheEnd(StoreCopy copy, Random random) throws IOException {
        Path newest = copy.folder();
        long end = 0;
        for (Path file : copy.segments()) {
            byte[] bytes = Files.readAllBytes(file);
            int last = bytes.length - 1;
            while (last >= 0 && bytes[last] == 0) {
                last--;
            }
            if (last > 0) {
                newest = file;
                end = last;
            }
        }
        assertThat(end).isPositive();
        if (random.nextBoolean()) {
            StoreCopy.flip(newest, end, random.nextInt(8));
        }
    }

    @Test
    void aStoreOnAReadOnlyFileSystemIsRead() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=16m", "angarium-test", disk.toString()), "needs mount");
        try {
            write(RECORDS).close();
            Path copy = StoreCopy.of(store(), disk.resolve("store")).folder();
            assertThat(run("mount", "-o", "remount,ro", disk.toString())).isTrue();

            assertThat(readAll(copy)).isEqualTo(RECORDS);
        } finally {
            run("umount", "-l", disk.toString());
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // there is no such command here
        }
    }

    @Test
    void aStoreThatIsOpenIsNotRead() {
        try (Journal journal = write(1)) {
            assertThat(journal.durableRecord()).isEqualTo(1);

            assertKind(Kind.IN_USE, () -> readAll(store()));
        }
        assertThat(readAll(store())).isEqualTo(1);
    }

    @Test
    void aStoreThatAnotherProcessHasOpenIsNotRead() throws IOException {
        assumeTrue(WriterProcess.supported(), "needs /proc to stop processes");
        try (WriterProcess writer =
                WriterProcess.start(kind, JournalConfig.Sync.ALWAYS, store(), folder.resolve("marks"))) {
            writer.awaitDurable(1);

            assertKind(Kind.IN_USE, () -> readAll(store()));
        }
    }

    @Test
    void aStoreThatIsReadIsNotOpened() {
        write(1).close();
        try (ReadOnlyJournal journal = kind.openReadOnly(store())) {
            journal.replay((record, metadata, live) -> {});

            assertKind(Kind.IN_USE, () -> open(store()));
        }
        open(store()).close();
    }

    @Test
    void aCopyWithoutALockFileIsRead() throws IOException {
        write(RECORDS).close();
        Files.delete(store().resolve(StoreLock.FILE));

        assertThat(readAll(store())).isEqualTo(RECORDS);

        assertThat(store().resolve(StoreLock.FILE)).doesNotExist();
    }

    @Test
    void aDamagedStoreIsReportedAndNotChanged() throws IOException {
        write(RECORDS).close();
        Path middle = StoreCopy.of(store(), folder.resolve("copy")).segments().get(1);
        Files.delete(folder.resolve("store/journal").resolve(middle.getFileName()));
        Map<Path, State> before = states(store());

        assertKind(Kind.CORRUPT, () -> readAll(store()));

        assertThat(states(store())).isEqualTo(before);
    }

    @Test
    void aFolderWithoutAStoreIsNotMadeOne() {
        assertKind(Kind.INACCESSIBLE, () -> kind.openReadOnly(store()));

        assertThat(store()).doesNotExist();
    }

    private static void assertKind(Kind expected, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(expected));
    }
}
