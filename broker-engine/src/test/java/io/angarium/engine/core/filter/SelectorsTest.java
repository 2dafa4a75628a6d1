package io.angarium.engine.core.filter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jakarta Messaging 3.1 section 3.8, sentence by sentence. */
class SelectorsTest {
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t\r\n"})
    void anEmptySelectorIsNoSelector(String text) {
        assertThat(Selectors.parse(text)).isNull();
    }

    @Test
    void theExampleOfTheSpecificationSelectsBlueCarsOfMoreThan2500Pounds() {
        String selector = "JMSType = 'car' AND color = 'blue' AND weight > 2500";

        assertThat(matches(selector, Map.of("JMSType", "car", "color", "blue", "weight", 2501)))
                .isTrue();
        assertThat(matches(selector, Map.of("JMSType", "car", "color", "blue", "weight", 2500)))
                .isFalse();
        assertThat(matches(selector, Map.of("JMSType", "car", "weight", 2501))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n = 2",
                "n <> 2",
                "n > 1",
                "n BETWEEN 1 AND 3",
                "n NOT BETWEEN 5 AND 6",
                "n + 0 = 2",
                "n NOT BETWEEN 1 AND 3"
            })
    void aStringIsNeverTakenForANumberOrABoolean(String selector) {
        assertThat(matches(selector, Map.of("n", "2"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n IN ('x')", "n NOT IN ('x')", "NOT (n IN ('x'))", "n LIKE 'x'", "n NOT LIKE 'x'"})
    void whatIsNotAStringIsNeitherInAListNorOutsideIt(String selector) {
        assertThat(matches(selector, Map.of("n", 2))).isFalse();
    }

    @Test
    void comparingUnlikeTypesIsFalseAndItsOppositeTrue() {
        assertThat(matches("NOT (n = 2)", Map.of("n", "2"))).isTrue();
        assertThat(matches("NOT (n <> 2)", Map.of("n", "2"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p = 'x'",
                "p <> 'x'",
                "p > 1",
                "p + 1 = 2",
                "-p = 1",
                "p BETWEEN 1 AND 2",
                "1 BETWEEN p AND 2",
                "p IN ('x')",
                "p LIKE '%'",
                "p",
                "p = p",
                "p OR FALSE",
                "p AND TRUE"
            })
    void aMissingPropertyMakesTheConditionUnknownAndItsOppositeToo(String selector) {
        assertThat(matches(selector, Map.of())).isFalse();
        assertThat(matches("NOT (" + selector + ")", Map.of())).isFalse();
    }

    @Test
    void unknownFollowsTheTablesOfThreeValuedLogic() {
        assertThat(matches("p OR TRUE", Map.of())).isTrue();
        assertThat(matches("NOT (p AND FALSE)", Map.of())).isTrue();
        assertThat(matches("p IS NULL AND NOT p IS NOT NULL", Map.of())).isTrue();
        assertThat(matches("p IS NOT NULL", Map.of("p", 1))).isTrue();
    }

    @Test
    void andBindsTighterThanOrAndNotTighterThanBoth() {
        assertThat(matches("TRUE OR FALSE AND FALSE", Map.of())).isTrue();
        assertThat(matches("(TRUE OR FALSE) AND FALSE", Map.of())).isFalse();
        assertThat(matches("NOT FALSE OR TRUE AND FALSE", Map.of())).isTrue();
        assertThat(matches("NOT a = 1", Map.of("a", 2))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 + 2 * 3 = 7",
                "(1 + 2) * 3 = 9",
                "8 / 4 / 2 = 1",
                "7 / 2 = 3",
                "7 / 2. = 3.5",
                "8 - 4 - 2 = 2",
                "- -1 = +1",
                "2 * -3 = -6",
                "2--3=5",
                "6 = 6."
            })
    void arithmeticFollowsJava(String selector) {
        assertThat(matches(selector, Map.of())).isTrue();
    }

    @Test
    void twoIntsAreCalculatedAsIntsAndAnIntWithALiteralAsLongs() {
        Map<String, Object> message = Map.of("i", Integer.MAX_VALUE, "one", 1);

        assertThat(matches("i + one = -2147483648", message)).isTrue();
        assertThat(matches("one - i = -2147483646", message)).isTrue();
        assertThat(matches("i * i = 1", message)).isTrue();
        assertThat(matches("i / i = 1", message)).isTrue();
        assertThat(matches("i + 1 = 2147483648", message)).isTrue();
    }

    @Test
    void anIntegerDividedByZeroIsUnknownAndADoubleInfinite() {
        assertThat(matches("1 / 0 = 1 OR NOT (1 / 0 = 1)", Map.of())).isFalse();
        assertThat(matches("1 / 0. > 1e300", Map.of())).isTrue();
    }

    @Test
    void aLongAndADoubleAreComparedExactly() {
        Map<String, Object> message = Map.of("big", (1L << 53) + 1, "max", Long.MAX_VALUE);

        assertThat(matches("big > 9007199254740992.0", message)).isTrue();
        assertThat(matches("big = 9007199254740992.0", message)).isFalse();
        assertThat(matches("max < 9223372036854775807.0 AND 9223372036854775807.0 > max", message))
                .isTrue();
        assertThat(matches("-9223372036854775808 = -9223372036854775808.0", message))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n = 57",
                "n = 57L",
                "n = 57l",
                "n = 0x39",
                "n = 0X39L",
                "n = 071",
                "n = 0b11_1001",
                "n = 5_7",
                "n = 57.",
                "n = 57.0f",
                "n = 57D",
                "n = 5.7E1",
                "n = 570e-1",
                "n = 0x1.c8p5",
                "n = .57e+2",
                "-n = -57"
            })
    void numbersAreWrittenAsInJava(String selector) {
        assertThat(matches(selector, Map.of("n", (byte) 57))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", "0x0", "0.", ".0", "0e5", "0f", "0x0p9", "0x.0p-9f", "0e-999"})
    void zeroIsWrittenInEveryWay(String zero) {
        assertThat(matches("n = " + zero, Map.of("n", 0))).isTrue();
    }

    @Test
    void hexadecimalFractionsAreWrittenAsInJava() {
        assertThat(matches("n = 0x.8p0 AND n = 0x8.p-4f AND n = 0X0.8P0D AND n < 0xfp0", Map.of("n", 0.5)))
                .isTrue();
    }

    @Test
    void aSpecialValueOfADoubleIsLessAndGreaterThanNothing() {
        Map<String, Object> message = Map.of("nan", Double.NaN, "n", 1L, "d", 1.0);

        assertThat(matches("nan = nan OR nan < n OR nan > n OR n < nan OR n >= nan OR d <= nan OR nan >= d", message))
                .isFalse();
        assertThat(matches("nan <> nan AND n <> nan AND nan <> d", message)).isTrue();
    }

    @Test
    void theBoundsOfLongCanBeWritten() {
        Map<String, Object> message = Map.of("max", Long.MAX_VALUE, "min", Long.MIN_VALUE);

        assertThat(matches("max = 9223372036854775807 AND min = -9223372036854775808", message))
                .isTrue();
        assertThat(matches(
                        "max = 0x7fffffffffffffff AND min = 0x8000000000000000 AND -1 = 0xffffffffffffffff", message))
                .isTrue();
    }

    @Test
    void aFloatIsNotTheDoubleThatIsWrittenTheSameWay() {
        Map<String, Object> message = Map.of("f", 0.1f);

        assertThat(matches("f = 0.1", message)).isFalse();
        assertThat(matches("f = 0.1f", message)).isTrue();
    }

    @Test
    void keywordsAreCaseInsensitiveAndNamesAreNot() {
        assertThat(matches("a between 1 aNd 2 anD not B is nuLL or tRue = fALSE", Map.of("a", 1, "B", 1)))
                .isTrue();
        assertThat(matches("A = 1", Map.of("a", 1))).isFalse();
    }

    @Test
    void aWordThatOnlyLooksLikeAKeywordInAnotherAlphabetIsAName() {
        assertThat(matches("\u0131n = 1 AND İs = 1", Map.of("\u0131n", 1, "İs", 1)))
                .isTrue();
    }

    @Test
    void namesAreJavaIdentifiers() {
        assertThat(matches(
                        "$x_1 = 1 AND _größe = 2 AND 数 = 3 AND 𝒳 = 4",
                        Map.of("$x_1", 1, "_größe", 2, "数", 3, "𝒳", 4)))
                .isTrue();
    }

    @Test
    void aQuoteInAStringIsWrittenTwice() {
        assertThat(matches("a = 'it''s' AND b = '' AND c = ''''", Map.of("a", "it's", "b", "", "c", "'")))
                .isTrue();
    }

    @Test
    void inListsStrings() {
        String selector = "Country IN ('UK', 'US', 'France')";

        assertThat(matches(selector, Map.of("Country", "UK"))).isTrue();
        assertThat(matches(selector, Map.of("Country", "Peru"))).isFalse();
        assertThat(matches("Country NOT IN ('UK')", Map.of("Country", "Peru"))).isTrue();
    }

    @Test
    void likeKnowsTheExamplesOfTheSpecification() {
        assertThat(matches("phone LIKE '12%3'", Map.of("phone", "123"))).isTrue();
        assertThat(matches("phone LIKE '12%3'", Map.of("phone", "12993"))).isTrue();
        assertThat(matches("phone LIKE '12%3'", Map.of("phone", "1234"))).isFalse();
        assertThat(matches("word LIKE 'l_se'", Map.of("word", "lose"))).isTrue();
        assertThat(matches("word LIKE 'l_se'", Map.of("word", "loose"))).isFalse();
        assertThat(matches("underscored LIKE '\\_%' ESCAPE '\\'", Map.of("underscored", "_foo")))
                .isTrue();
        assertThat(matches("underscored LIKE '\\_%' ESCAPE '\\'", Map.of("underscored", "bar")))
                .isFalse();
        assertThat(matches("phone NOT LIKE '12%3'", Map.of("phone", "1234"))).isTrue();
    }

    @Test
    void likeTakesCodePointsForCharactersAndNothingForARegularExpression() {
        assertThat(matches("a LIKE '_' AND b LIKE '.*[' AND c LIKE 'x_y'", Map.of("a", "😀", "b", ".*[", "c", "x\ny")))
                .isTrue();
        assertThat(matches("b LIKE '.*['", Map.of("b", "xx["))).isFalse();
    }

    @Test
    void likeOfManySequencesDoesNotExplode() {
        String pattern = "%a".repeat(200) + "%b";

        assertThat(matches("t LIKE '" + pattern + "'", Map.of("t", "a".repeat(20_000))))
                .isFalse();
    }

    @Test
    void headerFieldsAndDefinedPropertiesAreTakenFromTheMessage() {
        String selector =
                "JMSDeliveryMode = 'PERSISTENT' AND JMSPriority >= 4 AND JMSMessageID LIKE 'ID:%' AND JMSTimestamp > 0 "
                        + "AND JMSCorrelationID = 'c' AND JMSType IS NULL AND JMSXDeliveryCount = 1 AND JMS_vendor";

        assertThat(matches(
                        selector,
                        Map.of(
                                "JMSDeliveryMode",
                                "PERSISTENT",
                                "JMSPriority",
                                4,
                                "JMSMessageID",
                                "ID:1",
                                "JMSTimestamp",
                                1L,
                                "JMSCorrelationID",
                                "c",
                                "JMSXDeliveryCount",
                                1,
                                "JMS_vendor",
                                true)))
                .isTrue();
    }

    @Test
    void theTextIsKept() {
        assertThat(requireNonNull(Selectors.parse(" a = 1 ")).text()).isEqualTo(" a = 1 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "JMSCorrelationID = 'x'",
                "'x' = JMSCorrelationID",
                "a > 1 AND JMSCorrelationID = 'x' AND (b OR c)",
                "(a AND (JMSCorrelationID = 'x'))",
                "JMSDeliveryMode = 'PERSISTENT' AND JMSCorrelationID = 'x'",
                "JMSCorrelationID = 'x' AND JMSDeliveryMode = 'PERSISTENT' AND y = 'y'"
            })
    void anEqualityThatEverySelectedMessageFulfilsIsFound(String selector) {
        assertThat(requireNonNull(Selectors.parse(selector)).equality())
                .isEqualTo(new Selector.Equality("JMSCorrelationID", "x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a <> 'x'",
                "a = 1",
                "a = 'x' OR b = 'x'",
                "NOT a = 'x'",
                "a = b",
                "'a' = 'a'",
                "(a = 'x') = TRUE"
            })
    void whereThereIsNoSuchEqualityNoneIsGiven(String selector) {
        assertThat(requireNonNull(Selectors.parse(selector)).equality()).isNull();
    }

    @Test
    void aSelectorOfAHundredThousandTermsIsEvaluated() {
        String and = String.join(" AND ", Collections.nCopies(50_000, "a = 1"));
        String or = String.join(" OR ", Collections.nCopies(50_000, "a = 2"));
        String in = "s IN (" + String.join(",", Collections.nCopies(50_000, "'x'")) + ")";

        for (String selector :
                List.of(and, and + " OR " + or, in, "NOT ".repeat(100_000) + "a = 1", "+".repeat(100_000) + "1=1")) {
            assertThat(matches(selector, Map.of("a", 1, "s", "x"))).isTrue();
        }
    }

    private static boolean matches(String selector, Map<String, Object> message) {
        return requireNonNull(Selectors.parse(selector)).matches(message::get);
    }
}
