package io.angarium.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    private static final ByteBuffer BODY = ByteBuffer.wrap(new byte[] {1, 2, 3}).asReadOnlyBuffer();
    private static final MessageHead FULL = new MessageHead(
            BodyType.MAP,
            true,
            9,
            1_000,
            3_000,
            2_000,
            "duplicate id",
            "group",
            "ID:1",
            "correlation",
            "type",
            Address.topic("orders"),
            new Address(EntityType.QUEUE, "replies", true),
            properties());
    private static final MessageHead EMPTY = new MessageHead(
            BodyType.NONE, false, 0, 0, 0, 0, null, null, null, null, null, Address.queue("q"), null, Map.of());

    private static Map<String, @Nullable Object> properties() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("text", "größe");
        properties.put("int", 1);
        properties.put("none", null);
        return properties;
    }

    private static Message ofGroup(String groupId, @Nullable Object sequence) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("JMSXGroupSeq", sequence);
        MessageHead head = new MessageHead(
                BodyType.NONE,
                false,
                4,
                0,
                0,
                0,
                "id",
                groupId,
                null,
                null,
                null,
                Address.queue("q"),
                null,
                properties);
        return Message.of(head, BODY);
    }

    @Test
    void theGroupIsReadWithoutDecodingTheRest() {
        assertThat(Message.of(FULL, BODY).groupId()).isEqualTo("group");
        assertThat(Message.of(EMPTY, BODY).groupId()).isNull();
        assertThat(ofGroup("", -1).groupId()).isNull();
        assertThat(ofGroup("", -1).endsGroup()).isFalse();
    }

    @Test
    void aNegativeSequenceEndsAGroup() {
        assertThat(ofGroup("g", -1).endsGroup()).isTrue();
        assertThat(ofGroup("g", -5L).endsGroup()).isTrue();
        assertThat(ofGroup("g", 0).endsGroup()).isFalse();
        assertThat(ofGroup("g", 7).endsGroup()).isFalse();
        assertThat(ofGroup("g", null).endsGroup()).isFalse();
        assertThat(ofGroup("g", "-1").endsGroup()).isFalse();
        assertThat(ofGroup("g", -1).persistent()).isFalse();
    }

    @Test
    void aHeadIsDecodedAsItWasEncoded() {
        assertThat(Message.of(FULL, BODY).decodeHead()).isEqualTo(FULL);
        assertThat(Message.of(EMPTY, BODY).decodeHead()).isEqualTo(EMPTY);
    }

    @Test
    void whatTheBrokerNeedsIsReadWithoutDecoding() {
        Message message = Message.of(FULL, BODY);

        assertThat(message.persistent()).isTrue();
        assertThat(message.priority()).isEqualTo(9);
        assertThat(message.bodyType()).isEqualTo(BodyType.MAP);
        assertThat(message.timestampMillis()).isEqualTo(1_000);
        assertThat(message.expirationMillis()).isEqualTo(3_000);
        assertThat(message.deliveryTimeMillis()).isEqualTo(2_000);
        assertThat(message.duplicateId()).isEqualTo("duplicate id");
        assertThat(message.sizeBytes())
                .isEqualTo(message.head().remaining() + message.body().remaining());
        assertThat(Message.of(EMPTY, BODY).persistent()).isFalse();
        assertThat(Message.of(EMPTY, BODY).duplicateId()).isNull();
    }

    @ParameterizedTest
    @EnumSource(BodyType.class)
    void everyKindOfBodyHasItsCode(BodyType type) {
        MessageHead head = new MessageHead(
                type, false, 0, 0, 0, 0, null, null, null, null, null, Address.queue("q"), null, Map.of());

        assertThat(Message.of(head, BODY).bodyType()).isEqualTo(type);
    }

    @Test
    void aCorrelationIdOfBytesIsKept() {
        MessageHead head = new MessageHead(
                BodyType.NONE,
                false,
                0,
                0,
                0,
                0,
                null,
                null,
                null,
                new byte[] {1, 2},
                null,
                Address.queue("q"),
                null,
                Map.of());

        assertThat(Message.of(head, BODY).decodeHead().correlationId()).isEqualTo(new byte[] {1, 2});
    }

    @Test
    void theHeadMayStandAnywhereInItsBuffer() {
        ByteBuffer head = Message.of(FULL, BODY).head();
        ByteBuffer larger = ByteBuffer.allocate(head.remaining() + 20).position(7);
        larger.put(head.duplicate()).limit(larger.position()).position(7);

        Message moved = new Message(larger, BODY);

        assertThat(moved.decodeHead()).isEqualTo(FULL);
        assertThat(moved.priority()).isEqualTo(9);
        assertThat(moved.duplicateId()).isEqualTo("duplicate id");
    }

    @Test
    void readingMovesNoPosition() {
        Message message = Message.of(FULL, BODY);
        int size = message.head().remaining();

        message.decodeHead();
        message.duplicateId();

        assertThat(message.head().remaining()).isEqualTo(size);
        assertThat(message.head().isReadOnly()).isTrue();
        assertThat(message.body().isReadOnly()).isTrue();
    }

    @Test
    void otherPropertiesLeaveEverythingElse() {
        Message changed = Message.of(FULL, BODY).withProperties(Map.of("other", 1L));

        MessageHead head = changed.decodeHead();
        assertThat(head.properties()).isEqualTo(Map.of("other", 1L));
        assertThat(head.messageId()).isEqualTo("ID:1");
        assertThat(head.duplicateId()).isEqualTo("duplicate id");
        assertThat(head.destination()).isEqualTo(Address.topic("orders"));
        assertThat(changed.priority()).isEqualTo(9);
        assertThat(changed.body()).isEqualTo(BODY);
    }

    @Test
    void aHeadOfAnotherVersionOrTooShortIsRefused() {
        ByteBuffer head = Message.of(FULL, BODY).head();
        ByteBuffer otherVersion = copy(head).put(0, (byte) 2);

        assertThatIllegalArgumentException().isThrownBy(() -> new Message(otherVersion, BODY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Message(copy(head).limit(27), BODY));
        assertThatIllegalArgumentException().isThrownBy(() -> new Message(ByteBuffer.allocate(0), BODY));
    }

    @Test
    void aPriorityOrBodyTypeThatDoesNotExistIsRefusedBeforeTheBrokerSeesIt() {
        ByteBuffer head = Message.of(FULL, BODY).head();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Message(copy(head).put(2, (byte) 10), BODY))
                .withMessageContaining("priority 10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Message(copy(head).put(2, (byte) -1), BODY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Message(copy(head).put(3, (byte) 6), BODY))
                .withMessageContaining("body type 6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Message(copy(head).put(3, (byte) -1), BODY));
    }

    @Test
    void aValueThatNoFieldCanHaveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MessageHead(
                        BodyType.NONE,
                        false,
                        0,
                        0,
                        0,
                        0,
                        null,
                        null,
                        null,
                        5,
                        null,
                        Address.queue("q"),
                        null,
                        Map.of()))
                .withMessageContaining("correlationId");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MessageHead(
                        BodyType.NONE,
                        false,
                        0,
                        0,
                        0,
                        0,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Address.queue("q"),
                        null,
                        Map.of("p", 'c')))
                .withMessageContaining("property p");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MessageHead(
                        BodyType.NONE,
                        false,
                        10,
                        0,
                        0,
                        0,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Address.queue("q"),
                        null,
                        Map.of()));
    }

    @Test
    void everyTruncatedHeadIsRefused() {
        ByteBuffer head = Message.of(FULL, BODY).head();

        for (int length = 0; length < head.remaining(); length++) {
            ByteBuffer truncated = copy(head).limit(length);
            assertThatIllegalArgumentException()
                    .as("length %d", length)
                    .isThrownBy(() -> new Message(truncated, BODY).decodeHead());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aDamagedHeadIsDecodedOrRefusedAndNeverAnythingElse(long seed) {
        Random random = new Random(seed);
        ByteBuffer head = Message.of(FULL, BODY).head();
        int rounds = 10_000;
        int decoded = 0;
        for (int i = 0; i < rounds; i++) {
            ByteBuffer damaged = copy(head);
            for (int j = random.nextInt(4); j >= 0; j--) {
                damaged.put(random.nextInt(damaged.limit()), (byte) random.nextInt(random.nextBoolean() ? 256 : 16));
            }
            if (random.nextInt(4) == 0) {
                damaged.limit(random.nextInt(damaged.limit()) + 1);
            }
            decoded += decode(damaged, seed, i) ? 1 : 0;
        }
        assertThat(decoded).as("decoded of %d", rounds).isBetween(rounds / 10, rounds - rounds / 10);
    }

    private static boolean decode(ByteBuffer damaged, long seed, int round) {
        try {
            Message message = new Message(damaged, BODY);
            MessageHead decoded = message.decodeHead();
            // what can be decoded can be encoded, and says the same
            boolean same = Message.of(decoded, BODY)
                    .decodeHead()
                    .properties()
                    .keySet()
                    .equals(decoded.properties().keySet());
            if (!same) {
                throw new AssertionError("seed " + seed + ", round " + round + ": " + decoded);
            }
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", round " + round, e);
        }
    }

    private static ByteBuffer copy(ByteBuffer buffer) {
        return ByteBuffer.allocate(buffer.remaining()).put(buffer.duplicate()).flip();
    }
}
