package io.angarium.engine.core.filter;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A word of a selector.
 *
 * @param kind what it is
 * @param text as it stands in the selector; of a string its content
 * @param number the value of a {@link Kind#NUMBER}, else null
 * @param offset index of its first character in the selector
 */
record Token(Kind kind, String text, @Nullable Number number, int offset) {
    /** What a token can be; the text is the token itself where there is only one. */
    enum Kind {
        END("the end of the selector"),
        IDENTIFIER("an identifier"),
        STRING("a string in single quotes"),
        NUMBER("a number"),
        /** 9223372036854775808, which is a long only with a minus before it. */
        SMALLEST_LONG("-9223372036854775808"),
        NULL("NULL"),
        TRUE("TRUE"),
        FALSE("FALSE"),
        NOT("NOT"),
        AND("AND"),
        OR("OR"),
        BETWEEN("BETWEEN"),
        LIKE("LIKE"),
        IN("IN"),
        IS("IS"),
        ESCAPE("ESCAPE"),
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        PLUS("+"),
        MINUS("-"),
        TIMES("*"),
        DIVIDE("/"),
        OPEN("("),
        CLOSE(")"),
        COMMA(",");

        final String text;

        Kind(String text) {
            this.text = text;
        }

        private static final Map<String, Kind> KEYWORDS = keywords();

        private static Map<String, Kind> keywords() {
            Map<String, Kind> keywords = new HashMap<>();
            EnumSet.range(NULL, ESCAPE).forEach(kind -> keywords.put(kind.text, kind));
            return Collections.unmodifiableMap(keywords);
        }

        /** The keyword that a word is, in any case, or IDENTIFIER. Only ASCII letters: no other language has our keywords. */
        static Kind ofWord(String word) {
            return word.length() > BETWEEN.text.length()
                    ? IDENTIFIER
                    : KEYWORDS.getOrDefault(asciiUpperCase(word), IDENTIFIER);
        }

        private static String asciiUpperCase(String word) {
            char[] letters = word.toCharArray();
            for (int i = 0; i < letters.length; i++) {
                if (letters[i] >= 'a' && letters[i] <= 'z') {
                    letters[i] = (char) (letters[i] - 'a' + 'A');
                }
            }
            return new String(letters);
        }
    }

    /** For error texts. */
    String describe() {
        return switch (kind) {
            case END -> kind.text;
            case STRING -> "the string " + SelectorErrors.shorten("'" + text + "'");
            default -> SelectorErrors.shorten(text);
        };
    }
}
