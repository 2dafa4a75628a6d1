package io.angarium.jms;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
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
        Address address = Destinations.queue(queue);
        session.connection().requireOwn(address);
        return new AngariumReceiver(session, new Source.Queue(address, orNull(selector)), queueOf(queue));
    }

    /** A consumer on an unshared non-durable subscription. */
    AngariumSubscriber subscriber(@Nullable Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        Address address = Destinations.topic(topic);
        session.connection().requireOwn(address);
        return open(new Source.Subscription(address, null, false, orNull(selector), noLocal), topic);
    }

    /** A consumer on a shared subscription. */
    AngariumSubscriber shared(@Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean durable)
            throws JMSException {
        Address address = durable ? permanent(topic) : Destinations.topic(topic);
        session.connection().requireOwn(address);
        SubscriptionId id =
                new SubscriptionId(subscriptionName(name), session.connection().clientId(), durable);
        return open(new Source.Subscription(address, id, true, orNull(selector), false), topic);
    }

    /** A consumer on an unshared durable subscription. */
    AngariumSubscriber durable(@Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        Address address = permanent(topic);
        String clientId = session.connection().clientId();
        String known = subscriptionName(name);
        if (clientId == null) {
            throw new IllegalStateException("an unshared durable subscription needs a client identifier; set clientID"
                    + " at the connection factory or call setClientID");
        }
        SubscriptionId id = new SubscriptionId(known, clientId, true);
        return open(new Source.Subscription(address, id, false, orNull(selector), noLocal), topic);
    }

    private AngariumSubscriber open(Source.Subscription source, @Nullable Topic topic) throws JMSException {
        return new AngariumSubscriber(session, source, topicOf(topic));
    }

    private static Address permanent(@Nullable Topic topic) throws JMSException {
        Address address = Destinations.topic(topic);
        if (address.temporary()) {
            throw new InvalidDestinationException("a durable subscription on the temporary topic " + address.name()
                    + " would have nothing to last for");
        }
        return address;
    }

    private static String subscriptionName(@Nullable String name) throws JMSException {
        if (name == null || name.isBlank()) {
            throw new JMSException("the name of the subscription is " + (name == null ? "null" : "blank"));
        }
        return name;
    }

    /** An empty selector is none (Jakarta Messaging 3.1 §3.8.1). */
    static @Nullable String orNull(@Nullable String selector) {
        return selector == null || selector.isBlank() ? null : selector;
    }

    private static Queue queueOf(@Nullable Queue queue) {
        return requireNonNull(queue, "its address was taken already");
    }

    private static Topic topicOf(@Nullable Topic topic) {
        return requireNonNull(topic, "its address was taken already");
    }
}
