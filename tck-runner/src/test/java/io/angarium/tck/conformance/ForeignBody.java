package io.angarium.tck.conformance;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of messages that no provider knows: what a provider calls to read one, and no more. A method that is not here is
 * looked for in a {@link ForeignMessage}.
 */
@SuppressWarnings({"unused", "EffectivelyPrivate"}) // called by reflection
final class ForeignBody {
    private ForeignBody() {}

    /** A text. */
    record Text(String text) {
        public String getText() {
            return text;
        }
    }

    /** An object. */
    record Serialized(Serializable object) {
        public Serializable getObject() {
            return object;
        }
    }

    /** A map. */
    record Entries(Map<String, Object> entries) {
        public Enumeration<String> getMapNames() {
            return Collections.enumeration(entries.keySet());
        }

        public @Nullable Object getObject(String name) {
            return entries.get(name);
        }

        public boolean itemExists(String name) {
            return entries.containsKey(name);
        }
    }

    /** A stream, whose reader may be anywhere in it. */
    static final class Fields {
        private final List<Object> fields;
        private int next;

        Fields(List<Object> fields) {
            this.fields = List.copyOf(fields);
            next = fields.size();
        }

        public void reset() {
            next = 0;
        }

        public Object readObject() throws JMSException {
            if (next == fields.size()) {
                throw new MessageEOFException("the end of the stream");
            }
            return fields.get(next++);
        }
    }

    /** Bytes, whose reader may be anywhere in them. */
    static final class Content {
        private final byte[] bytes;
        private int next;

        Content(byte[] bytes) {
            this.bytes = bytes.clone();
            next = bytes.length;
        }

        public void reset() {
            next = 0;
        }

        public long getBodyLength() {
            return bytes.length;
        }

        public int readBytes(byte[] into) {
            return readBytes(into, into.length);
        }

        public int readBytes(byte[] into, int length) {
            int count = Math.min(length, bytes.length - next);
            System.arraycopy(bytes, next, into, 0, count);
            next += count;
            return count == 0 && length > 0 ? -1 : count;
        }
    }

    static TextMessage text(String text) {
        return message(TextMessage.class, new Text(text));
    }

    static ObjectMessage object(Serializable object) {
        return message(ObjectMessage.class, new Serialized(object));
    }

    static MapMessage map(Map<String, Object> entries) {
        return message(MapMessage.class, new Entries(entries));
    }

    static StreamMessage stream(Object... fields) {
        return message(StreamMessage.class, new Fields(List.of(fields)));
    }

    static BytesMessage bytes(byte... bytes) {
        return message(BytesMessage.class, new Content(bytes));
    }

    private static <M extends Message> M message(Class<M> type, Object body) {
        ForeignMessage rest = new ForeignMessage();
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    for (Object part : new Object[] {body, rest}) {
                        Method found = methodOf(part, method);
                        if (found != null) {
                            try {
                                return found.invoke(part, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }
                    }
                    throw new UnsupportedOperationException("a foreign message has no " + method);
                }));
    }

    private static @Nullable Method methodOf(Object part, Method wanted) {
        try {
            return part.getClass().getMethod(wanted.getName(), wanted.getParameterTypes());
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
