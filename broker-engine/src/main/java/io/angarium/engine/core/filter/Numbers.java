package io.angarium.engine.core.filter;

import org.jspecify.annotations.Nullable;

/**
 * Arithmetic and order of the boxed numbers of Java. Arithmetic follows Java's numeric promotion; the order of a long and
 * a double is exact, where promotion would round the long first.
 */
final class Numbers {
    static final int SMALLER = -1;
    static final int GREATER = 1;
    /** The order of NaN and anything. */
    static final int UNORDERED = 2;

    private static final double TWO_TO_63 = 0x1p63;

    private Numbers() {}

    static int compare(Number a, Number b) {
        if (isExact(a)) {
            return isExact(b) ? Long.compare(a.longValue(), b.longValue()) : compare(a.longValue(), b.doubleValue());
        } else if (isExact(b)) {
            int order = compare(b.longValue(), a.doubleValue());
            return order == UNORDERED ? UNORDERED : -order;
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        return x < y ? SMALLER : x > y ? GREATER : x == y ? 0 : UNORDERED;
    }

    private static int compare(long a, double b) {
        if (Double.isNaN(b)) {
            return UNORDERED;
        } else if (b >= TWO_TO_63) {
            return SMALLER;
        } else if (b < -TWO_TO_63) {
            return GREATER;
        }
        long whole = (long) b;
        if (a != whole) {
            return a < whole ? SMALLER : GREATER;
        }
        double fraction = b - whole;
        return fraction > 0 ? SMALLER : fraction < 0 ? GREATER : 0;
    }

    /** Calculates; null if an exact number is divided by zero, for which Java has no value */
    static @Nullable Number calculate(Operand.Operation operation, Number a, Number b) {
        if (a instanceof Double || b instanceof Double) {
            return calculate(operation, a.doubleValue(), b.doubleValue());
        } else if (a instanceof Float || b instanceof Float) {
            return calculate(operation, a.floatValue(), b.floatValue());
        } else if (operation == Operand.Operation.DIVIDE && b.longValue() == 0) {
            return null;
        } else if (a instanceof Long || b instanceof Long) {
            return calculate(operation, a.longValue(), b.longValue());
        }
        return calculate(operation, a.intValue(), b.intValue());
    }

    static Number negate(Number a) {
        if (a instanceof Double) {
            return -a.doubleValue();
        } else if (a instanceof Float) {
            return -a.floatValue();
        } else if (a instanceof Long) {
            return -a.longValue();
        }
        return -a.intValue();
    }

    private static boolean isExact(Number number) {
        return !(number instanceof Double || number instanceof Float);
    }

    private static Double calculate(Operand.Operation operation, double a, double b) {
        return switch (operation) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
        };
    }

    private static Float calculate(Operand.Operation operation, float a, float b) {
        return switch (operation) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
        };
    }

    private static Long calculate(Operand.Operation operation, long a, long b) {
        return switch (operation) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
        };
    }

    private static Integer calculate(Operand.Operation operation, int a, int b) {
        return switch (operation) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
        };
    }
}
