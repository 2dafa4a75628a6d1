package io.angarium.jms.delivery;

import io.angarium.protocol.Delivery;
import jakarta.jms.JMSException;

/**
 * What a consumer makes of a delivery before it is counted as handed over.
 *
 * @param <M> what the application gets
 */
@FunctionalInterface
public interface Reception<M> {
    /**
     * Opens a delivery.
     *
     * @throws jakarta.jms.MessageFormatException if it is not what the application asked for; then the session decides by
     *     its mode whether the message counts as received
     * @throws IllegalArgumentException if it is damaged
     */
    M open(Delivery delivery) throws JMSException;
}
