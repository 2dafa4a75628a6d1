package io.angarium.jms;

import java.util.Enumeration;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/** Makes connection factories, queues and topics from the references that a naming service keeps. Stateless. */
public final class AngariumObjectFactory implements ObjectFactory {
    /** For the naming service, which makes it by reflection. */
    public AngariumObjectFactory() {}

    /**
     * Makes the object of a reference of this provider.
     *
     * @return null if the reference is somebody else's
     * @throws NamingException if the reference is of this provider and not complete
     */
    @Override
    public @Nullable Object getObjectInstance(
            Object object, @Nullable Name name, @Nullable Context context, @Nullable Hashtable<?, ?> environment)
            throws NamingException {
        if (!(object instanceof Reference reference)) {
            return null;
        }
        String className = reference.getClassName();
        if (className.equals(AngariumConnectionFactory.class.getName())) {
            return restored(new AngariumConnectionFactory(), reference);
        } else if (className.equals(AngariumXAConnectionFactory.class.getName())) {
            return restored(new AngariumXAConnectionFactory(), reference);
        } else if (className.equals(AngariumQueue.class.getName())) {
            return new AngariumQueue(physicalName(reference));
        } else if (className.equals(AngariumTopic.class.getName())) {
            return new AngariumTopic(physicalName(reference));
        }
        return null;
    }

    private static AngariumConnectionFactory restored(AngariumConnectionFactory factory, Reference reference)
            throws NamingException {
        Enumeration<RefAddr> addresses = reference.getAll();
        while (addresses.hasMoreElements()) {
            RefAddr address = addresses.nextElement();
            factory.restore(address.getType(), String.valueOf(address.getContent()));
        }
        return factory;
    }

    private static String physicalName(Reference reference) throws NamingException {
        RefAddr address = reference.get(AngariumDestination.NAME);
        if (address == null || address.getContent() == null) {
            throw new NamingException("a reference to " + reference.getClassName() + " has no address of type '"
                    + AngariumDestination.NAME + "' with the physical name");
        }
        return String.valueOf(address.getContent());
    }
}
