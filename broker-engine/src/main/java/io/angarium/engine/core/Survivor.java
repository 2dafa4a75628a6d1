package io.angarium.engine.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something in an old record that is still needed, as it is now.
 *
 * @param snapshot event to be appended again
 * @param content of a message: where its content is, to be copied; else null
 * @param sends of a prepared branch: where the content of each of its sends is, to be copied together; else empty
 */
public record Survivor(Event snapshot, @Nullable ContentRef content, List<ContentRef> sends) {
    public Survivor {
        sends = List.copyOf(sends);
    }

    Survivor(Event snapshot, @Nullable ContentRef content) {
        this(snapshot, content, List.of());
    }

    /** The same with its contents from this index of the new record on. */
    public Survivor at(int contentIndex) {
        if (snapshot instanceof Event.MessageSnapshot message) {
            return new Survivor(message.at(contentIndex), content, sends);
        } else if (snapshot instanceof Event.Prepared branch) {
            return new Survivor(branch.at(contentIndex), content, sends);
        }
        return this;
    }

    /** Everything that is to be copied, in order. */
    public List<ContentRef> contents() {
        return content == null ? sends : List.of(content);
    }
}
