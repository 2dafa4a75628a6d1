package io.angarium.engine.core;

import io.angarium.protocol.Browse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@link NamespaceCore#browse}.
 *
 * @param messages what was found, in order
 * @param next where the next page starts, or null if there is nothing behind; a page can be empty and have a next one
 */
public record Browsed(List<LockedMessage> messages, Browse.@Nullable Cursor next) {}
