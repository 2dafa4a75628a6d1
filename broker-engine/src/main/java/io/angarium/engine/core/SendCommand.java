package io.angarium.engine.core;

import io.angarium.engine.core.filter.PropertySource;
import io.angarium.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent.
 *
 * @param destination queue or topic
 * @param info what the core needs to know of it
 * @param properties what the selectors of subscriptions ask for; asked before the operation returns; null if the message
 *     has none
 * @param origin who sends
 */
public record SendCommand(
        Address destination, MessageInfo info, @Nullable PropertySource properties, Origin origin) {}
