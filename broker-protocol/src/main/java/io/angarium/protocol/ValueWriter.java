package io.angarium.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes typed values into a growing buffer, big-endian; {@link ValueReader} reads them back. The one encoding of
 * message heads, properties, map and stream bodies. Confined to one thread.
 */
public final class ValueWriter {
    static final byte NULL = 0;
    static final byte BOOLEAN = 1;
    static final byte BYTE = 2;
    static final byte SHORT = 3;
    static final byte CHAR = 4;
    static final byte INT = 5;
    static final byte LONG = 6;
    static final byte FLOAT = 7;
    static final byte DOUBLE = 8;
    static final byte STRING = 9;
    static final byte BYTES = 10;

    static final byte NO_ADDRESS = -1;
    static final byte TOPIC = 1;
    static final byte TEMPORARY = 2;

    private ByteBuffer buffer;

    /** @param sizeHintBytes expected size; the buffer grows as needed */
    public ValueWriter(int sizeHintBytes) {
        buffer = ByteBuffer.allocate(Math.max(16, sizeHintBytes));
    }

    /** Writes one byte. */
    public ValueWriter putByte(int value) {
        room(1).put((byte) value);
        return this;
    }

    /** Writes four bytes. */
    public ValueWriter putInt(int value) {
        room(4).putInt(value);
        return this;
    }

    /** Writes eight bytes. */
    public ValueWriter putLong(long value) {
        room(8).putLong(value);
        return this;
    }

    /** Writes a string, or null, as its length in bytes (-1 for null) and UTF-8. */
    public ValueWriter putString(@Nullable String value) {
        if (value == null) {
            return putInt(-1);
        }
        return putBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a byte array as its length and content. */
    public ValueWriter putBytes(byte[] value) {
        room(4 + value.length).putInt(value.length).put(value);
        return this;
    }

    /**
     * Writes one value with its type: null, Boolean, Byte, Short, Character, Integer, Long, Float, Double, String or
     * byte[].
     *
     * @throws IllegalArgumentException if the value is of another class
     */
    public ValueWriter putValue(@Nullable Object value) {
        if (value == null) {
            return putByte(NULL);
        } else if (value instanceof String s) {
            return putByte(STRING).putString(s);
        } else if (value instanceof Integer i) {
            return putByte(INT).putInt(i);
        } else if (value instanceof Long l) {
            return putByte(LONG).putLong(l);
        } else if (value instanceof Boolean b) {
            return putByte(BOOLEAN).putByte(b ? 1 : 0);
        } else if (value instanceof Double d) {
            return putByte(DOUBLE).putLong(Double.doubleToRawLongBits(d));
        } else if (value instanceof Float f) {
            return putByte(FLOAT).putInt(Float.floatToRawIntBits(f));
        } else if (value instanceof Short s) {
            putByte(SHORT).room(2).putShort(s);
            return this;
        } else if (value instanceof Byte b) {
            return putByte(BYTE).putByte(b);
        } else if (value instanceof Character c) {
            putByte(CHAR).room(2).putChar(c);
            return this;
        } else if (value instanceof byte[] bytes) {
            return putByte(BYTES).putBytes(bytes);
        }
        throw new IllegalArgumentException(
                "no encoding for a value of class " + value.getClass().getName());
    }

    /** Writes the number of entries, then each name and value, in the map's order. */
    public ValueWriter putMap(Map<String, ? extends @Nullable Object> map) {
        putInt(map.size());
        map.forEach((name, value) -> putString(name).putValue(value));
        return this;
    }

    /** Writes an address, or null. */
    public ValueWriter putAddress(@Nullable Address address) {
        if (address == null) {
            return putByte(NO_ADDRESS);
        }
        return putByte((address.type() == EntityType.TOPIC ? TOPIC : 0) | (address.temporary() ? TEMPORARY : 0))
                .putString(address.name());
    }

    /** Writes the number of bytes that a buffer has left, and them; its position does not move. */
    public ValueWriter putBuffer(ByteBuffer value) {
        room(4 + value.remaining()).putInt(value.remaining()).put(value.duplicate());
        return this;
    }

    /** What was written, as a read-only view; the writer must not be used afterwards. */
    public ByteBuffer toBuffer() {
        return buffer.flip().slice().asReadOnlyBuffer();
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int capacity =
                    Math.max(buffer.position() + bytes, (int) Math.min(Integer.MAX_VALUE - 8L, buffer.capacity() * 2L));
            buffer = ByteBuffer.allocate(capacity).put(buffer.flip());
        }
        return buffer;
    }
}
