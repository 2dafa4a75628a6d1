package io.angarium.examples.orders;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sends every order of the file to the topic, one by one: a send that has returned is on disk. It keeps no note of how far
 * it came. After a crash it begins at the first line again, and the broker drops what it has, because the number of the
 * order is the message's id for duplicate detection.
 */
final class Feeder implements Callable<@Nullable Void> {
    private final Shop shop;
    private final OrderFile file;
    private final Progress progress;
    private final AtomicBoolean done;

    Feeder(Shop shop, OrderFile file, Progress progress, AtomicBoolean done) {
        this.shop = shop;
        this.file = file;
        this.progress = progress;
        this.done = done;
    }

    @Override
    public @Nullable Void call() {
        try (JMSContext context = shop.factory().createContext()) {
            JMSProducer producer = context.createProducer(); // persistent is the default
            file.read(line -> {
                if (line instanceof OrderFile.Accepted accepted) {
                    producer.send(shop.orders(), message(context, accepted.order()));
                    progress.sent();
                }
            });
        } finally {
            done.set(true);
        }
        return null;
    }

    private static MapMessage message(JMSContext context, Order order) {
        MapMessage message = context.createMapMessage();
        try {
            message.setStringProperty("JMS_ANGARIUM_MessageId", order.id());
            order.writeTo(message);
        } catch (JMSException e) {
            throw new IllegalStateException("order " + order.id() + " does not fit into a message", e);
        }
        return message;
    }
}
