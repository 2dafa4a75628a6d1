package io.angarium.jms;

import io.angarium.protocol.Source;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;

/** A consumer on a queue. */
final class AngariumReceiver extends AngariumConsumer implements QueueReceiver {
    private final Queue queue;

    AngariumReceiver(AngariumSession session, Source.Queue source, Queue queue) throws JMSException {
        super(session, source, source.selector());
        this.queue = queue;
    }

    @Override
    public Queue getQueue() throws JMSException {
        requireOpen();
        return queue;
    }
}
