package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The tables of 3.5.4 and 3.11.3, each pair of "written as" and "read as", for messages that were sent and received: what a
 * conversion gives, or which exception it is if there is none.
 */
@ConformanceTest
class ConversionRulesTest {
    /** What can be written, by the name of its type. */
    private static final Map<String, @Nullable Object> WRITTEN = new LinkedHashMap<>();

    static {
        WRITTEN.put("boolean", true);
        WRITTEN.put("byte", (byte) 11);
        WRITTEN.put("short", (short) 12);
        WRITTEN.put("char", 'c');
        WRITTEN.put("int", 13);
        WRITTEN.put("long", 14L);
        WRITTEN.put("float", 1.5f);
        WRITTEN.put("double", 2.5);
        WRITTEN.put("String", "7");
        WRITTEN.put("byte[]", new byte[] {1, 2, 3});
        WRITTEN.put("no number", "text");
        WRITTEN.put("null", null);
    }

    /** To what each type of number, as which it is written, can be widened. */
    private static final Map<String, List<String>> WIDER = Map.of(
            "byte", List.of("byte", "short", "int", "long"),
            "short", List.of("short", "int", "long"),
            "int", List.of("int", "long"),
            "long", List.of("long"),
            "float", List.of("float", "double"),
            "double", List.of("double"),
            "boolean", List.of("boolean"),
            "char", List.of("char"),
            "byte[]", List.of("byte[]"));

