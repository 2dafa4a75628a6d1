package io.angarium.jms;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Printable;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/** Translates between destinations of JMS and addresses of the broker. Stateless. */
final class Destinations {
    private Destinations() {}

    /**
     * The address of a destination.
     *
     * @throws InvalidDestinationException for null and for a destination of another provider
     */
    static Address address(@Nullable Destination destination) throws InvalidDestinationException {
        if (destination instanceof AngariumDestination known) {
            return known.address();
        }
        throw new InvalidDestinationException(
                destination == null
                        ? "the destination is null; a queue or topic is needed"
                        : "destination " + Printable.of(String.valueOf(destination)) + " of " + destination.getClass()
                                + " is not one of Angarium; create it with this session or look it up through JNDI");
    }

    /** The address of a queue. */
    static Address queue(@Nullable Queue queue) throws InvalidDestinationException {
        return ofType(address(queue), EntityType.QUEUE);
    }

    /** The address of a topic. */
    static Address topic(@Nullable Topic topic) throws InvalidDestinationException {
        return ofType(address(topic), EntityType.TOPIC);
    }

    /** The destination of an address that came in a message. */
    static Destination destination(Address address) {
        boolean queue = address.type() == EntityType.QUEUE;
        if (address.temporary()) {
            return queue
                    ? new AngariumTemporaryQueue(address.name(), TemporaryOwner.elsewhere())
                    : new AngariumTemporaryTopic(address.name(), TemporaryOwner.elsewhere());
        }
        return queue ? new AngariumQueue(address.name()) : new AngariumTopic(address.name());
    }

    /** A name that a client gave to createQueue or createTopic. */
    static String name(@Nullable String name, String what) throws InvalidDestinationException {
        if (name == null || name.isBlank()) {
            throw new InvalidDestinationException(
                    "the name of a " + what + " is " + (name == null ? "null" : "blank") + "; give one");
        }
        return name;
    }

    private static Address ofType(Address address, EntityType type) throws InvalidDestinationException {
        if (address.type() != type) {
            throw new InvalidDestinationException(
                    Printable.of(address.name()) + " is a " + address.type() + ", not a " + type);
        }
        return address;
    }
}
