package io.angarium.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import org.jspecify.annotations.Nullable;

/** A producer of the publish/subscribe API. */
final class AngariumPublisher extends AngariumProducer implements TopicPublisher {
    private final @Nullable Topic topic;

    AngariumPublisher(AngariumSession session, @Nullable Topic topic) throws JMSException {
        super(session, topic);
        this.topic = topic;
    }

    @Override
    public @Nullable Topic getTopic() throws JMSException {
        requireOpen();
        return topic;
    }

    @Override
    public void publish(@Nullable Message message) throws JMSException {
        send(message);
    }

    @Override
    public void publish(@Nullable Message message, int deliveryMode, int priority, long timeToLiveMillis)
            throws JMSException {
        send(message, deliveryMode, priority, timeToLiveMillis);
    }

    @Override
    public void publish(@Nullable Topic to, @Nullable Message message) throws JMSException {
        send(to, message);
    }

    @Override
    public void publish(
            @Nullable Topic to, @Nullable Message message, int deliveryMode, int priority, long timeToLiveMillis)
            throws JMSException {
        send(to, message, deliveryMode, priority, timeToLiveMillis);
    }
}
