package io.angarium.jms;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.delivery.RunState;
import io.angarium.jms.delivery.SessionDeliveries;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Printable;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection: one link to the broker and the sessions on it (Jakarta Messaging 3.1 §6.1).
 *
 * <p>Thread-safe. {@link #stop()} and {@link #close()} wait for message listeners that are running, without limit, as the
 * specification wants it; they hold no lock of the connection meanwhile.
 */
class AngariumConnection implements QueueConnection, TopicConnection {
    private final BrokerLink link;
    private final LinkCalls calls;
    private final ClientOptions options;
    private final Domain domain;
    private final RunState run = new RunState();
    private final ExceptionReports reports;
    private final AtomicLong receiverIds = new AtomicLong();
    private final AtomicLong sessionNumbers = new AtomicLong();
    private final Set<AngariumSession> sessions = ConcurrentHashMap.newKeySet();
    private final ConnectionConsumers connectionConsumers = new ConnectionConsumers(this);
    private final Set<Address> temporaries = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;
    private volatile boolean used;
    private volatile boolean clientIdByFactory;
    private volatile @Nullable String clientId;
    private volatile @Nullable BrokerException loss;

    AngariumConnection(BrokerLink link, ClientOptions options, Domain domain) {
        this.link = link;
        this.calls = new LinkCalls(options.requestTimeoutMillis(), options.sendTimeoutMillis());
        this.options = options;
        this.domain = domain;
        this.reports = new ExceptionReports("angarium-exceptions-" + link.info().linkId());
    }

    BrokerLink link() {
        return link;
    }

    LinkCalls calls() {
        return calls;
    }

    ClientOptions options() {
        return options;
    }

    RunState run() {
        return run;
    }

    AtomicLong receiverIds() {
        return receiverIds;
    }

    /** Tells the exception listener what nobody else will hear of. */
    void report(JMSException problem) {
        if (!closing.get()) {
            reports.report(problem);
        }
    }

    /** The link ended by itself: receive calls return, the exception listener is told. */
    void linkLost(BrokerException reason) {
        loss = reason;
        report(JmsErrors.of(reason));
        connectionConsumers.end();
        sessions.forEach(AngariumSession::endDeliveries);
    }

    /** Why the link is gone, or null. */
    @Nullable
    BrokerException loss() {
        return loss;
    }

    /** Sets the client identifier that the factory was given. */
    void identifyByFactory(String id) throws JMSException {
        identify(id);
        clientIdByFactory = true;
    }

    @Override
    public Session createSession() throws JMSException {
        return createSession(Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public Session createSession(int sessionMode) throws JMSException {
        return register(new AngariumSession(this, AcknowledgeMapping.of(sessionMode), nextSession()));
    }

    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return register(new AngariumSession(this, mode(transacted, acknowledgeMode), nextSession()));
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return register(new AngariumQueueSession(this, mode(transacted, acknowledgeMode), nextSession()));
    }

    @Override
    public TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return register(new AngariumTopicSession(this, mode(transacted, acknowledgeMode), nextSession()));
    }

    @Override
    public @Nullable String getClientID() throws JMSException {
        requireOpen();
        return clientId;
    }

    @Override
    public void setClientID(@Nullable String id) throws JMSException {
        requireOpen();
        if (id == null || id.isEmpty()) {
            throw new InvalidClientIDException("the client identifier is " + (id == null ? "null" : "empty"));
        }
        if (clientIdByFactory) {
            throw new IllegalStateException("the connection factory has set the client identifier '"
                    + Printable.of(String.valueOf(clientId)) + "'");
        }
        if (clientId != null) {
            throw new IllegalStateException("the client identifier is '" + Printable.of(clientId) + "' already");
        }
        if (used) {
            throw new IllegalStateException(
                    "the client identifier must be set before the connection is used otherwise");
        }
        identify(id);
    }

    private void identify(String id) throws JMSException {
        calls.await(link.identify(id), "setting the client identifier '" + id + "'");
        clientId = id;
    }

    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        requireOpen();
        return new AngariumMetaData(link.info());
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() throws JMSException {
        requireOpen();
        return reports.listener();
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        use();
        reports.listener(listener);
    }

    @Override
    public void start() throws JMSException {
        use();
        run.set(true);
        for (AngariumSession session : sessions) {
            session.resume();
        }
        connectionConsumers.resume();
    }

    @Override
    public void stop() throws JMSException {
        use();
        requireOutsideListeners("stop");
        run.set(false);
        connectionConsumers.pause();
        for (AngariumSession session : sessions) {
            session.pause();
        }
    }

    @Override
    public void close() throws JMSException {
        if (closed) {
            return;
        }
        requireOutsideListeners("close");
        for (AngariumSession session : sessions) {
            session.requireOutsideCallback("close of the connection");
        }
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        connectionConsumers.end();
        sessions.forEach(AngariumSession::endDeliveries);
        JMSException failure = null;
        for (AngariumSession session : sessions) {
            try {
                session.close();
            } catch (JMSException e) {
                failure = e;
            }
        }
        closed = true;
        closeLink();
        reports.end();
        if (failure != null && loss == null) {
            throw failure;
        }
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        useForConnectionConsumer(pool, maxMessages);
        return connectionConsumers.create(Sources.of(this, destination, selector), pool, maxMessages);
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) queue, selector, pool, maxMessages);
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) topic, selector, pool, maxMessages);
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        requireTopics("createSharedConnectionConsumer");
        useForConnectionConsumer(pool, maxMessages);
        return connectionConsumers.create(Sources.shared(this, topic, name, selector, false), pool, maxMessages);
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        requireTopics("createDurableConnectionConsumer");
        useForConnectionConsumer(pool, maxMessages);
        return connectionConsumers.create(Sources.durable(this, topic, name, selector, false), pool, maxMessages);
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        requireTopics("createSharedDurableConnectionConsumer");
        useForConnectionConsumer(pool, maxMessages);
        return connectionConsumers.create(Sources.shared(this, topic, name, selector, true), pool, maxMessages);
    }

    /** Makes a temporary destination of this connection. */
    Address createTemporary(EntityType type) throws JMSException {
        Address address = calls.await(link.createTemporary(type), "creating a temporary destination");
        temporaries.add(address);
        return address;
    }

    /** Deletes a temporary destination of this connection. */
    void deleteTemporary(Address address) throws JMSException {
        requireOpen();
        calls.await(link.deleteTemporary(address), "deleting temporary destination " + address.name());
        temporaries.remove(address);
    }

    /** Fails for a temporary destination of another connection. */
    void requireOwn(Address address) throws JMSException {
        if (address.temporary() && !temporaries.contains(address)) {
            throw new JMSException(
                    "temporary destination " + address.name()
                            + " is gone or belongs to another connection; only the connection that created it receives from it");
        }
    }

    /** The last step of closing. */
    void closeLink() {
        link.close();
    }

    boolean isClosing() {
        return closing.get();
    }

    /** The deliveries of all its sessions. */
    List<SessionDeliveries> deliveries() {
        return sessions.stream().map(AngariumSession::deliveries).toList();
    }

    void closed(AngariumSession session) {
        sessions.remove(session);
    }

    /** The client identifier, or null. */
    @Nullable
    String clientId() {
        return clientId;
    }

    void requireOpen() throws JMSException {
        if (closed) {
            throw new IllegalStateException("the connection is closed");
        }
    }

    private void use() throws JMSException {
        requireOpen();
        used = true;
    }

    long nextSession() throws JMSException {
        use();
        if (closing.get()) {
            throw new IllegalStateException("the connection is being closed");
        }
        return sessionNumbers.incrementAndGet();
    }

    /** Either the close of the connection sees the session, or this sees the close. */
    <S extends AngariumSession> S register(S session) throws JMSException {
        sessions.add(session);
        if (closing.get()) {
            session.close();
            throw new IllegalStateException("the connection is closed");
        }
        return session;
    }

    private static AcknowledgeMapping mode(boolean transacted, int acknowledgeMode) throws JMSException {
        if (transacted) {
            return AcknowledgeMapping.TRANSACTED;
        }
        AcknowledgeMapping mode = AcknowledgeMapping.of(acknowledgeMode);
        if (mode == AcknowledgeMapping.TRANSACTED) {
            throw new JMSException("a session that is not transacted cannot have the mode SESSION_TRANSACTED");
        }
        return mode;
    }

    private void requireOutsideListeners(String operation) throws IllegalStateException {
        for (AngariumSession session : sessions) {
            session.requireOutsideListener(operation + " of the connection");
        }
    }

    private void requireTopics(String operation) throws JMSException {
        if (domain == Domain.QUEUE) {
            throw new IllegalStateException(operation + " is not for a QueueConnection");
        }
    }

    private void useForConnectionConsumer(ServerSessionPool pool, int maxMessages) throws JMSException {
        use();
        if (isClosing()) {
            throw new IllegalStateException("the connection is being closed");
        }
        ConnectionConsumers.requireUsable(pool, maxMessages);
    }
}
