package io.angarium.jms;

import io.angarium.jms.message.Acknowledger;
import io.angarium.jms.message.AngariumMessage;
import io.angarium.jms.message.DestinationMapping;
import io.angarium.jms.message.MessageCodec;
import io.angarium.jms.message.MessageFactory;
import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes the messages of a session: new ones, those it sends, those it receives. Thread-safe. */
final class SessionMessages {
    private static final DestinationMapping MAPPING = new DestinationMapping() {
        @Override
        public Destination toDestination(Address address) {
            return Destinations.destination(address);
        }

        @Override
        public Address toAddress(Destination destination) throws JMSException {
            return Destinations.address(destination);
        }
    };

    private final MessageFactory factory;
    private final MessageCodec codec;
    private final Acknowledger acknowledger;
    private final String idPrefix;
    private final AtomicLong ids = new AtomicLong();

    /**
     * @param acknowledger what acknowledge() of a received message does
     * @param idPrefix unique for ever for this session
     */
    SessionMessages(ClientOptions options, Acknowledger acknowledger, String idPrefix) {
        this.factory = new MessageFactory(options.deserialization());
        this.codec = new MessageCodec(MAPPING, options.deserialization());
        this.acknowledger = acknowledger;
        this.idPrefix = idPrefix;
    }

    /** A new JMSMessageID. */
    String nextId() {
        return idPrefix + ids.incrementAndGet();
    }

    Message message() {
        return factory.message();
    }

    BytesMessage bytes() {
        return factory.bytes();
    }

    MapMessage map() {
        return factory.map();
    }

    StreamMessage stream() {
        return factory.stream();
    }

    ObjectMessage object(@Nullable Serializable object) throws JMSException {
        ObjectMessage message = factory.object();
        if (object != null) {
            message.setObject(object);
        }
        return message;
    }

    TextMessage text(@Nullable String text) throws JMSException {
        TextMessage message = factory.text();
        message.setText(text);
        return message;
    }

    /** The message, or a copy of one of another provider. */
    AngariumMessage ours(Message message) throws JMSException {
        return factory.ours(message);
    }

    io.angarium.protocol.Message encode(AngariumMessage message) throws JMSException {
        return codec.encode(message);
    }

    /** The message that the application gets; the broker stores 0 where it was to be delivered at once. */
    Message received(Delivery delivery) {
        AngariumMessage message = codec.decode(delivery, acknowledger);
        if (message.getJMSDeliveryTime() == 0) {
            message.setJMSDeliveryTime(message.getJMSTimestamp());
        }
        return message;
    }
}
