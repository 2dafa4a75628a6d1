package io.angarium.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import org.jspecify.annotations.Nullable;

/** A producer of the point-to-point API. */
final class AngariumSender extends AngariumProducer implements QueueSender {
    private final @Nullable Queue queue;

    AngariumSender(AngariumSession session, @Nullable Queue queue) throws JMSException {
        super(session, queue);
        this.queue = queue;
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        requireOpen();
        return queue;
    }

    @Override
    public void send(@Nullable Queue to, @Nullable Message message) throws JMSException {
        super.send(to, message);
    }

    @Override
    public void send(
            @Nullable Queue to, @Nullable Message message, int deliveryMode, int priority, long timeToLiveMillis)
            throws JMSException {
        super.send(to, message, deliveryMode, priority, timeToLiveMillis);
    }
}
