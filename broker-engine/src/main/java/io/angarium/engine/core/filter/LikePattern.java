package io.angarium.engine.core.filter;

import java.util.Arrays;

/**
 * The pattern of a LIKE, compiled. A character is a Unicode code point. Matching takes no memory, and in the worst case
 * time of pattern length times string length. Immutable.
 */
final class LikePattern {
    private static final int ANY_ONE = -1;
    private static final int ANY_SEQUENCE = -2;
    private static final int NO_ESCAPE = -3;

    private final int[] elements;

    private LikePattern(int[] elements) {
        this.elements = elements;
    }

    static LikePattern of(String pattern) {
        return compile(pattern, NO_ESCAPE);
    }

    /**
     * @throws IllegalArgumentException if the escape character stands before anything but {@code _}, {@code %} and itself:
     *     nobody can tell what was meant (SQL-92 8.5)
     */
    static LikePattern of(String pattern, int escapeCodePoint) {
        return compile(pattern, escapeCodePoint);
    }

    private static LikePattern compile(String pattern, int escape) {
        int[] source = pattern.codePoints().toArray();
        int[] elements = new int[source.length];
        int size = 0;
        for (int i = 0; i < source.length; i++) {
            int c = source[i];
            if (c == escape) {
                i++;
                if (i == source.length || (source[i] != '_' && source[i] != '%' && source[i] != escape)) {
                    throw new IllegalArgumentException(
                            "'_', '%%' or '%1$s' after the escape character '%1$s' in the pattern"
                                    .formatted(Character.toString(escape)));
                }
                elements[size++] = source[i];
            } else if (c == '%') {
                if (size == 0 || elements[size - 1] != ANY_SEQUENCE) {
                    elements[size++] = ANY_SEQUENCE;
                }
            } else {
                elements[size++] = c == '_' ? ANY_ONE : c;
            }
        }
        return new LikePattern(Arrays.copyOf(elements, size));
    }

    /** Whether the whole text fits. When a sequence was taken too short, it is prolonged; only the last one ever needs it. */
    boolean matches(String text) {
        int at = 0;
        int element = 0;
        int sequenceElement = -1;
        int sequenceEnd = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int wanted = element < elements.length ? elements[element] : NO_ESCAPE;
            if (wanted == ANY_SEQUENCE) {
                sequenceElement = element++;
                sequenceEnd = at;
            } else if (wanted == ANY_ONE || wanted == c) {
                element++;
                at += Character.charCount(c);
            } else if (sequenceElement >= 0) {
                sequenceEnd += Character.charCount(text.codePointAt(sequenceEnd));
                at = sequenceEnd;
                element = sequenceElement + 1;
            } else {
                return false;
            }
        }
        while (element < elements.length && elements[element] == ANY_SEQUENCE) {
            element++;
        }
        return element == elements.length;
    }
}
