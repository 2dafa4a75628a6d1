package io.angarium.engine.runtime;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages for tests: a text, and what a test wants to say about it. */
public record TestMessages(
        boolean persistent,
        int priority,
        long expirationMillis,
        long deliveryTimeMillis,
        @Nullable String duplicateId,
        Map<String, @Nullable Object> properties) {
    /** Persistent, of priority 4, without anything special. */
    public static final TestMessages PERSISTENT = new TestMessages(true, 4, 0, 0, null, Map.of());
    /** Not persistent. */
    public static final TestMessages VOLATILE = new TestMessages(false, 4, 0, 0, null, Map.of());

    public TestMessages withPriority(int other) {
        return new TestMessages(persistent, other, expirationMillis, deliveryTimeMillis, duplicateId, properties);
    }

    public TestMessages expiringAt(long millis) {
        return new TestMessages(persistent, priority, millis, deliveryTimeMillis, duplicateId, properties);
    }

    public TestMessages visibleAt(long millis) {
        return new TestMessages(persistent, priority, expirationMillis, millis, duplicateId, properties);
    }

    public TestMessages withId(String id) {
        return new TestMessages(persistent, priority, expirationMillis, deliveryTimeMillis, id, properties);
    }

    public TestMessages with(String name, Object value) {
        return new TestMessages(
                persistent, priority, expirationMillis, deliveryTimeMillis, duplicateId, Map.of(name, value));
    }

    public Message to(Address destination, String text) {
        return to(destination, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    public Message to(Address destination, ByteBuffer body) {
        MessageHead head = new MessageHead(
                BodyType.BYTES,
                persistent,
                priority,
                0,
                expirationMillis,
                deliveryTimeMillis,
                duplicateId,
                null,
                null,
                null,
                null,
                destination,
                null,
                properties);
        return Message.of(head, body);
    }

    public static String text(Message message) {
        return StandardCharsets.UTF_8.decode(message.body().duplicate()).toString();
    }
}
