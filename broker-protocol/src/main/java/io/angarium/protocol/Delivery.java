package io.angarium.protocol;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way to a receiver, or seen by a browser.
 *
 * @param lockToken names the lock in a {@link Settlement}; 0 where there is none
 * @param sequenceNumber of the message in its queue or subscription
 * @param deliveryCount 1 for the first delivery (JMSXDeliveryCount)
 * @param enqueuedAtMillis when the broker accepted it
 * @param annotations properties that the broker adds, such as the reason of a dead-lettered message; else empty
 * @param message the message as it was sent
 */
public record Delivery(
        long lockToken,
        long sequenceNumber,
        int deliveryCount,
        long enqueuedAtMillis,
        Map<String, @Nullable Object> annotations,
        Message message) {

    public Delivery {
        annotations = annotations.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }
}
