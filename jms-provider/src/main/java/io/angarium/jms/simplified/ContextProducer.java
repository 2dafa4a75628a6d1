package io.angarium.jms.simplified;

import static io.angarium.jms.failure.RuntimeErrors.ask;
import static io.angarium.jms.failure.RuntimeErrors.run;

import io.angarium.jms.failure.RuntimeErrors;
import io.angarium.jms.message.MessageProperties;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A producer of the simplified API: options, properties and headers for the messages it sends. For one thread. */
final class ContextProducer implements JMSProducer {
    private final ContextSession session;
    private final MessageProducer producer;
    private final MessageProperties properties = new MessageProperties();
    private final Message headers;
    private boolean correlationIdSet;
    private boolean typeSet;
    private boolean replyToSet;
    private @Nullable CompletionListener listener;

    ContextProducer(ContextSession session) throws JMSException {
        this.session = session;
        this.producer = session.createProducer(null);
        this.headers = session.createMessage();
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Message message) {
        run(() -> {
            if (message == null) {
                throw new MessageFormatException("the message is null");
            }
            prepare(message);
            if (listener == null) {
                producer.send(destination, message);
            } else {
                producer.send(destination, message, listener);
            }
        });
        return this;
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable String body) {
        return send(destination, (Message) ask(() -> session.createTextMessage(body)));
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Map<String, Object> body) {
        return send(destination, (Message) ask(() -> {
            MapMessage message = session.createMapMessage();
            if (body != null) {
                for (Map.Entry<String, Object> entry : body.entrySet()) {
                    message.setObject(entry.getKey(), entry.getValue());
                }
            }
            return message;
        }));
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, byte @Nullable [] body) {
        return send(destination, (Message) ask(() -> {
            BytesMessage message = session.createBytesMessage();
            if (body != null) {
                message.writeBytes(body);
            }
            return message;
        }));
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Serializable body) {
        return send(destination, (Message) ask(() -> session.createObjectMessage(body)));
    }

    private void prepare(Message message) throws JMSException {
        for (String name : properties.names()) {
            message.setObjectProperty(name, properties.get(name));
        }
        if (correlationIdSet) {
            message.setJMSCorrelationID(headers.getJMSCorrelationID());
        }
        if (typeSet) {
            message.setJMSType(headers.getJMSType());
        }
        if (replyToSet) {
            message.setJMSReplyTo(headers.getJMSReplyTo());
        }
    }

    @Override
    public JMSProducer setDisableMessageID(boolean disabled) {
        run(() -> producer.setDisableMessageID(disabled));
        return this;
    }

    @Override
    public boolean getDisableMessageID() {
        return ask(producer::getDisableMessageID);
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean disabled) {
        run(() -> producer.setDisableMessageTimestamp(disabled));
        return this;
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return ask(producer::getDisableMessageTimestamp);
    }

    @Override
    public JMSProducer setDeliveryMode(int deliveryMode) {
        run(() -> producer.setDeliveryMode(deliveryMode));
        return this;
    }

    @Override
    public int getDeliveryMode() {
        return ask(producer::getDeliveryMode);
    }

    @Override
    public JMSProducer setPriority(int priority) {
        run(() -> producer.setPriority(priority));
        return this;
    }

    @Override
    public int getPriority() {
        return ask(producer::getPriority);
    }

    @Override
    public JMSProducer setTimeToLive(long timeToLiveMillis) {
        run(() -> producer.setTimeToLive(timeToLiveMillis));
        return this;
    }

    @Override
    public long getTimeToLive() {
        return ask(producer::getTimeToLive);
    }

    @Override
    public JMSProducer setDeliveryDelay(long delayMillis) {
        run(() -> producer.setDeliveryDelay(delayMillis));
        return this;
    }

    @Override
    public long getDeliveryDelay() {
        return ask(producer::getDeliveryDelay);
    }

    @Override
    public JMSProducer setAsync(@Nullable CompletionListener completionListener) {
        listener = completionListener;
        return this;
    }

    @Override
    public @Nullable CompletionListener getAsync() {
        return listener;
    }

    @Override
    public JMSProducer setProperty(String name, boolean value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, byte value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, short value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, int value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, long value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, float value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, double value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable String value) {
        return set(name, value);
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable Object value) {
        return set(name, value);
    }

    private JMSProducer set(String name, @Nullable Object value) {
        run(() -> properties.set(name, value));
        return this;
    }

    @Override
    public JMSProducer clearProperties() {
        properties.clear();
        return this;
    }

    @Override
    public boolean propertyExists(String name) {
        return properties.contains(name);
    }

    @Override
    public boolean getBooleanProperty(String name) {
        return ask(() -> properties.getBoolean(name));
    }

    @Override
    public byte getByteProperty(String name) {
        return ask(() -> properties.getByte(name));
    }

    @Override
    public short getShortProperty(String name) {
        return ask(() -> properties.getShort(name));
    }

    @Override
    public int getIntProperty(String name) {
        return ask(() -> properties.getInt(name));
    }

    @Override
    public long getLongProperty(String name) {
        return ask(() -> properties.getLong(name));
    }

    @Override
    public float getFloatProperty(String name) {
        return ask(() -> properties.getFloat(name));
    }

    @Override
    public double getDoubleProperty(String name) {
        return ask(() -> properties.getDouble(name));
    }

    @Override
    public @Nullable String getStringProperty(String name) {
        try {
            return properties.getString(name);
        } catch (JMSException e) {
            throw RuntimeErrors.of(e);
        }
    }

    @Override
    public @Nullable Object getObjectProperty(String name) {
        return properties.get(name);
    }

    @Override
    public Set<String> getPropertyNames() {
        return properties.names();
    }

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte @Nullable [] correlationId) {
        run(() -> headers.setJMSCorrelationIDAsBytes(correlationId));
        correlationIdSet = true;
        return this;
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return ask(headers::getJMSCorrelationIDAsBytes);
    }

    @Override
    public JMSProducer setJMSCorrelationID(@Nullable String correlationId) {
        run(() -> headers.setJMSCorrelationID(correlationId));
        correlationIdSet = true;
        return this;
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return ask(headers::getJMSCorrelationID);
    }

    @Override
    public JMSProducer setJMSType(@Nullable String type) {
        run(() -> headers.setJMSType(type));
        typeSet = true;
        return this;
    }

    @Override
    public @Nullable String getJMSType() {
        return ask(headers::getJMSType);
    }

    @Override
    public JMSProducer setJMSReplyTo(@Nullable Destination replyTo) {
        run(() -> headers.setJMSReplyTo(replyTo));
        replyToSet = true;
        return this;
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return ask(headers::getJMSReplyTo);
    }
}
