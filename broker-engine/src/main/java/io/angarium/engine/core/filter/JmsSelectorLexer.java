package io.angarium.engine.core.filter;

import io.angarium.protocol.BrokerException;
import org.jspecify.annotations.Nullable;

/** Cuts a selector of the Jakarta Messaging language into tokens, one at a time. Confined to one thread. */
final class JmsSelectorLexer {
    private static final char QUOTE = '\'';

    private final String text;
    private int at;

    JmsSelectorLexer(String text) {
        this.text = text;
    }

    /** The next token; END again and again at the end. */
    Token next() {
        while (at < text.length() && isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Token.Kind.END, "", null, at);
        }
        int c = text.codePointAt(at);
        if (c == QUOTE) {
            return string();
        } else if (isDigit(at) || (c == '.' && isDigit(at + 1))) {
            return number();
        } else if (Character.isJavaIdentifierStart(c)) {
            return word();
        }
        return symbol(c);
    }

    /** Section 3.8.1.1: space, horizontal tab, form feed and line terminator. */
    private static boolean isWhitespace(char c) {
        return c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r';
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private Token string() {
        int start = at;
        StringBuilder content = new StringBuilder();
        int from = start + 1;
        while (true) {
            int quote = text.indexOf(QUOTE, from);
            if (quote < 0) {
                throw error(start, "this string has no closing quote");
            }
            content.append(text, from, quote);
            at = quote + 1;
            if (at == text.length() || text.charAt(at) != QUOTE) {
                return new Token(Token.Kind.STRING, content.toString(), null, start);
            }
            content.append(QUOTE);
            from = at + 1;
        }
    }

    private Token word() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        String word = text.substring(start, at);
        return new Token(Token.Kind.ofWord(word), word, null, start);
    }

    private Token number() {
        int start = at;
        boolean hex = text.startsWith("0x", at) || text.startsWith("0X", at);
        while (at < text.length() && isPartOfNumber(start, hex)) {
            at += Character.charCount(text.codePointAt(at));
        }
        String literal = text.substring(start, at);
        if (NumberLiterals.isMagnitudeOfSmallestLong(literal)) {
            return new Token(Token.Kind.SMALLEST_LONG, literal, null, start);
        }
        return new Token(Token.Kind.NUMBER, literal, value(literal, start), start);
    }

    private boolean isPartOfNumber(int start, boolean hex) {
        int c = text.codePointAt(at);
        if (c == '+' || c == '-') {
            char before = Character.toLowerCase(text.charAt(at - 1));
            return at > start && before == (hex ? 'p' : 'e');
        }
        return c == '.' || Character.isJavaIdentifierPart(c);
    }

    private Number value(String literal, int start) {
        @Nullable Number value;
        try {
            value = NumberLiterals.parse(literal);
        } catch (NumberFormatException e) {
            throw error(
                    start,
                    "the number " + SelectorErrors.shorten(literal)
                            + " is out of range, expected the range of long, or of float or double");
        }
        if (value == null) {
            throw error(
                    start,
                    "expected a number as Java writes it, found " + SelectorErrors.shorten(literal)
                            + " (property names do not begin with a digit, strings stand in single quotes)");
        }
        return value;
    }

    private Token symbol(int c) {
        char second = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        return switch (c) {
            case '=' -> symbol(Token.Kind.EQUAL);
            case '<' ->
                symbol(
                        second == '>'
                                ? Token.Kind.NOT_EQUAL
                                : second == '=' ? Token.Kind.LESS_OR_EQUAL : Token.Kind.LESS);
            case '>' -> symbol(second == '=' ? Token.Kind.GREATER_OR_EQUAL : Token.Kind.GREATER);
            case '+' -> symbol(Token.Kind.PLUS);
            case '-' -> symbol(Token.Kind.MINUS);
            case '*' -> symbol(Token.Kind.TIMES);
            case '/' -> symbol(Token.Kind.DIVIDE);
            case '(' -> symbol(Token.Kind.OPEN);
            case ')' -> symbol(Token.Kind.CLOSE);
            case ',' -> symbol(Token.Kind.COMMA);
            case '!' -> throw error(at, "'!' is no operator, write <> for not equal and NOT for the opposite");
            case '"' -> throw error(at, "strings stand in single quotes, names in none");
            default ->
                throw error(
                        at,
                        "the character '%s' (U+%04X) does not belong into a selector outside of a string"
                                .formatted(Character.toString(c), c));
        };
    }

    private Token symbol(Token.Kind kind) {
        Token token = new Token(kind, kind.text, null, at);
        at += kind.text.length();
        return token;
    }

    private BrokerException error(int offset, String problem) {
        return SelectorErrors.at(text, offset, problem);
    }
}
