package io.angarium.protocol;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a message but its body, decoded. Times are in the broker's clock, see
 * {@link BrokerLink#currentTimeMillis()}.
 *
 * @param bodyType how the body is encoded
 * @param persistent whether the message survives a restart of the broker
 * @param priority 0 to 9
 * @param timestampMillis when the client sent it (JMSTimestamp); 0 if disabled
 * @param expirationMillis when it expires (JMSExpiration); 0 for never
 * @param deliveryTimeMillis the earliest delivery (JMSDeliveryTime); 0 for at once
 * @param duplicateId the application's MessageId for duplicate detection, or null
 * @param groupId the group (JMSXGroupID), or null
 * @param messageId the provider's message id (JMSMessageID), or null if disabled
 * @param correlationId a String, a byte[] or null
 * @param type JMSType, or null
 * @param destination where it was sent
 * @param replyTo where a reply goes, or null
 * @param properties application properties: Boolean, Byte, Short, Integer, Long, Float, Double, String or null
 */
public record MessageHead(
        BodyType bodyType,
        boolean persistent,
        int priority,
        long timestampMillis,
        long expirationMillis,
        long deliveryTimeMillis,
        @Nullable String duplicateId,
        @Nullable String groupId,
        @Nullable String messageId,
        @Nullable Object correlationId,
        @Nullable String type,
        Address destination,
        @Nullable Address replyTo,
        Map<String, @Nullable Object> properties) {

    public MessageHead {
        requireNonNull(bodyType, "bodyType");
        requireNonNull(destination, "destination");
        checkPriority(priority);
        if (correlationId != null && !(correlationId instanceof String) && !(correlationId instanceof byte[])) {
            throw new IllegalArgumentException("a correlationId of " + correlationId.getClass());
        }
        properties.forEach(MessageHead::checkProperty);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    static void checkPriority(int priority) {
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority + " is not within 0 to 9");
        }
    }

    /** What other classes there are, {@link ValueWriter} refuses. */
    private static void checkProperty(String name, @Nullable Object value) {
        if (value instanceof Character || value instanceof byte[]) {
            throw new IllegalArgumentException("property " + name + " of " + value.getClass());
        }
    }
}
