package io.angarium.jms;

import io.angarium.jms.delivery.ServerLoads;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A connection consumer, for application servers (Jakarta Messaging 3.1 §9.2). Thread-safe. {@link #close()} waits for
 * message listeners that are running for its messages, unless one of them makes the call.
 */
final class AngariumConnectionConsumer implements ConnectionConsumer {
    private final ConnectionConsumers all;
    private final ServerLoads loads;
    private final ServerSessionPool pool;
    private final AtomicBoolean closed = new AtomicBoolean();

    AngariumConnectionConsumer(ConnectionConsumers all, ServerLoads loads, ServerSessionPool pool) {
        this.all = all;
        this.loads = loads;
        this.pool = pool;
    }

    ServerLoads loads() {
        return loads;
    }

    @Override
    public ServerSessionPool getServerSessionPool() throws JMSException {
        all.requireOpen();
        if (closed.get()) {
            throw new IllegalStateException("the connection consumer is closed");
        }
        return pool;
    }

    @Override
    public void close() throws JMSException {
        if (closed.compareAndSet(false, true)) {
            all.close(this);
        }
    }
}
