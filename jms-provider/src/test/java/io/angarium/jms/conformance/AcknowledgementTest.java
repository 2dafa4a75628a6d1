package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumAcknowledge;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acknowledgement and recovery (Jakarta Messaging 3.1 §6.2.10, §8.8; jms-conformance 5.6, 5.12). */
@Timeout(60)
class AcknowledgementTest {
    private static TestBroker broker;
    private Connection connection;
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
        queue = connection.createSession().createQueue(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, AngariumAcknowledge.NO_ACKNOWLEDGE})
    void whatTheSessionAcknowledgesByItselfDoesNotComeAgain(int mode) throws JMSException {
        broker.send(queue, "a", "b");
        try (Connection own = broker.started()) {
            MessageConsumer consumer = own.createSession(mode).createConsumer(queue);
            assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("a");
        }

        assertThat(broker.drain(queue)).containsExactly("b");
    }

    @Test
    void strictAcknowledgementWorksAsThePipelinedOne() throws JMSException {
        broker.send(queue, "a", "b");
        try (Connection strict = broker.factory("acknowledge=strict").createConnection()) {
            strict.start();
            MessageConsumer consumer = strict.createSession().createConsumer(queue);
            assertThat(TestBroker.drain(consumer)).containsExactly("a", "b");
        }

        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void acknowledgeOfOneMessageAcknowledgesAllThatTheSessionHasConsumed() throws JMSException {
        Queue other = connection.createSession().createQueue(broker.newName());
        broker.send(queue, "a", "b");
        broker.send(other, "c");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer first = session.createConsumer(queue);
        MessageConsumer second = session.createConsumer(other);
        TestBroker.receive(first);
        Message last = TestBroker.receive(second);

        last.acknowledge();
        session.close();

        assertThat(broker.drain(queue)).containsExactly("b");
        assertThat(broker.drain(other)).isEmpty();
    }

    @Test
    void recoverBeginsAgainWithTheFirstUnacknowledgedMessageInOrder() throws JMSException {
        broker.send(queue, "a", "b", "c", "d");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        TestBroker.receive(consumer).acknowledge();
        TestBroker.receive(consumer);
        TestBroker.receive(consumer);

        session.recover();

        Message again = TestBroker.receive(consumer);
        assertThat(TestBroker.text(again)).isEqualTo("b");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(TestBroker.deliveryCount(again)).isEqualTo(2);
        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("c");
        Message fresh = TestBroker.receive(consumer);
        assertThat(TestBroker.text(fresh)).isEqualTo("d");
        assertThat(fresh.getJMSRedelivered()).isFalse();
    }

    @Test
    void recoverKeepsTheOrderAlsoWithPrefetchedMessages() throws JMSException {
        broker.send(queue, "a", "b", "c", "d", "e");
        try (Connection prefetching = broker.factory("prefetch=3").createConnection()) {
            prefetching.start();
            Session session = prefetching.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(queue);
            TestBroker.receive(consumer);
            TestBroker.receive(consumer);

            session.recover();

            for (String expected : new String[] {"a", "b", "c", "d", "e"}) {
                assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo(expected);
            }
        }
    }

    @Test
    void aMessageThatWasDeliveredOnceHasTheCountOneAsAProperty() throws JMSException {
        broker.send(queue, "a");

        Message message = TestBroker.receive(connection.createSession().createConsumer(queue));

        assertThat(TestBroker.deliveryCount(message)).isEqualTo(1);
        assertThat(message.getJMSRedelivered()).isFalse();
        assertThat(TestBroker.strings(message.getPropertyNames())).contains("JMSXDeliveryCount");
    }

    @Test
    void closingTheSessionGivesBackWhatIsNotAcknowledgedMarkedAsRedelivered() throws JMSException {
        broker.send(queue, "a", "b");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        TestBroker.receive(session.createConsumer(queue));

        session.close();

        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        Message again = TestBroker.receive(consumer);
        assertThat(TestBroker.text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(TestBroker.receive(consumer).getJMSRedelivered()).isFalse();
    }

    @Test
    void whatWasConsumedStaysWithTheSessionWhenItsConsumerCloses() throws JMSException {
        broker.send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = TestBroker.receive(consumer);

        consumer.close();
        assertThat(broker.drain(queue)).isEmpty();
        message.acknowledge();
        session.close();

        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void recoverWorksAlsoForAMessageWhoseConsumerHasClosed() throws JMSException {
        broker.send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        TestBroker.receive(consumer);
        consumer.close();

        session.recover();

        assertThat(TestBroker.receive(session.createConsumer(queue)).getJMSRedelivered())
                .isTrue();
    }

    @Test
    void individualAcknowledgementLeavesTheOthers() throws JMSException {
        broker.send(queue, "a", "b", "c");
        Session session = connection.createSession(AngariumAcknowledge.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        TestBroker.receive(consumer);
        Message second = TestBroker.receive(consumer);
        TestBroker.receive(consumer);

        second.acknowledge();
        session.close();

        assertThat(broker.drain(queue)).containsExactly("a", "c");
    }

    @Test
    void aMessageStaysUsableAfterTheCloseButItsAcknowledgeIsAnIllegalState() throws JMSException {
        broker.send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = TestBroker.receive(session.createConsumer(queue));

        session.close();

        assertThat(TestBroker.text(message)).isEqualTo("a");
        assertThatThrownBy(message::acknowledge).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void acknowledgeDoesNothingInAnAutomaticOrTransactedSession() throws JMSException {
        broker.send(queue, "a", "b");
        TestBroker.receive(connection.createSession().createConsumer(queue)).acknowledge();
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        TestBroker.receive(transacted.createConsumer(queue)).acknowledge();

        transacted.rollback();
        transacted.close();

        assertThat(broker.drain(queue)).containsExactly("b");
    }

    @Test
    void aMessageThatFailsTooOftenGoesToTheDeadLetterQueueWithItsReason() throws JMSException {
        broker.send(queue, "poison");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        for (int delivery = 1; delivery <= 10; delivery++) {
            assertThat(TestBroker.deliveryCount(TestBroker.receive(consumer))).isEqualTo(delivery);
            session.recover();
        }

        assertThat(consumer.receiveNoWait()).isNull();
        Queue deadLetters = session.createQueue(queue.getQueueName() + "/$deadletterqueue");
        Message dead = TestBroker.receive(session.createConsumer(deadLetters));
        assertThat(TestBroker.text(dead)).isEqualTo("poison");
    }
}
