package io.angarium.engine.core.filter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Random selectors and messages: parser and tree must say what the naive evaluator says. */
class SelectorAgainstNaiveEvaluatorTest {
    /** More cases: {@code -Dangarium.selectorCases=1000000}. */
    private static final int CASES = Integer.getInteger("angarium.selectorCases", 100_000);

    private static final long FIRST_SEED = Long.getLong("angarium.selectorSeed", 1);

    @Test
    void everySelectorSaysWhatTheNaiveEvaluatorSays() {
        int selected = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
            NaiveExpressions expressions = new NaiveExpressions(seed);
            NaiveExpression expression = expressions.condition(3);
            Map<String, Object> message = expressions.message();

            Object expected = NaiveExpression.asCondition(expression.meaning().of(message));

            // the opposite as well: it tells false from unknown
            if (matches(expression.text(), message) != Boolean.TRUE.equals(expected)
                    || matches("NOT (" + expression.text() + ")", message) != Boolean.FALSE.equals(expected)) {
                throw new AssertionError(
                        "seed " + seed + ": " + expression.text() + " is not " + expected + " for " + message);
            }
            selected += Boolean.TRUE.equals(expected) ? 1 : 0;
        }
        assertThat(100.0 * selected / CASES)
                .as("percentage of selected messages")
                .isCloseTo(35, within(20.0));
    }

    private static boolean matches(String selector, Map<String, Object> message) {
        return requireNonNull(Selectors.parse(selector)).matches(message::get);
    }
}
