package io.angarium.engine.core.filter;

/** The three truth values of section 3.8.1.2. */
enum Ternary {
    TRUE,
    FALSE,
    UNKNOWN;

    static Ternary of(boolean value) {
        return value ? TRUE : FALSE;
    }

    Ternary not() {
        return switch (this) {
            case TRUE -> FALSE;
            case FALSE -> TRUE;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
