package io.angarium.engine.core.filter;

import org.jspecify.annotations.Nullable;

/** A part of the tree that has a value. Immutable. */
sealed interface Operand {
    /** The value for a message: Boolean, a number, String, or null. */
    @Nullable
    Object value(PropertySource message);

    /** The type, as far as the text alone tells it. */
    Type type();

    /** What is known of an operand before there is a message. */
    enum Type {
        STRING("a string"),
        NUMBER("a number"),
        BOOLEAN("a boolean"),
        /** A property may be anything, or missing. */
        ANY("a property");

        final String noun;

        Type(String noun) {
            this.noun = noun;
        }

        boolean canBe(Type other) {
            return this == other || this == ANY;
        }
    }

    /** A literal: String, Long, Float, Double or Boolean. */
    record Constant(Object literal) implements Operand {
        @Override
        public Object value(PropertySource message) {
            return literal;
        }

        @Override
        public Type type() {
            return literal instanceof String ? Type.STRING : literal instanceof Boolean ? Type.BOOLEAN : Type.NUMBER;
        }
    }

    /** A property or a header field. */
    record Property(String name) implements Operand {
        @Override
        public @Nullable Object value(PropertySource message) {
            return message.value(name);
        }

        @Override
        public Type type() {
            return Type.ANY;
        }
    }

    /** An operand behind a unary sign; null if it is not a number. */
    record Signed(boolean negative, Operand operand) implements Operand {
        @Override
        public @Nullable Object value(PropertySource message) {
            Object value = operand.value(message);
            if (value instanceof Number number) {
                return negative ? Numbers.negate(number) : number;
            }
            return null;
        }

        @Override
        public Type type() {
            return Type.NUMBER;
        }
    }

    /** What can be done with two numbers. */
    enum Operation {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE
    }

    /** A calculation; null if one side is not a number. */
    record Arithmetic(Operation operation, Operand left, Operand right) implements Operand {
        @Override
        public @Nullable Object value(PropertySource message) {
            return left.value(message) instanceof Number a && right.value(message) instanceof Number b
                    ? Numbers.calculate(operation, a, b)
                    : null;
        }

        @Override
        public Type type() {
            return Type.NUMBER;
        }
    }

    /** A condition whose outcome is compared, as in {@code (a > 1) = b}; unknown is null. */
    record Outcome(Condition condition) implements Operand {
        @Override
        public @Nullable Object value(PropertySource message) {
            return switch (condition.test(message)) {
                case TRUE -> true;
                case FALSE -> false;
                case UNKNOWN -> null;
            };
        }

        @Override
        public Type type() {
            return Type.BOOLEAN;
        }
    }
}
