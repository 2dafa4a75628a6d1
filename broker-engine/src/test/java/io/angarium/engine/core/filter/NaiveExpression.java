package io.angarium.engine.core.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What selector expressions mean, written down as simply as can be and without any of the parser or the tree: the second
 * opinion of {@link SelectorAgainstNaiveEvaluatorTest}. Unknown is null.
 *
 * @param text a piece of selector
 * @param meaning its value for a message
 */
record NaiveExpression(String text, Meaning meaning) {
    private static final BigDecimal INFINITE = new BigDecimal("1e1000");

    /** The value of an expression, given the message's properties. */
    interface Meaning {
        @Nullable
        Object of(Map<String, Object> message);
    }

    static @Nullable Object and(@Nullable Object a, @Nullable Object b) {
        if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
            return false;
        }
        return a == null || b == null ? null : (Object) true;
    }

    static @Nullable Object or(@Nullable Object a, @Nullable Object b) {
        return not(and(not(a), not(b)));
    }

    static @Nullable Object not(@Nullable Object a) {
        return a == null ? null : (Object) !(Boolean) a;
    }

    /** What a property or literal says where a condition must be. */
    static @Nullable Object asCondition(@Nullable Object a) {
        return a instanceof Boolean ? a : null;
    }

    static @Nullable Object compare(String operator, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return null;
        } else if (a instanceof Number x && b instanceof Number y) {
            return compareNumbers(operator, x, y);
        } else if (!a.getClass().equals(b.getClass())) {
            return false;
        }
        return switch (operator) {
            case "=" -> a.equals(b);
            case "<>" -> !a.equals(b);
            default -> false;
        };
    }

    private static boolean compareNumbers(String operator, Number a, Number b) {
        if (Double.isNaN(a.doubleValue()) || Double.isNaN(b.doubleValue())) {
            return operator.equals("<>");
        }
        int order = exact(a).compareTo(exact(b));
        return switch (operator) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            default -> throw new AssertionError(operator);
        };
    }

    private static BigDecimal exact(Number n) {
        if (n instanceof Double || n instanceof Float) {
            double d = n.doubleValue();
            return Double.isInfinite(d) ? d > 0 ? INFINITE : INFINITE.negate() : new BigDecimal(d);
        }
        return new BigDecimal(n.longValue());
    }

    static @Nullable Object calculate(char operator, @Nullable Object a, @Nullable Object b) {
        if (!(a instanceof Number x) || !(b instanceof Number y)) {
            return null;
        } else if (x instanceof Double || y instanceof Double) {
            double p = x.doubleValue();
            double q = y.doubleValue();
            return operator == '+' ? p + q : operator == '-' ? p - q : operator == '*' ? p * q : p / q;
        } else if (x instanceof Float || y instanceof Float) {
            float p = x.floatValue();
            float q = y.floatValue();
            return operator == '+' ? p + q : operator == '-' ? p - q : operator == '*' ? p * q : p / q;
        }
        BigInteger p = BigInteger.valueOf(x.longValue());
        BigInteger q = BigInteger.valueOf(y.longValue());
        if (operator == '/' && q.signum() == 0) {
            return null;
        }
        BigInteger result = operator == '+'
                ? p.add(q)
                : operator == '-' ? p.subtract(q) : operator == '*' ? p.multiply(q) : p.divide(q);
        return x instanceof Long || y instanceof Long ? (Object) result.longValue() : (Object) result.intValue();
    }

    static @Nullable Object in(@Nullable Object a, List<String> strings) {
        if (!(a instanceof String)) {
            return null;
        }
        Object result = false;
        for (String string : strings) {
            result = or(result, compare("=", a, string));
        }
        return result;
    }

    static @Nullable Object like(@Nullable Object a, String pattern, @Nullable Character escape) {
        return a instanceof String s ? (Object) fits(s, pattern, escape) : null;
    }

    private static boolean fits(String s, String pattern, @Nullable Character escape) {
        if (pattern.isEmpty()) {
            return s.isEmpty();
        }
        char p = pattern.charAt(0);
        if (escape != null && p == escape) {
            return !s.isEmpty()
                    && s.charAt(0) == pattern.charAt(1)
                    && fits(s.substring(1), pattern.substring(2), escape);
        } else if (p == '%') {
            return fits(s, pattern.substring(1), escape) || (!s.isEmpty() && fits(s.substring(1), pattern, escape));
        }
        return !s.isEmpty() && (p == '_' || p == s.charAt(0)) && fits(s.substring(1), pattern.substring(1), escape);
    }
}
