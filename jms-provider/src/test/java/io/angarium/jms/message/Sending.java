package io.angarium.jms.message;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sender and a receiver without a broker between, for tests of messages. */
final class Sending {
    static final MessageFactory FACTORY = new MessageFactory(DeserializationPolicy.STANDARD);
    static final TestQueue ORDERS = new TestQueue("orders");
    static final SendHeaders HEADERS = new SendHeaders(ORDERS, DeliveryMode.PERSISTENT, 4, "ID:1", 1_000, 0, 1_000);

    private static final MessageCodec CODEC = new MessageCodec(new TestMapping(), DeserializationPolicy.STANDARD);

    private Sending() {}

    record TestQueue(String name) implements Queue {
        @Override
        public String getQueueName() {
            return name;
        }
    }

    record TestTopic(String name) implements Topic {
        @Override
        public String getTopicName() {
            return name;
        }
    }

    /** Knows the two records above. */
    static final class TestMapping implements DestinationMapping {
        @Override
        public Destination toDestination(Address address) {
            return address.type() == EntityType.QUEUE ? new TestQueue(address.name()) : new TestTopic(address.name());
        }

        @Override
        public Address toAddress(Destination destination) throws JMSException {
            if (destination instanceof TestQueue queue) {
                return Address.queue(queue.name());
            } else if (destination instanceof TestTopic topic) {
                return Address.topic(topic.name());
            }
            throw new InvalidDestinationException("not ours: " + destination);
        }
    }

    /** Sends with {@link #HEADERS}. */
    static io.angarium.protocol.Message encode(Message message) throws JMSException {
        AngariumMessage ours = FACTORY.ours(message);
        HEADERS.setOn(ours);
        return CODEC.encode(ours);
    }

    static AngariumMessage decode(io.angarium.protocol.Message encoded) {
        return decode(encoded, 1, null);
    }

    static AngariumMessage decode(
            io.angarium.protocol.Message encoded, int deliveryCount, @Nullable Acknowledger acknowledger) {
        return CODEC.decode(new Delivery(77, 5, deliveryCount, 1_001, Map.of(), encoded), acknowledger);
    }

    /** What the receiver gets. */
    @SuppressWarnings("unchecked") // the kind of a message survives
    static <M extends Message> M received(M message) throws JMSException {
        return (M) requireNonNull(decode(encode(message)));
    }
}
