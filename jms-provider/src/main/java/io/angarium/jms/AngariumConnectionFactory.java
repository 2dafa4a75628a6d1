package io.angarium.jms;

import static java.util.Objects.requireNonNull;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.failure.RuntimeErrors;
import io.angarium.jms.simplified.ContextConnection;
import io.angarium.protocol.Printable;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import java.io.Serializable;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.naming.ConfigurationException;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * Creates connections to the broker that a URI names.
 *
 * <p>{@code angarium:vm:NAME?store=DIR} is a broker inside this JVM, shared by all factories with the same name; without
 * {@code store} it is thrown away with its last connection. Query parameters set the options of the broker and those of
 * the client:
 *
 * <table>
 * <caption>Options of the client</caption>
 * <tr><th>option</th><th>unit</th><th>default</th><th>why</th></tr>
 * <tr><td>user, password</td><td></td><td>none (anonymous)</td><td>for createConnection() without arguments</td></tr>
 * <tr><td>clientID</td><td></td><td>none</td><td>the client identifier of every connection; then setClientID is an
 * error</td></tr>
 * <tr><td>prefetch</td><td>messages</td><td>0 in the same JVM, 100 over a network</td><td>what a consumer keeps ready; 0
 * asks the broker in each receive call, so that no message waits at a consumer that is busy</td></tr>
 * <tr><td>listenerWindow</td><td>messages</td><td>16</td><td>what a consumer with a listener keeps ready if prefetch is
 * 0; saves a call of the broker for each message</td></tr>
 * <tr><td>acknowledge</td><td>pipelined or strict</td><td>pipelined</td><td>strict: an automatic acknowledgement is on
 * disk before the next message is handed over; pipelined: with the next group commit, which is faster, and a crash of the
 * whole machine may bring the last few back</td></tr>
 * <tr><td>requestTimeout</td><td>duration: 500ms, 30s, 2m, 1h; a number alone is in ms</td><td>60s</td><td>no call waits
 * longer for the broker</td></tr>
 * <tr><td>sendTimeout</td><td>duration</td><td>30s</td><td>an option of the broker, which lets a send or commit wait so
 * long for space in the store; the client then waits for sendTimeout and requestTimeout together</td></tr>
 * <tr><td>maxAsyncSends</td><td>messages</td><td>1000</td><td>asynchronous sends of a session that may wait for their
 * callback; one more waits</td></tr>
 * <tr><td>maxTransactionBytes</td><td>bytes</td><td>268435456</td><td>what one transaction may send; it is kept in the
 * client's heap until the commit</td></tr>
 * <tr><td>browsePage</td><td>messages</td><td>100</td><td>what a browser fetches at a time</td></tr>
 * <tr><td>deserialization</td><td>pattern of java.io.ObjectInputFilter</td><td>none (every class)</td><td>which classes
 * an ObjectMessage may contain, as in {@code java.**;com.shop.**;!*}</td></tr>
 * </table>
 *
 * <p>A property of this object wins over the same option in the URI. An option that nobody knows is an error of the
 * first call that connects. Holds no connection itself; can be serialized, and bound in a naming service as a reference.
 * Thread-safe.
 */
