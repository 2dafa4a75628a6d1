package io.angarium.jms;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Printable;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/**
 * What consumers and connection consumers consume from: queues and the four kinds of subscription, checked as far as the
 * broker does not do it (Jakarta Messaging 3.1 §8.3). Stateless.
 */
final class Sources {
    private Sources() {}

    /** A queue, or an unshared non-durable subscription. */
    static Source of(AngariumConnection connection, @Nullable Destination destination, @Nullable String selector)
            throws JMSException {
        return Destinations.address(destination).type() == EntityType.QUEUE
                ? queue(connection, (Queue) destination, selector)
                : topic(connection, (Topic) destination, selector, false);
    }

    /** A queue. */
    static Source.Queue queue(AngariumConnection connection, @Nullable Queue queue, @Nullable String selector)
            throws JMSException {
        Address address = Destinations.queue(queue);
        connection.requireOwn(address);
        return new Source.Queue(address, orNull(selector));
    }

    /** An unshared non-durable subscription. */
    static Source.Subscription topic(
            AngariumConnection connection, @Nullable Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        Address address = Destinations.topic(topic);
        connection.requireOwn(address);
        return new Source.Subscription(address, null, false, orNull(selector), noLocal);
    }

    /** A shared subscription. */
    static Source.Subscription shared(
            AngariumConnection connection,
            @Nullable Topic topic,
            @Nullable String name,
            @Nullable String selector,
            boolean durable)
            throws JMSException {
        Address address = durable ? permanent(topic) : Destinations.topic(topic);
        connection.requireOwn(address);
        SubscriptionId id = new SubscriptionId(subscriptionName(name), connection.clientId(), durable);
        return new Source.Subscription(address, id, true, orNull(selector), false);
    }

    /** An unshared durable subscription. */
    static Source.Subscription durable(
            AngariumConnection connection,
            @Nullable Topic topic,
            @Nullable String name,
            @Nullable String selector,
            boolean noLocal)
            throws JMSException {
        Address address = permanent(topic);
        String clientId = connection.clientId();
        String known = subscriptionName(name);
        if (clientId == null) {
            throw new IllegalStateException("an unshared durable subscription needs a client identifier; set clientID"
                    + " at the connection factory or call setClientID");
        }
        SubscriptionId id = new SubscriptionId(known, clientId, true);
        return new Source.Subscription(address, id, false, orNull(selector), noLocal);
    }

    /** An empty selector is none (Jakarta Messaging 3.1 §3.8.1). */
    static @Nullable String orNull(@Nullable String selector) {
        return selector == null || selector.isBlank() ? null : selector;
    }

    private static Address permanent(@Nullable Topic topic) throws JMSException {
        Address address = Destinations.topic(topic);
        if (address.temporary()) {
            throw new InvalidDestinationException("a durable subscription on the temporary topic "
                    + Printable.of(address.name()) + " would have nothing to last for");
        }
        return address;
    }

    private static String subscriptionName(@Nullable String name) throws JMSException {
        if (name == null || name.isBlank()) {
            throw new JMSException("the name of the subscription is " + (name == null ? "null" : "blank"));
        }
        return name;
    }
}
