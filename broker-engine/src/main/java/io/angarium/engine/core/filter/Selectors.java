package io.angarium.engine.core.filter;

import org.jspecify.annotations.Nullable;

/** Makes {@link Selector}s from their text. Thread-safe. */
public final class Selectors {
    private Selectors() {}

    /**
     * Parses a selector of the Jakarta Messaging language (section 3.8.1).
     *
     * @param text the selector; null, empty or blank text means that there is no selector (section 3.8.1.1)
     * @return the selector, or null for "every message"
     * @throws io.angarium.protocol.BrokerException INVALID_SELECTOR, naming the position, what was expected there and the
     *     text
     */
    public static @Nullable Selector parse(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        return new TreeSelector(text, new JmsSelectorParser(text).parse());
    }
}
