package io.angarium.protocol;

/** How the body of a {@link Message} is encoded; the broker never decodes it. */
public enum BodyType {
    /** A message without a body (jakarta.jms.Message). */
    NONE(0),
    /** One byte 1 and UTF-8 text, or nothing at all for a null text. */
    TEXT(1),
    /** Uninterpreted bytes. */
    BYTES(2),
    /** Names and typed values. */
    MAP(3),
    /** A sequence of typed values. */
    STREAM(4),
    /** A serialized Java object. */
    OBJECT(5);

    private static final BodyType[] VALUES = values();

    private final int code;

    BodyType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static BodyType ofCode(int code) {
        if (code < 0 || code >= VALUES.length) {
            throw new IllegalArgumentException("unknown body type " + code);
        }
        return VALUES[code];
    }
}
