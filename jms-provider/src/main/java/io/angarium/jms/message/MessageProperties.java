package io.angarium.jms.message;

import io.angarium.protocol.Printable;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a message, or of a JMSProducer, with the rules for their names and the conversions of their values
 * (section 3.5). Confined to one thread.
 */
public final class MessageProperties {
    private static final String PROPERTY = "property";

    private Map<String, @Nullable Object> values;
    private boolean readOnly;
    private int deliveryCount;

    /** Without properties, writable. */
    public MessageProperties() {
        values = new LinkedHashMap<>();
    }

    private MessageProperties(Map<String, @Nullable Object> values, int deliveryCount) {
        this.values = values;
        this.deliveryCount = deliveryCount;
        readOnly = true;
    }

    /**
     * Those of a received message, read-only.
     *
     * @param sent as the sender set them
     * @param added by the broker; they win
     * @param deliveryCount JMSXDeliveryCount, at least 1
     */
    static MessageProperties received(
            Map<String, @Nullable Object> sent, Map<String, @Nullable Object> added, int deliveryCount) {
        if (added.isEmpty() && !sent.containsKey(PropertyNames.DELIVERY_COUNT)) {
            return new MessageProperties(sent, deliveryCount);
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>(sent);
        all.putAll(added);
        all.remove(PropertyNames.DELIVERY_COUNT);
        return new MessageProperties(all, deliveryCount);
    }

    /**
     * Sets a property.
     *
     * @throws IllegalArgumentException if no property may have the name
     * @throws MessageFormatException if no property may have a value of this class
     * @throws MessageNotWriteableException if the properties are those of a received message
     */
    public void set(@Nullable String name, @Nullable Object value)
            throws MessageFormatException, MessageNotWriteableException {
        String checked = PropertyNames.check(name);
        if (!Conversions.isPropertyValue(value)) {
            throw new MessageFormatException("property " + Printable.of(checked) + " cannot be set to an object of "
                    + (value == null ? null : value.getClass())
                    + "; allowed are Boolean, Byte, Short, Integer, Long, Float, Double and String");
        } else if (readOnly) {
            throw new MessageNotWriteableException("property " + Printable.of(checked)
                    + " cannot be set: the properties of a received message are read-only until clearProperties()");
        }
        values.put(checked, value);
    }

    /** Sets a property of another provider's message, whatever its name; what that provider set at receipt is left out. */
    void copy(String name, @Nullable Object value) {
        if (!name.equals(PropertyNames.DELIVERY_COUNT) && Conversions.isPropertyValue(value)) {
            values.put(name, value);
        }
    }

    /** Removes all; afterwards properties can be set. */
    public void clear() {
        values = new LinkedHashMap<>();
        readOnly = false;
        deliveryCount = 0;
    }

    /** Whether there is a property of this name. */
    public boolean contains(@Nullable String name) {
        return values.containsKey(name) || isDeliveryCount(name);
    }

    /** The names, in the order in which they were set. */
    public Set<String> names() {
        if (deliveryCount == 0) {
            return Collections.unmodifiableSet(values.keySet());
        }
        Set<String> names = new LinkedHashSet<>(values.keySet());
        names.add(PropertyNames.DELIVERY_COUNT);
        return names;
    }

    /** The value as it is; null if there is none. */
    public @Nullable Object get(@Nullable String name) {
        return isDeliveryCount(name) ? (Integer) deliveryCount : values.get(name);
    }

    /** As boolean; false if there is none. */
    public boolean getBoolean(@Nullable String name) throws MessageFormatException {
        return Conversions.toBoolean(get(name), PROPERTY, name);
    }

    /** As byte; NumberFormatException if there is none. */
    public byte getByte(@Nullable String name) throws MessageFormatException {
        return Conversions.toByte(get(name), PROPERTY, name);
    }

    /** As short; NumberFormatException if there is none. */
    public short getShort(@Nullable String name) throws MessageFormatException {
        return Conversions.toShort(get(name), PROPERTY, name);
    }

    /** As int; NumberFormatException if there is none. */
    public int getInt(@Nullable String name) throws MessageFormatException {
        return Conversions.toInt(get(name), PROPERTY, name);
    }

    /** As long; NumberFormatException if there is none. */
    public long getLong(@Nullable String name) throws MessageFormatException {
        return Conversions.toLong(get(name), PROPERTY, name);
    }

    /** As float; NullPointerException if there is none. */
    public float getFloat(@Nullable String name) throws MessageFormatException {
        return Conversions.toFloat(get(name), PROPERTY, name);
    }

    /** As double; NullPointerException if there is none. */
    public double getDouble(@Nullable String name) throws MessageFormatException {
        return Conversions.toDouble(get(name), PROPERTY, name);
    }

    /** As String; null if there is none. */
    public @Nullable String getString(@Nullable String name) throws MessageFormatException {
        return Conversions.toText(get(name), PROPERTY, name);
    }

    /** What goes with a message that is sent; not the count of an earlier receipt. */
    Map<String, @Nullable Object> toSend() {
        if (!values.containsKey(PropertyNames.DELIVERY_COUNT)) {
            return values;
        }
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(values);
        sent.remove(PropertyNames.DELIVERY_COUNT);
        return sent;
    }

    private boolean isDeliveryCount(@Nullable String name) {
        return deliveryCount > 0 && PropertyNames.DELIVERY_COUNT.equals(name);
    }
}
