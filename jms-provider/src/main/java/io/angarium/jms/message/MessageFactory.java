package io.angarium.jms.message;

import static java.util.Objects.requireNonNull;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** Creates messages, and takes over those of other providers. Immutable, thread-safe. */
public final class MessageFactory {
    private static final int CHUNK_BYTES = 8_192;

    private final DeserializationPolicy policy;

    /** @param policy for object messages */
    public MessageFactory(DeserializationPolicy policy) {
        this.policy = requireNonNull(policy, "policy");
    }

    /** A message without a body. */
    public AngariumMessage message() {
        return new AngariumMessage();
    }

    /** A text message whose text is null. */
    public AngariumTextMessage text() {
        return new AngariumTextMessage();
    }

    /** An empty bytes message. */
    public AngariumBytesMessage bytes() {
        return new AngariumBytesMessage();
    }

    /** An empty map message. */
    public AngariumMapMessage map() {
        return new AngariumMapMessage();
    }

    /** An empty stream message. */
    public AngariumStreamMessage stream() {
        return new AngariumStreamMessage();
    }

    /** An object message whose object is null. */
    public AngariumObjectMessage object() {
        return new AngariumObjectMessage(policy);
    }

    /**
     * The message itself if it is one of ours; else a copy of properties, body, JMSCorrelationID, JMSReplyTo and JMSType
     * (section 3.12). A JMSReplyTo of another provider is kept as it is; encoding refuses it.
     *
     * @throws JMSException if the other provider's message cannot be read
     */
    public AngariumMessage ours(Message message) throws JMSException {
        if (message instanceof AngariumMessage own) {
            return own;
        }
        AngariumMessage copy = copyWithBody(message);
        copy.setJMSCorrelationID(message.getJMSCorrelationID());
        copy.setJMSReplyTo(message.getJMSReplyTo());
        copy.setJMSType(message.getJMSType());
        Enumeration<?> names = message.getPropertyNames();
        while (names != null && names.hasMoreElements()) {
            String name = (String) names.nextElement();
            copy.properties().copy(name, message.getObjectProperty(name));
        }
        return copy;
    }

    private AngariumMessage copyWithBody(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            AngariumTextMessage copy = text();
            copy.setText(text.getText());
            return copy;
        } else if (message instanceof BytesMessage bytes) {
            return copy(bytes);
        } else if (message instanceof MapMessage map) {
            return copy(map);
        } else if (message instanceof StreamMessage stream) {
            return copy(stream);
        } else if (message instanceof ObjectMessage object) {
            AngariumObjectMessage copy = object();
            copy.setObject(object.getObject());
            return copy;
        }
        return message();
    }

    private AngariumMessage copy(BytesMessage message) throws JMSException {
        AngariumBytesMessage copy = bytes();
        message.reset();
        byte[] chunk = new byte[CHUNK_BYTES];
        int read = message.readBytes(chunk);
        while (read > 0) {
            copy.writeBytes(chunk, 0, read);
            read = message.readBytes(chunk);
        }
        message.reset();
        return copy;
    }

    private AngariumMessage copy(MapMessage message) throws JMSException {
        AngariumMapMessage copy = map();
        Enumeration<?> names = message.getMapNames();
        while (names != null && names.hasMoreElements()) {
            String name = (String) names.nextElement();
            copy.setObject(name, message.getObject(name));
        }
        return copy;
    }

    private AngariumMessage copy(StreamMessage message) throws JMSException {
        AngariumStreamMessage copy = stream();
        message.reset();
        for (Element next = next(message); next != null; next = next(message)) {
            copy.writeObject(next.value());
        }
        message.reset();
        return copy;
    }

    private record Element(@Nullable Object value) {}

    /** The interface tells the end of a stream only by an exception. */
    private static @Nullable Element next(StreamMessage message) throws JMSException {
        try {
            return new Element(message.readObject());
        } catch (MessageEOFException end) {
            return null;
        }
    }
}
