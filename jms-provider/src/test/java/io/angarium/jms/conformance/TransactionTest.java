package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transacted sessions (Jakarta Messaging 3.1 §6.2.7; jms-conformance 5.13). */
@Timeout(60)
class TransactionTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;
    private Queue queue;

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
        session = connection.createSession(Session.SESSION_TRANSACTED);
        queue = session.createQueue(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    private void send(Session from, Queue to, String... texts) throws JMSException {
        MessageProducer producer = from.createProducer(to);
        for (String text : texts) {
            producer.send(from.createTextMessage(text));
        }
        producer.close();
    }

    @Test
    void messagesBecomeVisibleWithTheCommitInTheirOrder() throws JMSException {
        send(session, queue, "a", "b");
        assertThat(broker.drain(queue)).isEmpty();

        session.commit();

        assertThat(broker.drain(queue)).containsExactly("a", "b");
    }

    @Test
    void messagesToATopicBecomeVisibleWithTheCommit() throws JMSException {
        Topic topic = session.createTopic(broker.newName());
        MessageConsumer subscriber = connection.createSession().createConsumer(topic);
        session.createProducer(topic).send(session.createTextMessage("a"));
        assertThat(subscriber.receiveNoWait()).isNull();

        session.commit();

        assertThat(TestBroker.text(TestBroker.receive(subscriber))).isEqualTo("a");
    }

    @Test
    void rollbackDestroysWhatWasSentAndRedeliversWhatWasReceivedInOrder() throws JMSException {
        broker.send(queue, "a", "b", "c");
        Queue out = session.createQueue(broker.newName());
        MessageConsumer consumer = session.createConsumer(queue);
        TestBroker.receive(consumer);
        TestBroker.receive(consumer);
        send(session, out, "result");

        session.rollback();

        Message again = TestBroker.receive(consumer);
        assertThat(TestBroker.text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(TestBroker.deliveryCount(again)).isEqualTo(2);
        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("b");
        assertThat(TestBroker.receive(consumer).getJMSRedelivered()).isFalse();
        session.commit();
        assertThat(broker.drain(out)).isEmpty();
    }

    @Test
    void receiptAndResultAreOneWhole() throws JMSException {
        broker.send(queue, "order");
        Queue out = session.createQueue(broker.newName());
        MessageConsumer consumer = session.createConsumer(queue);
        send(session, out, "result of " + TestBroker.text(TestBroker.receive(consumer)));

        session.commit();
        connection.close();

        assertThat(broker.drain(queue)).isEmpty();
        assertThat(broker.drain(out)).containsExactly("result of order");
    }

    @Test
    void closingTheSessionRollsBack() throws JMSException {
        broker.send(queue, "a");
        Queue out = session.createQueue(broker.newName());
        TestBroker.receive(session.createConsumer(queue));
        send(session, out, "result");

        session.close();

        assertThat(broker.drain(queue)).containsExactly("a");
        assertThat(broker.drain(out)).isEmpty();
    }

    @Test
    void closingTheConnectionRollsBack() throws JMSException {
        broker.send(queue, "a");
        Queue out = session.createQueue(broker.newName());
        TestBroker.receive(session.createConsumer(queue));
        send(session, out, "result");

        connection.close();

        assertThat(broker.drain(queue)).containsExactly("a");
        assertThat(broker.drain(out)).isEmpty();
    }

    @Test
    void aConsumerThatClosesBeforeTheCommitChangesNothing() throws JMSException {
        broker.send(queue, "a");
        MessageConsumer consumer = session.createConsumer(queue);
        TestBroker.receive(consumer);
        consumer.close();

        session.commit();
        session.close();

        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void aNonDurableSubscriberThatClosesBeforeTheCommitChangesNothing() throws JMSException {
        Topic topic = session.createTopic(broker.newName());
        MessageConsumer subscriber = session.createConsumer(topic);
        try (Session other = connection.createSession()) {
            other.createProducer(topic).send(other.createTextMessage("a"));
        }
        TestBroker.receive(subscriber);
        send(session, queue, "result");
        subscriber.close();

        session.commit();

        assertThat(broker.drain(queue)).containsExactly("result");
    }

    @Test
    void aTransactionSeesNothingOfItself() throws JMSException {
        send(session, queue, "request");

        assertThat(session.createConsumer(queue).receiveNoWait()).isNull();
    }

    @Test
    void transactionsFollowEachOther() throws JMSException {
        send(session, queue, "a");
        session.commit();
        send(session, queue, "b");
        session.rollback();
        send(session, queue, "c");
        session.commit();
        session.commit();
        session.rollback();

        assertThat(broker.drain(queue)).containsExactly("a", "c");
    }

    @Test
    void aSendToATemporaryQueueThatIsGoneFailsAtOnceAndLeavesTheTransactionUsable() throws JMSException {
        TemporaryQueue gone = session.createTemporaryQueue();
        MessageProducer producer = session.createProducer(null);
        gone.delete();

        assertThatThrownBy(() -> producer.send(gone, session.createMessage()))
                .isInstanceOf(InvalidDestinationException.class);

        send(session, queue, "a");
        session.commit();
        assertThat(broker.drain(queue)).containsExactly("a");
    }

    @Test
    void aTransactionOfManyMessagesIsCommittedAndReceivedInOrder() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 2_000; i++) {
            producer.send(session.createTextMessage("m" + i));
        }
        session.commit();

        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 2_000; i++) {
            assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("m" + i);
        }
        session.commit();
        session.close();
        assertThat(broker.drain(queue)).isEmpty();
    }
}
