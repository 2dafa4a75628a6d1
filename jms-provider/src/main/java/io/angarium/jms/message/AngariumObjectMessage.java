package io.angarium.jms.message;

import io.angarium.protocol.BodyType;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a serialized object. It is serialized when it is set and deserialized each time it is asked for,
 * so that nobody shares it.
 */
public final class AngariumObjectMessage extends AngariumMessage implements ObjectMessage {
    private static final ByteBuffer NULL_OBJECT = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final DeserializationPolicy policy;
    private ByteBuffer serialized = NULL_OBJECT;

    AngariumObjectMessage(DeserializationPolicy policy) {
        this.policy = policy;
    }

    AngariumObjectMessage(DeserializationPolicy policy, ByteBuffer body) {
        this(policy);
        serialized = body;
    }

    @Override
    BodyType bodyType() {
        return BodyType.OBJECT;
    }

    @Override
    ByteBuffer encodeBody() {
        return serialized;
    }

    @Override
    void emptyBody() {
        serialized = NULL_OBJECT;
    }

    @Override
    public void setObject(@Nullable Serializable object) throws JMSException {
        requireWritableBody();
        if (object == null) {
            serialized = NULL_OBJECT;
            return;
        }
        try {
            serialized = ByteBuffer.wrap(ObjectStreams.serialize(object));
        } catch (IOException | RuntimeException e) {
            throw withCause(
                    new MessageFormatException("an object of " + object.getClass() + " cannot be serialized: " + e), e);
        }
    }

    @Override
    public @Nullable Serializable getObject() throws JMSException {
        if (!serialized.hasRemaining()) {
            return null;
        }
        byte[] bytes = new byte[serialized.remaining()];
        serialized.get(serialized.position(), bytes);
        try {
            return (Serializable) ObjectStreams.deserialize(bytes, policy);
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            MessageFormatException failure =
                    new MessageFormatException("the body of this object message cannot be deserialized: " + e);
            failure.initCause(e);
            if (e instanceof Exception exception) {
                failure.setLinkedException(exception);
            }
            throw failure;
        }
    }

    @Override
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        Serializable object = getObject();
        if (object != null && !type.isInstance(object)) {
            throw cannotGiveBodyAs(type);
        }
        return object;
    }

    @Override
    boolean canGiveBodyAs(Class<?> type) {
        try {
            Serializable object = getObject();
            return object == null || type.isInstance(object);
        } catch (JMSException notDeserialized) {
            // the specification's answer for it: getBody would throw this very exception
            return false;
        }
    }
}
