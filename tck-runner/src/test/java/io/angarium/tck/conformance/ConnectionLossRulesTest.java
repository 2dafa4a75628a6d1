package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exception listeners, and what a client sees when its broker ends. */
@ConformanceTest
class ConnectionLossRulesTest {
    @Test
    @Section({"6.1.7", "API"})
    void anExceptionListenerIsGivenBackAndTakenAway(Jms jms) throws JMSException {
        Connection connection = jms.connection();
        JMSContext context = jms.context();
        ExceptionListener listener = exception -> {};
        assertThat(connection.getExceptionListener()).isNull();
        assertThat(context.getExceptionListener()).isNull();

        connection.setExceptionListener(listener);
        context.setExceptionListener(listener);

        assertThat(connection.getExceptionListener()).isSameAs(listener);
        assertThat(context.getExceptionListener()).isSameAs(listener);
        connection.setExceptionListener(null);
        context.setExceptionListener(null);
        assertThat(connection.getExceptionListener()).isNull();
        assertThat(context.getExceptionListener()).isNull();
    }

    /** T-20. */
    @Test
    @Needs(Feature.RESTART)
    @Section("6.1.7")
    void whoseBrokerEndsIsToldSoAndOnceAtATime(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        AtomicInteger running = new AtomicInteger();
        List<Integer> atATime = new CopyOnWriteArrayList<>();
        CountDownLatch told = new CountDownLatch(1);
        connection.setExceptionListener(exception -> {
            atATime.add(running.incrementAndGet());
            running.decrementAndGet();
            told.countDown();
        });
        for (int i = 0; i < 4; i++) {
            connection.createSession().createConsumer(queue).setMessageListener(message -> {});
        }

        jms.replaceBroker();

        Jms.await(told);
        assertThat(atATime).containsOnly(1);
    }

    /** T-19: receive(t) returns whatever happens to the connection; T-43: so does every other call. */
    @Test
    @Needs(Feature.RESTART)
    @Section({"6.1.7", "8.5"})
    void callsThatWaitReturnWhenTheBrokerEnds(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        MessageConsumer forever = jms.started().createSession().createConsumer(queue);
        MessageConsumer limited = jms.started().createSession().createConsumer(queue);
        CompletableFuture<String> first = Jms.async(() -> received(forever, 0));
        CompletableFuture<String> second = Jms.async(() -> received(limited, 3_600_000));
        Jms.passTime(Jms.QUIET_MILLIS);

        jms.replaceBroker();

        assertThat(Jms.result(first)).isNotEqualTo("a message");
        assertThat(Jms.result(second)).isNotEqualTo("a message");
    }

    private static String received(MessageConsumer consumer, long millis) {
        try {
            Message message = consumer.receive(millis);
            return message == null ? "nothing" : "a message";
        } catch (JMSException e) {
            return "an exception";
        }
    }

    /** T-18: after a loss a session works, or fails clearly. */
    @Test
    @Needs(Feature.RESTART)
    @Section({"6.1.7", "10.3"})
    void whatWasOpenBeforeTheBrokerEndedFailsClearlyAndCanBeClosed(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);

        jms.replaceBroker();

        assertThatThrownBy(() -> producer.send(session.createTextMessage("text")))
                .isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createConsumer(queue)).isInstanceOf(JMSException.class);
        consumer.close();
        session.close();
        connection.close();
        jms.send(queue, "of a new connection");
        assertThat(jms.drain(queue)).containsExactly("of a new connection");
    }

    @Test
    @Needs(Feature.RESTART)
    @Section({"6.1.7", "6.1.8"})
    void anExceptionListenerMayCloseItsConnection(Jms jms) throws Exception {
        Connection connection = jms.started();
        CompletableFuture<@Nullable Object> closed = new CompletableFuture<>();
        connection.setExceptionListener(exception -> {
            try {
                connection.close();
                closed.complete(null);
            } catch (JMSException | RuntimeException e) {
                closed.completeExceptionally(e);
            }
        });

        jms.replaceBroker();

        Jms.result(closed);
        assertThatThrownBy(connection::createSession).isInstanceOf(IllegalStateException.class);
    }
}
