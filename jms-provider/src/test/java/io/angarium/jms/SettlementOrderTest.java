package io.angarium.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.SettleResult;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a session settles, how and in which order (Jakarta Messaging 3.1 §6.2.10; jms-conformance 5.12). */
@Timeout(30)
class SettlementOrderTest {
    @Test
    void automaticAcknowledgementCompletesAMessageThatIsHandedOver() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            scripted.link.ready(1, 1);

            consumer.receive();

            assertThat(scripted.link.takeCalls()).containsExactly("credit 1 1", "handed over 1", "COMPLETE 1");
        }
    }

    @Test
    void strictAcknowledgementIsOnDiskBeforeTheNextMessageIsHandedOver() throws Exception {
        try (Scripted scripted = new Scripted("acknowledge=strict")) {
            MessageConsumer consumer = scripted.consumer(Session.AUTO_ACKNOWLEDGE);
            scripted.link.ready(1, 1, 2);
            CompletableFuture<SettleResult> onDisk = new CompletableFuture<>();
            scripted.link.answerSettlements(() -> onDisk);
            consumer.receive();
            scripted.link.answerSettlements(() -> CompletableFuture.completedFuture(SettleResult.ALL));

            CompletableFuture<Message> second =
                    CompletableFuture.supplyAsync(() -> io.angarium.jms.failure.RuntimeErrors.ask(consumer::receive));
            assertThat(second.isDone()).isFalse();
            assertThat(scripted.link.takeCalls()).doesNotContain("handed over 2");
            onDisk.complete(SettleResult.ALL);

            assertThat(Scripted.text(second.get(20, TimeUnit.SECONDS))).isEqualTo("message 2");
        }
    }

    @Test
    void lazyAcknowledgementWaitsUntilTheConsumerHasNothingToDo() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=10")) {
            MessageConsumer consumer = scripted.consumer(Session.DUPS_OK_ACKNOWLEDGE);
            scripted.link.ready(1, 1, 2);
            consumer.receive();
            consumer.receive();
            assertThat(scripted.link.takeCalls()).containsExactly("handed over 1", "handed over 2");

            consumer.receiveNoWait();

            assertThat(scripted.link.takeCalls()).startsWith("COMPLETE 1, COMPLETE 2");
        }
    }

    @Test
    void recoverReleasesTheUnseenAndAbandonsTheSeenInOneCall() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=4")) {
            Session session = scripted.connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 1, 2, 3, 4);
            consumer.receive();
            consumer.receive();
            scripted.link.takeCalls();

            session.recover();

            assertThat(scripted.link.takeCalls())
                    .containsExactly("drain 1", "RELEASE 3, RELEASE 4, ABANDON 1, ABANDON 2", "credit 1 4");
        }
    }

    @Test
    void acknowledgeCompletesEverythingThatTheSessionHasConsumedAlsoFromAClosedConsumer() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer first = scripted.consumer(session);
            MessageConsumer second = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 11);
            scripted.link.ready(2, 22);
            first.receive();
            Message last = second.receive();
            first.close();
            scripted.link.takeCalls();

            last.acknowledge();

            assertThat(scripted.link.takeCalls()).containsExactly("COMPLETE 11, COMPLETE 22");
        }
    }

    @Test
    void individualAcknowledgementCompletesOneMessageOnce() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(AngariumAcknowledge.INDIVIDUAL_ACKNOWLEDGE);
            scripted.link.ready(1, 1, 2);
            consumer.receive();
            Message second = consumer.receive();
            scripted.link.takeCalls();

            second.acknowledge();
            second.acknowledge();

            assertThat(scripted.link.takeCalls()).containsExactly("COMPLETE 2");
        }
    }

    @Test
    void withoutAcknowledgementNothingIsSettled() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(AngariumAcknowledge.NO_ACKNOWLEDGE);
            scripted.link.ready(1, 1);

            consumer.receive().acknowledge();

            assertThat(scripted.link.takeCalls()).containsExactly("credit 1 1");
        }
    }

    @Test
    void aLockThatWasLostIsToldToTheApplicationThatAcknowledges() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            MessageConsumer consumer = scripted.consumer(Session.CLIENT_ACKNOWLEDGE);
            scripted.link.ready(1, 1);
            Message message = consumer.receive();
            SettleResult lost = new SettleResult(List.of(new SettleResult.LostLock(1, "lock 1 expired at 12:00")));
            scripted.link.answerSettlements(() -> CompletableFuture.completedFuture(lost));

            assertThatThrownBy(message::acknowledge)
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("lock 1 expired at 12:00");
        }
    }

    @Test
    void aListenerThatFailsGetsItsMessageBackBeforeTheOthers() throws Exception {
        try (Scripted scripted = new Scripted("listenerWindow=4")) {
            Session session = scripted.connection.createSession(Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = scripted.consumer(session);
            CountDownLatch called = new CountDownLatch(1);
            consumer.setMessageListener(message -> {
                called.countDown();
                throw new IllegalStateException("the application fails");
            });
            scripted.link.ready(1, 1, 2, 3);
            scripted.connection.start();
            called.await();

            scripted.connection.stop();

            assertThat(scripted.link.takeCalls())
                    .containsSubsequence("handed over 1", "drain 1", "RELEASE 2, RELEASE 3, ABANDON 1");
        }
    }

    @Test
    void aListenerThatFailsInATransactionGetsTheNextMessage() throws Exception {
        try (Scripted scripted = new Scripted("listenerWindow=4")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = scripted.consumer(session);
            BlockingQueue<String> seen = new LinkedBlockingQueue<>();
            consumer.setMessageListener(message -> {
                seen.add(io.angarium.jms.failure.RuntimeErrors.ask(() -> Scripted.text(message)));
                throw new IllegalStateException("the application fails");
            });
            scripted.link.ready(1, 1, 2);
            scripted.connection.start();

            assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo("message 1");
            assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo("message 2");
        }
    }

    @Test
    void aMessageIsReportedAsHandedOverBeforeTheListenerSeesIt() throws Exception {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = scripted.consumer(session);
            CompletableFuture<List<String>> before = new CompletableFuture<>();
            consumer.setMessageListener(message -> before.complete(new ArrayList<>(scripted.link.takeCalls())));
            scripted.link.ready(1, 1);
            scripted.connection.start();

            assertThat(before.get(20, TimeUnit.SECONDS)).endsWith("handed over 1");
        }
    }

    @Test
    void closingASessionGivesBackWhatIsNotAcknowledged() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=4")) {
            Session session = scripted.connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 1, 2);
            consumer.receive();
            scripted.link.takeCalls();

            session.close();

            assertThat(scripted.link.takeCalls()).containsExactly("drain 1", "RELEASE 2, ABANDON 1", "close 1");
        }
    }

    @Test
    void aNonDurableSubscriptionStaysOpenUntilWhatItDeliveredIsCommitted() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = session.createConsumer(session.createTopic("t"));
            scripted.connection.start();
            scripted.link.ready(1, 1);
            consumer.receive();
            consumer.close();
            assertThat(scripted.link.takeCalls()).doesNotContain("close 1");

            session.commit();

            assertThat(scripted.link.takeCalls()).containsExactly("commit 0 sends, [COMPLETE 1]", "close 1");
        }
    }
}
