package io.angarium.protocol;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ValueWriter} wrote. Every method throws {@link IllegalArgumentException} for bytes that no writer
 * wrote, and never reads or allocates beyond the buffer. Confined to one thread.
 */
public final class ValueReader {
    private final ByteBuffer buffer;

    /** @param buffer read from its position to its limit; its own position does not move */
    public ValueReader(ByteBuffer buffer) {
        this.buffer = buffer.duplicate();
    }

    /** Reads one byte. */
    public byte getByte() {
        return need(1).get();
    }

    /** Reads four bytes. */
    public int getInt() {
        return need(4).getInt();
    }

    /** Reads eight bytes. */
    public long getLong() {
        return need(8).getLong();
    }

    /** Reads a string or null. */
    public @Nullable String getString() {
        int length = getInt();
        return length == -1 ? null : new String(take(length), StandardCharsets.UTF_8);
    }

    /** Reads a string that must not be null. */
    public String getText() {
        String text = getString();
        if (text == null) {
            throw new IllegalArgumentException("null where a string must be, at byte " + buffer.position());
        }
        return text;
    }

    /** Reads a byte array. */
    public byte[] getBytes() {
        return take(getInt());
    }

    /** Reads one typed value. */
    public @Nullable Object getValue() {
        byte type = getByte();
        return switch (type) {
            case ValueWriter.NULL -> null;
            case ValueWriter.BOOLEAN -> getByte() != 0;
            case ValueWriter.BYTE -> getByte();
            case ValueWriter.SHORT -> need(2).getShort();
            case ValueWriter.CHAR -> need(2).getChar();
            case ValueWriter.INT -> getInt();
            case ValueWriter.LONG -> getLong();
            case ValueWriter.FLOAT -> Float.intBitsToFloat(getInt());
            case ValueWriter.DOUBLE -> Double.longBitsToDouble(getLong());
            case ValueWriter.STRING -> getText();
            case ValueWriter.BYTES -> getBytes();
            default ->
                throw new IllegalArgumentException("unknown value type " + type + " before byte " + buffer.position());
        };
    }

    /** Reads an address or null. */
    public @Nullable Address getAddress() {
        int code = getByte();
        if (code == ValueWriter.NO_ADDRESS) {
            return null;
        }
        requireAddressCode(code);
        return new Address(
                (code & ValueWriter.TOPIC) == 0 ? EntityType.QUEUE : EntityType.TOPIC,
                getText(),
                (code & ValueWriter.TEMPORARY) != 0);
    }

    /** Reads what {@link ValueWriter#putBuffer} wrote, without a copy: a view of the buffer that is read. */
    public ByteBuffer getBuffer() {
        int length = length(getInt());
        ByteBuffer slice = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        return slice;
    }

    /** Reads names and values into a map of the written order. */
    public Map<String, @Nullable Object> getMap() {
        int size = getCount(5);
        Map<String, @Nullable Object> map = new LinkedHashMap<>(size * 2);
        for (int i = 0; i < size; i++) {
            map.put(getText(), getValue());
        }
        return map;
    }

    /**
     * Reads the number of elements of a list.
     *
     * @param minBytesEach the least that one element takes, so that a false number is found before anything is allocated
     */
    public int getCount(int minBytesEach) {
        int count = getInt();
        if (count < 0 || count > buffer.remaining() / minBytesEach) {
            throw new IllegalArgumentException("a list of " + count + " in " + buffer.remaining() + " bytes");
        }
        return count;
    }

    /** Whether anything is left. */
    public boolean hasRemaining() {
        return buffer.hasRemaining();
    }

    /** Reads a string or null and forgets it. */
    void skipString() {
        int length = getInt();
        if (length != -1) {
            skip(length(length));
        }
    }

    /** Reads a name and a value that a property may have, and forgets them. */
    void skipProperty() {
        skip(length(getInt()));
        byte type = getByte();
        switch (type) {
            case ValueWriter.NULL -> {
                // nothing follows
            }
            case ValueWriter.BOOLEAN, ValueWriter.BYTE -> skip(1);
            case ValueWriter.SHORT -> skip(2);
            case ValueWriter.INT, ValueWriter.FLOAT -> skip(4);
            case ValueWriter.LONG, ValueWriter.DOUBLE -> skip(8);
            case ValueWriter.STRING -> skip(length(getInt()));
            default -> throw new IllegalArgumentException("a property of type " + type);
        }
    }

    /** Reads a string, bytes or null, with its type, and forgets it. */
    void skipCorrelationId() {
        byte type = getByte();
        if (type == ValueWriter.STRING || type == ValueWriter.BYTES) {
            skip(length(getInt()));
        } else if (type != ValueWriter.NULL) {
            throw new IllegalArgumentException("a correlationId of type " + type);
        }
    }

    /** Reads an address or null and forgets it; returns whether there was one. */
    boolean skipAddress() {
        int code = getByte();
        if (code == ValueWriter.NO_ADDRESS) {
            return false;
        }
        requireAddressCode(code);
        skip(length(getInt()));
        return true;
    }

    private static void requireAddressCode(int code) {
        if (code < 0 || code > (ValueWriter.TOPIC | ValueWriter.TEMPORARY)) {
            throw new IllegalArgumentException("unknown address code " + code);
        }
    }

    private void skip(int bytes) {
        need(bytes);
        buffer.position(buffer.position() + bytes);
    }

    private int length(int length) {
        if (length < 0 || length > buffer.remaining()) {
            throw new IllegalArgumentException("length " + length + " with " + buffer.remaining() + " bytes left");
        }
        return length;
    }

    private byte[] take(int length) {
        byte[] bytes = new byte[length(length)];
        buffer.get(bytes);
        return bytes;
    }

    private ByteBuffer need(int bytes) {
        if (buffer.remaining() < bytes) {
            throw new IllegalArgumentException(
                    "truncated: " + bytes + " bytes wanted, " + buffer.remaining() + " left",
                    new BufferUnderflowException());
        }
        return buffer;
    }
}
