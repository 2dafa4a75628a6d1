package io.angarium.jms;

import io.angarium.protocol.Address;
import io.angarium.protocol.SendResult;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A producer (Jakarta Messaging 3.1 §7), bound to a destination or not. For the session's thread.
 */
class AngariumProducer implements MessageProducer {
    private final AngariumSession session;
    private final @Nullable Destination bound;
    private volatile boolean closed;
    private SendOptions options = SendOptions.DEFAULT;
    private long delayMillis = Message.DEFAULT_DELIVERY_DELAY;
    private boolean withoutId;
    private boolean withoutTimestamp;

    /** @param destination null for a producer that is told the destination with each message */
    AngariumProducer(AngariumSession session, @Nullable Destination destination) throws JMSException {
        this.session = session;
        this.bound = destination;
        if (destination != null) {
            session.resolve(Destinations.address(destination));
        }
    }

    @Override
    public void send(@Nullable Message message) throws JMSException {
        send(message, options);
    }

    @Override
    public void send(@Nullable Message message, int deliveryMode, int priority, long timeToLiveMillis)
            throws JMSException {
        send(message, SendOptions.of(deliveryMode, priority, timeToLiveMillis));
    }

    @Override
    public void send(@Nullable Destination destination, @Nullable Message message) throws JMSException {
        send(destination, message, options);
    }

    @Override
    public void send(
            @Nullable Destination destination,
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLiveMillis)
            throws JMSException {
        send(destination, message, SendOptions.of(deliveryMode, priority, timeToLiveMillis));
    }

    @Override
    public void send(@Nullable Message message, @Nullable CompletionListener listener) throws JMSException {
        sendAsync(boundDestination(), message, options, listener);
    }

    @Override
    public void send(
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLiveMillis,
            @Nullable CompletionListener listener)
            throws JMSException {
        sendAsync(boundDestination(), message, SendOptions.of(deliveryMode, priority, timeToLiveMillis), listener);
    }

    @Override
    public void send(
            @Nullable Destination destination, @Nullable Message message, @Nullable CompletionListener listener)
            throws JMSException {
        requireUnbound();
        sendAsync(destination, message, options, listener);
    }

    @Override
    public void send(
            @Nullable Destination destination,
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLiveMillis,
            @Nullable CompletionListener listener)
            throws JMSException {
        requireUnbound();
        sendAsync(destination, message, SendOptions.of(deliveryMode, priority, timeToLiveMillis), listener);
    }

    private void send(@Nullable Message message, SendOptions with) throws JMSException {
        sendAndWait(boundDestination(), message, with);
    }

    private void send(@Nullable Destination destination, @Nullable Message message, SendOptions with)
            throws JMSException {
        requireUnbound();
        sendAndWait(destination, message, with);
    }

    private void sendAndWait(@Nullable Destination destination, @Nullable Message message, SendOptions with)
            throws JMSException {
        Address address = Destinations.address(destination);
        CompletableFuture<SendResult> answer = start(address, destination, message, with);
        session.connection().calls().awaitSend(answer, "sending to " + address.name());
    }

    private void sendAsync(
            @Nullable Destination destination,
            @Nullable Message message,
            SendOptions with,
            @Nullable CompletionListener listener)
            throws JMSException {
        if (listener == null) {
            throw new IllegalArgumentException("the completion listener is null");
        }
        session.completions().awaitSpace();
        Address address = Destinations.address(destination);
        CompletableFuture<SendResult> answer = start(address, destination, message, with);
        session.completions().add(this, answer, failure -> {
            if (failure == null) {
                listener.onCompletion(message);
            } else {
                listener.onException(message, failure);
            }
        });
    }

    private CompletableFuture<SendResult> start(
            Address address, @Nullable Destination destination, @Nullable Message message, SendOptions with)
            throws JMSException {
        requireOpen();
        if (message == null) {
            throw new MessageFormatException("the message is null");
        }
        if (destination == null) {
            throw new AssertionError("its address was taken already");
        }
        session.requireResolvable(address);
        OutgoingMessage outgoing = new OutgoingMessage(with, delayMillis, withoutId, withoutTimestamp);
        return session.sends().send(address, outgoing.encode(session, destination, message));
    }

    @Override
    public @Nullable Destination getDestination() throws JMSException {
        requireOpen();
        return bound;
    }

    @Override
    public void setDisableMessageID(boolean disabled) throws JMSException {
        requireOpen();
        withoutId = disabled;
    }

    @Override
    public boolean getDisableMessageID() throws JMSException {
        requireOpen();
        return withoutId;
    }

    @Override
    public void setDisableMessageTimestamp(boolean disabled) throws JMSException {
        requireOpen();
        withoutTimestamp = disabled;
    }

    @Override
    public boolean getDisableMessageTimestamp() throws JMSException {
        requireOpen();
        return withoutTimestamp;
    }

    @Override
    public void setDeliveryMode(int deliveryMode) throws JMSException {
        requireOpen();
        options = options.withDeliveryMode(deliveryMode);
    }

    @Override
    public int getDeliveryMode() throws JMSException {
        requireOpen();
        return options.deliveryMode();
    }

    @Override
    public void setPriority(int priority) throws JMSException {
        requireOpen();
        options = options.withPriority(priority);
    }

    @Override
    public int getPriority() throws JMSException {
        requireOpen();
        return options.priority();
    }

    @Override
    public void setTimeToLive(long timeToLiveMillis) throws JMSException {
        requireOpen();
        options = options.withTimeToLive(timeToLiveMillis);
    }

    @Override
    public long getTimeToLive() throws JMSException {
        requireOpen();
        return options.timeToLiveMillis();
    }

    @Override
    public void setDeliveryDelay(long millis) throws JMSException {
        requireOpen();
        if (millis < 0) {
            throw new JMSException("the delivery delay is " + millis + " ms; allowed: 0 or more");
        }
        delayMillis = millis;
    }

    @Override
    public long getDeliveryDelay() throws JMSException {
        requireOpen();
        return delayMillis;
    }

    /** Waits for asynchronous sends and their callbacks (§7.3.4). */
    @Override
    public void close() throws JMSException {
        if (closed || session.isClosed()) {
            return;
        }
        if (session.completions().isCalling(this)) {
            throw new IllegalStateException(
                    "close of the producer must not be called from its own completion listener");
        }
        if (!session.completions().isCalling()) {
            session.completions().awaitAll();
        }
        closed = true;
    }

    final void requireOpen() throws JMSException {
        session.requireOpen();
        if (closed) {
            throw new IllegalStateException("the producer is closed");
        }
    }

    private Destination boundDestination() throws JMSException {
        requireOpen();
        if (bound == null) {
            throw new UnsupportedOperationException("the producer has no destination; name one with each message");
        }
        return bound;
    }

    private void requireUnbound() throws JMSException {
        requireOpen();
        if (bound != null) {
            throw new UnsupportedOperationException("the producer sends to " + bound + " only; create one without"
                    + " destination to name it with each message");
        }
    }
}
