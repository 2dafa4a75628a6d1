package io.angarium.jms;

import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import org.jspecify.annotations.Nullable;

/** A temporary queue, which ends with its connection; one that came in a message can only be sent to. */
final class AngariumTemporaryQueue extends AngariumQueue implements TemporaryQueue {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable TemporaryOwner owner;

    AngariumTemporaryQueue(String name, TemporaryOwner owner) {
        super(name, true);
        this.owner = owner;
    }

    @Override
    public void delete() throws JMSException {
        TemporaryOwner known = owner == null ? TemporaryOwner.elsewhere() : owner;
        known.delete(address());
    }
}
