package io.angarium.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Counters;
import io.angarium.engine.core.DuplicateId;
import io.angarium.engine.core.EntityDefinition;
import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.MessageInfo;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.SubscriptionDefinition;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.SubscriptionId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventCodecTest {
    private static final long RECORD = 4711;
    private static final MessageInfo INFO =
            new MessageInfo(true, 9, 1_000, 2_000, 1_500, 1 << 20, new DuplicateId(-1, 42), 7, 8);
    private static final MessageInfo PLAIN = new MessageInfo(true, 4, 1_000, Long.MAX_VALUE, 0, 10, null, 0, 0);
    private static final MessageInfo GROUPED =
            new MessageInfo(true, 4, 1_000, Long.MAX_VALUE, 0, 10, null, 0, 0, MessageInfo.groupOf("g"), false);
    private static final MessageInfo LAST =
            new MessageInfo(true, 4, 1_000, Long.MAX_VALUE, 0, 10, null, 0, 0, MessageInfo.groupOf("h"), true);
    private static final EntitySettings SETTINGS = new EntitySettings(
            3, Duration.ofHours(1), Duration.ofSeconds(30), Duration.ofDays(2), 1_000, 1 << 30, true);

    /** One of each kind that is durable. */
    private static final List<Event> DURABLE = List.of(
            new Event.Opened(17, 4, 1_234_567),
            defined(Kind.QUEUE, EntitySettings.DEFAULT, null),
            new Event.EntityDeleted(12, true),
            new Event.Enqueued(0, 5, 99, INFO, List.of(new Event.Target(5, 99)), true),
            new Event.Enqueued(2, 6, 1, PLAIN, List.of(new Event.Target(7, 1), new Event.Target(8, 2)), true),
            new Event.Enqueued(1, 6, 1, PLAIN, List.of(), true),
            new Event.Enqueued(0, 5, 99, GROUPED, List.of(new Event.Target(5, 99)), true),
            new Event.MessageSnapshot(1, LAST, List.of(new Event.SnapshotTarget(5, 1, 2, false, null))),
            new Event.DuplicateDropped(5, true),
            new Event.Committed(Long.MIN_VALUE, 3, 77, true),
            new Event.Settled(5, 1, Event.Cause.COMPLETED, true),
            new Event.Settled(5, 2, Event.Cause.EXPIRED, true),
            new Event.Settled(5, 3, Event.Cause.PURGED, true),
            new Event.DeliveryFailed(5, 1L << 40, true),
            new Event.DeliveriesStarted(List.of(new Event.Target(5, 1))),
            new Event.DeliveriesStarted(List.of(new Event.Target(5, 2), new Event.Target(6, 1L << 40))),
            new Event.Released(5, 1, true),
            new Event.DeadLettered(5, 1, 6, 2, "MaxDeliveryCountExceeded", null, 10, 88, true),
            new Event.DeadLettered(5, 1, 6, 2, "reason", "ünïcödé", 1, 88, true),
            defined(
                    Kind.SUBSCRIPTION,
                    SETTINGS,
                    new SubscriptionDefinition(new SubscriptionId("s", "c", true), true, "a = 1", false, null)),
            defined(Kind.SUBSCRIPTION, SETTINGS, new SubscriptionDefinition(null, false, null, true, "link")),
            defined(Kind.DEAD_LETTER, SETTINGS, null),
            defined(Kind.TOPIC, SETTINGS, null),
            new Event.MessageSnapshot(
                    1,
                    INFO,
                    List.of(
                            new Event.SnapshotTarget(5, 1, 2, true, null),
                            new Event.SnapshotTarget(6, 2, 0, false, new Event.DeadLetterNote(9, "r", "d", 3, 55)))),
            new Event.DuplicateIds(5, 1000, 77, List.of(new Event.RememberedId(new DuplicateId(1, 2), 3, 4))),
            new Event.Producers(1000, List.of(new Event.RememberedProducer(1, 2, 3, 4))),
            new Event.Prepared(
                    new BranchId(131077, "00ff", ""),
                    5,
                    6,
                    2,
                    new Origin("link", "client"),
                    List.of(Address.queue("q"), new Address(EntityType.TOPIC, "temporary-1", true)),
                    List.of(
                            new Event.Hold(1, 2, Outcome.COMPLETE, null, null),
                            new Event.Hold(1, 3, Outcome.ABANDON, null, null),
                            new Event.Hold(1, 4, Outcome.RELEASE, null, null),
                            new Event.Hold(7, 5, Outcome.DEAD_LETTER, "bad", "very")),
                    99),
            new Event.BranchEnded(new BranchId(-1, "", "01")));

    private static final Set<Class<?>> NEVER_DURABLE = Set.of(
            Event.AlsoEnqueued.class,
            Event.Locked.class,
            Event.GroupTaken.class,
            Event.HandedOver.class,
            Event.LockRenewed.class,
            Event.LockExpired.class,
            Event.LinkEnded.class,
            Event.Activated.class,
            Event.ReceiverOpened.class,
            Event.ReceiverClosed.class,
            Event.CursorMoved.class,
            Event.DuplicatesForgotten.class,
            Event.ProducersForgotten.class,
            Event.AlsoHeld.class);

    @Test
    void everyDurableEventIsReadAsItWasWritten() {
        List<ContentRef> contents = List.of(
                new ContentRef(RECORD, 0, 100, List.of()),
                new ContentRef(RECORD, 1, 5L << 30, List.of(4000L, 4001L)),
                new ContentRef(RECORD, 2, 300, List.of()));

        EventCodec.Decoded decoded = EventCodec.decode(RECORD, EventCodec.encode(DURABLE, nullable(contents)));

        assertThat(decoded.events()).isEqualTo(DURABLE);
        assertThat(decoded.contents()).isEqualTo(contents);
        assertThat(decoded.part()).isFalse();
    }

    @Test
    void everyKindOfEventIsEitherEncodedOrNeverDurable() {
        Set<Class<?>> encoded = DURABLE.stream().map(Event::getClass).collect(Collectors.toSet());

        for (Class<?> kind : Event.class.getPermittedSubclasses()) {
            assertThat(encoded.contains(kind) ^ NEVER_DURABLE.contains(kind))
                    .as("%s is either written to the journal or never durable", kind.getSimpleName())
                    .isTrue();
        }
    }

    @Test
    void whatIsNotDurableIsLeftOutAndKeepsItsPlace() {
        List<Event> events = List.of(
                new Event.Released(5, 1, false),
                new Event.Settled(5, 1, Event.Cause.COMPLETED, true),
                new Event.Settled(6, 1, Event.Cause.COMPLETED, false));
        List<@Nullable ContentRef> contents =
                Arrays.asList(null, new ContentRef(-3, 0, 10, List.of()), new ContentRef(RECORD, 0, 20, List.of()));

        EventCodec.Decoded decoded = EventCodec.decode(RECORD, EventCodec.encode(events, contents));

        assertThat(decoded.events()).containsExactly(events.get(1));
        assertThat(decoded.contents()).containsExactly(null, null, contents.get(2));
    }

    @Test
    void aPartOfABodyIsRecognised() {
        EventCodec.Decoded decoded = EventCodec.decode(RECORD, EventCodec.encodePart());

        assertThat(decoded.part()).isTrue();
        assertThat(decoded.events()).isEmpty();
    }

    /** Written by the first release; must be readable for ever. */
    @Test
    void aRecordOfTheFirstReleaseIsStillRead() {
        byte[] stored = java.util.HexFormat.of()
                .parseHex("0101" + "00000001" + "01" + "0000000000000064" + "00000000" + "00000001" + "07" + "00000005"
                        + "0000000000000009" + "01");

        EventCodec.Decoded decoded = EventCodec.decode(RECORD, ByteBuffer.wrap(stored));

        assertThat(decoded.events()).containsExactly(new Event.Settled(5, 9, Event.Cause.COMPLETED, true));
        assertThat(decoded.contents()).containsExactly(new ContentRef(RECORD, 0, 100, List.of()));
    }

    @Test
    void anUnknownVersionIsCorruptAndNamesTheRecord() {
        assertCorrupt(new byte[] {2, 1}, "version 2");
    }

    @Test
    void anUnknownKindOrTypeIsCorruptAndNamesTheRecord() {
        assertCorrupt(new byte[] {1, 9}, "unknown kind 9");
        assertCorrupt(new byte[] {1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 99}, "unknown event type 99");
    }

    @Test
    void aRecordThatEndsTooEarlyIsCorrupt() {
        ByteBuffer whole = EventCodec.encode(DURABLE, List.of());
        for (int length = 0; length < whole.remaining(); length++) {
            byte[] bytes = new byte[length];
            whole.duplicate().get(bytes);
            assertCorrupt(bytes, "");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void damagedBytesAreReadOrRefusedButNeverBreakTheReader(long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[EventCodec.encode(DURABLE, List.of()).remaining()];
        EventCodec.encode(DURABLE, List.of()).get(bytes);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                EventCodec.decode(RECORD, ByteBuffer.wrap(damaged));
            } catch (JournalException e) {
                assertThat(e.kind()).isEqualTo(JournalException.Kind.CORRUPT);
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isPositive();
    }

    private static void assertCorrupt(byte[] bytes, String text) {
        assertThatThrownBy(() -> EventCodec.decode(RECORD, ByteBuffer.wrap(bytes)))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.CORRUPT))
                .hasMessageContaining("record " + RECORD)
                .hasMessageContaining(text);
    }

    private static Event defined(Kind kind, EntitySettings settings, @Nullable SubscriptionDefinition subscription) {
        EntityDefinition definition = new EntityDefinition(
                12, kind, "a/b", 3, true, kind == Kind.TOPIC ? "link" : null, settings, subscription);
        return new Event.EntityDefined(definition, 100, new Counters(1, 2, 3, 4, 5, 6));
    }

    private static List<@Nullable ContentRef> nullable(List<ContentRef> contents) {
        return new ArrayList<>(contents);
    }
}
