package io.angarium.jms.message;

import io.angarium.protocol.BodyType;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a stream of bytes. While it is written, the bytes are at the beginning of a growing array, of
 * which what was sent never changes again: more is only added behind it, and clearBody takes a new array.
 */
public final class AngariumBytesMessage extends AngariumMessage implements BytesMessage {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();
    private static final int FIRST_CAPACITY_BYTES = 64;
    private static final int MAX_UTF_BYTES = 65_535;

    /** What was written, from 0 to its position; or what can be read, between position and limit. */
    private ByteBuffer content;

    /** Where the body begins in the content that can be read. */
    private int start;

    AngariumBytesMessage() {
        content = EMPTY;
    }

    AngariumBytesMessage(ByteBuffer body) {
        content = body.duplicate();
        start = content.position();
    }

    @Override
    BodyType bodyType() {
        return BodyType.BYTES;
    }

    @Override
    ByteBuffer encodeBody() {
        return isBodyReadOnly()
                ? content.duplicate().position(start)
                : content.duplicate().flip();
    }

    @Override
    void emptyBody() {
        content = EMPTY;
        start = 0;
    }

    @Override
    public void reset() {
        if (isBodyReadOnly()) {
            content.position(start);
        } else {
            content = content.duplicate().flip();
            start = 0;
            makeBodyReadOnly();
        }
    }

    /** Resets it before and after, as the specification says of getBody. */
    @Override
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        if (!canGiveBodyAs(type)) {
            throw cannotGiveBodyAs(type);
        }
        reset();
        if (!content.hasRemaining()) {
            return null;
        }
        byte[] bytes = new byte[content.remaining()];
        content.get(start, bytes);
        return bytes;
    }

    @Override
    boolean canGiveBodyAs(Class<?> type) {
        return isEmpty() || type == byte[].class || type == Object.class;
    }

    private boolean isEmpty() {
        return isBodyReadOnly() ? content.limit() == start : content.position() == 0;
    }

    @Override
    public long getBodyLength() throws JMSException {
        return (long) readable().limit() - start;
    }

    // ---- reading

    private ByteBuffer readable() throws MessageNotReadableException {
        if (!isBodyReadOnly()) {
            throw new MessageNotReadableException("the body of this message is being written; call reset() to read it");
        }
        return content;
    }

    private ByteBuffer readable(int bytes) throws JMSException {
        if (readable().remaining() < bytes) {
            throw new MessageEOFException(
                    bytes + " bytes are wanted, and " + content.remaining() + " are left in the body of this message");
        }
        return content;
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return readable(1).get() != 0;
    }

    @Override
    public byte readByte() throws JMSException {
        return readable(1).get();
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return readable(1).get() & 0xff;
    }

    @Override
    public short readShort() throws JMSException {
        return readable(2).getShort();
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return readable(2).getShort() & 0xffff;
    }

    @Override
    public char readChar() throws JMSException {
        return readable(2).getChar();
    }

    @Override
    public int readInt() throws JMSException {
        return readable(4).getInt();
    }

    @Override
    public long readLong() throws JMSException {
        return readable(8).getLong();
    }

    @Override
    public float readFloat() throws JMSException {
        return readable(4).getFloat();
    }

    @Override
    public double readDouble() throws JMSException {
        return readable(8).getDouble();
    }

    @Override
    public String readUTF() throws JMSException {
        int length = readable(2).getShort(content.position()) & 0xffff;
        byte[] encoded = new byte[2 + length];
        readable(encoded.length).get(content.position(), encoded);
        try {
            String text = new DataInputStream(new ByteArrayInputStream(encoded)).readUTF();
            content.position(content.position() + encoded.length);
            return text;
        } catch (EOFException e) {
            throw withCause(new MessageEOFException("the string ends within a character"), e);
        } catch (IOException e) {
            throw withCause(
                    new MessageFormatException("no string in modified UTF-8 at byte " + (content.position() - start)),
                    e);
        }
    }

    @Override
    public int readBytes(byte[] value) throws JMSException {
        return readBytes(value, value.length);
    }

    @Override
    public int readBytes(byte[] value, int length) throws JMSException {
        if (length < 0 || length > value.length) {
            throw new IndexOutOfBoundsException(length + " bytes are wanted in an array of " + value.length + " bytes");
        }
        int bytes = Math.min(length, readable().remaining());
        if (bytes == 0 && !content.hasRemaining()) {
            return -1;
        }
        content.get(value, 0, bytes);
        return bytes;
    }

    // ---- writing

    private ByteBuffer writable(int bytes) throws JMSException {
        requireWritableBody();
        if (content.remaining() < bytes) {
            long wanted = Math.max(
                    (long) content.position() + bytes, Math.max(FIRST_CAPACITY_BYTES, content.capacity() * 2L));
            if ((long) content.position() + bytes > Integer.MAX_VALUE - 8) {
                throw new JMSException("a bytes message cannot be larger than 2 GiB");
            }
            content = ByteBuffer.allocate((int) Math.min(wanted, Integer.MAX_VALUE - 8L))
                    .put(content.duplicate().flip());
        }
        return content;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        writable(1).put((byte) (value ? 1 : 0));
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        writable(1).put(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        writable(2).putShort(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        writable(2).putChar(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        writable(4).putInt(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        writable(8).putLong(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        writable(4).putFloat(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        writable(8).putDouble(value);
    }

    @Override
    public void writeUTF(String value) throws JMSException {
        requireWritableBody();
        ByteArrayOutputStream encoded = new ByteArrayOutputStream(value.length() + 2);
        try {
            new DataOutputStream(encoded).writeUTF(value);
        } catch (IOException e) {
            throw withCause(
                    new MessageFormatException("a string of " + value.length() + " characters does not fit into the "
                            + MAX_UTF_BYTES + " bytes that writeUTF can write; use writeBytes"),
                    e);
        }
        writeBytes(encoded.toByteArray());
    }

    @Override
    public void writeBytes(byte[] value) throws JMSException {
        writable(value.length).put(value);
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        Objects.checkFromIndexSize(offset, length, value.length);
        writable(length).put(value, offset, length);
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        requireWritableBody();
        if (value == null) {
            throw new NullPointerException("a bytes message cannot hold null");
        } else if (value instanceof Boolean b) {
            writeBoolean(b);
        } else if (value instanceof Byte b) {
            writeByte(b);
        } else if (value instanceof Short s) {
            writeShort(s);
        } else if (value instanceof Character c) {
            writeChar(c);
        } else if (value instanceof Integer i) {
            writeInt(i);
        } else if (value instanceof Long l) {
            writeLong(l);
        } else if (value instanceof Float f) {
            writeFloat(f);
        } else if (value instanceof Double d) {
            writeDouble(d);
        } else if (value instanceof String s) {
            writeUTF(s);
        } else if (value instanceof byte[] bytes) {
            writeBytes(bytes);
        } else {
            throw new MessageFormatException("an object of " + value.getClass()
                    + " cannot be written; allowed are the primitive types' classes, String and byte[]");
        }
    }
}
