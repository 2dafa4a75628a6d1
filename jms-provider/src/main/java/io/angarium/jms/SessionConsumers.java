package io.angarium.jms;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Source;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/** Creates the consumers of a session: on queues and on the four kinds of subscription (Jakarta Messaging 3.1 §8.3). */
final class SessionConsumers {
    private final AngariumSession session;

    SessionConsumers(AngariumSession session) {
        this.session = session;
    }

    /** A consumer on a queue, or on an unshared non-durable subscription that ends with it. */
    AngariumConsumer unshared(@Nullable Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        Address address = Destinations.address(destination);
        return address.type() == EntityType.QUEUE
                ? receiver((Queue) destination, selector)
                : subscriber((Topic) destination, selector, noLocal);
    }

    /** A consumer on a queue. */
    AngariumReceiver receiver(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        return new AngariumReceiver(session, Sources.queue(session.connection(), queue, selector), queueOf(queue));
    }

    /** A consumer on an unshared non-durable subscription. */
    AngariumSubscriber subscriber(@Nullable Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return open(Sources.topic(session.connection(), topic, selector, noLocal), topic);
    }

    /** A consumer on a shared subscription. */
    AngariumSubscriber shared(@Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean durable)
            throws JMSException {
        return open(Sources.shared(session.connection(), topic, name, selector, durable), topic);
    }

    /** A consumer on an unshared durable subscription. */
    AngariumSubscriber durable(@Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return open(Sources.durable(session.connection(), topic, name, selector, noLocal), topic);
    }

    private AngariumSubscriber open(Source.Subscription source, @Nullable Topic topic) throws JMSException {
        return new AngariumSubscriber(session, source, topicOf(topic));
    }

    private static Queue queueOf(@Nullable Queue queue) {
        return requireNonNull(queue, "its address was taken already");
    }

    private static Topic topicOf(@Nullable Topic topic) {
        return requireNonNull(topic, "its address was taken already");
    }
}
