package io.angarium.jms;

import io.angarium.protocol.Address;
import jakarta.jms.JMSException;

/** The connection that a temporary destination belongs to. */
@FunctionalInterface
interface TemporaryOwner {
    /** Deletes it at the broker. */
    void delete(Address address) throws JMSException;

    /** The owner of a temporary destination that came in a message. */
    static TemporaryOwner elsewhere() {
        return address -> {
            throw new JMSException("temporary destination " + address.name()
                    + " came in a message; only the connection that created it can delete it");
        };
    }
}
