package io.angarium.engine.core.filter;

import io.angarium.engine.core.filter.NaiveExpression.Meaning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes random selectors together with what they mean, and random messages, of few values so that they often meet. */
final class NaiveExpressions {
    private static final List<String> NAMES = List.of(
            "a", "b", "c", "$d", "_e", "größe", "JMSType", "JMSPriority", "JMSXGroupID", "JMS_x", "Not_", "like2");
    private static final List<String> STRINGS = List.of("", "x", "xy", "it's", "_x%", "xyx", "2", "true", "NULL");
    private static final List<String> RELATIONS = List.of("=", "<>", "<", "<=", ">", ">=");

    private final Random random;

    NaiveExpressions(long seed) {
        this.random = new Random(seed);
    }

    Map<String, Object> message() {
        Map<String, Object> message = new HashMap<>();
        for (String name : NAMES) {
            Object value = value();
            if (value != null) {
                message.put(name, value);
            }
        }
        return message;
    }

    private @Nullable Object value() {
        return switch (random.nextInt(11)) {
            case 0, 1 -> null;
            case 2, 3 -> random.nextBoolean();
            case 4, 5 -> pick(STRINGS);
            case 6 -> (byte) (random.nextInt(5) - 2);
            case 7 -> (short) (random.nextInt(5) - 2);
            case 8 -> random.nextInt(8) == 0 ? Integer.MAX_VALUE : random.nextInt(5) - 2;
            case 9 ->
                random.nextInt(8) == 0
                        ? (1L << 53) + 1
                        : random.nextInt(8) == 0 ? Long.MIN_VALUE : random.nextInt(5) - 2L;
            default -> floating();
        };
    }

    private Object floating() {
        float small = (random.nextInt(9) - 4) / 2f;
        return switch (random.nextInt(6)) {
            case 0, 1, 2 -> (double) small;
            case 3, 4 -> small;
            default -> pick(List.of(0.1, 0.1f, 0x1p53, Double.NaN, Double.POSITIVE_INFINITY, -0.0, -0x1p63, 1e300));
        };
    }

    NaiveExpression condition(int depth) {
        NaiveExpression left = conjunction(depth);
        while (random.nextInt(4) == 0) {
            left = join(left, word("OR"), conjunction(depth), NaiveExpression::or);
        }
        return left;
    }

    private NaiveExpression conjunction(int depth) {
        NaiveExpression left = negation(depth);
        while (random.nextInt(4) == 0) {
            left = join(left, word("AND"), negation(depth), NaiveExpression::and);
        }
        return left;
    }

    private NaiveExpression negation(int depth) {
        NaiveExpression inner = predicate(depth);
        return random.nextInt(4) == 0 ? not(word("NOT") + " " + inner.text(), inner) : inner;
    }

