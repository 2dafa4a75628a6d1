package io.angarium.jms.simplified;

import static io.angarium.jms.failure.RuntimeErrors.ask;
import static io.angarium.jms.failure.RuntimeErrors.run;

import io.angarium.jms.failure.RuntimeErrors;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/** A consumer of the simplified API. For its context's thread, but for {@link #close()}. */
final class ContextConsumer implements JMSConsumer {
    private final BodyReceiver consumer;

    ContextConsumer(BodyReceiver consumer) {
        this.consumer = consumer;
    }

    @Override
    public @Nullable String getMessageSelector() {
        return ask(consumer::getMessageSelector);
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return ask(consumer::getMessageListener);
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) {
        run(() -> consumer.setMessageListener(listener));
    }

    @Override
    public @Nullable Message receive() {
        return ask(consumer::receive);
    }

    @Override
    public @Nullable Message receive(long timeoutMillis) {
        return ask(() -> consumer.receive(timeoutMillis));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return ask(consumer::receiveNoWait);
    }

    @Override
    public void close() {
        run(consumer::close);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type) {
        return receiveBody(type, 0);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type, long timeoutMillis) {
        try {
            return consumer.receiveBody(type, timeoutMillis);
        } catch (JMSException e) {
            throw RuntimeErrors.of(e);
        }
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(Class<T> type) {
        try {
            return consumer.receiveBodyNoWait(type);
        } catch (JMSException e) {
            throw RuntimeErrors.of(e);
        }
    }
}
