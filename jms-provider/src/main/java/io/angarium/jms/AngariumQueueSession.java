package io.angarium.jms;

import io.angarium.jms.delivery.AcknowledgeMapping;
import io.angarium.jms.xa.Branches;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** A session of the point-to-point API, which refuses what is for topics (Jakarta Messaging 3.1 table 6-1). */
class AngariumQueueSession extends AngariumSession implements QueueSession {
    AngariumQueueSession(AngariumConnection connection, AcknowledgeMapping mode, long number) {
        super(connection, mode, number);
    }

    /** @param branches of the connection */
    AngariumQueueSession(AngariumConnection connection, AcknowledgeMapping mode, long number, Branches branches) {
        super(connection, mode, number, branches);
    }

    @Override
    public QueueReceiver createReceiver(@Nullable Queue queue) throws JMSException {
        return createReceiver(queue, null);
    }

    @Override
    public QueueReceiver createReceiver(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        requireOpen();
        return consumers().receiver(queue, selector);
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        requireOpen();
        return new AngariumSender(this, queue);
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name, @Nullable String selector)
            throws JMSException {
        throw refused("createSharedConsumer");
    }

    @Override
    public TopicSubscriber createDurableSubscriber(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        throw refused("createDurableSubscriber and createDurableConsumer");
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) throws JMSException {
        throw refused("createSharedDurableConsumer");
    }

    @Override
    public Topic createTopic(@Nullable String name) throws JMSException {
        throw refused("createTopic");
    }

    @Override
    public TemporaryTopic createTemporaryTopic() throws JMSException {
        throw refused("createTemporaryTopic");
    }

    @Override
    public void unsubscribe(@Nullable String name) throws JMSException {
        throw refused("unsubscribe");
    }

    private static IllegalStateException refused(String operation) {
        return new IllegalStateException(operation + " is not for a QueueSession");
    }
}
