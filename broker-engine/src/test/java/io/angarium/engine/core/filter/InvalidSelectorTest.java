package io.angarium.engine.core.filter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, where, and with what words. */
class InvalidSelectorTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            a =                   |  4 | expected a property, a value or (, found the end of the selector
            = 1                   |  1 | expected a property, a value or (, found =
            a = 1 b               |  7 | expected an operator or the end of the selector, found b
            a = 1 = 2             |  7 | expected an operator or the end of the selector, found =
            a == 1                |  4 | expected a property, a value or (, found =
            a != 1                |  3 | write <> for not equal
            a AND                 |  6 | found the end of the selector
            (a = 1                |  7 | expected an operator or )
            a = 1)                |  6 | expected an operator or the end of the selector, found )
            a = 'x                |  5 | no closing quote
            a = ""x""             |  5 | single quotes
            a # 1                 |  3 | (U+0023) does not belong
            a NOT = 1             |  7 | BETWEEN, IN or LIKE after NOT
            a = NULL              |  5 | IS NULL
            NULL = 0              |  1 | IS NULL
            a IS 1                |  6 | expected NULL, found 1
            a IS NOT 'x'          | 10 | expected NULL, found the string 'x'
            5                     |  1 | expected a condition, found a number
            'a'                   |  1 | expected a condition, found a string
            a + 1                 |  1 | expected a condition, found a number
            a = 1 AND 5           | 11 | expected a condition, found a number
            NOT 'x'               |  5 | expected a condition, found a string
            a > 'x'               |  5 | expected a number, found a string
            TRUE < 1              |  1 | expected a number, found a boolean
            a >= (b = 1)          |  6 | expected a number, found a boolean
            TRUE = 0              |  8 | expected a boolean, found a number
            '2' <> 2              |  8 | expected a string, found a number
            1 = (b = 1)           |  5 | expected a number, found a boolean
            a + 'x' = 1           |  5 | expected a number, found a string
            'x' + a = 1           |  1 | expected a number, found a string
            TRUE * a = 1          |  1 | expected a number, found a boolean
            -'x' = 1              |  2 | expected a number, found a string
            a BETWEEN 'x' AND 2   | 11 | expected a number, found a string
            a BETWEEN 1 OR 2      | 13 | expected AND, found OR
            'x' BETWEEN 1 AND 2   |  1 | expected a number, found a string
            a IN ()               |  7 | expected a string in single quotes, found )
            a IN (1)              |  7 | expected a string in single quotes, found 1
            a IN ('x' 'y')        | 11 | expected , or )
            a IN 'x'              |  6 | expected (
            'x' IN ('x')          |  1 | a single property or header field before IN
            a + 1 LIKE 'x'        |  1 | a single property or header field before LIKE
            a LIKE 1              |  8 | expected a string in single quotes
            a LIKE b              |  8 | expected a string in single quotes
            a LIKE 'x' ESCAPE ''  | 19 | a string of one character after ESCAPE
            a LIKE 'x' ESCAPE 'xy'| 19 | a string of one character after ESCAPE
            a LIKE '!x' ESCAPE '!'|  8 | '_', '%' or '!' after the escape character '!'
            a LIKE 'x!' ESCAPE '!'|  8 | '_', '%' or '!' after the escape character '!'
            1 IS NULL             |  1 | a single property or header field before IS NULL
            1mytest = 0           |  1 | expected a number as Java writes it, found 1mytest
            a = 08                |  5 | expected a number as Java writes it, found 08
            a = 1.2.3             |  5 | expected a number as Java writes it, found 1.2.3
            a = 1__               |  5 | expected a number as Java writes it
            a = 9223372036854775808 | 5 | range of long
            a = 99999999999999999999 | 5 | out of range
            a = 1e999             |  5 | out of range
            a = 1e-999            |  5 | out of range
            a = 1e99f             |  5 | out of range
            a = 0x1p-2000         |  5 | out of range
            a = 0x1p2000          |  5 | out of range
            and = 1               |  1 | found and
            Escape = 1            |  1 | found Escape
            JMSRedelivered = TRUE |  1 | one of the header fields JMSDeliveryMode
            JMSDestination = 'x'  |  1 | one of the header fields JMSDeliveryMode
            """)
    void anInvalidSelectorIsRefusedWithPlaceAndExpectation(String selector, int character, String expected) {
        String text = selector.replace("\"\"", "\"");

        BrokerException refusal = refusalOf(text);

        assertThat(refusal.reason()).isEqualTo(ErrorReason.INVALID_SELECTOR);
        assertThat(refusal)
                .hasMessageContaining("at character " + character + ":")
                .hasMessageContaining(expected)
                .hasMessageEndingWith("The selector is: " + text);
    }

    @Test
    void deepNestingIsRefusedBeforeTheStackOverflows() {
        assertThat(refusalOf("(".repeat(100_000) + "a" + ")".repeat(100_000)))
                .hasMessageContaining("nested 200 deep at most");
        assertThat(refusalOf("a".concat(" + 1".repeat(100_000)).concat(" = 1")))
                .hasMessageContaining("at most 1000 arithmetic operators");
        assertThat(refusalOf("-(".repeat(100_000) + "a")).hasMessageContaining("nested 200 deep at most");
    }

    @Test
    void theDeepestSelectorThatIsTakenIsEvaluated() {
        String sum = "a" + " + 1".repeat(1_000);
        String selector = "(".repeat(200) + sum + ")".repeat(200) + " = 1001";

        Selector parsed = requireNonNull(Selectors.parse(selector));

        assertThat(parsed.matches(name -> 1)).isTrue();
    }

    @Test
    void aSelectorOfMoreThanAMillionCharactersIsRefused() {
        assertThat(refusalOf("a = '" + "x".repeat(1_000_000) + "'")).hasMessageContaining("at most 1000000 characters");
    }

    @Test
    void ofALongSelectorTheErrorShowsTheSurroundings() {
        String selector = "a = 1 AND ".repeat(1_000) + "b ! 2" + " OR c = 3".repeat(1_000);

        assertThat(refusalOf(selector))
                .hasMessageContaining("at character 10003:")
                .hasMessageContaining("a = 1 AND b ! 2 OR c = 3")
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(500));
    }

    private static BrokerException refusalOf(String selector) {
        return catchThrowableOfType(BrokerException.class, () -> Selectors.parse(selector));
    }
}
