package io.angarium.engine.core;

import java.util.List;

/**
 * The answer to {@link NamespaceCore#receive}.
 *
 * @param messages what the receiver gets now, in order
 * @param more whether the search was cut short, so that the call is to be repeated for the receiver even though fewer
 *     messages were found than it may have
 */
public record Received(List<LockedMessage> messages, boolean more) {}
