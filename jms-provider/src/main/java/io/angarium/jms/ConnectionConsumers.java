package io.angarium.jms;

import io.angarium.jms.delivery.ServerLoads;
import io.angarium.jms.delivery.SessionDeliveries;
import io.angarium.protocol.Source;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The connection consumers of one connection. Thread-safe. */
final class ConnectionConsumers {
    private final AngariumConnection connection;
    private final Set<AngariumConnectionConsumer> open = ConcurrentHashMap.newKeySet();

    ConnectionConsumers(AngariumConnection connection) {
        this.connection = connection;
    }

    /** Fails for a pool or a number of messages with which nothing could be consumed. */
    static void requireUsable(@Nullable ServerSessionPool pool, int maxMessages) throws JMSException {
        if (pool == null) {
            throw new JMSException("the server session pool is null");
        }
        if (maxMessages < 1) {
            throw new JMSException(
                    "maxMessages is " + maxMessages + "; a server session takes at least 1 message at a time");
        }
    }

    /** Opens one; {@link #requireUsable} comes first. */
    ConnectionConsumer create(Source source, ServerSessionPool pool, int maxMessages) throws JMSException {
        long receiverId = connection.receiverIds().incrementAndGet();
        int window = connection.options().listenWindow(connection.link().info().remote());
        ServerLoads loads = ServerLoads.start(
                new ServerLoads.Setup(
                        connection.link(),
                        connection.calls(),
                        connection.run(),
                        receiverId,
                        Math.min(window, maxMessages),
                        maxMessages,
                        pool,
                        this::deliveries,
                        connection::report),
                source,
                "angarium-connection-consumer-" + connection.link().info().linkId() + "-" + receiverId);
        AngariumConnectionConsumer consumer = new AngariumConnectionConsumer(this, loads, pool);
        open.add(consumer);
        if (connection.isClosing()) {
            loads.end();
        }
        return consumer;
    }

    void resume() {
        open.forEach(consumer -> consumer.loads().resume());
    }

    void pause() throws JMSException {
        for (AngariumConnectionConsumer consumer : open) {
            consumer.loads().pause();
        }
    }

    /** Loads nothing more. */
    void end() {
        open.forEach(consumer -> consumer.loads().end());
    }

    void close(AngariumConnectionConsumer consumer) throws JMSException {
        consumer.loads().end();
        if (open.remove(consumer) && !connection.isClosing() && connection.loss() == null) {
            consumer.loads().close(connection.deliveries());
        }
    }

    void requireOpen() throws JMSException {
        connection.requireOpen();
    }

    private SessionDeliveries deliveries(@Nullable Session session) throws JMSException {
        if (session instanceof AngariumSession ours && ours.connection() == connection) {
            return ours.deliveries();
        }
        throw new JMSException("the session of a server session is "
                + (session == null ? "null" : "not one of the connection that the connection consumer belongs to"));
    }
}
