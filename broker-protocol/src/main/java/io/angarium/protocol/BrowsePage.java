package io.angarium.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a queue's messages.
 *
 * @param messages what was found
 * @param next where the next page starts, or null if there is nothing behind this one
 */
public record BrowsePage(List<Delivery> messages, Browse.@Nullable Cursor next) {
    public BrowsePage {
        messages = List.copyOf(messages);
    }
}
