package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Local transactions: what is part of one, and in which order it comes out or comes back. */
@ConformanceTest
class TransactionRulesTest {
    private static Session transacted(Jms jms) throws JMSException {
        return jms.started().createSession(Session.SESSION_TRANSACTED);
    }

    @Test
    @Section("6.2.7")
    void sendsToQueuesAndTopicsAppearTogetherWithTheCommit(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Topic topic = jms.newTopic();
        Session observer = jms.started().createSession();
        MessageConsumer ofQueue = observer.createConsumer(queue);
        MessageConsumer ofTopic = observer.createConsumer(topic);
        Session session = transacted(jms);
        Jms.send(session, queue, "q1", "q2");
        Jms.send(session, topic, "t1", "t2");
        assertThat(ofQueue.receive(Jms.QUIET_MILLIS)).isNull();
        assertThat(ofTopic.receiveNoWait()).isNull();

        session.commit();

        assertThat(Jms.receive(ofQueue, 2)).containsExactly("q1", "q2");
        assertThat(Jms.receive(ofTopic, 2)).containsExactly("t1", "t2");
    }

    @Test
    @Section("6.2.7")
    void rollbackTakesBackReceiptsAndSendsOfAllDestinations(Jms jms) throws JMSException {
        Queue in = jms.newQueue();
        Queue out = jms.newQueue();
        jms.send(in, "1", "2");
        Session session = transacted(jms);
        MessageConsumer consumer = session.createConsumer(in);
        Jms.send(session, out, Jms.text(Jms.receive(consumer)));
        Jms.receive(consumer);

        session.rollback();

        assertThat(Jms.receive(consumer, 2)).containsExactly("1", "2");
        session.commit();
        assertThat(jms.drain(in)).isEmpty();
        assertThat(jms.drain(out)).isEmpty();
    }

    @Test
    @Section({"6.2.7", "6.2.9.1"})
    void whatWasRolledBackComesBeforeWhatWasSentSince(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Session session = transacted(jms);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer, 2);
        jms.send(queue, "3");

        session.rollback();

        assertThat(Jms.receive(consumer, 3)).containsExactly("1", "2", "3");
    }

    @Test
    @Section({"6.2.7", "3.4.7", "3.5.11"})
    void eachRollbackIsCounted(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");
        Session session = transacted(jms);
        MessageConsumer consumer = session.createConsumer(queue);

        Message first = Jms.receive(consumer);
        session.rollback();
        Message second = Jms.receive(consumer);
        session.rollback();
        Message third = Jms.receive(consumer);

        assertThat(List.of(first, second, third)).extracting(Jms::deliveryCount).containsExactly(1, 2, 3);
        assertThat(List.of(first, second, third))
                .extracting(Message::getJMSRedelivered)
                .containsExactly(false, true, true);
    }

    @Test
    @Section("6.2.7")
    void aTransactionCannotReceiveTheReplyToWhatItSends(Jms jms) throws JMSException {
        Session session = transacted(jms);
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.send(session, queue, "text");

        assertThat(consumer.receive(Jms.QUIET_MILLIS)).isNull();

        session.commit();
        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("text");
    }

    @Test
    @Section({"6.1.8", "6.2.7"})
    void closingTheConnectionRollsItsTransactionsBack(Jms jms) throws JMSException {
        Queue in = jms.newQueue();
        Queue out = jms.newQueue();
        jms.send(in, "1", "2");
        Connection connection = jms.started();
        Session first = connection.createSession(Session.SESSION_TRANSACTED);
        Session second = connection.createSession(Session.SESSION_TRANSACTED);
        Jms.receive(first.createConsumer(in));
        Jms.send(second, out, "lost");

        connection.close();

        assertThat(jms.drain(in)).containsExactly("1", "2");
        assertThat(jms.drain(out)).isEmpty();
    }

    @Test
    @Section("6.2.7")
    void twoSessionsOfAConnectionHaveTransactionsOfTheirOwn(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session first = connection.createSession(Session.SESSION_TRANSACTED);
        Session second = connection.createSession(Session.SESSION_TRANSACTED);
        Jms.send(first, queue, "first");
        Jms.send(second, queue, "second");

        second.commit();
        first.rollback();

        assertThat(jms.drain(queue)).containsExactly("second");
    }

    @Test
    @Section("6.2.7")
    void closingAConsumerLeavesItsReceiptsInTheTransaction(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Session session = transacted(jms);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer);

        consumer.close();
        session.rollback();

        assertThat(Jms.receive(session.createConsumer(queue), 2)).containsExactly("1", "2");
    }

    @Test
    @Section({"6.2.7", "8.3.3"})
    void aTopicsMessageThatIsRolledBackComesAgainToItsSubscription(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = transacted(jms);
        MessageConsumer consumer = session.createConsumer(topic);
        jms.send(topic, "1", "2");
        Jms.receive(consumer, 2);

        session.rollback();

        assertThat(Jms.receive(consumer, 2)).containsExactly("1", "2");
        session.commit();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @Section("6.2.7")
    void commitAndRollbackOfNothingDoNothing(Jms jms) throws JMSException {
        Session session = transacted(jms);

        session.commit();
        session.rollback();
        session.commit();

        assertThat(session.getTransacted()).isTrue();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
    }

    @Test
    @Section("6.2.9.2")
    void messagesOfASessionArriveInTheOrderInWhichItSentThemAlsoThroughSeveralProducers(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();

        for (int i = 0; i < 20; i++) {
            Jms.send(session, queue, "m" + i);
        }

        assertThat(jms.drain(queue))
                .containsExactlyElementsOf(java.util.stream.IntStream.range(0, 20)
                        .mapToObj(i -> "m" + i)
                        .toList());
    }
}
