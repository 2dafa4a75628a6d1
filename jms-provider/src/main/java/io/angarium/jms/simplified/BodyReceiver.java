package io.angarium.jms.simplified;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import org.jspecify.annotations.Nullable;

/** What the simplified API needs of a consumer beyond the classic one. */
public interface BodyReceiver extends MessageConsumer {
    /**
     * Receives the body of the next message.
     *
     * @param timeoutMillis longest wait; 0 for no limit
     * @return null if there was none in time
     * @throws jakarta.jms.MessageFormatException if the body is not of that type
     */
    <T> @Nullable T receiveBody(Class<T> type, long timeoutMillis) throws JMSException;

    /** Receives the body of the next message if there is one. */
    <T> @Nullable T receiveBodyNoWait(Class<T> type) throws JMSException;
}
