package io.angarium.jms.simplified;

import io.angarium.jms.delivery.AcknowledgeMapping;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import java.util.concurrent.atomic.AtomicInteger;

/** The connection that several contexts share; the last one that closes closes it. Thread-safe. */
public final class ContextConnection {
    private final Connection connection;
    private final AtomicInteger contexts = new AtomicInteger();

    private ContextConnection(Connection connection) {
        this.connection = connection;
    }

    /** The first context on a new connection, which can be part of distributed transactions; others on it can not. */
    public static XAJMSContext open(XAConnection connection) {
        ContextConnection shared = new ContextConnection(connection);
        shared.contexts.incrementAndGet();
        return new AngariumXAContext(shared, connection);
    }

    /** The first context on a new connection. */
    public static JMSContext open(Connection connection, int sessionMode) throws JMSException {
        return new ContextConnection(connection).context(sessionMode);
    }

    /** One more context. */
    AngariumContext context(int sessionMode) throws JMSException {
        AcknowledgeMapping mode = AcknowledgeMapping.of(sessionMode);
        contexts.incrementAndGet();
        return new AngariumContext(this, mode);
    }

    Connection connection() {
        return connection;
    }

    ContextSession session(AcknowledgeMapping mode) throws JMSException {
        return (ContextSession) connection.createSession(mode.sessionMode());
    }

    /** One context less; without any the connection is closed. */
    void release() throws JMSException {
        if (contexts.decrementAndGet() == 0) {
            connection.close();
        }
    }
}
