package io.angarium.jms.message;

import io.angarium.protocol.BodyType;
import io.angarium.protocol.ValueReader;
import io.angarium.protocol.ValueWriter;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageFormatException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message whose body is a set of names with values of the primitive types, String and byte[]. */
public final class AngariumMapMessage extends AngariumMessage implements MapMessage {
    private static final String ENTRY = "map entry";
    private static final int SIZE_HINT_BYTES = 256;

    private Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    private @Nullable ByteBuffer undecoded;

    AngariumMapMessage() {}

    AngariumMapMessage(ByteBuffer body) {
        undecoded = body;
    }

    @Override
    BodyType bodyType() {
        return BodyType.MAP;
    }

    @Override
    ByteBuffer encodeBody() {
        ByteBuffer encoded = undecoded;
        return encoded != null
                ? encoded
                : new ValueWriter(SIZE_HINT_BYTES).putMap(entries).toBuffer();
    }

    private Map<String, @Nullable Object> entries() throws MessageFormatException {
        ByteBuffer encoded = undecoded;
        if (encoded != null) {
            try {
                entries = new ValueReader(encoded).getMap();
            } catch (IllegalArgumentException e) {
                throw withCause(new MessageFormatException("the body of this map message is damaged: " + e), e);
            }
            undecoded = null;
        }
        return entries;
    }

    @Override
    void emptyBody() {
        entries = new LinkedHashMap<>();
        undecoded = null;
    }

    @Override
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        if (!canGiveBodyAs(type)) {
            throw cannotGiveBodyAs(type);
        }
        if (entries().isEmpty()) {
            return null;
        }
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(entries);
        copy.replaceAll((name, value) -> value instanceof byte[] bytes ? bytes.clone() : value);
        return copy;
    }

    @Override
    boolean canGiveBodyAs(Class<?> type) throws JMSException {
        return entries().isEmpty() || type == Map.class || type == Object.class;
    }

    @Override
    public boolean getBoolean(@Nullable String name) throws JMSException {
        return Conversions.toBoolean(entries().get(name), ENTRY, name);
    }

    @Override
    public byte getByte(@Nullable String name) throws JMSException {
        return Conversions.toByte(entries().get(name), ENTRY, name);
    }

    @Override
    public short getShort(@Nullable String name) throws JMSException {
        return Conversions.toShort(entries().get(name), ENTRY, name);
    }

    @Override
    public char getChar(@Nullable String name) throws JMSException {
        return Conversions.toChar(entries().get(name), ENTRY, name);
    }

    @Override
    public int getInt(@Nullable String name) throws JMSException {
        return Conversions.toInt(entries().get(name), ENTRY, name);
    }

    @Override
    public long getLong(@Nullable String name) throws JMSException {
        return Conversions.toLong(entries().get(name), ENTRY, name);
    }

    @Override
    public float getFloat(@Nullable String name) throws JMSException {
        return Conversions.toFloat(entries().get(name), ENTRY, name);
    }

    @Override
    public double getDouble(@Nullable String name) throws JMSException {
        return Conversions.toDouble(entries().get(name), ENTRY, name);
    }

    @Override
    public @Nullable String getString(@Nullable String name) throws JMSException {
        return Conversions.toText(entries().get(name), ENTRY, name);
    }

    @Override
    public byte @Nullable [] getBytes(@Nullable String name) throws JMSException {
        return Conversions.toBytes(entries().get(name), ENTRY, name);
    }

    @Override
    public @Nullable Object getObject(@Nullable String name) throws JMSException {
        Object value = entries().get(name);
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }

    @Override
    public Enumeration<String> getMapNames() throws JMSException {
        return Collections.enumeration(entries().keySet());
    }

    @Override
    public boolean itemExists(@Nullable String name) throws JMSException {
        return entries().containsKey(name);
    }

    @Override
    public void setBoolean(@Nullable String name, boolean value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setByte(@Nullable String name, byte value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setShort(@Nullable String name, short value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setChar(@Nullable String name, char value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setInt(@Nullable String name, int value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setLong(@Nullable String name, long value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setFloat(@Nullable String name, float value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setDouble(@Nullable String name, double value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setString(@Nullable String name, @Nullable String value) throws JMSException {
        set(name, value);
    }

    @Override
    public void setBytes(@Nullable String name, byte @Nullable [] value) throws JMSException {
        set(name, value == null ? null : value.clone());
    }

    @Override
    public void setBytes(@Nullable String name, byte[] value, int offset, int length) throws JMSException {
        Objects.checkFromIndexSize(offset, length, value.length);
        set(name, Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void setObject(@Nullable String name, @Nullable Object value) throws JMSException {
        set(name, Conversions.bodyValue(value, ENTRY, name));
    }

    private void set(@Nullable String name, @Nullable Object value) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a map entry must have a name, which is not null and not empty");
        }
        requireWritableBody();
        entries().put(name, value);
    }
}
