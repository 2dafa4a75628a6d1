package io.angarium.jms;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.xa.Branches;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;

/**
 * A session that can be part of distributed transactions, by its {@link #getXAResource()}. Outside of one it acknowledges
 * automatically.
 */
final class AngariumXASession extends AngariumSession implements XASession {
    AngariumXASession(AngariumConnection connection, long number, Branches branches) {
        super(connection, AcknowledgeMapping.AUTO, number, branches);
    }

    @Override
    public Session getSession() throws JMSException {
        requireOpen();
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return resource();
    }
}
