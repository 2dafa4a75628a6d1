package io.angarium.jms;

import io.angarium.protocol.EntityType;
import jakarta.jms.Topic;

/** A topic by its physical name. Immutable, serializable, and bound in a naming service as a reference. */
public class AngariumTopic extends AngariumDestination implements Topic {
    private static final long serialVersionUID = 1L;

    /** @param name physical name; the broker checks it when the topic is first used */
    public AngariumTopic(String name) {
        super(EntityType.TOPIC, name, false);
    }

    AngariumTopic(String name, boolean temporary) {
        super(EntityType.TOPIC, name, temporary);
    }

    /** The physical name. */
    @Override
    public String getTopicName() {
        return name();
    }
}