    private static final List<String> PROPERTY_TYPES =
            List.of("boolean", "byte", "short", "int", "long", "float", "double", "String");
    private static final List<String> ENTRY_TYPES =
            List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "byte[]");

    @FunctionalInterface
    private interface Reading {
        @Nullable
        Object read(String type) throws JMSException;
    }

    /** What reading gives: a value, or the class of the exception. */
    private static @Nullable Object outcome(String type, Reading reading) throws JMSException {
        try {
            Object value = reading.read(type);
            return value instanceof byte[] bytes ? bytesOf(bytes) : value;
        } catch (MessageFormatException | NumberFormatException | NullPointerException e) {
            return e instanceof MessageFormatException ? MessageFormatException.class : e.getClass();
        }
    }

    private static List<Byte> bytesOf(byte[] bytes) {
        List<Byte> all = new ArrayList<>();
        for (byte b : bytes) {
            all.add(b);
        }
        return all;
    }

    /** What the table says. */
    private static @Nullable Object expected(String written, String read) {
        Object value = WRITTEN.get(written);
        if (written.equals("String") || written.equals("no number")) {
            return ofString((String) value, read);
        }
        if (value == null) {
            return ofNull(read);
        }
        if (read.equals("String") && !(value instanceof byte[])) {
            return value.toString();
        }
        if (!WIDER.getOrDefault(written, List.of()).contains(read)) {
            return MessageFormatException.class;
        }
        return converted(value, read);
    }

    private static @Nullable Object ofString(@Nullable String text, String read) {
        boolean number = "7".equals(text);
        return switch (read) {
            case "boolean" -> false;
            case "String" -> text;
            case "char", "byte[]" -> MessageFormatException.class;
            default -> number ? converted(7, read) : NumberFormatException.class;
        };
    }

    /** As the method of the type's class that makes a value of a String would do. */
    private static @Nullable Object ofNull(String read) {
        return switch (read) {
            case "boolean" -> false;
            case "byte", "short", "int", "long" -> NumberFormatException.class;
            case "float", "double", "char" -> NullPointerException.class;
            default -> null;
        };
    }

    private static Object converted(Object value, String read) {
        if (value instanceof byte[] bytes) {
            return bytesOf(bytes);
        }
        if (!(value instanceof Number number)) {
            return value;
        }
        return switch (read) {
            case "byte" -> number.byteValue();
            case "short" -> number.shortValue();
            case "int" -> number.intValue();
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            case "double" -> number.doubleValue();
            default -> throw new AssertionError(read);
        };
    }

    /** Compares a whole table at once, so that a failure shows all that is wrong. */
    private static void assertTable(Map<String, @Nullable Object> expected, Map<String, @Nullable Object> actual) {
        assertThat(actual).isEqualTo(expected);
    }

    private static <M extends Message> M transported(Jms jms, M message, Class<M> type) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(message);
        }
        return type.cast(Jms.receive(session.createConsumer(queue)));
    }

    private static @Nullable Object property(Message message, String name, String type) throws JMSException {
        return switch (type) {
            case "boolean" -> message.getBooleanProperty(name);
            case "byte" -> message.getByteProperty(name);
            case "short" -> message.getShortProperty(name);
            case "int" -> message.getIntProperty(name);
            case "long" -> message.getLongProperty(name);
            case "float" -> message.getFloatProperty(name);
            case "double" -> message.getDoubleProperty(name);
            case "String" -> message.getStringProperty(name);
            default -> throw new AssertionError(type);
        };
    }

    private static String name(String written) {
        return "p_" + written.replace(' ', '_').replace("[]", "s");
    }

    @Test
    @Section({"3.5.4", "3.5.5"})
    void eachPropertyIsReadAsTheTableSays(Jms jms) throws JMSException {
        Message message = jms.connection().createSession().createMessage();
        Set<String> notOfProperties = Set.of("char", "byte[]", "null");
        for (Map.Entry<String, @Nullable Object> written : WRITTEN.entrySet()) {
            if (!notOfProperties.contains(written.getKey())) {
                message.setObjectProperty(name(written.getKey()), written.getValue());
            }
        }
        Message received = transported(jms, message, Message.class);
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();

        for (String written : WRITTEN.keySet()) {
            for (String read : PROPERTY_TYPES) {
                // a property that was not set is one that is null
                if (!notOfProperties.contains(written) || written.equals("null")) {
                    expected.put(written + " as " + read, expected(written, read));
                    actual.put(written + " as " + read, outcome(read, type -> property(received, name(written), type)));
                }
            }
        }

        assertTable(expected, actual);
    }

    @Test
    @Section({"3.5.4", "7.10"})
    void eachPropertyOfAProducerIsReadAsTheTableSays(Jms jms) throws JMSException {
        JMSProducer producer = jms.context().createProducer();
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();
        for (String written : List.of("boolean", "byte", "short", "int", "long", "float", "double", "String")) {
            producer.setProperty(name(written), WRITTEN.get(written));
            for (String read : PROPERTY_TYPES) {
                Object value = expected(written, read);
                expected.put(
                        written + " as " + read,
                        value == MessageFormatException.class ? "MessageFormatRuntimeException" : value);
                actual.put(written + " as " + read, ofProducer(producer, name(written), read));
            }
        }

        assertTable(expected, actual);
    }

    private static @Nullable Object ofProducer(JMSProducer producer, String name, String type) {
        try {
            return switch (type) {
                case "boolean" -> producer.getBooleanProperty(name);
                case "byte" -> producer.getByteProperty(name);
                case "short" -> producer.getShortProperty(name);
                case "int" -> producer.getIntProperty(name);
                case "long" -> producer.getLongProperty(name);
                case "float" -> producer.getFloatProperty(name);
                case "double" -> producer.getDoubleProperty(name);
                case "String" -> producer.getStringProperty(name);
                default -> throw new AssertionError(type);
            };
        } catch (MessageFormatRuntimeException e) {
            return "MessageFormatRuntimeException";
        } catch (NumberFormatException e) {
            return NumberFormatException.class;
        }
    }

    private static @Nullable Object entry(MapMessage map, String name, String type) throws JMSException {
        return switch (type) {
            case "boolean" -> map.getBoolean(name);
            case "byte" -> map.getByte(name);
            case "short" -> map.getShort(name);
            case "char" -> map.getChar(name);
            case "int" -> map.getInt(name);
            case "long" -> map.getLong(name);
            case "float" -> map.getFloat(name);
            case "double" -> map.getDouble(name);
            case "String" -> map.getString(name);
            case "byte[]" -> map.getBytes(name);
            default -> throw new AssertionError(type);
        };
    }

    @Test
    @Section("3.11.3")
    void eachEntryOfAMapIsReadAsTheTableSays(Jms jms) throws JMSException {
        MapMessage message = jms.connection().createSession().createMapMessage();
        for (Map.Entry<String, @Nullable Object> written : WRITTEN.entrySet()) {
            message.setObject(name(written.getKey()), written.getValue());
        }
        MapMessage received = transported(jms, message, MapMessage.class);
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();

        for (String written : WRITTEN.keySet()) {
            for (String read : ENTRY_TYPES) {
                expected.put(written + " as " + read, expected(written, read));
                actual.put(written + " as " + read, outcome(read, type -> entry(received, name(written), type)));
            }
        }

        assertTable(expected, actual);
    }

    private static @Nullable Object next(StreamMessage stream, String type) throws JMSException {
        return switch (type) {
            case "boolean" -> stream.readBoolean();
            case "byte" -> stream.readByte();
            case "short" -> stream.readShort();
            case "char" -> stream.readChar();
            case "int" -> stream.readInt();
            case "long" -> stream.readLong();
            case "float" -> stream.readFloat();
            case "double" -> stream.readDouble();
            case "String" -> stream.readString();
            case "byte[]" -> {
                byte[] buffer = new byte[8];
                int count = stream.readBytes(buffer);
                yield count < 0 ? null : Arrays.copyOf(buffer, count);
            }
            default -> throw new AssertionError(type);
        };
    }

    @Test
    @Section("3.11.3")
    void eachFieldOfAStreamIsReadAsTheTableSaysAndStaysIfItCannotBe(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();
        for (Map.Entry<String, @Nullable Object> written : WRITTEN.entrySet()) {
            StreamMessage message = session.createStreamMessage();
            message.writeObject(written.getValue());
            StreamMessage received = transported(jms, message, StreamMessage.class);
            for (String read : ENTRY_TYPES) {
                String pair = written.getKey() + " as " + read;
                expected.put(pair, expected(written.getKey(), read));
                received.reset();
                Object outcome = outcome(read, type -> next(received, type));
                actual.put(pair, outcome);
                // null is read as whatever it is asked for, or not at all: the specification does not say more of it
                if (outcome instanceof Class && written.getValue() != null) {
                    expected.put(pair + ", then as object", flat(written.getValue()));
                    actual.put(pair + ", then as object", flat(received.readObject()));
                }
            }
        }

        assertTable(expected, actual);
    }

    private static @Nullable Object flat(@Nullable Object value) {
        return value instanceof byte[] bytes ? bytesOf(bytes) : value;
    }

    @Test
    @Section({"3.11.3", "API"})
    void whatIsNoPrimitiveTypeIsRefusedByAllThatTakeObjects(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        Message message = session.createMessage();
        MapMessage map = session.createMapMessage();
        StreamMessage stream = session.createStreamMessage();
        BytesMessage bytes = session.createBytesMessage();
        Map<String, Object> refused = new LinkedHashMap<>();

        for (Object value :
                new Object[] {new ArrayList<String>(), new int[] {1}, new StringJoiner(","), Thread.State.NEW}) {
            refused.put("property " + value.getClass(), failure(() -> message.setObjectProperty("p", value)));
            refused.put("map " + value.getClass(), failure(() -> map.setObject("p", value)));
            refused.put("stream " + value.getClass(), failure(() -> stream.writeObject(value)));
            refused.put("bytes " + value.getClass(), failure(() -> bytes.writeObject(value)));
        }

        assertThat(refused).allSatisfy((what, failure) -> assertThat(failure).isEqualTo(MessageFormatException.class));
        assertThat(message.propertyExists("p")).isFalse();
        assertThat(map.itemExists("p")).isFalse();
    }

    @FunctionalInterface
    private interface Call {
        void run() throws Exception;
    }

    private static Object failure(Call call) {
        try {
            call.run();
            return "no failure";
        } catch (Exception e) {
            return e instanceof MessageFormatException ? MessageFormatException.class : e.getClass();
        }
    }

    @Test
    @Section({"3.11", "API"})
    void bytesKeepEachTypeAndAreReadAsTheyLie(Jms jms) throws JMSException {
        BytesMessage message = jms.connection().createSession().createBytesMessage();
        message.writeBoolean(true);
        message.writeByte((byte) -2);
        message.writeShort((short) -3);
        message.writeChar('\u20ac');
        message.writeInt(Integer.MIN_VALUE);
        message.writeLong(Long.MAX_VALUE);
        message.writeFloat(Float.NaN);
        message.writeDouble(-0.0);
        message.writeUTF("\u00e4\u0000\ud83d\ude00");
        message.writeBytes(new byte[] {1, 2, 3, 4}, 1, 2);
        message.writeObject((byte) 200);
        BytesMessage received = transported(jms, message, BytesMessage.class);

        assertThat(received.readBoolean()).isTrue();
        assertThat(received.readUnsignedByte()).isEqualTo(254);
        assertThat(received.readUnsignedShort()).isEqualTo(65_533);
        assertThat(received.readChar()).isEqualTo('\u20ac');
        assertThat(received.readInt()).isEqualTo(Integer.MIN_VALUE);
        assertThat(received.readLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(received.readFloat()).isNaN();
        assertThat(received.readDouble()).isEqualTo(-0.0);
        assertThat(received.readUTF()).isEqualTo("\u00e4\u0000\ud83d\ude00");
        byte[] rest = new byte[8];
        assertThat(received.readBytes(rest)).isEqualTo(3);
        assertThat(rest).startsWith(2, 3, -56);
        assertThat(received.readBytes(rest)).isEqualTo(-1);
    }
}
