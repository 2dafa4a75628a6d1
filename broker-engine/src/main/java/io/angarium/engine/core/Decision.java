package io.angarium.engine.core;

import java.util.List;

/**
 * What an operation decided. Nothing has happened yet: the caller appends the durable events to the journal as one
 * record, applies all of them with {@link NamespaceCore#apply}, and gives the reply when that record is durable. A
 * decision is only good as long as nothing else was applied in between.
 *
 * @param events what happens, in order; empty if the operation changes nothing
 * @param reply the answer to whoever asked
 */
public record Decision<R>(List<Event> events, R reply) {
    /** Whether one of the events goes to the journal. */
    public boolean durable() {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).durable()) {
                return true;
            }
        }
        return false;
    }
}
