package io.angarium.jms.simplified;

import static io.angarium.jms.failure.RuntimeErrors.ask;
import static io.angarium.jms.failure.RuntimeErrors.run;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.failure.RuntimeErrors;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A context: one session on a connection that it may share with others (Jakarta Messaging 3.1 §5). The session is made
 * when it is first needed, so that a client identifier can be set before. For one thread at a time, but for
 * {@link #close()}.
 */
class AngariumContext implements JMSContext {
    private final ContextConnection shared;
    private final AcknowledgeMapping mode;
    private volatile @Nullable ContextSession session;
    private final AtomicBoolean releasing = new AtomicBoolean();
    private volatile boolean closed;
    private volatile boolean autoStart = true;

    AngariumContext(ContextConnection shared, AcknowledgeMapping mode) {
        this.shared = shared;
        this.mode = mode;
    }

    /** Makes the session. */
    ContextSession newSession() throws JMSException {
        return shared.session(mode);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        requireOpen();
        return ask(() -> shared.context(sessionMode));
    }

    @Override
    public JMSProducer createProducer() {
        return ask(() -> new ContextProducer(session()));
    }

    @Override
    public @Nullable String getClientID() {
        requireOpen();
        return ask(shared.connection()::getClientID);
    }

    @Override
    public void setClientID(@Nullable String clientId) {
        requireOpen();
        run(() -> shared.connection().setClientID(clientId));
    }

    @Override
    public ConnectionMetaData getMetaData() {
        requireOpen();
        return ask(shared.connection()::getMetaData);
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() {
        requireOpen();
        return ask(shared.connection()::getExceptionListener);
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) {
        requireOpen();
        run(() -> shared.connection().setExceptionListener(listener));
    }

    @Override
    public void start() {
        requireOpen();
        run(shared.connection()::start);
    }

    @Override
    public void stop() {
        requireOpen();
        run(shared.connection()::stop);
    }

    @Override
    public void setAutoStart(boolean autoStart) {
        requireOpen();
        this.autoStart = autoStart;
    }

    @Override
    public boolean getAutoStart() {
        requireOpen();
        return autoStart;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        ContextSession used = session;
        if (used != null) {
            run(used::close);
        }
        if (!releasing.compareAndSet(false, true)) {
            return;
        }
        closed = true;
        run(shared::release);
    }

    @Override
    public BytesMessage createBytesMessage() {
        return ask(() -> session().createBytesMessage());
    }

    @Override
    public MapMessage createMapMessage() {
        return ask(() -> session().createMapMessage());
    }

    @Override
    public Message createMessage() {
        return ask(() -> session().createMessage());
    }

    @Override
    public ObjectMessage createObjectMessage() {
        return ask(() -> session().createObjectMessage());
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return ask(() -> session().createObjectMessage(object));
    }

    @Override
    public StreamMessage createStreamMessage() {
        return ask(() -> session().createStreamMessage());
    }

    @Override
    public TextMessage createTextMessage() {
        return ask(() -> session().createTextMessage());
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) {
        return ask(() -> session().createTextMessage(text));
    }

    @Override
    public boolean getTransacted() {
        requireOpen();
        return mode == AcknowledgeMapping.TRANSACTED;
    }

    @Override
    public int getSessionMode() {
        requireOpen();
        return mode.sessionMode();
    }

    @Override
    public void commit() {
        run(() -> session().commit());
    }

    @Override
    public void rollback() {
        run(() -> session().rollback());
    }

    @Override
    public void recover() {
        run(() -> session().recover());
    }

    @Override
    public void acknowledge() {
        run(() -> session().acknowledge());
    }

    @Override
    public JMSConsumer createConsumer(@Nullable Destination destination) {
        return consumer(() -> session().createConsumer(destination));
    }

    @Override
    public JMSConsumer createConsumer(@Nullable Destination destination, @Nullable String selector) {
        return consumer(() -> session().createConsumer(destination, selector));
    }

    @Override
    public JMSConsumer createConsumer(@Nullable Destination destination, @Nullable String selector, boolean noLocal) {
        return consumer(() -> session().createConsumer(destination, selector, noLocal));
    }

    @Override
    public JMSConsumer createDurableConsumer(@Nullable Topic topic, @Nullable String name) {
        return consumer(() -> session().createDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal) {
        return consumer(() -> session().createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(@Nullable Topic topic, @Nullable String name) {
        return consumer(() -> session().createSharedDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return consumer(() -> session().createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public JMSConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name) {
        return consumer(() -> session().createSharedConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return consumer(() -> session().createSharedConsumer(topic, name, selector));
    }

    @Override
    public Queue createQueue(@Nullable String name) {
        return ask(() -> session().createQueue(name));
    }

    @Override
    public Topic createTopic(@Nullable String name) {
        return ask(() -> session().createTopic(name));
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue) {
        return ask(() -> session().createBrowser(queue));
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) {
        return ask(() -> session().createBrowser(queue, selector));
    }

    @Override
    public TemporaryQueue createTemporaryQueue() {
        return ask(() -> session().createTemporaryQueue());
    }

    @Override
    public TemporaryTopic createTemporaryTopic() {
        return ask(() -> session().createTemporaryTopic());
    }

    @Override
    public void unsubscribe(@Nullable String name) {
        run(() -> session().unsubscribe(name));
    }

    /** Every consumer of a session of this provider is a {@link BodyReceiver}. */
    private JMSConsumer consumer(RuntimeErrors.Question<MessageConsumer> creation) {
        return ask(() -> {
            BodyReceiver consumer = (BodyReceiver) creation.ask();
            startIfWanted();
            return new ContextConsumer(consumer);
        });
    }

    private void startIfWanted() throws JMSException {
        if (autoStart) {
            shared.connection().start();
        }
    }

    final ContextSession session() throws JMSException {
        requireOpen();
        ContextSession made = session;
        if (made == null) {
            made = newSession();
            session = made;
        }
        return made;
    }

    final void requireOpen() {
        if (closed) {
            throw new IllegalStateRuntimeException("the context is closed");
        }
    }
}
