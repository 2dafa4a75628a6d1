package io.angarium.jms;

import io.angarium.jms.xa.Branches;
import io.angarium.protocol.BrokerLink;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;

/**
 * A connection whose sessions can be part of distributed transactions. A transaction manager may decide of a branch after the
 * application has closed the connection, which is common in application servers: the link lives on until then.
 */
final class AngariumXAConnection extends AngariumConnection implements XAQueueConnection, XATopicConnection {
    private final Domain domain;
    private final Branches branches;

    AngariumXAConnection(BrokerLink link, ClientOptions options, Domain domain) {
        super(link, options, domain);
        this.domain = domain;
        branches = new Branches(link, calls(), options.maxTransactionBytes());
    }

    @Override
    public XASession createXASession() throws JMSException {
        return register(new AngariumXASession(this, nextSession(), branches));
    }

    @Override
    public XAQueueSession createXAQueueSession() throws JMSException {
        if (domain == Domain.TOPIC) {
            throw new IllegalStateException("createXAQueueSession is not for a TopicConnection");
        }
        return register(new AngariumXAQueueSession(this, nextSession(), branches));
    }

    @Override
    public XATopicSession createXATopicSession() throws JMSException {
        if (domain == Domain.QUEUE) {
            throw new IllegalStateException("createXATopicSession is not for a QueueConnection");
        }
        return register(new AngariumXATopicSession(this, nextSession(), branches));
    }

    @Override
    void closeLink() {
        branches.close(super::closeLink);
    }
}
