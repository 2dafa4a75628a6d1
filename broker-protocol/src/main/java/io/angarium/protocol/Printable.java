package io.angarium.protocol;

/**
 * Makes text that may come from outside (names, selectors, client identifiers, option values) fit for one line of an error
 * or a log: nobody can forge a line, colour a terminal or fill a disk with it. Stateless.
 */
public final class Printable {
    /** Longer texts are cut. */
    static final int MOST_CHARACTERS = 2_000;

    private static final int KEPT_AT_THE_END = 500;
    private static final String CUT = "...";

    private Printable() {}

    /**
     * The same text on one line: what is not a visible character or a blank is written as a {@code backslash, u} and four
     * hexadecimal digits, and of a text of more than 2,000 characters the middle is left out, as errors say at the end what to
     * do.
     */
    public static String of(String text) {
        return shortened(escaped(shortened(text)));
    }

    private static String shortened(String text) {
        if (text.length() <= MOST_CHARACTERS) {
            return text;
        }
        int begin = MOST_CHARACTERS - KEPT_AT_THE_END - CUT.length();
        return text.substring(0, begin) + CUT + text.substring(text.length() - KEPT_AT_THE_END);
    }

    private static String escaped(String text) {
        StringBuilder escaped = null;
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            int next = at + Character.charCount(character);
            if (isVisible(character)) {
                if (escaped != null) {
                    escaped.appendCodePoint(character);
                }
            } else {
                if (escaped == null) {
                    escaped = new StringBuilder(text.length() + 20).append(text, 0, at);
                }
                for (int i = at; i < next; i++) {
                    escaped.append(String.format("\\u%04x", (int) text.charAt(i)));
                }
            }
            at = next;
        }
        return escaped == null ? text : escaped.toString();
    }

    /** Format characters can turn the direction of writing around; half a pair of surrogates is no character. */
    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
