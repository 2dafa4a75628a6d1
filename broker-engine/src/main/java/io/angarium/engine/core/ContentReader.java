package io.angarium.engine.core;

import io.angarium.engine.core.filter.PropertySource;

/** Gives selectors access to the properties of a message that is in a store; the caller of the core implements it. */
@FunctionalInterface
public interface ContentReader {
    /**
     * The properties and header fields of a message as they were sent.
     *
     * @param content where it is; has not been released
     */
    PropertySource properties(ContentRef content);
}
