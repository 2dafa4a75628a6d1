package io.angarium.jms.message;

import jakarta.jms.JMSException;

/** What {@link jakarta.jms.Message#acknowledge()} does in the session that received the message. */
@FunctionalInterface
public interface Acknowledger {
    /**
     * Acknowledges as the session's mode says.
     *
     * @param lockToken of the message on which the application called it
     * @throws jakarta.jms.IllegalStateException if the session is closed
     */
    void acknowledge(long lockToken) throws JMSException;
}
