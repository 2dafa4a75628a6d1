package io.angarium.engine.runtime;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.LockedMessage;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is said of messages whose content is damaged, and what is shown instead of them. Thread-safe. */
final class DamagedMessages {
    /** Property of a message that is shown without its body: what is damaged, and where. */
    static final String BODY_DAMAGED = "JMS_ANGARIUM_BodyDamaged";

    private static final Logger LOG = LoggerFactory.getLogger(DamagedMessages.class);
    private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0).asReadOnlyBuffer();
    /** Each record is reported once; after so many different ones they may be reported again. */
    private static final int MOST_REMEMBERED = 1_000;

    private final Namespace namespace;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Long> reported = new HashSet<>();

    DamagedMessages(Namespace namespace) {
        this.namespace = namespace;
    }

    /** Logs it, once for each record. */
    void report(ContentRef content, JournalException cause, String consequence) {
        lock.lock();
        try {
            if (reported.size() >= MOST_REMEMBERED) {
                reported.clear();
            }
            if (!reported.add(content.record())) {
                return;
            }
        } finally {
            lock.unlock();
        }
        LOG.error(
                "broker {}: a message of {} bytes is damaged; {}: {}",
                namespace.name(),
                content.sizeBytes(),
                consequence,
                cause.getMessage());
    }

    /**
     * The message with what can be read of its head and without body, as one that cannot be taken for what it was: a message
     * without body, with the property {@value #BODY_DAMAGED}.
     */
    Message substitute(LockedMessage message, JournalException cause) {
        MessageHead head = readableHead(message);
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(head.properties());
        properties.put(BODY_DAMAGED, String.valueOf(cause.getMessage()));
        return Message.of(
                new MessageHead(
                        BodyType.NONE,
                        head.persistent(),
                        head.priority(),
                        head.timestampMillis(),
                        head.expirationMillis(),
                        head.deliveryTimeMillis(),
                        head.duplicateId(),
                        head.groupId(),
                        head.messageId(),
                        head.correlationId(),
                        head.type(),
                        head.destination(),
                        head.replyTo(),
                        properties),
                NO_BODY);
    }

    private MessageHead readableHead(LockedMessage message) {
        try {
            Message head = namespace.contents().readHead(message.content());
            if (head != null) {
                return head.decodeHead();
            }
        } catch (JournalException e) {
            LOG.debug("broker {}: the head is damaged as well: {}", namespace.name(), e.getMessage());
        }
        return new MessageHead(
                BodyType.NONE,
                !message.content().isVolatile(),
                4,
                message.enqueuedAtMillis(),
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                Address.queue("unknown"),
                null,
                Map.of());
    }
}
