package io.angarium.jms;

import io.angarium.protocol.EntityType;
import jakarta.jms.Queue;

/** A queue by its physical name. Immutable, serializable, and bound in a naming service as a reference. */
public class AngariumQueue extends AngariumDestination implements Queue {
    private static final long serialVersionUID = 1L;

    /** @param name physical name; the broker checks it when the queue is first used */
    public AngariumQueue(String name) {
        super(EntityType.QUEUE, name, false);
    }

    AngariumQueue(String name, boolean temporary) {
        super(EntityType.QUEUE, name, temporary);
    }

    /** The physical name. */
    @Override
    public String getQueueName() {
        return name();
    }
}
