package io.angarium.engine.runtime;

import io.angarium.engine.core.filter.PropertySource;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import org.jspecify.annotations.Nullable;

/**
 * What a selector sees of a message (Jakarta Messaging 3.1 section 3.8.1.1). The head is decoded once, at the first question.
 * Confined to one thread.
 */
final class MessageProperties implements PropertySource {
    private final Message message;
    private @Nullable MessageHead head;

    MessageProperties(Message message) {
        this.message = message;
    }

    @Override
    public @Nullable Object value(String name) {
        return switch (name) {
            case "JMSDeliveryMode" -> message.persistent() ? "PERSISTENT" : "NON_PERSISTENT";
            case "JMSPriority" -> message.priority();
            case "JMSTimestamp" -> message.timestampMillis();
            case "JMSMessageID" -> head().messageId();
            // a correlation id in bytes belongs to the provider and is not selectable
            case "JMSCorrelationID" -> head().correlationId() instanceof String text ? text : null;
            case "JMSType" -> head().type();
            case "JMSXGroupID" -> head().groupId();
            default -> head().properties().get(name);
        };
    }

    private MessageHead head() {
        MessageHead decoded = head;
        if (decoded == null) {
            decoded = message.decodeHead();
            head = decoded;
        }
        return decoded;
    }
}
