package io.angarium.jms;

import static java.util.Objects.requireNonNull;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.delivery.ListenerThread;
import io.angarium.jms.delivery.SessionDeliveries;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.RuntimeErrors;
import io.angarium.jms.sending.CompletionQueue;
import io.angarium.jms.sending.SessionSends;
import io.angarium.jms.sending.TransactionWork;
import io.angarium.jms.simplified.ContextSession;
import io.angarium.jms.xa.AngariumXaResource;
import io.angarium.jms.xa.Branches;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.SubscriptionId;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import jakarta.jms.TransactionInProgressException;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session (Jakarta Messaging 3.1 §6.2): the API and its rules of use. What it does is in {@link SessionDeliveries},
 * {@link SessionSends}, {@link SessionTransaction}, {@link SessionConsumers}, {@link CompletionQueue} and
 * {@link ListenerThread}.
 *
 * <p>For one thread at a time, but for {@link #close()}.
 */
class AngariumSession implements ContextSession {
    private static final Logger LOG = LoggerFactory.getLogger(AngariumSession.class);

    private final AngariumConnection connection;
    private final AcknowledgeMapping mode;
    private final SessionDeliveries deliveries;
    private final SessionSends sends;
    private final @Nullable SessionTransaction transaction;
    private final CompletionQueue completions;
    private final ListenerThread listeners;
    private final SessionConsumers consumers;
    private final SessionMessages messages;
    private final @Nullable AngariumXaResource resource;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;
    private volatile @Nullable MessageListener sessionListener;

    AngariumSession(AngariumConnection connection, AcknowledgeMapping mode, long number) {
        this(connection, mode, number, null);
    }

    /** @param branches of the connection, for a session that can be part of distributed transactions; else null */
    AngariumSession(AngariumConnection connection, AcknowledgeMapping mode, long number, @Nullable Branches branches) {
        ClientOptions options = connection.options();
        String name = connection.link().info().linkId() + "-" + number;
        this.connection = connection;
        this.mode = mode;
        this.deliveries = new SessionDeliveries(
                connection.link(),
                connection.calls(),
                connection.run(),
                mode,
                connection.receiverIds(),
                options.strictAcknowledge(),
                connection::report);
        TransactionWork work = mode == AcknowledgeMapping.TRANSACTED
                ? new TransactionWork(connection.link(), options.maxTransactionBytes())
                : null;
        this.transaction = work == null ? null : new SessionTransaction(connection, deliveries, work);
        this.sends = new SessionSends(connection.link(), work);
        this.resource = branches == null ? null : new AngariumXaResource(branches, deliveries, sends);
        this.completions = new CompletionQueue(
                "angarium-completions-" + name, options.maxAsyncSends(), options.sendTimeoutMillis());
        this.listeners = new ListenerThread(deliveries, "angarium-session-" + name, connection::report);
        this.messages = new SessionMessages(options, this::acknowledge, "ID:" + name + "-");
        this.consumers = new SessionConsumers(this);
    }

    AngariumConnection connection() {
        return connection;
    }

    SessionDeliveries deliveries() {
        return deliveries;
    }

    SessionSends sends() {
        return sends;
    }

    CompletionQueue completions() {
        return completions;
    }

    ListenerThread listeners() {
        return listeners;
    }

    SessionMessages messages() {
        return messages;
    }

    SessionConsumers consumers() {
        return consumers;
    }

    /** Makes sure that a destination exists; asks the broker. */
    void resolve(Address address) throws JMSException {
        connection.calls().await(connection.link().resolve(address), "resolving " + address.name());
    }

    /**
     * Fails at once for a destination that a transaction could not be committed with: sends of a transaction reach the
     * broker only at the commit.
     */
    void requireResolvable(Address address) throws JMSException {
        if (transaction != null) {
            transaction.requireResolvable(address);
        } else if (isEnlisted()) {
            resolve(address);
        }
    }

    AcknowledgeMapping mode() {
        return mode;
    }

    @Override
    public Message createMessage() throws JMSException {
        requireOpen();
        return messages.message();
    }

    @Override
    public BytesMessage createBytesMessage() throws JMSException {
        requireOpen();
        return messages.bytes();
    }

    @Override
    public MapMessage createMapMessage() throws JMSException {
        requireOpen();
        return messages.map();
    }

    @Override
    public StreamMessage createStreamMessage() throws JMSException {
        requireOpen();
        return messages.stream();
    }

    @Override
    public ObjectMessage createObjectMessage() throws JMSException {
        return createObjectMessage(null);
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        requireOpen();
        return messages.object(object);
    }

    @Override
    public TextMessage createTextMessage() throws JMSException {
        return createTextMessage(null);
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) throws JMSException {
        requireOpen();
        return messages.text(text);
    }

    @Override
    public boolean getTransacted() throws JMSException {
        requireOpen();
        return transaction != null || isEnlisted();
    }

    /** Whether it works for a branch of a distributed transaction now. */
    private boolean isEnlisted() {
        return resource != null && resource.isAssociated();
    }

    /** The resource of a session that can be part of distributed transactions. */
    XAResource resource() {
        return requireNonNull(resource, "an XA session has a resource");
    }

    @Override
    public int getAcknowledgeMode() throws JMSException {
        requireOpen();
        return isEnlisted() ? SESSION_TRANSACTED : mode.sessionMode();
    }

    @Override
    public void commit() throws JMSException {
        SessionTransaction current = requireTransacted("commit");
        requireOutsideCallback("commit");
        completions.awaitAll();
        current.commit();
    }

    @Override
    public void rollback() throws JMSException {
        SessionTransaction current = requireTransacted("rollback");
        requireOutsideCallback("rollback");
        completions.awaitAll();
        current.rollback();
    }

    @Override
    public void recover() throws JMSException {
        requireOpen();
        if (transaction != null || isEnlisted()) {
            throw new IllegalStateException("a transacted session is recovered by rollback");
        }
        deliveries.recover();
    }

    /** Acknowledges what the session has consumed, in the modes in which that is the application's to do. */
    @Override
    public void acknowledge() throws JMSException {
        requireOpen();
        if (mode == AcknowledgeMapping.CLIENT || mode == AcknowledgeMapping.INDIVIDUAL) {
            deliveries.acknowledgeAll();
        }
    }

    /** What {@link Message#acknowledge()} does for a message that this session has received. */
    void acknowledge(long lockToken) throws JMSException {
        requireOpen();
        if (mode == AcknowledgeMapping.INDIVIDUAL) {
            deliveries.acknowledge(lockToken);
        } else {
            acknowledge();
        }
    }

    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        requireOpen();
        return sessionListener;
    }

    /**
     * For application servers: gets what a connection consumer loads into this session, through {@link #run()}. Nothing else
     * can be received in the session meanwhile.
     */
    @Override
    public void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        requireOpen();
        if (listener != null && deliveries.hasConsumers()) {
            throw new IllegalStateException(
                    "the session has consumers; a session with a message listener of its own receives in no other way");
        }
        sessionListener = listener;
    }

    /** Fails in a session whose messages come from a connection consumer (Session.setMessageListener). */
    void requireNoSessionListener() throws JMSException {
        if (sessionListener != null) {
            throw new IllegalStateException(
                    "the session has a message listener of its own, so it receives from a connection consumer only");
        }
    }

    /**
     * For application servers: hands what a connection consumer has loaded to the session's listener, in the calling thread,
     * and returns after the last message, or when the connection stops or closes (Jakarta Messaging 3.1 §9.2.2).
     */
    @Override
    public void run() {
        MessageListener told = sessionListener;
        if (told == null && deliveries.hasLoaded()) {
            throw new IllegalStateRuntimeException(
                    "messages were loaded into a session without message listener; call setMessageListener before run");
        }
        if (told != null) {
            while (deliveries.hasLoaded()) {
                reporting(() -> deliveries.dispatchLoaded(messages::received, told::onMessage, this::listenerFailed));
            }
            reporting(deliveries::idle);
        }
    }

    /** Tells the exception listener, as the application server can do nothing about it. */
    private void reporting(RuntimeErrors.Action action) {
        try {
            action.run();
        } catch (JMSException e) {
            connection.report(e);
        } catch (BrokerException e) {
            connection.report(JmsErrors.of(e));
        }
    }

    private void listenerFailed(Throwable thrown) {
        LOG.warn("the message listener of a session failed", thrown);
    }

    @Override
    public MessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        requireOpen();
        return new AngariumProducer(this, destination);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination destination) throws JMSException {
        return createConsumer(destination, null, false);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination destination, @Nullable String selector)
            throws JMSException {
        return createConsumer(destination, selector, false);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        requireOpen();
        return consumers.unshared(destination, selector, noLocal);
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name) throws JMSException {
        return createSharedConsumer(topic, name, null);
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name, @Nullable String selector)
            throws JMSException {
        requireOpen();
        return consumers.shared(topic, name, selector, false);
    }

    @Override
    public MessageConsumer createDurableConsumer(@Nullable Topic topic, @Nullable String name) throws JMSException {
        return createDurableSubscriber(topic, name, null, false);
    }

    @Override
    public MessageConsumer createDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return createDurableSubscriber(topic, name, selector, noLocal);
    }

    @Override
    public TopicSubscriber createDurableSubscriber(@Nullable Topic topic, @Nullable String name) throws JMSException {
        return createDurableSubscriber(topic, name, null, false);
    }

    @Override
    public TopicSubscriber createDurableSubscriber(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        requireOpen();
        return consumers.durable(topic, name, selector, noLocal);
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(@Nullable Topic topic, @Nullable String name)
            throws JMSException {
        return createSharedDurableConsumer(topic, name, null);
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) throws JMSException {
        requireOpen();
        return consumers.shared(topic, name, selector, true);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        requireOpen();
        return new AngariumBrowser(this, queue, selector);
    }

    @Override
    public Queue createQueue(@Nullable String name) throws JMSException {
        requireOpen();
        return new AngariumQueue(Destinations.name(name, "queue"));
    }

    @Override
    public Topic createTopic(@Nullable String name) throws JMSException {
        requireOpen();
        return new AngariumTopic(Destinations.name(name, "topic"));
    }

    @Override
    public TemporaryQueue createTemporaryQueue() throws JMSException {
        requireOpen();
        return new AngariumTemporaryQueue(
                connection.createTemporary(EntityType.QUEUE).name(), connection::deleteTemporary);
    }

    @Override
    public TemporaryTopic createTemporaryTopic() throws JMSException {
        requireOpen();
        return new AngariumTemporaryTopic(
                connection.createTemporary(EntityType.TOPIC).name(), connection::deleteTemporary);
    }

    @Override
    public void unsubscribe(@Nullable String name) throws JMSException {
        requireOpen();
        if (name == null || name.isEmpty()) {
            throw new InvalidDestinationException(
                    "the name of the subscription is " + (name == null ? "null" : "empty"));
        }
        connection
                .calls()
                .await(
                        connection.link().unsubscribe(new SubscriptionId(name, connection.clientId(), true)),
                        "deleting subscription " + name);
    }

    @Override
    public void close() throws JMSException {
        if (closed) {
            return;
        }
        requireOutsideListener("close of the session");
        requireOutsideCallback("close of the session");
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        deliveries.end();
        listeners.end();
        completions.awaitAll();
        try {
            if (connection.loss() == null) {
                deliveries.close(this::endTransaction);
            }
        } finally {
            endTransaction();
            closed = true;
            completions.awaitAll();
            completions.end();
            connection.closed(this);
        }
    }

    private void endTransaction() {
        if (transaction != null) {
            transaction.end();
        }
    }

    /** Hands nothing over any more; receive calls that wait return. */
    void endDeliveries() {
        deliveries.end();
    }

    void pause() throws JMSException {
        deliveries.pause();
    }

    void resume() throws JMSException {
        deliveries.resume();
    }

    boolean isClosed() {
        return closed;
    }

    void requireOpen() throws JMSException {
        if (closed) {
            throw new IllegalStateException("the session is closed");
        }
    }

    /** Fails if a message listener of this session makes the call (§6.1.5, §6.1.8, §6.2.15). */
    void requireOutsideListener(String operation) throws IllegalStateException {
        if (listeners.isCurrent() || deliveries.isListening()) {
            throw new IllegalStateException(operation + " must not be called from its own message listener");
        }
    }

    /** Fails if a completion listener of this session makes the call (§7.3.4). */
    void requireOutsideCallback(String operation) throws IllegalStateException {
        if (completions.isCalling()) {
            throw new IllegalStateException(operation + " must not be called from its own completion listener");
        }
    }

    private SessionTransaction requireTransacted(String operation) throws JMSException {
        requireOpen();
        if (resource != null) {
            throw new TransactionInProgressException(
                    operation + " of an XA session is the transaction manager's to call, on its XAResource");
        }
        if (transaction == null) {
            throw new IllegalStateException(operation + " is only for a transacted session");
        }
        return transaction;
    }
}
