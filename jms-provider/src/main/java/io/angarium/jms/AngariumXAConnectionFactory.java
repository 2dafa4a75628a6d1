package io.angarium.jms;

import io.angarium.jms.failure.RuntimeErrors;
import io.angarium.jms.simplified.ContextConnection;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueConnectionFactory;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates connections that can be part of distributed transactions (XA), for transaction managers and application servers.
 * As the API has it, it creates ordinary connections as well. URI, options and properties are those of
 * {@link AngariumConnectionFactory}.
 *
 * <p>Holds no connection itself; can be serialized, and bound in a naming service as a reference. Thread-safe.
 */
public class AngariumXAConnectionFactory extends AngariumConnectionFactory
        implements XAConnectionFactory, XAQueueConnectionFactory, XATopicConnectionFactory {
    private static final long serialVersionUID = 1L;

    /** A factory for the broker {@code default} in this JVM. */
    public AngariumXAConnectionFactory() {
        this(DEFAULT_URI);
    }

    /** @param uri names the broker and options; checked when a connection is created */
    public AngariumXAConnectionFactory(String uri) {
        super(uri);
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
        return connectXA(Domain.ANY, null, null);
    }

    @Override
    public XAConnection createXAConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connectXA(Domain.ANY, user, password);
    }

    @Override
    public XAQueueConnection createXAQueueConnection() throws JMSException {
        return connectXA(Domain.QUEUE, null, null);
    }

    @Override
    public XAQueueConnection createXAQueueConnection(@Nullable String user, @Nullable String password)
            throws JMSException {
        return connectXA(Domain.QUEUE, user, password);
    }

    @Override
    public XATopicConnection createXATopicConnection() throws JMSException {
        return connectXA(Domain.TOPIC, null, null);
    }

    @Override
    public XATopicConnection createXATopicConnection(@Nullable String user, @Nullable String password)
            throws JMSException {
        return connectXA(Domain.TOPIC, user, password);
    }

    @Override
    public XAJMSContext createXAContext() {
        return createXAContext(null, null);
    }

    @Override
    public XAJMSContext createXAContext(@Nullable String user, @Nullable String password) {
        return RuntimeErrors.ask(() -> ContextConnection.open(connectXA(Domain.ANY, user, password)));
    }

    private AngariumXAConnection connectXA(Domain domain, @Nullable String user, @Nullable String password)
            throws JMSException {
        return connect(new Connecting.As(domain, user, password), AngariumXAConnection::new);
    }
}
