package io.angarium.engine.core.filter;

import java.util.List;
import java.util.Set;

/** A part of the tree that is true, false or unknown. Immutable. Evaluation allocates nothing but results of arithmetic. */
sealed interface Condition {
    /** Evaluates it for a message, left to right, no further than needed. */
    Ternary test(PropertySource message);

    /** All of several; a list and not pairs, so that long selectors do not make deep trees. */
    record And(List<Condition> terms) implements Condition {
        public And {
            terms = List.copyOf(terms);
        }

        @Override
        public Ternary test(PropertySource message) {
            Ternary result = Ternary.TRUE;
            for (int i = 0; i < terms.size(); i++) {
                Ternary term = terms.get(i).test(message);
                if (term == Ternary.FALSE) {
                    return term;
                } else if (term == Ternary.UNKNOWN) {
                    result = term;
                }
            }
            return result;
        }
    }

    /** One of several. */
    record Or(List<Condition> terms) implements Condition {
        public Or {
            terms = List.copyOf(terms);
        }

        @Override
        public Ternary test(PropertySource message) {
            Ternary result = Ternary.FALSE;
            for (int i = 0; i < terms.size(); i++) {
                Ternary term = terms.get(i).test(message);
                if (term == Ternary.TRUE) {
                    return term;
                } else if (term == Ternary.UNKNOWN) {
                    result = term;
                }
            }
            return result;
        }
    }

    /** The opposite. */
    record Not(Condition condition) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            return condition.test(message).not();
        }
    }

    /** Two values in a relation. */
    record Comparison(Relation relation, Operand left, Operand right) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            return relation.compare(left.value(message), right.value(message));
        }
    }

    /** {@code low <= value AND value <= high}. */
    record Between(Operand value, Operand low, Operand high) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            Object middle = value.value(message);
            Ternary aboveLow = Relation.GREATER_OR_EQUAL.compare(middle, low.value(message));
            if (aboveLow == Ternary.FALSE) {
                return Ternary.FALSE;
            }
            Ternary belowHigh = Relation.LESS_OR_EQUAL.compare(middle, high.value(message));
            return belowHigh == Ternary.TRUE ? aboveLow : belowHigh;
        }
    }

    /** {@code value < low OR value > high}; not the opposite of {@link Between} where types are unlike. */
    record NotBetween(Operand value, Operand low, Operand high) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            Object middle = value.value(message);
            Ternary belowLow = Relation.LESS.compare(middle, low.value(message));
            if (belowLow == Ternary.TRUE) {
                return Ternary.TRUE;
            }
            Ternary aboveHigh = Relation.GREATER.compare(middle, high.value(message));
            return aboveHigh == Ternary.FALSE ? belowLow : aboveHigh;
        }
    }

    /** Whether a property is one of several strings; unknown unless it is a string, so that NOT IN is not true either. */
    record In(Operand.Property property, Set<String> strings) implements Condition {
        public In {
            strings = Set.copyOf(strings);
        }

        @Override
        public Ternary test(PropertySource message) {
            Object value = property.value(message);
            return value instanceof String s ? Ternary.of(strings.contains(s)) : Ternary.UNKNOWN;
        }
    }

    /** Whether a property looks like a pattern; unknown unless it is a string, so that NOT LIKE is not true either. */
    record Like(Operand.Property property, LikePattern pattern) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            Object value = property.value(message);
            return value instanceof String s ? Ternary.of(pattern.matches(s)) : Ternary.UNKNOWN;
        }
    }

    /** Whether a property is missing; never unknown. */
    record IsNull(Operand.Property property) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            return Ternary.of(property.value(message) == null);
        }
    }

    /** A boolean property or literal; unknown if it is missing, or not a boolean. */
    record Holds(Operand operand) implements Condition {
        @Override
        public Ternary test(PropertySource message) {
            return operand.value(message) instanceof Boolean b ? Ternary.of(b) : Ternary.UNKNOWN;
        }
    }
}
