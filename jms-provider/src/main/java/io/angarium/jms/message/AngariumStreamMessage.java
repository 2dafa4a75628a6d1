package io.angarium.jms.message;

import io.angarium.protocol.BodyType;
import io.angarium.protocol.ValueReader;
import io.angarium.protocol.ValueWriter;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.StreamMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a sequence of values of the primitive types, String and byte[]. A read that fails leaves the
 * place where it was.
 */
public final class AngariumStreamMessage extends AngariumMessage implements StreamMessage {
    private static final String VALUE = "the next value of the stream";
    private static final int SIZE_HINT_BYTES = 256;
    private static final int NOT_BEGUN = -1;

    private List<@Nullable Object> values = new ArrayList<>();
    private @Nullable ByteBuffer undecoded;

    /** Index of the value that is read next. */
    private int next;

    /** How much of the next value, a byte array, readBytes has given already; NOT_BEGUN if it was not called for it. */
    private int bytesGiven = NOT_BEGUN;

    AngariumStreamMessage() {}

    AngariumStreamMessage(ByteBuffer body) {
        undecoded = body;
    }

    @Override
    BodyType bodyType() {
        return BodyType.STREAM;
    }

    @Override
    ByteBuffer encodeBody() {
        if (undecoded != null) {
            return undecoded;
        }
        ValueWriter out = new ValueWriter(SIZE_HINT_BYTES);
        values.forEach(out::putValue);
        return out.toBuffer();
    }

    private List<@Nullable Object> values() throws MessageFormatException {
        ByteBuffer encoded = undecoded;
        if (encoded != null) {
            List<@Nullable Object> decoded = new ArrayList<>();
            try {
                ValueReader in = new ValueReader(encoded);
                while (in.hasRemaining()) {
                    decoded.add(in.getValue());
                }
            } catch (IllegalArgumentException e) {
                throw withCause(new MessageFormatException("the body of this stream message is damaged: " + e), e);
            }
            values = decoded;
            undecoded = null;
        }
        return values;
    }

    @Override
    void emptyBody() {
        values = new ArrayList<>();
        undecoded = null;
        next = 0;
        bytesGiven = NOT_BEGUN;
    }

    @Override
    Object bodyAs(Class<?> type) throws JMSException {
        throw cannotGiveBodyAs(type);
    }

    @Override
    boolean canGiveBodyAs(Class<?> type) {
        return false;
    }

    @Override
    public void reset() {
        makeBodyReadOnly();
        next = 0;
        bytesGiven = NOT_BEGUN;
    }

    // ---- reading

    private @Nullable Object peek() throws JMSException {
        if (!isBodyReadOnly()) {
            throw new MessageNotReadableException("the body of this message is being written; call reset() to read it");
        } else if (next >= values().size()) {
            throw new MessageEOFException("all " + next + " values of the stream have been read");
        }
        return values.get(next);
    }

    private @Nullable Object peekWhole() throws JMSException {
        Object value = peek();
        if (bytesGiven != NOT_BEGUN) {
            throw new MessageFormatException(
                    "a byte[] is being read; call readBytes until it gives fewer bytes than the buffer holds");
        }
        return value;
    }

    @Override
    public boolean readBoolean() throws JMSException {
        boolean value = Conversions.toBoolean(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public byte readByte() throws JMSException {
        byte value = Conversions.toByte(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public short readShort() throws JMSException {
        short value = Conversions.toShort(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public char readChar() throws JMSException {
        char value = Conversions.toChar(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public int readInt() throws JMSException {
        int value = Conversions.toInt(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public long readLong() throws JMSException {
        long value = Conversions.toLong(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public float readFloat() throws JMSException {
        float value = Conversions.toFloat(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public double readDouble() throws JMSException {
        double value = Conversions.toDouble(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public @Nullable String readString() throws JMSException {
        String value = Conversions.toText(peekWhole(), VALUE, null);
        next++;
        return value;
    }

    @Override
    public @Nullable Object readObject() throws JMSException {
        Object value = peekWhole();
        next++;
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }

    /**
     * Gives the next part of a byte array. The array is read to its end when a call gives fewer bytes than the buffer
     * holds, or -1.
     */
    @Override
    public int readBytes(byte[] value) throws JMSException {
        Objects.requireNonNull(value, "the buffer of readBytes");
        Object field = peek();
        if (field != null && !(field instanceof byte[])) {
            throw new MessageFormatException(
                    VALUE + " is a " + field.getClass().getSimpleName() + ", which cannot be read as byte[]");
        }
        byte[] bytes = (byte[]) field;
        if (bytes == null || (bytesGiven != NOT_BEGUN && bytesGiven == bytes.length)) {
            endOfBytes();
            return -1;
        }
        int from = Math.max(0, bytesGiven);
        int given = Math.min(value.length, bytes.length - from);
        System.arraycopy(bytes, from, value, 0, given);
        bytesGiven = from + given;
        if (given < value.length || bytes.length == 0) {
            endOfBytes();
        }
        return given;
    }

    private void endOfBytes() {
        next++;
        bytesGiven = NOT_BEGUN;
    }

    // ---- writing

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(value);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(value);
    }

    @Override
    public void writeString(@Nullable String value) throws JMSException {
        write(value);
    }

    @Override
    public void writeBytes(byte @Nullable [] value) throws JMSException {
        write(value == null ? null : value.clone());
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        Objects.checkFromIndexSize(offset, length, value.length);
        write(Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        write(Conversions.bodyValue(value, "a value of the stream", null));
    }

    private void write(@Nullable Object value) throws JMSException {
        requireWritableBody();
        values.add(value);
    }
}
