package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What happens at the limits of a queue: no room (T-42, T-43), and a message that nobody settles in time (T-05, T-07). */
@ConformanceTest
class LimitRulesTest {
    private static final int ROOM_BYTES = 300_000;
    private static final int BODY_BYTES = 50_000;
    private static final Duration LOCK = Duration.ofMillis(300);

    private static Queue small(Jms jms) throws Exception {
        String name = Jms.newName();
        jms.provider().limitQueue(name, ROOM_BYTES);
        return jms.queue(name);
    }

    private static BytesMessage message(Session session) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(new byte[BODY_BYTES]);
        return message;
    }

    /** Sends until there is no room; how many were taken. */
    private static int fill(MessageProducer producer, Session session) {
        int[] sent = {0};
        assertThatThrownBy(() -> {
                    while (sent[0] < 100) {
                        producer.send(message(session));
                        sent[0]++;
                    }
                })
                .isInstanceOf(ResourceAllocationException.class);
        return sent[0];
    }

    @Test
    @Needs(Feature.LIMITED_QUEUES)
    @Section({"10.3", "API"})
    void aSendWithoutRoomFailsAndOneWithRoomAgainDoesNot(Jms jms) throws Exception {
        Queue queue = small(jms);
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = jms.started().createSession().createConsumer(queue);
        int taken = fill(producer, session);

        for (int i = 0; i < taken; i++) {
            Jms.receive(consumer);
        }
        for (int i = 0; i < taken; i++) {
            producer.send(message(session));
        }

        for (int i = 0; i < taken; i++) {
            Jms.receive(consumer);
        }
        assertThat(consumer.receiveNoWait())
                .as("what was refused is not there, and what was taken is there once")
                .isNull();
        assertThat(taken).isBetween(1, ROOM_BYTES / BODY_BYTES + 1);
    }

    @Test
    @Needs(Feature.LIMITED_QUEUES)
    @Section({"7.3.2", "10.3"})
    void anAsynchronousSendWithoutRoomTellsItsListenerOrItsCaller(Jms jms) throws Exception {
        Queue queue = small(jms);
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        fill(producer, session);
        CompletableFuture<Exception> told = new CompletableFuture<>();

        try {
            producer.send(message(session), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    told.completeExceptionally(new AssertionError("it was sent"));
                }

                @Override
                public void onException(Message message, Exception exception) {
                    told.complete(exception);
                }
            });
        } catch (JMSException e) {
            told.complete(e);
        }

        assertThat(Jms.result(told)).isInstanceOf(ResourceAllocationException.class);
    }

    @Test
    @Needs(Feature.LIMITED_QUEUES)
    @Section({"6.2.7", "10.3"})
    void aTransactionWithoutRoomLeavesNothingAndTheNextOneWorks(Jms jms) throws Exception {
        Queue full = small(jms);
        Queue other = jms.newQueue();
        Session plain = jms.started().createSession();
        fill(plain.createProducer(full), plain);
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        Jms.send(session, other, "lost");
        MessageProducer producer = session.createProducer(full);

        assertThatThrownBy(() -> {
                    producer.send(message(session));
                    session.commit();
                })
                .isInstanceOf(JMSException.class);
        session.rollback();
        Jms.send(session, other, "kept");
        session.commit();

        assertThat(jms.drain(other)).containsExactly("kept");
    }

    @Test
    @Needs(Feature.LOCK_EXPIRY)
    @Section({"3.4.7", "3.5.11"})
    void whatIsNotSettledInTimeGoesToAnotherAndCannotBeSettledTwice(Jms jms) throws Exception {
        String name = Jms.newName();
        jms.provider().limitLocks(name, LOCK);
        Queue queue = jms.queue(name);
        jms.send(queue, "text");
        Session slow = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Message ofSlow = Jms.receive(slow.createConsumer(queue));

        Session quick = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Message ofQuick = Jms.receive(quick.createConsumer(queue));

        assertThat(ofQuick.getJMSMessageID()).isEqualTo(ofSlow.getJMSMessageID());
        assertThat(ofQuick.getJMSRedelivered()).isTrue();
        assertThat(Jms.deliveryCount(ofQuick)).isEqualTo(2);
        ofQuick.acknowledge();
        assertThatThrownBy(ofSlow::acknowledge)
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(Long.toString(LOCK.toMillis()));
        slow.close();
        quick.close();
        assertThat(jms.drain(queue)).isEmpty();
    }

    @Test
    @Needs(Feature.LOCK_EXPIRY)
    @Section({"6.2.7", "10.3"})
    void aTransactionThatHasLostAMessageCannotBeCommitted(Jms jms) throws Exception {
        String name = Jms.newName();
        jms.provider().limitLocks(name, LOCK);
        Queue queue = jms.queue(name);
        Queue answers = jms.newQueue();
        jms.send(queue, "text");
        Session slow = jms.started().createSession(Session.SESSION_TRANSACTED);
        Jms.receive(slow.createConsumer(queue));
        Jms.send(slow, answers, "answer");
        Message again = Jms.receive(jms.started().createSession().createConsumer(queue));
        assertThat(again.getJMSRedelivered()).isTrue();

        assertThatThrownBy(slow::commit).isInstanceOf(TransactionRolledBackException.class);

        assertThat(jms.drain(answers)).as("nothing of it has happened").isEmpty();
        Jms.send(slow, answers, "next");
        slow.commit();
        assertThat(jms.drain(answers)).containsExactly("next");
    }
}
