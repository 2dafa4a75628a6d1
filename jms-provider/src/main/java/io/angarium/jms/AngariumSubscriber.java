package io.angarium.jms;

import io.angarium.protocol.Source;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;

/** A consumer on a subscription. */
final class AngariumSubscriber extends AngariumConsumer implements TopicSubscriber {
    private final Topic topic;
    private final boolean noLocal;

    AngariumSubscriber(AngariumSession session, Source.Subscription source, Topic topic) throws JMSException {
        super(session, source, source.selector());
        this.topic = topic;
        this.noLocal = source.noLocal();
    }

    @Override
    public Topic getTopic() throws JMSException {
        requireOpen();
        return topic;
    }

    @Override
    public boolean getNoLocal() throws JMSException {
        requireOpen();
        return noLocal;
    }
}
