package io.angarium.jms.simplified;

import static io.angarium.jms.failure.RuntimeErrors.ask;

import io.angarium.jms.delivery.AcknowledgeMapping;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;

/** A context whose session can be part of distributed transactions (Jakarta Messaging 3.1 §5.6). */
final class AngariumXAContext extends AngariumContext implements XAJMSContext {
    private final XAConnection connection;

    AngariumXAContext(ContextConnection shared, XAConnection connection) {
        super(shared, AcknowledgeMapping.AUTO);
        this.connection = connection;
    }

    @Override
    ContextSession newSession() throws JMSException {
        return (ContextSession) connection.createXASession();
    }

    @Override
    public JMSContext getContext() {
        requireOpen();
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return ask(() -> ((XASession) session()).getXAResource());
    }

    @Override
    public boolean getTransacted() {
        return ask(() -> session().getTransacted());
    }

    @Override
    public int getSessionMode() {
        return ask(() -> session().getAcknowledgeMode());
    }
}
