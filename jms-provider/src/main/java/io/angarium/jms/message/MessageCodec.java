package io.angarium.jms.message;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.Delivery;
import io.angarium.protocol.Message;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Translates messages to and from the protocol. Immutable, thread-safe. */
public final class MessageCodec {
    private final DestinationMapping mapping;
    private final DeserializationPolicy policy;

    /**
     * @param mapping for JMSDestination and JMSReplyTo
     * @param policy for object messages
     */
    public MessageCodec(DestinationMapping mapping, DeserializationPolicy policy) {
        this.mapping = requireNonNull(mapping, "mapping");
        this.policy = requireNonNull(policy, "policy");
    }

    /**
     * Encodes a message whose send-time header fields are set ({@link SendHeaders#setOn}). The result does not change
     * when the message does afterwards.
     *
     * @throws jakarta.jms.InvalidDestinationException if JMSReplyTo is another provider's
     */
    public Message encode(AngariumMessage message) throws JMSException {
        return Message.of(message.encodeHead(mapping), message.encodeBody());
    }

    /**
     * Makes the received message of a delivery: properties and body read-only, JMSXDeliveryCount and JMSRedelivered from
     * the delivery. Most is decoded only when it is asked for.
     *
     * @param acknowledger what acknowledge() does; null for nothing
     * @throws IllegalArgumentException if the message's kind of body is not known
     */
    public AngariumMessage decode(Delivery delivery, @Nullable Acknowledger acknowledger) {
        AngariumMessage message = create(delivery.message());
        message.receive(delivery, mapping, acknowledger);
        return message;
    }

    private AngariumMessage create(Message message) {
        ByteBuffer body = message.body();
        return switch (message.bodyType()) {
            case NONE -> new AngariumMessage();
            case TEXT -> new AngariumTextMessage(body);
            case BYTES -> new AngariumBytesMessage(body);
            case MAP -> new AngariumMapMessage(body);
            case STREAM -> new AngariumStreamMessage(body);
            case OBJECT -> new AngariumObjectMessage(policy, body);
        };
    }
}
