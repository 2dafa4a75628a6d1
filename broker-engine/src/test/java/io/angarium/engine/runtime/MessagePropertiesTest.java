package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a selector sees of a message (Jakarta Messaging 3.1 section 3.8.1.1). */
class MessagePropertiesTest {
    private static MessageProperties of(
            boolean persistent,
            @Nullable String groupId,
            @Nullable Object correlationId,
            Map<String, @Nullable Object> properties) {
        return new MessageProperties(Message.of(
                new MessageHead(
                        BodyType.TEXT,
                        persistent,
                        7,
                        1_234,
                        99_999,
                        5_000,
                        "duplicate",
                        groupId,
                        "ID:1",
                        correlationId,
                        "kind",
                        Address.queue("q"),
                        Address.topic("replies"),
                        properties),
                ByteBuffer.wrap("body".getBytes(java.nio.charset.StandardCharsets.UTF_8))));
    }

    @Test
    void theSelectableHeaderFieldsHaveTheirValues() {
        MessageProperties seen = of(true, "g1", "c1", Map.of());

        assertThat(seen.value("JMSDeliveryMode")).isEqualTo("PERSISTENT");
        assertThat(seen.value("JMSPriority")).isEqualTo(7);
        assertThat(seen.value("JMSTimestamp")).isEqualTo(1_234L);
        assertThat(seen.value("JMSMessageID")).isEqualTo("ID:1");
        assertThat(seen.value("JMSCorrelationID")).isEqualTo("c1");
        assertThat(seen.value("JMSType")).isEqualTo("kind");
        assertThat(seen.value("JMSXGroupID")).isEqualTo("g1");
        assertThat(of(false, null, null, Map.of()).value("JMSDeliveryMode")).isEqualTo("NON_PERSISTENT");
    }

    @Test
    void applicationPropertiesKeepTheirTypes() {
        Map<String, @Nullable Object> properties = new HashMap<>();
        properties.put("flag", true);
        properties.put("byte", (byte) 1);
        properties.put("short", (short) 2);
        properties.put("int", 3);
        properties.put("long", 4L);
        properties.put("float", 1.5f);
        properties.put("double", 2.5);
        properties.put("text", "t");
        properties.put("nothing", null);
        MessageProperties seen = of(true, null, null, properties);

        properties.forEach(
                (name, value) -> assertThat(seen.value(name)).as(name).isEqualTo(value));
    }

    @Test
    void whatIsNotThereIsNull() {
        MessageProperties seen = of(true, null, null, Map.of());

        assertThat(seen.value("JMSXGroupID")).isNull();
        assertThat(seen.value("JMSCorrelationID")).isNull();
        assertThat(seen.value("color")).isNull();
    }

    /** It belongs to the provider; a selector compares strings only. */
    @Test
    void aCorrelationIdInBytesIsNotSelectable() {
        assertThat(of(true, null, new byte[] {1, 2}, Map.of()).value("JMSCorrelationID"))
                .isNull();
    }

    /** Section 3.8.1.1 names the header fields that a selector may use. */
    @Test
    void otherHeaderFieldsAreNoPropertiesAndNoPropertyCanTakeTheirPlace() {
        MessageProperties seen = of(true, null, null, Collections.singletonMap("JMSPriority", "high"));

        assertThat(seen.value("JMSPriority")).isEqualTo(7);
        assertThat(seen.value("JMSExpiration")).isNull();
        assertThat(seen.value("JMSDestination")).isNull();
        assertThat(seen.value("JMSReplyTo")).isNull();
    }

    /** It is all that there is of a damaged message, and all that is read from disk for a selector. */
    @Test
    void theBodyIsNotNeeded() {
        Message message = TestMessages.PERSISTENT.with("color", "red").to(Address.queue("q"), "body");

        MessageProperties seen = new MessageProperties(new Message(message.head(), ByteBuffer.allocate(0)));

        assertThat(seen.value("color")).isEqualTo("red");
    }
}
