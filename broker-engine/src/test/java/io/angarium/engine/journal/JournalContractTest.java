package io.angarium.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What every journal does, whatever it stands on. */
@ParameterizedClass
@EnumSource(JournalKind.class)
class JournalContractTest {
    private static final int SEGMENT_BYTES = 64 << 10;

    private final JournalKind kind;

    @TempDir
    Path folder;

    private JournalConfig config;
    private Journal journal;

    /** A record as it was replayed. */
    private record Replayed(long record, String metadata, boolean live) {}

    @BeforeEach
    void openANewStore() {
        config = JournalConfig.at(folder.resolve("store"))
                .withSegmentBytes(SEGMENT_BYTES)
                .withMinFreeBytes(0);
        reopen();
    }

    @AfterEach
    void closeTheStore() {
        journal.close();
    }

    JournalContractTest(JournalKind kind) {
        this.kind = kind;
    }

    private List<Replayed> reopen() {
        if (journal != null) {
            journal.close();
        }
        journal = kind.open(config);
        return replay();
    }

    private List<Replayed> replay() {
        List<Replayed> replayed = new ArrayList<>();
        journal.replay((record, metadata, live) -> replayed.add(new Replayed(record, text(metadata), live)));
        return replayed;
    }

    private static String text(ByteBuffer bytes) {
        return UTF_8.decode(bytes.duplicate()).toString();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    private static ByteBuffer random(int bytes, long seed) {
        byte[] made = new byte[bytes];
        new Random(seed).nextBytes(made);
        return ByteBuffer.wrap(made);
    }

    private long append(String metadata, String... content) {
        List<ByteBuffer> blocks = new ArrayList<>();
        for (String block : content) {
            blocks.add(bytes(block));
        }
        return journal.append(bytes(metadata), blocks, false, false);
    }

    private long appendBytes(int bytes) {
        return journal.append(bytes("m"), List.of(random(bytes, journal.nextRecord())), false, false);
    }

    private void fillSegments(int count) {
        int wanted = journal.statistics().segments() + count;
        while (journal.statistics().segments() < wanted) {
            appendBytes(3000);
            journal.sync();
        }
    }

    private static void assertKind(JournalException.Kind expected, Consumer<Void> action) {
        assertThatThrownBy(() -> action.accept(null))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(expected));
    }

    @Test
    void recordsAreNumberedFromOneWithoutGaps() {
        assertThat(journal.nextRecord()).isEqualTo(1);

        assertThat(append("a", "x")).isEqualTo(1);
        assertThat(append("b")).isEqualTo(2);
        assertThat(append("c", "y")).isEqualTo(3);

        assertThat(journal.nextRecord()).isEqualTo(4);
    }

    @Test
    void contentIsReadBlockByBlockBeforeItIsDurable() {
        long record = append("m", "first", "", "third");

        assertThat(text(journal.read(record, 0))).isEqualTo("first");
        assertThat(text(journal.read(record, 1))).isEmpty();
        assertThat(text(journal.read(record, 2))).isEqualTo("third");
        assertThat(text(journal.readMetadata(record))).isEqualTo("m");
    }

    @Test
    void contentIsReadBlockByBlockAfterTheStoreWasOpenedAgain() {
        long record = append("m", "first", "", "third");

        reopen();

        assertThat(text(journal.read(record, 0))).isEqualTo("first");
        assertThat(text(journal.read(record, 1))).isEmpty();
        assertThat(text(journal.read(record, 2))).isEqualTo("third");
        assertThat(text(journal.readMetadata(record))).isEqualTo("m");
    }