public class AngariumConnectionFactory
        implements ConnectionFactory, QueueConnectionFactory, TopicConnectionFactory, Referenceable, Serializable {
    private static final long serialVersionUID = 1L;
    private static final String URI = "uri";
    static final String DEFAULT_URI = "angarium:vm:default";

    private volatile String uri;
    private final ConcurrentSkipListMap<String, String> properties = new ConcurrentSkipListMap<>();

    /** A factory for the broker {@code default} in this JVM. */
    public AngariumConnectionFactory() {
        this(DEFAULT_URI);
    }

    /** @param uri names the broker and options; checked when a connection is created */
    public AngariumConnectionFactory(String uri) {
        this.uri = requireNonNull(uri, "uri");
    }

    /** The URI. */
    public String getUri() {
        return uri;
    }

    /** Sets the URI of connections that are created from now on. */
    public void setUri(String uri) {
        this.uri = requireNonNull(uri, "uri");
    }

    /** User name for connections that are created without one, or null. */
    public @Nullable String getUser() {
        return properties.get(ClientOptions.USER);
    }

    /** Sets the user name for connections that are created without one. */
    public void setUser(@Nullable String user) {
        put(ClientOptions.USER, user);
    }

    /** Sets the password for connections that are created without one. */
    public void setPassword(@Nullable String password) {
        put(ClientOptions.PASSWORD, password);
    }

    /** The client identifier of every connection, or null. */
    public @Nullable String getClientID() {
        return properties.get(ClientOptions.CLIENT_ID);
    }

    /** Sets the client identifier of every connection. */
    public void setClientID(@Nullable String clientId) {
        put(ClientOptions.CLIENT_ID, clientId);
    }

    /** How many messages a consumer keeps ready, or -1 if nothing was set. */
    public int getPrefetch() {
        return Integer.parseInt(properties.getOrDefault(ClientOptions.PREFETCH, "-1"));
    }

    /** Sets how many messages a consumer keeps ready; 0 for only what a receive call asks for. */
    public void setPrefetch(int messages) {
        if (messages < 0) {
            throw new IllegalArgumentException("prefetch is " + messages + "; allowed: 0 or more");
        }
        put(ClientOptions.PREFETCH, Integer.toString(messages));
    }

    /** Whether an automatic acknowledgement must be on disk before the next message is handed over. */
    public boolean isStrictAcknowledge() {
        return "strict".equals(properties.get(ClientOptions.ACKNOWLEDGE));
    }

    /** Sets whether an automatic acknowledgement must be on disk before the next message is handed over. */
    public void setStrictAcknowledge(boolean strict) {
        put(ClientOptions.ACKNOWLEDGE, strict ? "strict" : "pipelined");
    }

    /** Which classes an ObjectMessage may contain, as a pattern of {@link java.io.ObjectInputFilter}; null for all. */
    public @Nullable String getDeserialization() {
        return properties.get(ClientOptions.DESERIALIZATION);
    }

    /** Sets which classes an ObjectMessage may contain. */
    public void setDeserialization(@Nullable String pattern) {
        put(ClientOptions.DESERIALIZATION, pattern);
    }

    /**
     * Sets any option of the table by its name.
     *
     * @throws JMSException if there is no such option; the value is checked when a connection is created
     */
    public void setOption(String name, @Nullable String value) throws JMSException {
        ClientOptions.requireKnown(name);
        put(name, value);
    }

    @Override
    public Connection createConnection() throws JMSException {
        return connect(Domain.ANY, null, null);
    }

    @Override
    public Connection createConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(Domain.ANY, user, password);
    }

    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return connect(Domain.QUEUE, null, null);
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(Domain.QUEUE, user, password);
    }

    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return connect(Domain.TOPIC, null, null);
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(Domain.TOPIC, user, password);
    }

    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return context(null, null, sessionMode);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password) {
        return context(user, password, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password, int sessionMode) {
        return context(user, password, sessionMode);
    }

    /** A reference with the URI and all properties, the password included. */
    @Override
    public Reference getReference() {
        Reference reference = new Reference(getClass().getName(), AngariumObjectFactory.class.getName(), null);
        reference.add(new StringRefAddr(URI, uri));
        properties.forEach((name, value) -> reference.add(new StringRefAddr(name, value)));
        return reference;
    }

    /** Sets what a reference says. */
    void restore(String name, String value) throws NamingException {
        if (name.equals(URI)) {
            uri = value;
        } else if (ClientOptions.NAMES.contains(name)) {
            properties.put(name, value);
        } else {
            throw new ConfigurationException(
                    "a reference to a connection factory has the unknown option '" + Printable.of(name) + "'");
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + Connecting.withoutPassword(uri) + "]";
    }

    private AngariumConnection connect(Domain domain, @Nullable String user, @Nullable String password)
            throws JMSException {
        return connect(new Connecting.As(domain, user, password), AngariumConnection::new);
    }

    /** Connects with the URI and the properties as they are now. */
    final <C extends AngariumConnection> C connect(Connecting.As as, Connecting.Maker<C> maker) throws JMSException {
        return Connecting.connect(uri, new TreeMap<>(properties), as, maker);
    }

    private JMSContext context(@Nullable String user, @Nullable String password, int sessionMode) {
        return RuntimeErrors.ask(() -> {
            AcknowledgeMapping.of(sessionMode);
            return ContextConnection.open(createConnection(user, password), sessionMode);
        });
    }

    private void put(String option, @Nullable String value) {
        if (value == null) {
            properties.remove(option);
        } else {
            properties.put(option, value);
        }
    }
}
