package io.angarium.engine.runtime;

import io.angarium.engine.core.LockedMessage;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads messages from disk outside the namespace lock, where they may be settled, and their records deleted, at any moment.
 * Thread-safe.
 */
final class Reading {
    private static final Logger LOG = LoggerFactory.getLogger(Reading.class);

    private final Namespace namespace;

    Reading(Namespace namespace) {
        this.namespace = namespace;
    }

    /** A message that a link holds; null if it does not hold it any more, or cannot be given it. */
    @Nullable
    Message locked(LockedMessage locked) {
        try {
            return namespace.contents().read(locked.content());
        } catch (JournalException e) {
            report(locked, e);
            return null;
        }
    }

    private void report(LockedMessage message, JournalException e) {
        if (e.kind() == JournalException.Kind.GONE || e.kind() == JournalException.Kind.CLOSED) {
            LOG.debug("a message was settled before it was read: {}", e.getMessage());
        } else {
            LOG.error(
                    "broker {}: message {} of entity {} cannot be read; if it was being delivered, it stays locked until the connection ends",
                    namespace.name(),
                    message.sequenceNumber(),
                    message.entityId(),
                    e);
        }
    }

    /** A message that a browser has seen; null if it cannot be read, as after it was settled. */
    @Nullable
    Message seen(LockedMessage found) {
        Message inMemory;
        namespace.enter();
        try {
            inMemory = namespace.contents().inMemory(found.content());
        } finally {
            namespace.leave();
        }
        try {
            return inMemory != null ? inMemory : namespace.contents().read(found.content());
        } catch (JournalException e) {
            report(found, e);
            return null;
        }
    }
}
