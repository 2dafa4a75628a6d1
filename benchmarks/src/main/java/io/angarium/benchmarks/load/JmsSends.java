package io.angarium.benchmarks.load;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import java.util.UUID;

/** Persistent sends of bytes messages through any JMS provider; each thread has a connection of its own. */
final class JmsSends implements Contender {
    private static final String QUEUE = "load";

    private final String name;
    private final ConnectionFactory factory;
    private final Runnable stopBroker;
    private final byte[] payload;
    private final boolean ids;
    private final JMSContext keepsTheBroker;

    /**
     * @param stopBroker done in the end; nothing if the broker ends with its last connection
     * @param ids whether each message has an id of its own for Angarium's duplicate detection
     */
    JmsSends(String name, ConnectionFactory factory, Runnable stopBroker, int payloadBytes, boolean ids) {
        this.name = name;
        this.factory = factory;
        this.stopBroker = stopBroker;
        payload = Payload.of(payloadBytes);
        this.ids = ids;
        keepsTheBroker = factory.createContext();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Operation operation() {
        JMSContext context = factory.createContext();
        JMSProducer producer = context.createProducer();
        Queue queue = context.createQueue(QUEUE);
        String prefix = "order-" + UUID.randomUUID() + "-";
        return new Operation() {
            private int sent;

            @Override
            public void once() throws Exception {
                BytesMessage message = context.createBytesMessage();
                message.writeBytes(payload);
                if (ids) {
                    message.setStringProperty("JMS_ANGARIUM_MessageId", prefix + sent++);
                }
                producer.send(queue, message);
            }

            @Override
            public void close() {
                context.close();
            }
        };
    }

    @Override
    public void close() {
        keepsTheBroker.close();
        stopBroker.run();
    }
}
