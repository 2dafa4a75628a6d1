package io.angarium.jms.message;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/**
 * The header fields that a send sets (Jakarta Messaging 3.1 table 3-1), whatever the application set before. Immutable.
 *
 * @param destination JMSDestination
 * @param deliveryMode JMSDeliveryMode
 * @param priority JMSPriority, 0 to 9
 * @param messageId JMSMessageID, or null if message ids are disabled
 * @param timestampMillis JMSTimestamp, or 0 if timestamps are disabled
 * @param expirationMillis JMSExpiration, or 0 for never
 * @param deliveryTimeMillis JMSDeliveryTime
 */
public record SendHeaders(
        Destination destination,
        int deliveryMode,
        int priority,
        @Nullable String messageId,
        long timestampMillis,
        long expirationMillis,
        long deliveryTimeMillis) {

    /**
     * Sets them on a message, of ours or of another provider (section 3.12).
     *
     * @throws JMSException if a message of another provider does not take one
     */
    public void setOn(Message message) throws JMSException {
        message.setJMSDestination(destination);
        message.setJMSDeliveryMode(deliveryMode);
        message.setJMSPriority(priority);
        message.setJMSMessageID(messageId);
        message.setJMSTimestamp(timestampMillis);
        message.setJMSExpiration(expirationMillis);
        message.setJMSDeliveryTime(deliveryTimeMillis);
    }
}
