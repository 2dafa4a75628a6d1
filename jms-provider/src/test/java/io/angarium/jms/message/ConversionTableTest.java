package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables 3-2 and 3-7 of the specification, each cell, for properties, map entries and stream values. */
class ConversionTableTest {
    private static final List<String> COLUMNS =
            List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "byte[]");

    /** A value of each row; the string can be read as every type that a string can. */
    private static final Map<String, Object> ROWS = rows();

    private static final Map<String, Set<String>> MARKED = Map.of(
            "boolean", Set.of("boolean", "String"),
            "byte", Set.of("byte", "short", "int", "long", "String"),
            "short", Set.of("short", "int", "long", "String"),
            "char", Set.of("char", "String"),
            "int", Set.of("int", "long", "String"),
            "long", Set.of("long", "String"),
            "float", Set.of("float", "double", "String"),
            "double", Set.of("double", "String"),
            "String", Set.of("boolean", "byte", "short", "int", "long", "float", "double", "String"),
            "byte[]", Set.of("byte[]"));

    private static Map<String, Object> rows() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("boolean", true);
        rows.put("byte", (byte) 12);
        rows.put("short", (short) 12);
        rows.put("char", 'c');
        rows.put("int", 12);
        rows.put("long", 12L);
        rows.put("float", 12f);
        rows.put("double", 12d);
        rows.put("String", "12");
        rows.put("byte[]", new byte[] {1, 2});
        return rows;
    }

    /** One way to write a value and read it as a type. */
    private enum Place {
        PROPERTY {
            @Override
            Message write(@Nullable Object value) throws JMSException {
                Message message = Sending.FACTORY.message();
                message.setObjectProperty("p", value);
                return message;
            }

            @Override
            @Nullable
            Object read(Message message, String column) throws JMSException {
                return switch (column) {
                    case "boolean" -> message.getBooleanProperty("p");
                    case "byte" -> message.getByteProperty("p");
                    case "short" -> message.getShortProperty("p");
                    case "int" -> message.getIntProperty("p");
                    case "long" -> message.getLongProperty("p");
                    case "float" -> message.getFloatProperty("p");
                    case "double" -> message.getDoubleProperty("p");
                    case "String" -> message.getStringProperty("p");
                    default -> throw new AssertionError(column);
                };
            }
        },
        MAP {
            @Override
            Message write(@Nullable Object value) throws JMSException {
                MapMessage message = Sending.FACTORY.map();
                message.setObject("p", value);
                return message;
            }

            @Override
            @Nullable
            Object read(Message message, String column) throws JMSException {
                MapMessage map = (MapMessage) message;
                return switch (column) {
                    case "boolean" -> map.getBoolean("p");
                    case "byte" -> map.getByte("p");
                    case "short" -> map.getShort("p");
                    case "char" -> map.getChar("p");
                    case "int" -> map.getInt("p");
                    case "long" -> map.getLong("p");
                    case "float" -> map.getFloat("p");
                    case "double" -> map.getDouble("p");
                    case "String" -> map.getString("p");
                    case "byte[]" -> map.getBytes("p");
                    default -> throw new AssertionError(column);
                };
            }
        },
        STREAM {
            @Override
            Message write(@Nullable Object value) throws JMSException {
                StreamMessage message = Sending.FACTORY.stream();
                message.writeObject(value);
                message.reset();
                return message;
            }

            @Override
            @Nullable
            Object read(Message message, String column) throws JMSException {
                StreamMessage stream = (StreamMessage) message;
                return switch (column) {
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
                        byte[] buffer = new byte[3];
                        int read = stream.readBytes(buffer);
                        yield read < 0 ? null : Arrays.copyOf(buffer, read);
                    }
                    default -> throw new AssertionError(column);
                };
            }
        };

        abstract Message write(@Nullable Object value) throws JMSException;

        abstract @Nullable Object read(Message message, String column) throws JMSException;

        boolean has(String type) {
            return this != PROPERTY || !(type.equals("char") || type.equals("byte[]"));
        }
    }

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (Place place : Place.values()) {
            for (String row : ROWS.keySet()) {
                for (String column : COLUMNS) {
                    if (place.has(row) && place.has(column)) {
                        cells.add(Arguments.of(place, row, column));
                    }
                }
            }
        }
        return cells.stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void aMarkedCellIsConvertedAndAnyOtherIsRefused(Place place, String row, String column) throws JMSException {
        Message written = place.write(ROWS.get(row));
        for (Message message : List.of(written, Sending.received(written))) {
            if (MARKED.getOrDefault(row, Set.of()).contains(column)) {
                assertThat(place.read(message, column)).isEqualTo(expected(row, column));
            } else {
                assertThatThrownBy(() -> place.read(message, column))
                        .isInstanceOf(MessageFormatException.class)
                        .hasMessageContaining("cannot be read as " + column);
            }
        }
    }

    private static Object expected(String row, String column) {
        if (column.equals("String")) {
            return String.valueOf(ROWS.get(row));
        } else if (row.equals("String") && column.equals("boolean")) {
            return false;
        }
        return ROWS.getOrDefault(column, "no such column");
    }

    static Stream<Arguments> columns() {
        return Stream.of(Place.values())
                .flatMap(place -> COLUMNS.stream().filter(place::has).map(column -> Arguments.of(place, column)));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void readingNullDoesWhatValueOfDoesWithNull(Place place, String column) throws JMSException {
        Message written = place.write(null);

        for (Message message : List.of(written, Sending.received(written))) {
            switch (column) {
                case "boolean" -> assertThat(place.read(message, column)).isEqualTo(false);
                case "byte", "short", "int", "long" ->
                    assertThatThrownBy(() -> place.read(message, column)).isInstanceOf(NumberFormatException.class);
                case "float", "double", "char" ->
                    assertThatThrownBy(() -> place.read(message, column)).isInstanceOf(NullPointerException.class);
                default -> assertThat(place.read(message, column)).isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    void aStringThatIsNoNumberIsNotConverted(Place place, String column) throws JMSException {
        Message message = place.write("twelve");

        switch (column) {
            case "boolean" -> assertThat(place.read(message, column)).isEqualTo(false);
            case "byte", "short", "int", "long", "float", "double" ->
                assertThatThrownBy(() -> place.read(message, column)).isInstanceOf(NumberFormatException.class);
            case "String" -> assertThat(place.read(message, column)).isEqualTo("twelve");
            default -> assertThatThrownBy(() -> place.read(message, column)).isInstanceOf(MessageFormatException.class);
        }
    }
}
