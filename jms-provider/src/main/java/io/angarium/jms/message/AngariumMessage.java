package io.angarium.jms.message;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.MessageHead;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * A message without a body, and what all messages have in common: header fields and properties. What came from the broker
 * is decoded when it is first asked for. Confined to one thread at a time, as section 2.8 says.
 */
public class AngariumMessage implements Message {
    private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private @Nullable Received undecoded;
    private boolean bodyReadOnly;
    private MessageProperties properties = new MessageProperties();
    private @Nullable Acknowledger acknowledger;
    private long lockToken;

    private @Nullable String messageId;
    private long timestampMillis;
    private @Nullable Object correlationId;
    private @Nullable Destination replyTo;
    private @Nullable Destination destination;
    private int deliveryMode = DEFAULT_DELIVERY_MODE;
    private boolean redelivered;
    private @Nullable String type;
    private long expirationMillis;
    private long deliveryTimeMillis;
    private int priority = DEFAULT_PRIORITY;

    AngariumMessage() {}

    /** What a message needs to decode its head. */
    private record Received(Delivery delivery, DestinationMapping mapping) {}

    // ---- for the codec

    BodyType bodyType() {
        return BodyType.NONE;
    }

    /** The body as the protocol has it; it must not change when the message does. */
    ByteBuffer encodeBody() throws JMSException {
        return NO_BODY;
    }

    /** Makes it a received message: what is always needed at once, the rest when it is asked for. */
    final void receive(Delivery delivery, DestinationMapping mapping, @Nullable Acknowledger acknowledger) {
        io.angarium.protocol.Message message = delivery.message();
        undecoded = new Received(delivery, mapping);
        bodyReadOnly = true;
        this.acknowledger = acknowledger;
        lockToken = delivery.lockToken();
        timestampMillis = message.timestampMillis();
        deliveryMode = message.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        redelivered = delivery.deliveryCount() > 1;
        expirationMillis = message.expirationMillis();
        deliveryTimeMillis = message.deliveryTimeMillis();
        priority = message.priority();
    }

    final MessageHead encodeHead(DestinationMapping mapping) throws JMSException {
        MessageProperties sent = properties();
        if (destination == null) {
            throw new JMSException("a message without JMSDestination cannot be sent");
        }
        Address replyAddress = replyTo == null ? null : mapping.toAddress(replyTo);
        Object artemisId = sent.get(PropertyNames.ARTEMIS_MESSAGE_ID);
        Object ownId = sent.get(PropertyNames.MESSAGE_ID);
        Object groupId = sent.get(PropertyNames.GROUP_ID);
        return new MessageHead(
                bodyType(),
                deliveryMode == DeliveryMode.PERSISTENT,
                priority,
                timestampMillis,
                expirationMillis,
                deliveryTimeMillis,
                ownId != null ? ownId.toString() : artemisId != null ? artemisId.toString() : null,
                groupId == null ? null : groupId.toString(),
                messageId,
                correlationId,
                type,
                mapping.toAddress(destination),
                replyAddress,
                sent.toSend());
    }

    private void decode() throws JMSException {
        Received received = undecoded;
        if (received == null) {
            return;
        }
        Delivery delivery = received.delivery();
        MessageHead head;
        try {
            head = delivery.message().decodeHead();
        } catch (IllegalArgumentException e) {
            throw withCause(
                    new MessageFormatException(
                            "the head of message " + delivery.sequenceNumber() + " is damaged: " + e),
                    e);
        }
        undecoded = null;
        messageId = head.messageId();
        correlationId = head.correlationId();
        type = head.type();
        destination = received.mapping().toDestination(head.destination());
        Address replyAddress = head.replyTo();
        replyTo = replyAddress == null ? null : received.mapping().toDestination(replyAddress);
        properties = MessageProperties.received(
                head.properties(), delivery.annotations(), Math.max(1, delivery.deliveryCount()));
    }

    final MessageProperties properties() throws JMSException {
        decode();
        return properties;
    }

    static <E extends JMSException> E withCause(E exception, Exception cause) {
        exception.setLinkedException(cause);
        exception.initCause(cause);
        return exception;
    }

    // ---- body

