package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.failure.RuntimeErrors;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client sees when its broker closes (Jakarta Messaging 3.1 §6.1.7; jms-conformance 5.22). */
@Timeout(60)
class BrokerLossTest {
    @Test
    void theExceptionListenerIsToldReceiveCallsEndAndEverythingCloses() throws Exception {
        try (TestBroker broker = new TestBroker()) {
            Connection connection = broker.started();
            CompletableFuture<JMSException> told = new CompletableFuture<>();
            connection.setExceptionListener(told::complete);
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("q");
            MessageProducer producer = session.createProducer(queue);
            MessageConsumer consumer = session.createConsumer(queue);
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Boolean> received = CompletableFuture.supplyAsync(() -> {
                begun.countDown();
                return RuntimeErrors.ask(consumer::receive) == null;
            });
            begun.await();

            broker.broker().close();

            assertThat(told.get(20, TimeUnit.SECONDS)).hasMessageContaining("clos");
            assertThat(received.handle((nothing, failure) -> String.valueOf(failure))
                            .get(20, TimeUnit.SECONDS))
                    .contains("clos");
            assertThatThrownBy(() -> producer.send(session.createMessage())).isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> session.createConsumer(queue)).isInstanceOf(JMSException.class);
            consumer.close();
            session.close();
            connection.close();
        }
    }

    @Test
    void anErrorThatIsThrownIsNotReportedToTheExceptionListener() throws Exception {
        try (TestBroker broker = new TestBroker();
                Connection connection = broker.started()) {
            CountDownLatch told = new CountDownLatch(1);
            connection.setExceptionListener(problem -> told.countDown());
            Session session = connection.createSession();

            assertThatThrownBy(() -> session.createConsumer(session.createQueue("q"), "a = = b"))
                    .isInstanceOf(JMSException.class);

            assertThat(told.getCount()).isOne();
        }
    }
}
