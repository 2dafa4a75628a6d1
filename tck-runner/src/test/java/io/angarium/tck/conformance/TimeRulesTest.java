package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import org.junit.jupiter.api.Test;

/** Delivery delay and time-to-live. The provider's clock is the real one, so no test asks for more than "not before". */
@ConformanceTest
class TimeRulesTest {
    private static final long SOON_MILLIS = 250;
    private static final long FAR_MILLIS = 3_600_000;

    private static TextMessage sendDelayed(Session session, Destination to, String text, long delayMillis)
            throws JMSException {
        try (MessageProducer producer = session.createProducer(to)) {
            producer.setDeliveryDelay(delayMillis);
            TextMessage message = session.createTextMessage(text);
            producer.send(message);
            return message;
        }
    }

    @Test
    @Section({"7.9", "3.4.13"})
    void theDeliveryTimeIsSetByTheSendOnBothSides(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();

        TextMessage sent = sendDelayed(session, queue, "text", SOON_MILLIS);
        Message received = Jms.receive(session.createConsumer(queue));

        assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp() + SOON_MILLIS);
        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSDeliveryTime());
    }

    @Test
    @Section({"7.9", "4.1.6"})
    void beforeItsTimeAMessageIsNeitherDeliveredNorBrowsedAndHoldsUpNobody(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        sendDelayed(session, queue, "later", FAR_MILLIS);
        Jms.send(session, queue, "now");

        MessageConsumer consumer = session.createConsumer(queue);
        QueueBrowser browser = session.createBrowser(queue);

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("now");
        assertThat(consumer.receive(Jms.QUIET_MILLIS)).isNull();
        assertThat(browser.getEnumeration().hasMoreElements()).isFalse();
    }

    @Test
    @Section("7.9")
    void shorterDelaysComeFirst(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        Session transacted = jms.started().createSession(Session.SESSION_TRANSACTED);
        sendDelayed(transacted, queue, "long", 2 * SOON_MILLIS);
        sendDelayed(transacted, queue, "short", SOON_MILLIS);
        transacted.commit();

        assertThat(Jms.receive(session.createConsumer(queue), 2)).containsExactly("short", "long");
    }

    @Test
    @Section("7.9")
    void inATransactionTheDelayCountsFromTheSend(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        TextMessage sent = sendDelayed(session, queue, "text", SOON_MILLIS);
        Jms.passTime(SOON_MILLIS + 50);

        session.commit();
        Message received = jms.started().createSession().createConsumer(queue).receive(Jms.PATIENCE_MILLIS);

        assertThat(Jms.text(received)).isEqualTo("text");
        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp() + SOON_MILLIS);
    }

    @Test
    @Section({"7.9", "6.2.7"})
    void aDelayedMessageThatIsRolledBackComesAgainAtOnceAndOneThatWasNotSentNever(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        sendDelayed(session, queue, "never", SOON_MILLIS);
        session.rollback();
        sendDelayed(session, queue, "delayed", SOON_MILLIS);
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("delayed");

        session.rollback();

        Message again = Jms.receive(consumer);
        assertThat(Jms.text(again)).isEqualTo("delayed");
        assertThat(again.getJMSRedelivered()).isTrue();
        session.commit();
        assertThat(consumer.receive(Jms.QUIET_MILLIS)).isNull();
    }

    /** T-45. */
    @Test
    @Section({"7.8", "8.3.3"})
    void aMessageExpiresInASubscriptionThatNobodyConsumes(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        session.createDurableConsumer(topic, "name").close();
        try (MessageProducer producer = session.createProducer(topic)) {
            producer.send(session.createTextMessage("short"), DeliveryMode.PERSISTENT, 4, 1);
            producer.send(session.createTextMessage("long"), DeliveryMode.PERSISTENT, 4, 0);
        }
        Jms.passTime(SOON_MILLIS);

        MessageConsumer consumer = session.createDurableConsumer(topic, "name");

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("long");
        consumer.close();
        session.unsubscribe("name");
    }

    @Test
    @Section("7.9")
    void aSubscriptionGetsADelayedMessageIfItWasThereAtTheSendAndNotIfItCameBeforeTheDelivery(Jms jms)
            throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.started().createSession();
        MessageConsumer early = session.createConsumer(topic);
        sendDelayed(session, topic, "text", SOON_MILLIS);

        MessageConsumer late = session.createConsumer(topic);

        assertThat(Jms.text(Jms.receive(early))).isEqualTo("text");
        assertThat(late.receive(Jms.QUIET_MILLIS)).isNull();
    }

    @Test
    @Section({"7.8", "3.4.9"})
    void whatHasExpiredIsNeitherDeliveredNorBrowsed(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createTextMessage("expires");

        producer.send(message, DeliveryMode.PERSISTENT, 4, 1);
        Jms.passTime(50);

        assertThat(message.getJMSExpiration()).isEqualTo(message.getJMSTimestamp() + 1);
        assertThat(session.createBrowser(queue).getEnumeration().hasMoreElements())
                .isFalse();
        assertThat(session.createConsumer(queue).receive(Jms.QUIET_MILLIS)).isNull();
    }

    @Test
    @Section("7.8")
    void whatExpiresInFrontOfAConsumerThatIsStoppedIsNotDelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(queue);
        connection.stop();
        session.createProducer(queue).send(session.createTextMessage("expires"), DeliveryMode.NON_PERSISTENT, 4, 50);
        Jms.send(session, queue, "stays");
        Jms.passTime(150);

        connection.start();

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("stays");
    }

    @Test
    @Section({"7.8", "7.9", "3.4.9"})
    void theTimeToLiveIsThatOfTheProducerAndTheTimeOfTheSendCounts(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(FAR_MILLIS);
        TextMessage message = session.createTextMessage("text");

        producer.send(message);

        Message received = Jms.receive(session.createConsumer(queue));
        assertThat(received.getJMSExpiration()).isEqualTo(message.getJMSTimestamp() + FAR_MILLIS);
        assertThat(message.getJMSExpiration()).isEqualTo(received.getJMSExpiration());
    }
}
