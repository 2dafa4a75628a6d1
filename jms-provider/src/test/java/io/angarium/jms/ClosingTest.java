package io.angarium.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.failure.RuntimeErrors;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for whom when something stops or closes (Jakarta Messaging 3.1 §6.1.5, §6.1.8, §6.2.15, §8.8). */
@Timeout(30)
class ClosingTest {
    private interface Call {
        void run() throws JMSException;
    }

    /** A receive call that waits in another thread; empty when it returned null. */
    private static CompletableFuture<Optional<Message>> waitingReceive(MessageConsumer consumer) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Optional<Message>> received = CompletableFuture.supplyAsync(() -> {
            begun.countDown();
            return Optional.ofNullable(RuntimeErrors.ask(consumer::receive));
        });
        begun.await();
        return received;
    }

    @Test
    void aReceiveCallThatWaitsReturnsNullWhenItsConsumerCloses() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            CompletableFuture<Optional<Message>> received = waitingReceive(consumer);

            consumer.close();

            assertThat(received.handle((message, failure) -> message == null ? Optional.empty() : message)
                            .get(20, TimeUnit.SECONDS))
                    .isEmpty();
        }
    }

    @Test
    void aReceiveCallThatWaitsReturnsWhenTheConnectionCloses() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            CompletableFuture<Optional<Message>> received = waitingReceive(consumer);

            scripted.connection.close();

            assertThat(received.handle((message, failure) -> "returned").get(20, TimeUnit.SECONDS))
                    .isEqualTo("returned");
        }
    }

    @Test
    void stopAndCloseWaitForAListenerThatIsRunningAndCanStillUseItsSession() throws Exception {
        for (boolean stop : List.of(true, false)) {
            List<String> order = new CopyOnWriteArrayList<>();
            try (Scripted scripted = new Scripted("")) {
                Session session = scripted.connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = scripted.consumer(session);
                CountDownLatch running = new CountDownLatch(1);
                CountDownLatch mayEnd = new CountDownLatch(1);
                consumer.setMessageListener(message -> {
                    running.countDown();
                    RuntimeErrors.run(() -> {
                        await(mayEnd);
                        session.createProducer(session.createQueue("out")).send(session.createMessage());
                        message.acknowledge();
                    });
                    order.add("listener has ended");
                });
                scripted.link.ready(1, 1);
                scripted.connection.start();
                running.await();

                CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
                    RuntimeErrors.run(stop ? scripted.connection::stop : scripted.connection::close);
                    order.add("connection has ended");
                });
                mayEnd.countDown();

                ended.get(20, TimeUnit.SECONDS);
                assertThat(order).containsExactly("listener has ended", "connection has ended");
            }
        }
    }

    private static void await(CountDownLatch latch) throws JMSException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JMSException("interrupted");
        }
    }

    @Test
    void aListenerMustNotStopOrCloseItsOwnConnectionOrSessionButMayCloseItsConsumer() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession();
            MessageConsumer consumer = scripted.consumer(session);
            CompletableFuture<List<Object>> outcome = new CompletableFuture<>();
            consumer.setMessageListener(message -> outcome.complete(List.of(
                    failureOf(scripted.connection::stop),
                    failureOf(scripted.connection::close),
                    failureOf(session::close),
                    failureOf(consumer::close))));
            scripted.link.ready(1, 1);
            scripted.connection.start();

            assertThat(outcome.get(20, TimeUnit.SECONDS))
                    .containsExactly(
                            IllegalStateException.class,
                            IllegalStateException.class,
                            IllegalStateException.class,
                            "no failure");
        }
    }

    private static Object failureOf(Call call) {
        try {
            call.run();
            return "no failure";
        } catch (JMSException e) {
            return e.getClass();
        }
    }

    @Test
    void aMessageWhoseConsumerWasClosedByItsListenerIsAcknowledgedWhenTheListenerReturns() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession();
            MessageConsumer consumer = scripted.consumer(session);
            CountDownLatch called = new CountDownLatch(1);
            consumer.setMessageListener(message -> {
                RuntimeErrors.run(consumer::close);
                called.countDown();
            });
            scripted.link.ready(1, 1);
            scripted.connection.start();
            called.await();

            session.close();

            assertThat(scripted.link.takeCalls()).containsSubsequence("close 1", "COMPLETE 1");
        }
    }

    @Test
    void everythingIsClosedTwiceWithoutAnError() throws JMSException {
        Scripted scripted = new Scripted("");
        Session session = scripted.connection.createSession();
        MessageConsumer consumer = scripted.consumer(session);

        consumer.close();
        consumer.close();
        session.close();
        session.close();
        consumer.close();
        scripted.connection.close();
        scripted.connection.close();
        session.close();

        assertThat(scripted.link.takeCalls()).containsOnlyOnce("close 1").containsOnlyOnce("close link");
    }

    @Test
    void acknowledgeOfAMessageOfAClosedSessionIsAnIllegalState() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 1);
            Message message = consumer.receive();
            session.close();

            assertThatThrownBy(message::acknowledge).isInstanceOf(IllegalStateException.class);
            assertThat(Scripted.text(message)).isEqualTo("message 1");
        }
    }

    @Test
    void aLinkThatIsLostIsReportedAndEndsReceiveCallsWithTheReason() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            CompletableFuture<JMSException> reported = new CompletableFuture<>();
            scripted.connection.setExceptionListener(reported::complete);
            CompletableFuture<Optional<Message>> received = waitingReceive(consumer);

            scripted.connection.linkLost(new BrokerException(ErrorReason.STORE_FAILED, "the disk is gone"));

            assertThat(reported.get(20, TimeUnit.SECONDS)).hasMessageContaining("the disk is gone");
            assertThat(received.handle((message, failure) -> String.valueOf(failure))
                            .get(20, TimeUnit.SECONDS))
                    .contains("the disk is gone");
        }
    }
}