    @Test
    void aBlockThatDoesNotExistIsRefused() {
        long inMemory = append("m", "only");
        assertThatThrownBy(() -> journal.read(inMemory, 1)).isInstanceOf(IndexOutOfBoundsException.class);

        reopen();

        assertThatThrownBy(() -> journal.read(inMemory, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void readBuffersAreReadOnlyAndIndependent() {
        long record = append("m", "body");

        journal.read(record, 0).position(4);

        assertThat(journal.read(record, 0).remaining()).isEqualTo(4);
        assertThat(journal.read(record, 0).isReadOnly()).isTrue();
        assertThat(journal.readMetadata(record).isReadOnly()).isTrue();
    }

    @Test
    void replayGivesMetadataInOrderAndSaysWhatIsLive() {
        append("content", "x");
        append("plain");
        journal.append(bytes("kept"), List.of(), true, false);
        append("", "y");

        List<Replayed> replayed = reopen();

        assertThat(replayed)
                .containsExactly(
                        new Replayed(1, "content", true),
                        new Replayed(2, "plain", false),
                        new Replayed(3, "kept", true),
                        new Replayed(4, "", true));
    }

    @Test
    void aReplayedRecordCanBeReadAndReleasedWhileItIsReplayed() {
        long first = append("a", "x");
        long second = append("b", "y");
        journal.close();
        journal = kind.open(config);
        List<String> read = new ArrayList<>();

        journal.replay((record, metadata, live) -> {
            read.add(text(journal.read(record, 0)));
            journal.release(first);
        });

        assertThat(read).containsExactly("x", "y");
        assertKind(JournalException.Kind.GONE, x -> journal.read(first, 0));
        assertThat(text(journal.read(second, 0))).isEqualTo("y");
    }

    @Test
    void numbersContinueAfterTheStoreWasOpenedAgain() {
        append("a", "x");
        append("b");

        reopen();
        long third = append("c");
        List<Replayed> replayed = reopen();

        assertThat(third).isEqualTo(3);
        assertThat(replayed).extracting(Replayed::record).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aRecordWithContentIsGoneWhenItIsReleased() {
        long onDisk = append("a", "x");
        journal.sync();
        long waiting = append("b", "y");

        journal.release(onDisk);
        journal.release(waiting);
        journal.sync();

        assertKind(JournalException.Kind.GONE, x -> journal.read(onDisk, 0));
        assertKind(JournalException.Kind.GONE, x -> journal.readMetadata(waiting));
    }

    @Test
    void aRecordWithoutContentIsKeptOnlyIfThatIsAsked() {
        long plain = append("plain");
        long kept = journal.append(bytes("kept"), List.of(), true, false);

        reopen();

        assertKind(JournalException.Kind.GONE, x -> journal.readMetadata(plain));
        assertThat(text(journal.readMetadata(kept))).isEqualTo("kept");
        journal.release(kept);
        assertKind(JournalException.Kind.GONE, x -> journal.readMetadata(kept));
    }

    @Test
    void theListenerIsToldOfDurableRecordsInOrder() {
        List<Long> told = new ArrayList<>();
        journal.onProgress(new Journal.ProgressListener() {
            @Override
            public void durable(long record) {
                told.add(record);
            }

            @Override
            public void failed(JournalException cause) {
                throw new AssertionError(cause);
            }
        });

        for (int i = 0; i < 100; i++) {
            append("m" + i, "x");
        }
        journal.close();

        assertThat(told).isSorted();
        assertThat(told.get(told.size() - 1)).isEqualTo(100);
    }

    @Test
    void syncReturnsWhenEverythingIsDurable() {
        for (int i = 0; i < 100; i++) {
            append("m" + i, "x");
        }

        journal.sync();

        assertThat(journal.durableRecord()).isEqualTo(100);
        assertThat(journal.statistics().pendingBytes()).isZero();
    }

    @Test
    void closingMakesEverythingDurable() {
        for (int i = 0; i < 500; i++) {
            append("m" + i, "x");
        }

        assertThat(reopen()).hasSize(500);
    }

    @Test
    void recordsOfAllSizesSurviveManySegments() {
        Random sizes = new Random(7);
        List<Integer> appended = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int size = sizes.nextInt(10) == 0 ? sizes.nextInt(9_000) : sizes.nextInt(600);
            appended.add(size);
            journal.append(random(size / 8, i), List.of(random(size, i), random(size / 2, i + 1)), false, false);
        }

        List<Long> records = reopen().stream().map(Replayed::record).toList();

        assertThat(journal.statistics().segments()).isGreaterThan(5);
        assertThat(records).hasSize(300);
        for (int i = 0; i < 300; i++) {
            assertThat(journal.readMetadata(i + 1)).isEqualTo(random(appended.get(i) / 8, i));
            assertThat(journal.read(i + 1, 0)).isEqualTo(random(appended.get(i), i));
            assertThat(journal.read(i + 1, 1)).isEqualTo(random(appended.get(i) / 2, i + 1));
        }
    }

    @Test
    void aRecordOfManyBlocksIsReadBlockByBlock() {
        config = config.withSegmentBytes(1 << 20);
        openInAnotherFolder();
        List<ByteBuffer> blocks = new ArrayList<>();
        for (int i = 0; i < 2500; i++) {
            blocks.add(random(i % 13, i));
        }
        long record = journal.append(bytes("a transaction"), blocks, false, false);

        reopen();

        for (int i = 0; i < 2500; i++) {
            assertThat(journal.read(record, i)).isEqualTo(random(i % 13, i));
        }
        assertThat(text(journal.readMetadata(record))).isEqualTo("a transaction");
    }

    @Test
    void aRecordLargerThanAQuarterOfASegmentIsRefusedAndNothingIsAdded() {
        assertThatThrownBy(() -> appendBytes(SEGMENT_BYTES / 4 + 1)).isInstanceOf(IllegalArgumentException.class);

        assertThat(journal.nextRecord()).isEqualTo(1);
        assertThat(reopen()).isEmpty();
    }

    @Test
    void aSegmentOfWhichLittleIsLiveIsOfferedForCleaning() {
        fillSegments(2);
        assertThat(journal.cleanable()).isNull();
        long last = journal.nextRecord() - 1;

        for (long record = 1; record <= last; record++) {
            if (record != 3) {
                journal.release(record);
            }
        }

        Journal.Segment oldest = requireNonNull(journal.cleanable());
        assertThat(oldest.firstRecord()).isEqualTo(1);
        assertThat(oldest.liveRecords()).containsExactly(3L);
    }

    @Test
    void aDeletedSegmentIsNotReplayedAndTheNumbersGoOn() {
        fillSegments(2);
        long last = journal.nextRecord() - 1;
        Journal.Segment oldest = releaseOldest();

        journal.delete(oldest);

        List<Replayed> replayed = reopen();
        assertThat(replayed.get(0).record()).isEqualTo(oldest.lastRecord() + 1);
        assertThat(replayed.get(replayed.size() - 1).record()).isEqualTo(last);
        assertThat(journal.nextRecord()).isEqualTo(last + 1);
    }

    private Journal.Segment releaseOldest() {
        // until the next one is the oldest, what is in it shows by what is offered
        Journal.Segment offered = journal.cleanable();
        for (long record = 1; offered == null || !offered.liveRecords().isEmpty(); record++) {
            journal.release(record);
            offered = journal.cleanable();
        }
        return offered;
    }

    @Test
    void whatReleasedASegmentIsDurableBeforeItIsDeleted() {
        fillSegments(1);
        Journal.Segment oldest = releaseAllBut(1);
        long settled = append("settled");
        journal.release(1);

        journal.delete(oldest);

        assertThat(journal.durableRecord()).isGreaterThanOrEqualTo(settled);
    }

    @Test
    void aSegmentWithLiveRecordsIsNotDeleted() {
        fillSegments(2);
        Journal.Segment oldest = releaseAllBut(2);

        assertThatThrownBy(() -> journal.delete(oldest)).isInstanceOf(IllegalStateException.class);

        assertThat(journal.read(2, 0).remaining()).isEqualTo(3000);
    }

    private Journal.Segment releaseAllBut(long kept) {
        for (long record = 1; record < journal.nextRecord(); record++) {
            if (record != kept) {
                journal.release(record);
            }
        }
        return requireNonNull(journal.cleanable());
    }

    @Test
    void aSegmentThatIsNotTheOldestIsNotDeleted() {
        fillSegments(2);
        Journal.Segment oldest = releaseOldest();
        Journal.Segment next =
                new Journal.Segment(oldest.id() + 1, oldest.lastRecord() + 1, oldest.lastRecord() + 2, List.of());

        assertThatThrownBy(() -> journal.delete(next)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSegmentThatIsWrittenIsNeverOfferedForCleaning() {
        journal.release(append("a", "x"));
        journal.sync();

        assertThat(journal.cleanable()).isNull();
    }

    @Test
    void aFullStoreRefusesSendsButStillTakesSettlementsAndResumesWhenThereIsRoom() throws InterruptedException {
        config = config.withMaxStoreBytes(8L * SEGMENT_BYTES, SEGMENT_BYTES);
        openInAnotherFolder();
        CountDownLatch room = new CountDownLatch(1);
        onRoomAgain(room::countDown);
        fillUp();

        long settled = journal.append(bytes("settled"), List.of(), false, true);
        assertThat(journal.statistics().full()).isTrue();
        for (long record = 1; record < settled; record++) {
            journal.release(record);
        }
        for (Journal.Segment oldest = journal.cleanable(); oldest != null; oldest = journal.cleanable()) {
            journal.delete(oldest);
        }

        room.await();
        assertThat(appendBytes(3000)).isEqualTo(settled + 1);
        assertThat(journal.statistics().full()).isFalse();
    }

    private void openInAnotherFolder() {
        config = new JournalConfig(
                folder.resolve("other"),
                config.segmentBytes(),
                config.maxStoreBytes(),
                config.minFreeBytes(),
                config.reserveBytes(),
                config.maxPendingBytes(),
                config.sync());
        reopen();
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

    /** Appends until it is refused; gives the exception. */
    private JournalException fillUp() {
        for (int i = 0; i < 10_000; i++) {
            try {
                appendBytes(3000);
                journal.sync();
            } catch (JournalException e) {
                assertThat(e.kind()).isEqualTo(JournalException.Kind.FULL);
                return e;
            }
        }
        throw new AssertionError("the store never fills up");
    }

    @Test
    void aFullStoreKeepsItsLimitAndOpensAgainWithEverything() {
        config = config.withMaxStoreBytes(8L * SEGMENT_BYTES, SEGMENT_BYTES);
        openInAnotherFolder();

        fillUp();
        long last = journal.nextRecord() - 1;
        long bytes = journal.statistics().diskBytes();

        assertThat(bytes).isLessThanOrEqualTo(8L * SEGMENT_BYTES);
        // it holds most of what the limit allows beside the reserve
        assertThat(last * 3000).isGreaterThan(4L * SEGMENT_BYTES);
        assertThat(reopen()).hasSize((int) last);
        assertThat(journal.read(last, 0)).isEqualTo(random(3000, last));
    }

    @Test
    void anAppendBeforeTheReplayIsRefused() {
        journal.close();
        journal = kind.open(config);

        assertThatThrownBy(() -> append("a")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aSecondReplayIsRefused() {
        assertThatThrownBy(() -> journal.replay((record, metadata, live) -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aClosedJournalRefusesEverything() {
        long record = append("a", "x");
        journal.close();

        assertKind(JournalException.Kind.CLOSED, x -> append("b"));
        assertKind(JournalException.Kind.CLOSED, x -> journal.read(record, 0));
        assertKind(JournalException.Kind.CLOSED, x -> journal.sync());
        assertKind(JournalException.Kind.CLOSED, x -> journal.replay((r, metadata, live) -> {}));
    }

    @Test
    void closingTwiceIsNoError() {
        journal.close();

        journal.close();

        assertKind(JournalException.Kind.CLOSED, x -> append("b"));
    }

    @Test
    void aStoreThatIsOpenCannotBeOpenedASecondTime() {
        assertKind(JournalException.Kind.IN_USE, x -> kind.open(config));
    }

    @Test
    void aStoreThatWasClosedWithoutReplayIsUnchanged() {
        append("a", "x");
        journal.close();
        kind.open(config).close();

        assertThat(reopen()).hasSize(1);
    }

    @Test
    void manyOpeningsWithoutARecordLoseNothing() {
        append("a", "x");
        for (int i = 0; i < 30; i++) {
            reopen();
        }

        assertThat(reopen()).containsExactly(new Replayed(1, "a", true));
        assertThat(append("b")).isEqualTo(2);
    }
}
