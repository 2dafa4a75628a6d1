package io.angarium.jms;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.xa.Branches;
import jakarta.jms.JMSException;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.XAQueueSession;
import javax.transaction.xa.XAResource;

/** As {@link AngariumXASession}, for the older API of queues. */
final class AngariumXAQueueSession extends AngariumQueueSession implements XAQueueSession {
    AngariumXAQueueSession(AngariumConnection connection, long number, Branches branches) {
        super(connection, AcknowledgeMapping.AUTO, number, branches);
    }

    @Override
    public Session getSession() throws JMSException {
        return getQueueSession();
    }

    @Override
    public QueueSession getQueueSession() throws JMSException {
        requireOpen();
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return resource();
    }
}
