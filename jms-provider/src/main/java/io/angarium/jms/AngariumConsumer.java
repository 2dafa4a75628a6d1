package io.angarium.jms;

import io.angarium.jms.delivery.ReceiverFlow;
import io.angarium.jms.delivery.Reception;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.simplified.BodyReceiver;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Printable;
import io.angarium.protocol.Source;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer (Jakarta Messaging 3.1 §8). For the session's thread, but for {@link #close()}. Waiting is in real time, not
 * in the broker's.
 */
abstract class AngariumConsumer implements BodyReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(AngariumConsumer.class);

    private final AngariumSession session;
    private final Source source;
    private final @Nullable String selector;
    private final ReceiverFlow flow;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable MessageListener listener;

    AngariumConsumer(AngariumSession session, Source source, @Nullable String selector) throws JMSException {
        session.requireNoSessionListener();
        this.session = session;
        this.source = source;
        this.selector = selector;
        this.flow = session.deliveries().open(source, receiveWindow());
    }

    @Override
    public final @Nullable String getMessageSelector() throws JMSException {
        requireOpen();
        return selector;
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        requireOpen();
        return listener;
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener told) throws JMSException {
        requireOpen();
        listener = told;
        if (told == null) {
            session.listeners().unlisten(flow, receiveWindow());
        } else {
            session.listeners()
                    .listen(flow, listenWindow(), session.messages()::received, told::onMessage, this::listenerFailed);
        }
    }

    @Override
    public final @Nullable Message receive() throws JMSException {
        return receive(Long.MAX_VALUE, session.messages()::received);
    }

    @Override
    public final @Nullable Message receive(long timeoutMillis) throws JMSException {
        return receive(waitNanos(timeoutMillis), session.messages()::received);
    }

    @Override
    public final @Nullable Message receiveNoWait() throws JMSException {
        return receive(0, session.messages()::received);
    }

    @Override
    public final <T> @Nullable T receiveBody(Class<T> type, long timeoutMillis) throws JMSException {
        return receive(waitNanos(timeoutMillis), body(type));
    }

    @Override
    public final <T> @Nullable T receiveBodyNoWait(Class<T> type) throws JMSException {
        return receive(0, body(type));
    }

    /** Closes the consumer; what it was handed stays with the session. Any thread. */
    @Override
    public final void close() throws JMSException {
        if (session.isClosed() || !closed.compareAndSet(false, true)) {
            return;
        }
        if (session.connection().loss() == null) {
            session.deliveries().close(flow);
        }
    }

    final void requireOpen() throws JMSException {
        session.requireOpen();
        if (closed.get()) {
            throw new IllegalStateException(
                    "the consumer on " + source.address().name() + " is closed");
        }
    }

    private <M> @Nullable M receive(long waitNanos, Reception<M> reception) throws JMSException {
        requireOpen();
        if (listener != null) {
            throw new IllegalStateException("the consumer on "
                    + source.address().name() + " has a message listener; messages come to it and not to receive");
        }
        M message = session.deliveries().receive(flow, waitNanos, reception);
        BrokerException loss = session.connection().loss();
        if (message == null && loss != null) {
            throw JmsErrors.of(loss);
        }
        return message;
    }

    /** Opens the body of a message; the session decides whether one that does not fit counts as received. */
    private <T> Reception<T> body(Class<T> type) {
        return delivery -> {
            Message message = session.messages().received(delivery);
            T body = message instanceof jakarta.jms.StreamMessage || !message.isBodyAssignableTo(type)
                    ? null
                    : message.getBody(type);
            if (body == null) {
                throw new MessageFormatException(
                        "the next message of " + source.address().name() + " is a "
                                + message.getClass().getSimpleName() + " whose body is no " + type.getName());
            }
            return body;
        };
    }

    private static long waitNanos(long timeoutMillis) throws JMSException {
        if (timeoutMillis < 0) {
            throw new JMSException("the time-out is " + timeoutMillis + " ms; 0 waits for ever");
        }
        return timeoutMillis == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    private int receiveWindow() {
        return session.connection()
                .options()
                .receiveWindow(session.connection().link().info().remote());
    }

    private int listenWindow() {
        return session.connection()
                .options()
                .listenWindow(session.connection().link().info().remote());
    }

    private void listenerFailed(Throwable thrown) {
        LOG.warn(
                "{}: the application's message listener failed",
                Printable.of(source.address().name()),
                thrown);
    }
}
