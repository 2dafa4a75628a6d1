package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Delivery delay, time-to-live and priority, in virtual time (Jakarta Messaging 3.1 §7.8, §7.9, §3.4.10; jms-conformance
 * 5.16, 5.24).
 */
@Timeout(60)
class TimeTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;
    private Queue queue;
    private MessageProducer producer;

    @BeforeAll
    static void open() {
        broker = new TestBroker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @BeforeEach
    void connect() throws JMSException {
        connection = broker.started();
        session = connection.createSession();
        queue = session.createQueue(broker.newName());
        producer = session.createProducer(queue);
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    @Test
    void aDelayedMessageComesAtItsDeliveryTimeAndNotBefore() throws JMSException {
        MessageConsumer consumer = session.createConsumer(queue);
        producer.setDeliveryDelay(60_000);
        Message sent = session.createTextMessage("later");
        producer.send(sent);
        long due = sent.getJMSDeliveryTime();
        assertThat(due).isEqualTo(broker.clock.currentTimeMillis() + 60_000);

        broker.clock.advance(Duration.ofMillis(59_999));
        assertThat(consumer.receiveNoWait()).isNull();
        assertThat(session.createBrowser(queue).getEnumeration().hasMoreElements())
                .isFalse();
        broker.clock.advance(Duration.ofMillis(1));

        assertThat(TestBroker.receive(consumer).getJMSDeliveryTime()).isEqualTo(due);
    }

    @Test
    void aListenerGetsADelayedMessageWhenItIsDue() throws Exception {
        BlockingQueue<Message> seen = new LinkedBlockingQueue<>();
        session.createConsumer(queue).setMessageListener(seen::add);
        try (Session other = connection.createSession()) {
            MessageProducer delayed = other.createProducer(queue);
            delayed.setDeliveryDelay(3_600_000);
            delayed.send(other.createTextMessage("later"));
        }
        assertThat(seen).isEmpty();

        broker.clock.advance(Duration.ofHours(1));

        assertThat(TestBroker.text(seen.poll(20, TimeUnit.SECONDS))).isEqualTo("later");
    }

    @Test
    void theDelayCountsFromTheSendAndNotFromTheCommit() throws JMSException {
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer delayed = transacted.createProducer(queue);
        delayed.setDeliveryDelay(10_000);
        delayed.send(transacted.createTextMessage("later"));
        broker.clock.advance(Duration.ofSeconds(7));
        transacted.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(consumer.receiveNoWait()).isNull();

        broker.clock.advance(Duration.ofSeconds(3));

        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("later");
    }

    @Test
    void aMessageWithoutDelayHasTheTimeOfItsSendAsDeliveryTime() throws JMSException {
        Message sent = session.createMessage();
        producer.send(sent);
        assertThat(sent.getJMSDeliveryTime()).isEqualTo(broker.clock.currentTimeMillis());

        Message received = TestBroker.receive(session.createConsumer(queue));

        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSDeliveryTime());
    }

    @Test
    void aDelayedPublicationReachesADurableSubscriptionThatWasThereWhenItWasSent() throws JMSException {
        Topic topic = session.createTopic(broker.newName());
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, broker.newName());
        MessageProducer publisher = session.createProducer(topic);
        publisher.setDeliveryDelay(1_000);
        publisher.send(session.createTextMessage("later"));
        assertThat(consumer.receiveNoWait()).isNull();

        broker.clock.advance(Duration.ofSeconds(1));

        assertThat(TestBroker.drain(consumer)).containsExactly("later");
    }

    @Test
    void aMessageThatHasExpiredIsNotDeliveredAndNotBrowsed() throws JMSException {
        producer.setTimeToLive(5_000);
        Message sent = session.createTextMessage("short-lived");
        producer.send(sent);
        assertThat(sent.getJMSExpiration()).isEqualTo(broker.clock.currentTimeMillis() + 5_000);
        producer.send(session.createTextMessage("lasting"), 2, 4, 0);

        broker.clock.advance(Duration.ofSeconds(5));

        assertThat(session.createBrowser(queue).getEnumeration().nextElement())
                .isInstanceOfSatisfying(
                        jakarta.jms.TextMessage.class,
                        message -> assertThat(io.angarium.jms.failure.RuntimeErrors.ask(message::getText))
                                .isEqualTo("lasting"));
        assertThat(broker.drain(queue)).containsExactly("lasting");
    }

    @Test
    void aMessageThatExpiresWhileItIsPrefetchedIsNotHandedOver() throws JMSException {
        try (Connection prefetching = broker.factory("prefetch=10").createConnection()) {
            prefetching.start();
            MessageConsumer consumer = prefetching.createSession().createConsumer(queue);
            producer.setTimeToLive(5_000);
            producer.send(session.createTextMessage("short-lived"));

            broker.clock.advance(Duration.ofSeconds(5));

            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void aTimeToLiveThatIsLongerThanTimeItselfNeverEnds() throws JMSException {
        producer.setTimeToLive(Long.MAX_VALUE);
        producer.setDeliveryDelay(0);
        producer.send(session.createTextMessage("for ever"));

        broker.clock.advance(Duration.ofDays(1));

        assertThat(broker.drain(queue)).containsExactly("for ever");
    }

    @Test
    void expirationIsZeroWithoutTimeToLive() throws JMSException {
        Message sent = session.createMessage();
        producer.send(sent);

        assertThat(sent.getJMSExpiration()).isZero();
        assertThat(TestBroker.receive(session.createConsumer(queue)).getJMSExpiration())
                .isZero();
    }

    @Test
    void higherPrioritiesComeFirstAndEqualOnesInOrder() throws JMSException {
        int[] priorities = {4, 0, 9, 4, 5, 9};
        for (int i = 0; i < priorities.length; i++) {
            producer.send(session.createTextMessage("m" + i), 2, priorities[i], 0);
        }

        assertThat(broker.drain(queue)).containsExactly("m2", "m5", "m4", "m0", "m3", "m1");
    }

    @Test
    void receiveWaitsInRealTimeAlsoWhenTheBrokersClockStandsStill() throws JMSException {
        assertThat(session.createConsumer(queue).receive(5)).isNull();
    }
}
