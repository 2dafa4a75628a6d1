package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A disk that is really full: a file system of 8 MiB in memory where the machine lets us mount one, else the limit of the store.
 */
@ParameterizedClass
@EnumSource(value = JournalKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SIMULATED")
class FullDiskTest {
    private static final long DISK_BYTES = 8 << 20;
    private static final int MAX_BYTES = 4000;

    private final JournalKind kind;

    @TempDir
    Path folder;

    private boolean mounted;
    private JournalConfig config;
    private Journal journal;

    FullDiskTest(JournalKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void openAStoreOnASmallDisk() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "angarium-test", disk.toString());
        config = JournalConfig.at(disk.resolve("store"))
                .withSegmentBytes(512 << 10)
                .withMinFreeBytes(1 << 20);
        config = config.withMaxStoreBytes(mounted ? Long.MAX_VALUE : DISK_BYTES, 512 << 10);
        journal = kind.open(config);
        journal.replay((record, metadata, live) -> {});
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
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

    /** Lazily: a map that the library gives back in a thread of its own would keep the disk busy. */
    @AfterEach
    void closeAndUnmount() throws Exception {
        journal.close();
        if (mounted) {
            assertThat(run("umount", "-l", folder.resolve("disk").toString())).isTrue();
        }
    }

    private void fillUp() {
        while (true) {
            try {
                NumberedRecords.append(journal, MAX_BYTES);
                journal.sync();
            } catch (JournalException e) {
                assertThat(e.kind()).as(e.getMessage()).isEqualTo(JournalException.Kind.FULL);
                assertThat(e.getMessage()).contains(config.folder().toString());
                return;
            }
        }
    }

    private NumberedRecords.Span reopen() {
        journal.close();
        journal = kind.open(config);
        return NumberedRecords.verify(journal, MAX_BYTES);
    }

    @Test
    void aFullDiskLosesNothingAndTheStoreOpensAgain() {
        fillUp();
        long last = journal.nextRecord() - 1;

        NumberedRecords.Span span = reopen();

        assertThat(span).isEqualTo(new NumberedRecords.Span(1, last));
        assertThat(last * MAX_BYTES / 2).isGreaterThan(DISK_BYTES / 4);
    }

    @Test
    void aFullDiskStillTakesSettlements() {
        fillUp();
        long last = journal.nextRecord() - 1;
        ByteBuffer settlement = ByteBuffer.allocate(100);

        for (int i = 0; i < 2000; i++) {
            journal.append(settlement.duplicate(), List.of(), false, true);
        }
        journal.sync();

        assertThat(journal.durableRecord()).isEqualTo(last + 2000);
    }

    @Test
    void aDiskThatIsEmptiedTakesSendsAgain() throws InterruptedException {
        Semaphore room = new Semaphore(0);
        onRoomAgain(room::release);
        fillUp();
        room.drainPermits();
        long full = journal.nextRecord() - 1;

        for (long record = 1; record <= full; record++) {
            journal.release(record);
        }
        for (Journal.Segment oldest = journal.cleanable(); oldest != null; oldest = journal.cleanable()) {
            journal.delete(oldest);
        }

        while (journal.nextRecord() - 1 < full + full / 2) {
            assertThat(room.tryAcquire(1, TimeUnit.MINUTES))
                    .as("told that there is room, after record %d", journal.nextRecord() - 1)
                    .isTrue();
            fillUp();
        }
        long last = journal.nextRecord() - 1;
        assertThat(reopen().last()).isEqualTo(last);
    }

    private void onRoomAgain(Runnable action) {
        journal.onProgress(new Journal.ProgressListener() {
            @Override
            public void durable(long record) {}

            @Override
            public void roomAgain() {
                action.run();
            }

            @Override
            public void failed(JournalException cause) {
                throw new AssertionError(cause);
            }
        });
    }

    @Test
    void aDiskThatSomebodyElseFillsLosesNothing() throws IOException {
        assumeTrue(mounted, "needs a disk of its own");
        for (int i = 0; i < 100; i++) {
            NumberedRecords.append(journal, MAX_BYTES);
        }
        Path ballast = fillWithBallast();

        // what is taken from now on may have to wait for space, but is not lost
        long last = appendUntilRefused();
        Files.delete(ballast);

        journal.sync();
        assertThat(journal.durableRecord()).isEqualTo(last);
        assertThat(reopen().last()).isEqualTo(last);
    }

    private Path fillWithBallast() {
        Path ballast = folder.resolve("disk").resolve("ballast");
        try (OutputStream out = Files.newOutputStream(ballast)) {
            byte[] block = new byte[4096];
            for (long written = 0; written < DISK_BYTES; written += block.length) {
                out.write(block);
            }
            throw new AssertionError("the disk is larger than it should be");
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
            return ballast;
        }
    }

    private long appendUntilRefused() {
        for (int i = 0; i < 20_000; i++) {
            try {
                NumberedRecords.append(journal, MAX_BYTES);
            } catch (JournalException e) {
                assertThat(e.kind()).isEqualTo(JournalException.Kind.FULL);
                return journal.nextRecord() - 1;
            }
        }
        throw new AssertionError("the store never fills up");
    }
}
