package io.angarium.tck.conformance;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message of nobody's: it has header fields and properties, knows no provider, and refuses to be acknowledged. */
class ForeignMessage implements Message {
    private final Map<String, Object> properties = new LinkedHashMap<>();
    private @Nullable String messageId;
    private long timestamp;
    private @Nullable String correlationId;
    private @Nullable Destination replyTo;
    private @Nullable Destination destination;
    private int deliveryMode;
    private boolean redelivered;
    private @Nullable String type;
    private long expiration;
    private long deliveryTime;
    private int priority;

    @Override
    public @Nullable String getJMSMessageID() {
        return messageId;
    }

    @Override
    public void setJMSMessageID(@Nullable String id) {
        messageId = id;
    }

    @Override
    public long getJMSTimestamp() {
        return timestamp;
    }

    @Override
    public void setJMSTimestamp(long time) {
        timestamp = time;
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return null;
    }

    @Override
    public void setJMSCorrelationIDAsBytes(byte[] id) {
        throw new UnsupportedOperationException("nobody needs it");
    }

    @Override
    public void setJMSCorrelationID(@Nullable String id) {
        correlationId = id;
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return correlationId;
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return replyTo;
    }

    @Override
    public void setJMSReplyTo(@Nullable Destination to) {
        replyTo = to;
    }

    @Override
    public @Nullable Destination getJMSDestination() {
        return destination;
    }

    @Override
    public void setJMSDestination(@Nullable Destination to) {
        destination = to;
    }

    @Override
    public int getJMSDeliveryMode() {
        return deliveryMode;
    }

    @Override
    public void setJMSDeliveryMode(int mode) {
        deliveryMode = mode;
    }

    @Override
    public boolean getJMSRedelivered() {
        return redelivered;
    }

    @Override
    public void setJMSRedelivered(boolean again) {
        redelivered = again;
    }

    @Override
    public @Nullable String getJMSType() {
        return type;
    }

    @Override
    public void setJMSType(@Nullable String name) {
        type = name;
    }

    @Override
    public long getJMSExpiration() {
        return expiration;
    }

    @Override
    public void setJMSExpiration(long time) {
        expiration = time;
    }

    @Override
    public long getJMSDeliveryTime() {
        return deliveryTime;
    }

    @Override
    public void setJMSDeliveryTime(long time) {
        deliveryTime = time;
    }

    @Override
    public int getJMSPriority() {
        return priority;
    }

    @Override
    public void setJMSPriority(int level) {
        priority = level;
    }

    @Override
    public void clearProperties() {
        properties.clear();
    }

    @Override
    public boolean propertyExists(String name) {
        return properties.containsKey(name);
    }

    private <T> T property(String name, Class<T> kind) throws JMSException {
        Object value = properties.get(name);
        if (!kind.isInstance(value)) {
            throw new MessageFormatException(name + " is " + value);
        }
        return kind.cast(value);
    }

    @Override
    public boolean getBooleanProperty(String name) throws JMSException {
        return property(name, Boolean.class);
    }

    @Override
    public byte getByteProperty(String name) throws JMSException {
        return property(name, Byte.class);
    }

    @Override
    public short getShortProperty(String name) throws JMSException {
        return property(name, Short.class);
    }

    @Override
    public int getIntProperty(String name) throws JMSException {
        return property(name, Integer.class);
    }

    @Override
    public long getLongProperty(String name) throws JMSException {
        return property(name, Long.class);
    }

    @Override
    public float getFloatProperty(String name) throws JMSException {
        return property(name, Float.class);
    }

    @Override
    public double getDoubleProperty(String name) throws JMSException {
        return property(name, Double.class);
    }

    @Override
    public String getStringProperty(String name) throws JMSException {
        return property(name, String.class);
    }

    @Override
    public @Nullable Object getObjectProperty(String name) {
        return properties.get(name);
    }

    @Override
    public Enumeration<String> getPropertyNames() {
        return Collections.enumeration(properties.keySet());
    }

    @Override
    public void setBooleanProperty(String name, boolean value) {
        properties.put(name, value);
    }

    @Override
    public void setByteProperty(String name, byte value) {
        properties.put(name, value);
    }

    @Override
    public void setShortProperty(String name, short value) {
        properties.put(name, value);
    }

    @Override
    public void setIntProperty(String name, int value) {
        properties.put(name, value);
    }

    @Override
    public void setLongProperty(String name, long value) {
        properties.put(name, value);
    }

    @Override
    public void setFloatProperty(String name, float value) {
        properties.put(name, value);
    }

    @Override
    public void setDoubleProperty(String name, double value) {
        properties.put(name, value);
    }

    @Override
    public void setStringProperty(String name, String value) {
        properties.put(name, value);
    }

    @Override
    public void setObjectProperty(String name, Object value) {
        properties.put(name, value);
    }

    @Override
    public void acknowledge() throws JMSException {
        throw new JMSException("a message that was not received cannot be acknowledged");
    }

    @Override
    public void clearBody() throws JMSException {
        throw new JMSException("the body of a message that is sent is not to be cleared");
    }

    @Override
    public <T> @Nullable T getBody(Class<T> kind) throws JMSException {
        throw new MessageFormatException("older providers have no such method");
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface declares it
    public boolean isBodyAssignableTo(Class kind) {
        return false;
    }
}
