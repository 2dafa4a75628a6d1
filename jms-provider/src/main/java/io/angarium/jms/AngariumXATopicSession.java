package io.angarium.jms;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.xa.Branches;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.XATopicSession;
import javax.transaction.xa.XAResource;

/** As {@link AngariumXASession}, for the older API of topics. */
final class AngariumXATopicSession extends AngariumTopicSession implements XATopicSession {
    AngariumXATopicSession(AngariumConnection connection, long number, Branches branches) {
        super(connection, AcknowledgeMapping.AUTO, number, branches);
    }

    @Override
    public Session getSession() throws JMSException {
        return getTopicSession();
    }

    @Override
    public TopicSession getTopicSession() throws JMSException {
        requireOpen();
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return resource();
    }
}
