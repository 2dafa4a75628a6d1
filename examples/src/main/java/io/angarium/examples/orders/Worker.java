package io.angarium.examples.orders;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes orders of one subscription, which it shares with others, and sends a result for each, both in one transaction: the
 * order is gone and the result is there, or neither. An order that fails is rolled back and comes again; after ten
 * failures the broker moves it to the subscription's dead-letter queue.
 */
final class Worker implements Callable<@Nullable Void>, AutoCloseable {
    private static final long PATIENCE_MILLIS = 400;

    private final Shop shop;
    private final ShopRule rule;
    private final Progress progress;
    private final BooleanSupplier allSent;
    private final JMSContext context;
    private final JMSConsumer orders;

    /** Opens the consumer, and with it the subscription, at once: what is sent from now on is for it. */
    Worker(Shop shop, ShopRule rule, Progress progress, BooleanSupplier allSent) {
        this.shop = shop;
        this.rule = rule;
        this.progress = progress;
        this.allSent = allSent;
        context = shop.factory().createContext(JMSContext.SESSION_TRANSACTED);
        orders = context.createSharedDurableConsumer(shop.orders(), rule.subscription(), rule.selector());
    }

    /** Works until all orders were sent and there is none left for this worker. */
    @Override
    public @Nullable Void call() throws JMSException {
        JMSProducer producer = context.createProducer();
        while (true) {
            boolean last = allSent.getAsBoolean(); // asked before, so that nothing is sent between the two
            Message message = orders.receive(PATIENCE_MILLIS);
            if (message != null) {
                process((MapMessage) message, producer);
            } else if (last) {
                return null;
            }
        }
    }

    private void process(MapMessage message, JMSProducer producer) throws JMSException {
        Order order = Order.from(message);
        int attempt = message.getIntProperty("JMSXDeliveryCount");
        long totalCents;
        try {
            totalCents = Fulfilment.totalCents(order, attempt);
        } catch (Fulfilment.FailedException e) {
            context.rollback();
            progress.rolledBack();
            return;
        }
        producer.send(shop.results(), result(order, totalCents, attempt));
        context.commit();
        progress.processed();
    }

    private MapMessage result(Order order, long totalCents, int attempt) throws JMSException {
        MapMessage result = context.createMapMessage();
        result.setString("subscription", rule.subscription());
        result.setString("order_id", order.id());
        result.setLong("total_cents", totalCents);
        result.setInt("attempt", attempt);
        return result;
    }

    @Override
    public void close() {
        context.close();
    }
}
