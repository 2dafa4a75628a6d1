package io.angarium.jms.message;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Serializes and deserializes the bodies of object messages, with the class loader of the application. */
final class ObjectStreams {
    private ObjectStreams() {}

    static byte[] serialize(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    /** @throws InvalidClassException naming class and setting, if the policy refuses it */
    static @Nullable Object deserialize(byte[] bytes, DeserializationPolicy policy)
            throws IOException, ClassNotFoundException {
        DeserializationPolicy.Filter filter = policy.filter(bytes.length);
        try (ObjectInputStream in = new ApplicationInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(filter);
            return in.readObject();
        } catch (InvalidClassException e) {
            if (filter.refused() == null) {
                throw e;
            }
            InvalidClassException refusal = new InvalidClassException("the body contains " + filter.refused()
                    + "; what may be deserialized is said by the setting " + DeserializationPolicy.SETTING
                    + " of the connection URI, and some classes never are");
            refusal.initCause(e);
            throw refusal;
        }
    }

    /** Looks for classes where the application's thread does, then where this provider's are. */
    private static final class ApplicationInputStream extends ObjectInputStream {
        ApplicationInputStream(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            ClassLoader application = Thread.currentThread().getContextClassLoader();
            if (application == null) {
                return super.resolveClass(description);
            }
            try {
                return Class.forName(description.getName(), false, application);
            } catch (ClassNotFoundException e) {
                // the names of primitive types, and classes that only this provider's loader sees
                return super.resolveClass(description);
            }
        }

        @Override
        @SuppressWarnings("deprecation") // Proxy.getProxyClass: a class is wanted and not an instance
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            ClassLoader application = Thread.currentThread().getContextClassLoader();
            if (application == null) {
                return super.resolveProxyClass(interfaces);
            }
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < interfaces.length; i++) {
                types[i] = Class.forName(interfaces[i], false, application);
            }
            try {
                return Proxy.getProxyClass(application, types);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException("no proxy class for " + String.join(", ", interfaces), e);
            }
        }
    }
}