    /**
     * What getBody gives, or null if there is no body.
     *
     * @throws MessageFormatException if it cannot be given as this type
     */
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        return null;
    }

    final MessageFormatException cannotGiveBodyAs(Class<?> type) {
        return new MessageFormatException(
                "the body of this " + bodyType() + " message cannot be given as " + type.getName());
    }

    /** Whether there is no body, or one that can be assigned to the type. */
    boolean canGiveBodyAs(Class<?> type) throws JMSException {
        return true;
    }

    /** Puts the body back to what it was when the message was created. */
    void emptyBody() {}

    @Override
    public final void clearBody() {
        bodyReadOnly = false;
        emptyBody();
    }

    @Override
    @SuppressWarnings("unchecked") // bodyAs has compared the classes
    public final <T> @Nullable T getBody(Class<T> type) throws JMSException {
        return (T) bodyAs(type);
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public final boolean isBodyAssignableTo(Class type) throws JMSException {
        return canGiveBodyAs(type);
    }

    final boolean isBodyReadOnly() {
        return bodyReadOnly;
    }

    final void makeBodyReadOnly() {
        bodyReadOnly = true;
    }

    final void requireWritableBody() throws MessageNotWriteableException {
        if (bodyReadOnly) {
            throw new MessageNotWriteableException(
                    "the body of a message that was received or reset is read-only until clearBody()");
        }
    }

    @Override
    public final void acknowledge() throws JMSException {
        if (acknowledger != null) {
            acknowledger.acknowledge(lockToken);
        }
    }

    // ---- header fields

    @Override
    public final @Nullable String getJMSMessageID() throws JMSException {
        decode();
        return messageId;
    }

    @Override
    public final void setJMSMessageID(@Nullable String id) throws JMSException {
        decode();
        messageId = id;
    }

    @Override
    public final long getJMSTimestamp() {
        return timestampMillis;
    }

    @Override
    public final void setJMSTimestamp(long timestamp) {
        timestampMillis = timestamp;
    }

    @Override
    public final byte @Nullable [] getJMSCorrelationIDAsBytes() throws JMSException {
        decode();
        if (correlationId instanceof byte[] bytes) {
            return bytes.clone();
        }
        return correlationId instanceof String s ? s.getBytes(StandardCharsets.UTF_8) : null;
    }

    @Override
    public final void setJMSCorrelationIDAsBytes(byte @Nullable [] correlation) throws JMSException {
        decode();
        correlationId = correlation == null ? null : correlation.clone();
    }

    @Override
    public final void setJMSCorrelationID(@Nullable String correlation) throws JMSException {
        decode();
        correlationId = correlation;
    }

    @Override
    public final @Nullable String getJMSCorrelationID() throws JMSException {
        decode();
        return correlationId instanceof byte[] bytes
                ? new String(bytes, StandardCharsets.UTF_8)
                : (String) correlationId;
    }

    @Override
    public final @Nullable Destination getJMSReplyTo() throws JMSException {
        decode();
        return replyTo;
    }

    @Override
    public final void setJMSReplyTo(@Nullable Destination replyTo) throws JMSException {
        decode();
        this.replyTo = replyTo;
    }

    @Override
    public final @Nullable Destination getJMSDestination() throws JMSException {
        decode();
        return destination;
    }

    @Override
    public final void setJMSDestination(@Nullable Destination destination) throws JMSException {
        decode();
        this.destination = destination;
    }

    @Override
    public final int getJMSDeliveryMode() {
        return deliveryMode;
    }

    @Override
    public final void setJMSDeliveryMode(int deliveryMode) {
        this.deliveryMode = deliveryMode;
    }

    @Override
    public final boolean getJMSRedelivered() {
        return redelivered;
    }

    @Override
    public final void setJMSRedelivered(boolean redelivered) {
        this.redelivered = redelivered;
    }

    @Override
    public final @Nullable String getJMSType() throws JMSException {
        decode();
        return type;
    }

    @Override
    public final void setJMSType(@Nullable String type) throws JMSException {
        decode();
        this.type = type;
    }

    @Override
    public final long getJMSExpiration() {
        return expirationMillis;
    }

    @Override
    public final void setJMSExpiration(long expiration) {
        expirationMillis = expiration;
    }

    @Override
    public final long getJMSDeliveryTime() {
        return deliveryTimeMillis;
    }

    @Override
    public final void setJMSDeliveryTime(long deliveryTime) {
        deliveryTimeMillis = deliveryTime;
    }

    @Override
    public final int getJMSPriority() {
        return priority;
    }

    @Override
    public final void setJMSPriority(int priority) {
        this.priority = priority;
    }

    // ---- properties

    @Override
    public final void clearProperties() throws JMSException {
        properties().clear();
    }

    @Override
    public final boolean propertyExists(@Nullable String name) throws JMSException {
        return properties().contains(name);
    }

    @Override
    public final Enumeration<String> getPropertyNames() throws JMSException {
        return Collections.enumeration(properties().names());
    }

    @Override
    public final boolean getBooleanProperty(@Nullable String name) throws JMSException {
        return properties().getBoolean(name);
    }

    @Override
    public final byte getByteProperty(@Nullable String name) throws JMSException {
        return properties().getByte(name);
    }

    @Override
    public final short getShortProperty(@Nullable String name) throws JMSException {
        return properties().getShort(name);
    }

    @Override
    public final int getIntProperty(@Nullable String name) throws JMSException {
        return properties().getInt(name);
    }

    @Override
    public final long getLongProperty(@Nullable String name) throws JMSException {
        return properties().getLong(name);
    }

    @Override
    public final float getFloatProperty(@Nullable String name) throws JMSException {
        return properties().getFloat(name);
    }

    @Override
    public final double getDoubleProperty(@Nullable String name) throws JMSException {
        return properties().getDouble(name);
    }

    @Override
    public final @Nullable String getStringProperty(@Nullable String name) throws JMSException {
        return properties().getString(name);
    }

    @Override
    public final @Nullable Object getObjectProperty(@Nullable String name) throws JMSException {
        return properties().get(name);
    }

    @Override
    public final void setBooleanProperty(@Nullable String name, boolean value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setByteProperty(@Nullable String name, byte value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setShortProperty(@Nullable String name, short value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setIntProperty(@Nullable String name, int value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setLongProperty(@Nullable String name, long value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setFloatProperty(@Nullable String name, float value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setDoubleProperty(@Nullable String name, double value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setStringProperty(@Nullable String name, @Nullable String value) throws JMSException {
        properties().set(name, value);
    }

    @Override
    public final void setObjectProperty(@Nullable String name, @Nullable Object value) throws JMSException {
        properties().set(name, value);
    }

    /** Kind of body and message id, for logs; never the content. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + (undecoded != null || messageId == null ? "" : "[" + messageId + "]");
    }
}
