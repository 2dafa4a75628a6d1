package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data structures of the core beside those of java.util, with random work; a failure names the seed. */
class StructuresTest {
    private final NamespaceState state =
            new NamespaceState(NamespacePolicy.DEFAULT, text -> null, new SilentListener());
    private final Entity entity = new Entity(1, state);

    private static final class SilentListener implements StateListener {
        @Override
        public void recordReleased(long record) {}

        @Override
        public void ready(int entityId) {}
    }

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    private QueuedMessage message(long sequence, long expiresAtMillis) {
        MessageInfo info = new MessageInfo(true, 4, 0, expiresAtMillis, 0, 1, null, 0, 0);
        return new QueuedMessage(new Content(info, new ContentRef(sequence, 0, 1, List.of())), entity, sequence, 0);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLongTableBehavesLikeAHashMap(long seed) {
        Random random = new Random(seed);
        LongTable<String> table = new LongTable<>();
        Map<Long, String> map = new HashMap<>();
        long range = 1L << (3 + random.nextInt(9));
        for (int i = 0; i < 4_000; i++) {
            long key = (random.nextLong() & (range - 1)) - range / 2;
            switch (random.nextInt(3)) {
                case 0 ->
                    assertThat(table.put(key, "v" + i)).as("seed %d", seed).isEqualTo(map.put(key, "v" + i));
                case 1 -> assertThat(table.remove(key)).as("seed %d", seed).isEqualTo(map.remove(key));
                default -> assertThat(table.get(key)).as("seed %d", seed).isEqualTo(map.get(key));
            }
            assertThat(table.size()).isEqualTo(map.size());
            assertThat(table.isEmpty()).isEqualTo(map.isEmpty());
        }
        List<String> values = new ArrayList<>();
        table.forEach(values::add);
        assertThat(values).containsExactlyInAnyOrderElementsOf(map.values());
        assertThat(table.sortedKeys())
                .isEqualTo(map.keySet().stream().mapToLong(k -> k).sorted().toArray());
        for (long key : table.sortedKeys()) {
            table.remove(key);
        }
        assertThat(table.isEmpty()).isTrue();
        assertThat(table.get(1)).isNull();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLaneBehavesLikeASortedMap(long seed) {
        Random random = new Random(seed);
        Lane lane = new Lane();
        TreeMap<Long, QueuedMessage> map = new TreeMap<>();
        long next = 1;
        int ahead = 200 + random.nextInt(3_000);
        for (int i = 0; i < 12_000; i++) {
            int choice = random.nextInt(10);
            if (choice < 5 || map.isEmpty()) {
                boolean behind = random.nextInt(4) == 0 && next > 10;
                long sequence = behind ? 1 + random.nextInt((int) next) : next++;
                if (!map.containsKey(sequence)) {
                    QueuedMessage added = message(sequence, 0);
                    lane.add(added);
                    map.put(sequence, added);
                }
            } else {
                long at = choice < 7 ? map.firstKey() : 1 + random.nextInt((int) next);
                Map.Entry<Long, QueuedMessage> entry = map.ceilingEntry(at);
                if (entry != null && (map.size() > ahead || random.nextInt(3) > 0)) {
                    lane.remove(entry.getValue());
                    map.remove(entry.getKey());
                }
            }
            long probe = random.nextInt((int) next + 2);
            Map.Entry<Long, QueuedMessage> expected = map.ceilingEntry(probe);
            assertThat(lane.ceiling(probe)).as("seed %d", seed).isSameAs(expected == null ? null : expected.getValue());
            assertThat(lane.get(probe)).as("seed %d", seed).isSameAs(map.get(probe));
            assertThat(lane.first())
                    .as("seed %d", seed)
                    .isSameAs(map.isEmpty() ? null : map.firstEntry().getValue());
            assertThat(lane.size()).isEqualTo(map.size());
            assertThat(lane.isEmpty()).isEqualTo(map.isEmpty());
        }
        map.values().forEach(lane::remove);
        assertThat(lane.first()).isNull();
    }

    @Test
    void aLaneTakesNoMessageTwiceAndGivesNoneThatIsNotThere() {
        Lane lane = new Lane();
        QueuedMessage first = message(1, 0);
        lane.add(first);
        lane.add(message(3, 0));

        assertThatThrownBy(() -> lane.add(message(1, 0))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> lane.remove(message(3, 0))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> lane.remove(message(2, 0))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLaneOfWhichLittleIsLeftGivesItsSpaceBack() {
        Lane lane = new Lane();
        List<QueuedMessage> all = new ArrayList<>();
        for (long i = 1; i <= 100_000; i++) {
            QueuedMessage message = message(i, 0);
            all.add(message);
            lane.add(message);
        }
        int full = lane.capacity();

        for (QueuedMessage message : all) {
            if (message.sequence % 100 != 0) {
                lane.remove(message);
            }
        }

        assertThat(full).isBetween(100_000, 101_000);
        assertThat(lane.size()).isEqualTo(1_000);
        assertThat(lane.capacity()).isLessThan(10_000);
        assertThat(lane.ceiling(101)).isSameAs(all.get(199));
    }

    @Test
    void aLaneGivesItsSpaceBackInWhateverOrderItIsEmptied() {
        Lane lane = new Lane();
        List<QueuedMessage> all = new ArrayList<>();
        for (long i = 1; i <= 20_000; i++) {
            QueuedMessage message = message(i, 0);
            all.add(message);
            lane.add(message);
        }

        for (int i = all.size() - 1; i >= 0; i--) {
            if (i % 100 != 0) {
                lane.remove(all.get(i));
            }
        }

        assertThat(lane.size()).isEqualTo(200);
        assertThat(lane.capacity()).isLessThan(2_000);
        assertThat(lane.ceiling(102)).isSameAs(all.get(200));
    }

    @Test
    void lanesSayWhichOfThemAreNotEmpty() {
        Lanes lanes = new Lanes();
        QueuedMessage first = message(1, 0);
        QueuedMessage second = message(2, 0);
        assertThat(lanes.mask()).isZero();

        lanes.add(first);
        lanes.add(second);
        assertThat(lanes.mask()).isEqualTo(1 << 8);
        lanes.remove(first);
        assertThat(lanes.mask()).isEqualTo(1 << 8);
        lanes.remove(second);

        assertThat(lanes.mask()).isZero();
        assertThatThrownBy(() -> new Lanes().remove(first)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLaneThroughWhichManyMessagesPassStaysSmall() {
        Lane lane = new Lane();
        for (long i = 1; i <= 200_000; i++) {
            lane.add(message(i, 0));
            if (i > 300) {
                lane.remove(requireNonNull(lane.first()));
            }
        }

        assertThat(lane.size()).isEqualTo(300);
        assertThat(lane.capacity()).isLessThan(600);
    }

    @Test
    void aLaneOfOneMessageAtATimeHoldsFourPlaces() {
        Lane lane = new Lane();
        for (long i = 1; i <= 1_000; i++) {
            lane.add(message(i, 0));
            assertThat(lane.capacity()).isEqualTo(4);
            lane.remove(requireNonNull(lane.first()));
            assertThat(lane.first()).isNull();
            assertThat(lane.ceiling(0)).isNull();
        }
        for (long i = 1; i <= 5; i++) {
            lane.add(message(i, 0));
        }
        assertThat(lane.capacity()).isEqualTo(8);
        for (long i = 1; i <= 5; i++) {
            lane.remove(requireNonNull(lane.first()));
        }
        assertThat(lane.capacity()).isZero();
    }

    @Test
    void whatComesBackInOrderTakesAtMostTwiceTheSpace() {
        Lane lane = new Lane();
        lane.add(message(100_000, 0));
        for (long i = 1; i <= 20_000; i++) {
            lane.add(message(i, 0));
        }
        assertThat(lane.capacity()).isBetween(20_000, 41_000);

        Lane backwards = new Lane();
        for (long i = 20_000; i >= 1; i--) {
            backwards.add(message(i, 0));
        }
        assertThat(backwards.capacity()).isBetween(20_000, 41_000);
        assertThat(requireNonNull(backwards.first()).sequence).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aDueHeapGivesWhatIsDueInOrder(long seed) {
        Random random = new Random(seed);
        DueHeap heap = new DueHeap();
        List<QueuedMessage> in = new ArrayList<>();
        Comparator<QueuedMessage> order =
                Comparator.comparingLong(QueuedMessage::dueMillis).thenComparingLong(m -> m.sequence);
        for (int i = 0; i < 3_000; i++) {
            if (random.nextInt(5) < 3 || in.isEmpty()) {
                QueuedMessage added = message(i, random.nextInt(500));
                in.add(added);
                heap.add(added);
            } else {
                QueuedMessage removed = in.remove(random.nextInt(in.size()));
                heap.remove(removed);
                heap.remove(removed); // does nothing
            }
            assertThat(heap.size()).isEqualTo(in.size());
            assertThat(heap.nextDueMillis())
                    .as("seed %d", seed)
                    .isEqualTo(in.stream().mapToLong(Due::dueMillis).min().orElse(Long.MAX_VALUE));
            if (i % 20 == 0) {
                long now = random.nextInt(500);
                List<QueuedMessage> expected = in.stream()
                        .filter(m -> m.dueMillis() <= now)
                        .sorted(order)
                        .toList();
                assertThat(heap.due(now, Integer.MAX_VALUE)).as("seed %d", seed).isEqualTo(expected);
                List<Due> some = heap.due(now, 5);
                assertThat(some.stream().map(Due::dueMillis).toList())
                        .as("seed %d", seed)
                        .isEqualTo(
                                expected.stream().limit(5).map(Due::dueMillis).toList());
            }
        }
    }

    @Test
    void aHeapGrowsByHalfAndIsSmallAgainWhenItIsEmpty() {
        DueHeap heap = new DueHeap();
        List<QueuedMessage> all = new ArrayList<>();
        for (int i = 1; i <= 5_000; i++) {
            QueuedMessage message = message(i, i);
            all.add(message);
            heap.add(message);
            assertThat(heap.capacity()).isBetween(i, Math.max(16, i + i / 2 + 1));
        }

        all.subList(1, 5_000).forEach(heap::remove);
        assertThat(heap.capacity()).isGreaterThan(5_000);
        heap.remove(all.get(0));

        assertThat(heap.capacity()).isEqualTo(16);
        assertThat(heap.due(9_000, 10)).isEmpty();
        heap.add(all.get(7));
        assertThat(heap.nextDueMillis()).isEqualTo(8);
    }

    @Test
    void somethingIsInTheHeapOnceOnly() {
        DueHeap heap = new DueHeap();
        QueuedMessage message = message(1, 5);
        heap.add(message);

        assertThatThrownBy(() -> heap.add(message)).isInstanceOf(IllegalStateException.class);
        heap.remove(message);
        heap.add(message);
        assertThat(heap.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aDuplicateWindowBehavesLikeAMap(long seed) {
        Random random = new Random(seed);
        long window = 1_000;
        DuplicateWindow ids = new DuplicateWindow(7, window);
        Map<DuplicateId, long[]> map = new HashMap<>();
        long now = 10_000;
        int range = 50 << random.nextInt(6);
        for (int i = 1; i <= 6_000; i++) {
            now += random.nextInt(4);
            DuplicateId id = DuplicateId.of("id" + random.nextInt(range));
            long[] known = map.get(id);
            long expected = known != null && known[1] + window > now ? known[0] : 0;
            assertThat(ids.find(id, now)).as("seed %d, step %d", seed, i).isEqualTo(expected);
            if (expected == 0) {
                long countsFrom = random.nextInt(10) == 0 ? now + random.nextInt(3_000) : now;
                ids.add(id, i, countsFrom, now, random.nextInt(3) == 0 ? 0 : i);
                map.put(id, new long[] {i, countsFrom});
            }
            if (random.nextInt(50) == 0) {
                ids.forget(now, 1 + random.nextInt(100));
            }
        }
        ids.forget(now, Integer.MAX_VALUE);
        long end = now;
        assertThat(ids.size())
                .isEqualTo(
                        map.values().stream().filter(k -> k[1] + window > end).count());
        ids.forget(now + 10_000, Integer.MAX_VALUE);
        assertThat(ids.size()).isZero();
        assertThat(ids.dueMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aWindowOfManyIdsFindsEachOfThem_S16() {
        DuplicateWindow ids = new DuplicateWindow(7, 600_000);
        for (int i = 1; i <= 60_000; i++) {
            ids.add(DuplicateId.of("order-" + i), i, 1_000 + i, 1_000 + i, i);
        }

        for (int i = 1; i <= 60_000; i++) {
            assertThat(ids.find(DuplicateId.of("order-" + i), 61_000)).isEqualTo(i);
        }
        assertThat(ids.find(DuplicateId.of("order-0"), 61_000)).isZero();
        assertThat(ids.find(DuplicateId.of("order-1"), 601_001)).isZero();
        assertThat(ids.find(DuplicateId.of("order-2"), 601_001)).isEqualTo(2);
        ids.forget(630_999, 100_000);
        assertThat(ids.size()).isEqualTo(30_001);
        assertThat(ids.find(DuplicateId.of("order-60000"), 631_000)).isEqualTo(60_000);
    }

    @Test
    void theIndexOfAWindowGrowsInManySmallTablesAndIsGivenBack() {
        DuplicateWindow ids = new DuplicateWindow(7, 600_000);
        int next = 1;
        for (; next <= 6; next++) {
            ids.add(DuplicateId.of("order-" + next), next, 1_000, 1_000, next);
        }
        assertThat(ids.slots()).isEqualTo(8);
        for (; next <= 16_384; next++) {
            ids.add(DuplicateId.of("order-" + next), next, 1_000, 1_000, next);
        }
        assertThat(ids.slots()).isEqualTo(32_768).isEqualTo(ids.largestTable());
        for (; next <= 100_000; next++) {
            ids.add(DuplicateId.of("order-" + next), next, 1_000, 1_000, next);
        }

        assertThat(ids.slots()).isBetween(170_000, 200_000);
        assertThat(ids.largestTable()).isBetween(256, 1_024);
        ids.forget(602_000, 99_999);
        assertThat(ids.size()).isEqualTo(1);
        assertThat(ids.slots()).isGreaterThan(100_000);
        ids.forget(602_000, 1);
        assertThat(ids.slots()).isEqualTo(8);
    }

    @Test
    void theIndexOfAWindowGrowsEvenlyAndNeverMuchAtOnce() {
        DuplicateWindow ids = new DuplicateWindow(7, 600_000);
        int next = 1;
        for (; next <= 20_000; next++) {
            ids.add(DuplicateId.of("order-" + next), next, 1_000, 1_000, next);
        }

        for (int upTo = 24_000; upTo <= 160_000; upTo += 4_000) {
            int before = ids.slots();
            for (; next <= upTo; next++) {
                ids.add(DuplicateId.of("order-" + next), next, 1_000, 1_000, next);
            }
            assertThat(ids.slots() - before).as("growth up to %d", upTo).isBetween(2_000, 16_000);
        }
    }

    @Test
    void everyIdHasAShardAndTheLastGetsTwiceAsManyAsTheFirst() {
        int[] counts = new int[512];
        for (long share = 0; share < 1 << 16; share++) {
            counts[DuplicateWindow.shardOf(share << 48 | 0xFFFF_FFFF_FFFFL)]++;
        }

        assertThat(counts[0]).isBetween(95, 97);
        assertThat(counts[511]).isBetween(188, 192);
        for (int shard = 1; shard < 512; shard++) {
            assertThat(counts[shard]).as("shard %d", shard).isGreaterThanOrEqualTo(counts[shard - 1] - 1);
        }
    }

    @Test
    void idsAreForgottenOldestFirstAndNoMoreAtATimeThanAsked() {
        DuplicateWindow ids = new DuplicateWindow(7, 20_000);
        for (int i = 1; i <= 10; i++) {
            ids.add(DuplicateId.of("now" + i), i, 1_000 + i, 1_000 + i, i);
            ids.add(DuplicateId.of("later" + i), 10 + i, 2_000 + i, 1_000 + i, i);
        }
        assertThat(ids.size()).isEqualTo(20);

        ids.forget(21_000, 5);
        assertThat(ids.size()).isEqualTo(20);
        ids.forget(21_004, 3);
        assertThat(ids.size()).isEqualTo(17);
        ids.forget(21_004, 3);
        assertThat(ids.size()).isEqualTo(16);
        ids.forget(22_004, 3);
        assertThat(ids.size()).isEqualTo(16 - 3 - 3);
        ids.forget(22_004, 3);
        assertThat(ids.size()).isEqualTo(10 - 3 - 1);
        ids.forget(22_004, 3);
        assertThat(ids.size()).isEqualTo(6);
        assertThat(ids.find(DuplicateId.of("later5"), 22_004)).isEqualTo(15);
        assertThat(ids.find(DuplicateId.of("later4"), 22_004)).isZero();
        assertThat(ids.dueMillis()).isEqualTo(2_005 + 20_000 + 1_000);
    }

    @Test
    void anIdThatHasCeasedToCountIsReplacedWhereverItWas() {
        DuplicateWindow ids = new DuplicateWindow(7, 20_000);
        DuplicateId a = DuplicateId.of("a");
        ids.add(a, 1, 5_000, 1_000, 1);
        ids.add(a, 2, 25_000, 25_000, 2);
        assertThat(ids.find(a, 25_000)).isEqualTo(2);
        ids.add(a, 3, 60_000, 45_000, 3);
        assertThat(ids.find(a, 45_000)).isEqualTo(3);
        ids.add(a, 4, 45_001, 45_001, 4);
        assertThat(ids.find(a, 45_001)).isEqualTo(3);
        ids.add(a, 5, 90_000, 80_000, 5);
        assertThat(ids.find(a, 80_000)).isEqualTo(5);
        ids.forget(109_999, 10);
        assertThat(ids.find(a, 109_999)).isEqualTo(5);
        ids.forget(110_000, 10);
        assertThat(ids.size()).isZero();
    }

    @Test
    void idsAreDueAThirtySecondPartOfTheWindowAfterTheyCeaseToCount() {
        DuplicateWindow ids = new DuplicateWindow(7, 64_000);
        ids.add(DuplicateId.of("a"), 1, 5_000, 5_000, 1);
        ids.add(DuplicateId.of("b"), 2, 9_000, 9_000, 2);
        assertThat(ids.dueMillis()).isEqualTo(5_000 + 64_000 + 2_000);

        ids.windowMillis(20_000);
        assertThat(ids.dueMillis()).isEqualTo(5_000 + 20_000 + 1_000);

        ids.forget(25_000, 10);
        assertThat(ids.dueMillis()).isEqualTo(9_000 + 20_000 + 1_000);
        assertThat(ids.orderEntity()).isEqualTo(7);
        assertThat(ids.orderSequence()).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theWindowSaysWhichIdsOldRecordsHold(long seed) {
        Random random = new Random(seed);
        DuplicateWindow ids = new DuplicateWindow(7, 1_000_000);
        Map<DuplicateId, Long> homes = new HashMap<>();
        for (int i = 1; i <= 700; i++) {
            DuplicateId id = DuplicateId.of("id" + i);
            boolean durable = random.nextInt(5) > 0;
            ids.add(id, i, random.nextInt(6) == 0 ? 5_000 + i : 1_000, 1_000, durable ? i : 0);
            if (durable) {
                homes.put(id, (long) i);
            }
        }
        long record = 1_000;
        for (long upTo = 50; upTo <= 2_000; upTo += 130) {
            TreeSet<Long> sizes = new TreeSet<>();
            for (List<Event.RememberedId> moved = ids.writtenUpTo(upTo, 90);
                    !moved.isEmpty();
                    moved = ids.writtenUpTo(upTo, 90)) {
                sizes.add((long) moved.size());
                record++;
                ids.moved(upTo, moved, record);
                for (Event.RememberedId id : moved) {
                    assertThat(homes.replace(id.id(), record))
                            .as("seed %d, durable", seed)
                            .isNotNull();
                    assertThat(ids.find(id.id(), 2_000)).isEqualTo(id.sequenceNumber());
                }
            }
            long limit = upTo;
            assertThat(homes.values()).as("seed %d", seed).allMatch(home -> home > limit);
            assertThat(ids.writtenUpTo(upTo, 10)).isEmpty();
            assertThat(sizes.isEmpty() || sizes.last() < 90 + 64).isTrue();
        }
    }

    @Test
    void ofOldRecordsOnlyDurableIdsAreGivenThatAreNotForgottenInPiecesOfChunks() {
        DuplicateWindow ids = new DuplicateWindow(7, 20_000);
        for (int i = 1; i <= 200; i++) {
            ids.add(DuplicateId.of("id" + i), i, 1_000 + i, 1_000 + i, i % 2 == 0 ? 5 : 0);
        }
        ids.forget(21_010, 1_000);
        assertThat(ids.size()).isEqualTo(190);

        assertThat(ids.writtenUpTo(4, 1_000)).isEmpty();
        assertThat(ids.writtenUpTo(5, 1_000))
                .extracting(Event.RememberedId::sequenceNumber)
                .hasSize(95)
                .startsWith(12L, 14L)
                .endsWith(198L, 200L);
        assertThat(ids.writtenUpTo(5, 27)).hasSize(27);
        assertThat(ids.writtenUpTo(5, 28)).hasSize(27 + 32);
    }

    @Test
    void noMoreIdsOfScheduledMessagesAreGivenThanAsked() {
        DuplicateWindow ids = new DuplicateWindow(7, 20_000);
        for (int i = 1; i <= 5; i++) {
            ids.add(DuplicateId.of("id" + i), i, 90_000, 1_000, i);
        }

        assertThat(ids.writtenUpTo(5, 3)).hasSize(3);
        assertThat(ids.writtenUpTo(2, 9)).hasSize(2);
        assertThat(ids.writtenUpTo(5, 5)).hasSize(5);
    }

    @Test
    void aWindowThroughWhichManyIdsPassKeepsASmallIndex() {
        DuplicateWindow ids = new DuplicateWindow(7, 20_000);
        for (int i = 1; i <= 100_000; i++) {
            ids.add(DuplicateId.of("id" + i), i, i * 4L, i * 4L, 0);
            ids.forget(i * 4L, 2);
        }

        assertThat(ids.size()).isEqualTo(5_000);
        assertThat(ids.slots()).isEqualTo(8_192).isEqualTo(ids.largestTable());
        assertThat(ids.find(DuplicateId.of("id95001"), 400_000)).isEqualTo(95_001);
        assertThat(ids.find(DuplicateId.of("id95000"), 400_000)).isZero();
    }

    @Test
    void theHashOfAMessageIdNeverChanges() {
        assertThat(Arrays.asList(
                        DuplicateId.of(""),
                        DuplicateId.of("a"),
                        DuplicateId.of("order-1/payment"),
                        DuplicateId.of("12345.2017/payment"),
                        DuplicateId.of("\u20acuro \ud83d\udc0e and a good deal more than sixteen characters")))
                .containsExactly(
                        new DuplicateId(0, 0),
                        new DuplicateId(-7591212652331886403L, -5586493512232966275L),
                        new DuplicateId(1321942272407523906L, -90388180407086616L),
                        new DuplicateId(-2210597748777962307L, 1708961588616743664L),
                        new DuplicateId(-8657734324820683415L, 9162984168106586928L));
    }

    @Test
    void theHashOfAnIdThatFillsItsBlocksNeverChangesEither() {
        assertThat(List.of(
                        DuplicateId.of("12345678"),
                        DuplicateId.of("0123456789abcdef"),
                        DuplicateId.of("1234567"),
                        DuplicateId.of("1234")))
                .containsExactly(
                        new DuplicateId(-3042362394716162395L, 7573748947089776555L),
                        new DuplicateId(5875579762820062312L, -2983629342014911800L),
                        new DuplicateId(-6117548169309143196L, -846055425465361677L),
                        new DuplicateId(-6011484895422365599L, -2826335828925182659L));
    }

    @Test
    void theHashesOfSimilarIdsDifferInBothHalvesAndSpreadEvenly() {
        int[] buckets = new int[1 << 10];
        TreeSet<Long> highs = new TreeSet<>();
        TreeSet<Long> lows = new TreeSet<>();
        for (int i = 0; i < 100_000; i++) {
            DuplicateId id = DuplicateId.of("order-" + i);
            highs.add(id.high());
            lows.add(id.low());
            buckets[(int) (id.low() >>> 54)]++;
        }

        assertThat(highs).hasSize(100_000);
        assertThat(lows).hasSize(100_000);
        assertThat(Arrays.stream(buckets).min().orElseThrow()).isGreaterThan(50);
        assertThat(Arrays.stream(buckets).max().orElseThrow()).isLessThan(160);
    }

    @Test
    void producersAreForgottenWhenTheyAreSilentForAnHourOrTooMany() {
        ProducerTable producers = new ProducerTable();
        producers.seen(1, 5, 50, 1_000, 10);
        producers.seen(2, 1, 20, 2_000, 0);
        producers.seen(1, 6, 60, 3_000, 0);

        assertThat(producers.dueMillis()).isEqualTo(2_000 + ProducerTable.IDLE_MILLIS + ProducerTable.IDLE_MILLIS / 32);
        assertThat(producers.find(2, 2_000 + ProducerTable.IDLE_MILLIS - 1)).isNotNull();
        assertThat(producers.find(2, 2_000 + ProducerTable.IDLE_MILLIS)).isNull();
        assertThat(producers.find(0, 0)).isNull();

        producers.forget(2_000 + ProducerTable.IDLE_MILLIS - 1, 10);
        assertThat(producers.size()).isEqualTo(2);
        producers.forget(2_000 + ProducerTable.IDLE_MILLIS, 10);
        assertThat(producers.size()).isEqualTo(1);
        assertThat(producers.writtenUpTo(10, 5)).containsExactly(new Event.RememberedProducer(1, 5, 50, 3_000));
        assertThat(producers.writtenUpTo(9, 5)).isEmpty();

        for (long id = 100; id < 100 + ProducerTable.MAX_PRODUCERS; id++) {
            producers.seen(id, 1, 1, 4_000, 11);
        }
        assertThat(producers.size()).isEqualTo(ProducerTable.MAX_PRODUCERS);
        assertThat(producers.find(1, 4_000)).isNull();
        assertThat(producers.find(100, 4_000)).isNotNull();
        assertThat(producers.writtenUpTo(11, 7)).hasSize(7);
    }

    @Test
    void aProducerThatComesBackAfterAnHourStartsAnew() {
        ProducerTable producers = new ProducerTable();
        producers.seen(1, 5, 50, 1_000, 10);
        producers.seen(1, 2, 70, 1_000 + ProducerTable.IDLE_MILLIS, 20);

        ProducerTable.Producer producer = requireNonNull(producers.find(1, 2_000 + ProducerTable.IDLE_MILLIS));
        assertThat(producer.lastSequence).isEqualTo(2);
        assertThat(producer.lastResult).isEqualTo(70);
    }

    @Test
    void anOlderNumberOfAProducerDoesNotHideTheLast() {
        ProducerTable producers = new ProducerTable();
        producers.seen(1, 5, 50, 1_000, 10);
        producers.seen(1, 4, 40, 2_000, 11);

        ProducerTable.Producer producer = requireNonNull(producers.find(1, 2_000));
        assertThat(producer.lastSequence).isEqualTo(5);
        assertThat(producer.lastResult).isEqualTo(50);
        producers.moved(producers.writtenUpTo(10, 10), 30);
        assertThat(producers.writtenUpTo(29, 10)).isEmpty();
        assertThat(producers.writtenUpTo(30, 10)).hasSize(1);
    }

    @Test
    void aRecordIsReleasedWithTheLastThingInIt() {
        List<Long> released = new ArrayList<>();
        RecordCounts counts = new RecordCounts(new StateListener() {
            @Override
            public void recordReleased(long record) {
                released.add(record);
            }

            @Override
            public void ready(int entityId) {}
        });
        counts.add(7);
        counts.add(7);
        counts.add(7);

        counts.release(7);
        counts.release(7);
        assertThat(released).isEmpty();
        counts.release(7);
        counts.release(8);
        counts.release(new ContentRef(9, 0, 1, List.of(3L, 4L)));
        assertThat(released).containsExactly(7L, 8L, 3L, 4L, 9L);
    }
}
