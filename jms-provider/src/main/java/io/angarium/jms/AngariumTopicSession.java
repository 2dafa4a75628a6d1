package io.angarium.jms;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.xa.Branches;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** A session of the publish/subscribe API, which refuses what is for queues (Jakarta Messaging 3.1 table 6-1). */
class AngariumTopicSession extends AngariumSession implements TopicSession {
    AngariumTopicSession(AngariumConnection connection, AcknowledgeMapping mode, long number) {
        super(connection, mode, number);
    }

    /** @param branches of the connection */
    AngariumTopicSession(AngariumConnection connection, AcknowledgeMapping mode, long number, Branches branches) {
        super(connection, mode, number, branches);
    }

    @Override
    public TopicSubscriber createSubscriber(@Nullable Topic topic) throws JMSException {
        return createSubscriber(topic, null, false);
    }

    @Override
    public TopicSubscriber createSubscriber(@Nullable Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        requireOpen();
        return consumers().subscriber(topic, selector, noLocal);
    }

    @Override
    public TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        requireOpen();
        return new AngariumPublisher(this, topic);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        throw refused("createBrowser");
    }

    @Override
    public Queue createQueue(@Nullable String name) throws JMSException {
        throw refused("createQueue");
    }

    @Override
    public TemporaryQueue createTemporaryQueue() throws JMSException {
        throw refused("createTemporaryQueue");
    }

    private static IllegalStateException refused(String operation) {
        return new IllegalStateException(operation + " is not for a TopicSession");
    }
}
