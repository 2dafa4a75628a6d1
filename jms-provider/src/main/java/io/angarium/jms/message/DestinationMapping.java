package io.angarium.jms.message;

import io.angarium.protocol.Address;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;

/** Translates between destinations of JMS and addresses of the broker. Thread-safe. */
public interface DestinationMapping {
    /** The destination of an address that came in a message. */
    Destination toDestination(Address address);

    /**
     * The address of a destination.
     *
     * @throws jakarta.jms.InvalidDestinationException for a destination of another provider
     */
    Address toAddress(Destination destination) throws JMSException;
}
