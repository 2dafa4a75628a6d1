package io.angarium.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a consumer asks the broker for messages, and when it gives them back (jms-conformance 3.1, 5.1). */
@Timeout(30)
class ConsumerCreditTest {
    @Test
    void aConsumerOfAConnectionThatIsNotStartedGetsNoCredit() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=10")) {
            MessageConsumer consumer = scripted.consumer(scripted.connection.createSession());

            assertThat(consumer.receive(1)).isNull();

            assertThat(scripted.link.takeCalls()).isEmpty();
        }
    }

    @Test
    void receiveNoWaitAsksForOneMessageAndTakesTheQuestionBack() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);

            assertThat(consumer.receiveNoWait()).isNull();

            assertThat(scripted.link.takeCalls()).containsExactly("credit 1 1", "drain 1");
        }
    }

    @Test
    void receiveWithATimeOutTakesTheQuestionBackWhenTheTimeIsUp() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);

            assertThat(consumer.receive(1)).isNull();

            assertThat(scripted.link.takeCalls()).containsExactly("credit 1 1", "drain 1");
        }
    }

    @Test
    void aMessageThatComesWhileTheQuestionIsTakenBackIsReturned() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            scripted.link.readyDuringDrain(7);

            assertThat(Scripted.text(consumer.receive(1))).isEqualTo("message 7");
        }
    }

    @Test
    void aReceiveCallThatWaitsGetsCreditWhenTheConnectionStarts() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(scripted.connection.createSession());
            scripted.link.ready(1, 5);
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> {
                begun.countDown();
                return io.angarium.jms.failure.RuntimeErrors.ask(() -> Scripted.text(consumer.receive()));
            });
            begun.await();

            scripted.connection.start();

            assertThat(received.get(20, TimeUnit.SECONDS)).isEqualTo("message 5");
        }
    }

    @Test
    void aPrefetchingConsumerIsToppedUpWhenHalfOfItsWindowIsGone() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=4")) {
            MessageConsumer consumer = scripted.consumer(AngariumAcknowledge.INDIVIDUAL_ACKNOWLEDGE);
            scripted.link.ready(1, 1, 2, 3, 4, 5, 6);

            consumer.receive();
            assertThat(scripted.link.takeCalls()).containsExactly("handed over 1");
            consumer.receive();

            assertThat(scripted.link.takeCalls()).containsExactly("handed over 2", "credit 1 2");
        }
    }

    @Test
    void stopGivesBackWhatWasNotHandedOver() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=4")) {
            scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            scripted.link.ready(1, 1, 2);

            scripted.connection.stop();

            assertThat(scripted.link.takeCalls()).containsExactly("drain 1", "RELEASE 1, RELEASE 2");
        }
    }

    @Test
    void aStoppedConnectionHandsNothingOver() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=4")) {
            MessageConsumer consumer = scripted.consumer(AngariumAcknowledge.NO_ACKNOWLEDGE);
            scripted.link.ready(1, 1);
            scripted.connection.stop();

            assertThat(consumer.receiveNoWait()).isNull();

            scripted.connection.start();
            assertThat(Scripted.text(consumer.receiveNoWait())).isEqualTo("message 1");
        }
    }

    @Test
    void aConsumerWithAListenerKeepsASmallWindow() throws JMSException {
        try (Scripted scripted = new Scripted("listenerWindow=3")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);

            consumer.setMessageListener(message -> {});

            assertThat(scripted.link.takeCalls()).containsExactly("credit 1 3");
        }
    }

    @Test
    void aReceiveCallThatIsInterruptedTakesItsQuestionBack() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            scripted.link.readyDuringDrain(7);
            Thread.currentThread().interrupt();

            assertThatThrownBy(consumer::receive)
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("interrupted");

            assertThat(Thread.interrupted()).isTrue();
            assertThat(scripted.link.takeCalls()).containsExactly("credit 1 1", "drain 1", "RELEASE 7");
        }
    }
}
