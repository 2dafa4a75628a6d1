package io.angarium.engine.core.filter;

import org.jspecify.annotations.Nullable;

/** The comparison operators. */
enum Relation {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** Whether it needs an order, which only numbers have. */
    boolean isOrdering() {
        return this != EQUAL && this != NOT_EQUAL;
    }

    /**
     * Compares two values. Null on either side makes it unknown (section 3.8.1.2); values of unlike types make it false,
     * for {@code <>} as well, and strings and booleans have no order (section 3.8.1.1).
     */
    Ternary compare(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return Ternary.UNKNOWN;
        } else if (left instanceof Number a && right instanceof Number b) {
            return Ternary.of(holds(Numbers.compare(a, b)));
        } else if (isOrdering() || left.getClass() != right.getClass()) {
            return Ternary.FALSE;
        }
        return Ternary.of(left.equals(right) == (this == EQUAL));
    }

    /** @param order as {@link Numbers#compare} gave it */
    private boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order == Numbers.SMALLER;
            case LESS_OR_EQUAL -> order == Numbers.SMALLER || order == 0;
            case GREATER -> order == Numbers.GREATER;
            case GREATER_OR_EQUAL -> order == Numbers.GREATER || order == 0;
        };
    }
}
