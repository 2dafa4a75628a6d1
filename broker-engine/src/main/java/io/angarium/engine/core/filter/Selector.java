package io.angarium.engine.core.filter;

import org.jspecify.annotations.Nullable;

/** A message selector (Jakarta Messaging 3.1 section 3.8), parsed once and evaluated often. Immutable, thread-safe. */
public interface Selector {
    /** Whether the message is selected; unknown counts as false (section 3.8.1.2). */
    boolean matches(PropertySource message);

    /** The text as it was given. */
    String text();

    /**
     * An equality that every selected message fulfils, such as {@code JMSCorrelationID = 'x'}, by which an index can find
     * candidates; null if there is none.
     */
    @Nullable
    Equality equality();

    /** {@code name = value}, of string values. */
    record Equality(String name, String value) {}
}
