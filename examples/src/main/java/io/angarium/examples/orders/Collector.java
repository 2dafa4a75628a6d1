package io.angarium.examples.orders;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Moves results from the queue into the ledger, a batch at a time: first to disk, then the transaction is committed. */
final class Collector implements Callable<@Nullable Void> {
    private static final int MAX_BATCH = 50;
    private static final long PATIENCE_MILLIS = 200;

    private final Shop shop;
    private final Ledger ledger;
    private final Progress progress;
    private final BooleanSupplier allProcessed;

    Collector(Shop shop, Ledger ledger, Progress progress, BooleanSupplier allProcessed) {
        this.shop = shop;
        this.ledger = ledger;
        this.progress = progress;
        this.allProcessed = allProcessed;
    }

    /** Works until all orders were processed and no result is left. */
    @Override
    public @Nullable Void call() throws JMSException, IOException {
        try (JMSContext context = shop.factory().createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSConsumer results = context.createConsumer(shop.results());
            while (true) {
                boolean last = allProcessed.getAsBoolean();
                Message first = results.receive(PATIENCE_MILLIS);
                if (first != null) {
                    collect(first, results);
                    context.commit();
                    progress.collected(ledger.size());
                } else if (last) {
                    return null;
                }
            }
        }
    }

    private void collect(Message first, JMSConsumer results) throws JMSException, IOException {
        int taken = 0;
        for (Message message = first; message != null; message = ++taken < MAX_BATCH ? results.receiveNoWait() : null) {
            MapMessage result = (MapMessage) message;
            ledger.add(new Ledger.Entry(
                    result.getJMSMessageID(),
                    result.getString("subscription"),
                    result.getString("order_id"),
                    result.getLong("total_cents"),
                    result.getInt("attempt")));
        }
        ledger.force();
    }
}
