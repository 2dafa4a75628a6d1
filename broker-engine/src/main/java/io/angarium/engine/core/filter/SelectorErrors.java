package io.angarium.engine.core.filter;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;

/** Says what is wrong with a selector: where, what was expected, and the text. */
final class SelectorErrors {
    private static final int SHOWN_CHARACTERS = 200;
    private static final int SHOWN_TOKEN_CHARACTERS = 40;

    private SelectorErrors() {}

    /** @param offset index of the character where it goes wrong; shown counted from 1 */
    static BrokerException at(String selector, int offset, String problem) {
        return new BrokerException(
                ErrorReason.INVALID_SELECTOR,
                "invalid selector, at character %d: %s. The selector is: %s"
                        .formatted(offset + 1, problem, excerpt(selector, offset)));
    }

    static BrokerException expected(String selector, Token found, String expected) {
        return at(selector, found.offset(), "expected " + expected + ", found " + found.describe());
    }

    static String shorten(String text) {
        return text.length() <= SHOWN_TOKEN_CHARACTERS ? text : text.substring(0, SHOWN_TOKEN_CHARACTERS) + "...";
    }

    private static String excerpt(String selector, int offset) {
        if (selector.length() <= SHOWN_CHARACTERS) {
            return selector;
        }
        int from = Math.max(0, Math.min(offset - SHOWN_CHARACTERS / 2, selector.length() - SHOWN_CHARACTERS));
        int to = Math.min(selector.length(), from + SHOWN_CHARACTERS);
        return (from > 0 ? "..." : "") + selector.substring(from, to) + (to < selector.length() ? "..." : "");
    }
}