    private NaiveExpression predicate(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0, 1 -> comparison(depth);
            case 2 -> between(depth);
            case 3 -> in();
            case 4 -> like();
            case 5 -> random.nextBoolean() ? isNull() : bareCondition();
            default -> bracketed(condition(depth - 1));
        };
    }

    private NaiveExpression comparison(int depth) {
        String relation = pick(RELATIONS);
        boolean equality = relation.equals("=") || relation.equals("<>");
        int kind = equality ? random.nextInt(3) : 2;
        NaiveExpression left = ofKind(kind, depth);
        NaiveExpression right = ofKind(kind, depth);
        return join(left, relation, right, (a, b) -> NaiveExpression.compare(relation, a, b));
    }

    /** An operand that may be compared with others of its kind: 0 strings, 1 booleans, else numbers; all may be properties. */
    private NaiveExpression ofKind(int kind, int depth) {
        return switch (kind) {
            case 0 -> random.nextBoolean() ? string() : property();
            case 1 ->
                switch (random.nextInt(3)) {
                    case 0 -> bool();
                    case 1 -> depth > 0 ? bracketed(comparison(depth - 1)) : property();
                    default -> property();
                };
            default -> sum(depth);
        };
    }

    private NaiveExpression between(int depth) {
        NaiveExpression value = sum(depth);
        NaiveExpression low = sum(depth);
        NaiveExpression high = sum(depth);
        boolean negative = random.nextBoolean();
        String text = value.text()
                + space()
                + maybeNot(negative)
                + word("BETWEEN")
                + space()
                + low.text()
                + space()
                + word("AND")
                + space()
                + high.text();
        return new NaiveExpression(text, message -> {
            Object v = value.meaning().of(message);
            Object l = low.meaning().of(message);
            Object h = high.meaning().of(message);
            return negative
                    ? NaiveExpression.or(NaiveExpression.compare("<", v, l), NaiveExpression.compare(">", v, h))
                    : NaiveExpression.and(NaiveExpression.compare(">=", v, l), NaiveExpression.compare("<=", v, h));
        });
    }

    private NaiveExpression in() {
        NaiveExpression property = property();
        List<String> strings = new ArrayList<>();
        List<String> quoted = new ArrayList<>();
        do {
            String string = pick(STRINGS);
            strings.add(string);
            quoted.add(quote(string));
        } while (random.nextInt(3) > 0);
        boolean negative = random.nextBoolean();
        String text =
                property.text() + space() + maybeNot(negative) + word("IN") + "(" + String.join(" , ", quoted) + ")";
        return negatedIf(
                negative, text, message -> NaiveExpression.in(property.meaning().of(message), strings));
    }

    private NaiveExpression like() {
        NaiveExpression property = property();
        Character escape = random.nextInt(3) == 0 ? pick(List.of('\\', 'x', '%')) : null;
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            char c = pick(List.of('x', 'y', '_', '%', '%', '\''));
            if (escape != null && c == escape) {
                pattern.append(escape).append(pick(List.of('_', '%', escape)));
            } else {
                pattern.append(c);
            }
        }
        boolean negative = random.nextBoolean();
        String text = property.text()
                + space()
                + maybeNot(negative)
                + word("LIKE")
                + quote(pattern.toString())
                + (escape == null ? "" : word("ESCAPE") + quote(escape.toString()));
        return negatedIf(
                negative,
                text,
                message -> NaiveExpression.like(property.meaning().of(message), pattern.toString(), escape));
    }

    private NaiveExpression isNull() {
        NaiveExpression property = property();
        boolean negative = random.nextBoolean();
        String text = property.text() + space() + word("IS") + space() + maybeNot(negative) + word("NULL");
        return negatedIf(negative, text, message -> property.meaning().of(message) == null);
    }

    private NaiveExpression bareCondition() {
        NaiveExpression operand = random.nextBoolean() ? bool() : property();
        return new NaiveExpression(
                operand.text(),
                message -> NaiveExpression.asCondition(operand.meaning().of(message)));
    }

    private NaiveExpression sum(int depth) {
        NaiveExpression left = product(depth);
        while (random.nextInt(6) == 0) {
            char operator = random.nextBoolean() ? '+' : '-';
            left = join(
                    left,
                    String.valueOf(operator),
                    product(depth),
                    (a, b) -> NaiveExpression.calculate(operator, a, b));
        }
        return left;
    }

    private NaiveExpression product(int depth) {
        NaiveExpression left = factor(depth);
        while (random.nextInt(6) == 0) {
            char operator = random.nextBoolean() ? '*' : '/';
            left = join(
                    left, String.valueOf(operator), factor(depth), (a, b) -> NaiveExpression.calculate(operator, a, b));
        }
        return left;
    }

    private NaiveExpression factor(int depth) {
        NaiveExpression operand = random.nextInt(3) == 0 ? number() : property();
        if (depth > 0 && random.nextInt(6) == 0) {
            operand = bracketed(sum(depth - 1));
        }
        NaiveExpression inner = operand;
        return switch (random.nextInt(8)) {
            case 0 ->
                new NaiveExpression(
                        "- " + inner.text(),
                        message ->
                                NaiveExpression.calculate('*', inner.meaning().of(message), -1));
            case 1 ->
                new NaiveExpression(
                        "+" + inner.text(),
                        message ->
                                NaiveExpression.calculate('*', inner.meaning().of(message), 1));
            default -> inner;
        };
    }

    private NaiveExpression number() {
        int n = random.nextInt(5);
        return switch (random.nextInt(9)) {
            case 0 -> literal("0x" + n + "L", (long) n);
            case 1 -> literal("0" + n, (long) n);
            case 2 -> literal(n + ".", (double) n);
            case 3 -> literal(n + ".5e0", n + 0.5);
            case 4 -> literal(n + "f", (float) n);
            case 5 -> literal(".5D", 0.5);
            case 6 -> literal("9007199254740993", (1L << 53) + 1);
            default -> literal(String.valueOf(n), (long) n);
        };
    }

    private NaiveExpression string() {
        String string = pick(STRINGS);
        return literal(quote(string), string);
    }

    private NaiveExpression bool() {
        boolean value = random.nextBoolean();
        return literal(word(value ? "TRUE" : "FALSE"), value);
    }

    private static NaiveExpression literal(String text, Object value) {
        return new NaiveExpression(text, message -> value);
    }

    private NaiveExpression property() {
        String name = pick(NAMES);
        return new NaiveExpression(name, message -> message.get(name));
    }

    private NaiveExpression bracketed(NaiveExpression inner) {
        return new NaiveExpression("(" + space() + inner.text() + ")", inner.meaning());
    }

    private static NaiveExpression not(String text, NaiveExpression inner) {
        return new NaiveExpression(
                text, message -> NaiveExpression.not(inner.meaning().of(message)));
    }

    private static NaiveExpression negatedIf(boolean negative, String text, Meaning meaning) {
        NaiveExpression positive = new NaiveExpression(text, meaning);
        return negative ? not(text, positive) : positive;
    }

    /** Joins two expressions. */
    private interface Joint {
        @Nullable
        Object of(@Nullable Object left, @Nullable Object right);
    }

    private NaiveExpression join(NaiveExpression left, String operator, NaiveExpression right, Joint joint) {
        return new NaiveExpression(
                left.text() + space() + operator + space() + right.text(),
                message -> joint.of(left.meaning().of(message), right.meaning().of(message)));
    }

    private String maybeNot(boolean negative) {
        return negative ? word("NOT") + space() : "";
    }

    private String word(String keyword) {
        return random.nextInt(3) == 0 ? keyword.toLowerCase(Locale.ROOT) : keyword;
    }

    private String space() {
        return pick(List.of(" ", " ", " ", "\t", "\r\n", "  \f"));
    }

    private static String quote(String string) {
        return "'" + string.replace("'", "''") + "'";
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
