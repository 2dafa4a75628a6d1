package io.angarium.jms;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntityType;
import jakarta.jms.Destination;
import java.io.Serializable;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * What queues and topics have in common: type and physical name, and nothing of any connection, so they can be
 * serialized, bound in a naming service and compared. Immutable; two are equal if type and name are.
 */
abstract class AngariumDestination implements Destination, Referenceable, Serializable {
    private static final long serialVersionUID = 1L;

    /** Name of the address in a {@link Reference} that has the physical name. */
    static final String NAME = "name";

    private final EntityType type;
    private final String name;
    private final boolean temporary;

    AngariumDestination(EntityType type, String name, boolean temporary) {
        this.type = type;
        this.name = requireNonNull(name, "name of a destination");
        this.temporary = temporary;
    }

    /** How the broker knows it. */
    final Address address() {
        return new Address(type, name, temporary);
    }

    final String name() {
        return name;
    }

    @Override
    public Reference getReference() {
        return new Reference(
                getClass().getName(), new StringRefAddr(NAME, name), AngariumObjectFactory.class.getName(), null);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof AngariumDestination d && d.type == type && d.name.equals(name);
    }

    @Override
    public final int hashCode() {
        return 31 * type.hashCode() + name.hashCode();
    }

    @Override
    public final String toString() {
        return (type == EntityType.QUEUE ? "queue://" : "topic://") + name;
    }
}
