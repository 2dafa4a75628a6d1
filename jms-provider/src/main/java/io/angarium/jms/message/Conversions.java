package io.angarium.jms.message;

import io.angarium.protocol.Printable;
import jakarta.jms.MessageFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of properties (table 3-2) and of map and stream bodies (table 3-7), which are the same where both have
 * the type. Reading null as a primitive does what the primitive's valueOf(String) does with null: false for a boolean,
 * NumberFormatException for whole numbers, NullPointerException for float and double, and for a char as well.
 */
final class Conversions {
    private Conversions() {}

    /** @param kind and name of the value, for the error text */
    static boolean toBoolean(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Boolean b) {
            return b;
        } else if (value == null || value instanceof String) {
            return Boolean.parseBoolean((String) value);
        }
        throw refusal(value, kind, name, "boolean");
    }

    static byte toByte(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Byte b) {
            return b;
        } else if (value instanceof String s) {
            return Byte.parseByte(s);
        }
        requireValue(value, kind, name, "byte");
        throw refusal(value, kind, name, "byte");
    }

    static short toShort(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).shortValue();
        } else if (value instanceof String s) {
            return Short.parseShort(s);
        }
        requireValue(value, kind, name, "short");
        throw refusal(value, kind, name, "short");
    }

    static int toInt(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        } else if (value instanceof String s) {
            return Integer.parseInt(s);
        }
        requireValue(value, kind, name, "int");
        throw refusal(value, kind, name, "int");
    }

    static long toLong(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        } else if (value instanceof String s) {
            return Long.parseLong(s);
        }
        requireValue(value, kind, name, "long");
        throw refusal(value, kind, name, "long");
    }

    static float toFloat(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Float f) {
            return f;
        } else if (value instanceof String s) {
            return Float.parseFloat(s);
        } else if (value == null) {
            throw missing(kind, name, "float");
        }
        throw refusal(value, kind, name, "float");
    }

    static double toDouble(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        } else if (value instanceof String s) {
            return Double.parseDouble(s);
        } else if (value == null) {
            throw missing(kind, name, "double");
        }
        throw refusal(value, kind, name, "double");
    }

    static char toChar(@Nullable Object value, String kind, @Nullable String name) throws MessageFormatException {
        if (value instanceof Character c) {
            return c;
        } else if (value == null) {
            throw missing(kind, name, "char");
        }
        throw refusal(value, kind, name, "char");
    }

    static @Nullable String toText(@Nullable Object value, String kind, @Nullable String name)
            throws MessageFormatException {
        if (value instanceof byte[]) {
            throw refusal(value, kind, name, "String");
        }
        return value == null ? null : value.toString();
    }

    /** A copy, so that the message stays as it is. */
    static byte @Nullable [] toBytes(@Nullable Object value, String kind, @Nullable String name)
            throws MessageFormatException {
        if (value == null) {
            return null;
        } else if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        throw refusal(value, kind, name, "byte[]");
    }

    /** Whether a property can have the value. */
    static boolean isPropertyValue(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Float
                || value instanceof Short
                || value instanceof Byte;
    }

    /**
     * A value as a map or stream body keeps it: byte arrays are copied.
     *
     * @throws MessageFormatException if the value is of a class that these bodies do not have
     */
    static @Nullable Object bodyValue(@Nullable Object value, String kind, @Nullable String name)
            throws MessageFormatException {
        if (value == null || isPropertyValue(value) || value instanceof Character) {
            return value;
        } else if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        throw new MessageFormatException(describe(kind, name) + " cannot be set to an object of " + value.getClass()
                + "; allowed are the primitive types' classes, String and byte[]");
    }

    private static void requireValue(@Nullable Object value, String kind, @Nullable String name, String type) {
        if (value == null) {
            throw new NumberFormatException(describe(kind, name) + " is null or missing, and null is no " + type);
        }
    }

    private static NullPointerException missing(String kind, @Nullable String name, String type) {
        return new NullPointerException(describe(kind, name) + " is null or missing, and null is no " + type);
    }

    private static MessageFormatException refusal(
            @Nullable Object value, String kind, @Nullable String name, String type) {
        String found = value == null ? "null" : value.getClass().getSimpleName();
        return new MessageFormatException(
                describe(kind, name) + " is a " + found + ", which cannot be read as " + type);
    }

    private static String describe(String kind, @Nullable String name) {
        return name == null ? kind : kind + " " + Printable.of(name);
    }
}
