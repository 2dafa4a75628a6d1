package io.angarium.engine.core;

import org.jspecify.annotations.Nullable;

/**
 * Something in an old record that is still needed, as it is now.
 *
 * @param snapshot event to be appended again
 * @param content of a message: where its content is, to be copied; else null
 */
public record Survivor(Event snapshot, @Nullable ContentRef content) {}
