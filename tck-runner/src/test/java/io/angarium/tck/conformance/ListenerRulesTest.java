package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous delivery: threads, failures, and closing and stopping while a listener runs. */
@ConformanceTest
class ListenerRulesTest {
    /** A listener that may throw what it wants, which fails the test and not the delivery. */
    private static MessageListener listener(List<Throwable> failures, ListenerBody body) {
        return message -> {
            try {
                body.take(message);
            } catch (Exception | AssertionError e) {
                failures.add(e);
            }
        };
    }

    private interface ListenerBody {
        void take(Message message) throws Exception;
    }

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    @Section("6.2.13")
    void theListenersOfASessionNeverRunAtTheSameTime(Jms jms) throws JMSException {
        Queue left = jms.newQueue();
        Queue right = jms.newQueue();
        jms.send(left, "1", "2", "3", "4");
        jms.send(right, "1", "2", "3", "4");
        Connection connection = jms.connection();
        Session session = connection.createSession();
        AtomicInteger running = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(8);
        MessageListener listener = listener(failures, message -> {
            assertThat(running.incrementAndGet()).isEqualTo(1);
            running.decrementAndGet();
            all.countDown();
        });
        session.createConsumer(left).setMessageListener(listener);
        session.createConsumer(right).setMessageListener(listener);

        connection.start();

        Jms.await(all);
        assertThat(failures).isEmpty();
    }

    @Test
    @Section("6.2.14")
    void theListenersOfTwoSessionsRunAtTheSameTime(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        CountDownLatch both = new CountDownLatch(2);
        CountDownLatch met = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            connection.createSession().createConsumer(queue).setMessageListener(listener(failures, message -> {
                both.countDown();
                Jms.await(both);
                met.countDown();
            }));
        }

        jms.send(queue, "1");
        jms.send(queue, "2");

        Jms.await(met);
        assertThat(failures).isEmpty();
    }

    @Test
    @Section("8.7")
    void aListenerThatFailsGetsTheMessageAgainBeforeTheNext(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch three = new CountDownLatch(3);
        jms.started().createSession().createConsumer(queue).setMessageListener(message -> {
            try {
                seen.add(Jms.text(message) + " " + Jms.deliveryCount(message) + " " + message.getJMSRedelivered());
                three.countDown();
            } catch (JMSException e) {
                failures.add(e);
            }
            if (seen.size() == 1) {
                throw new UnsupportedOperationException("a failing listener");
            }
        });

        Jms.await(three);

        assertThat(seen).containsExactly("1 1 false", "1 2 true", "2 1 false");
        assertThat(failures).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    @Section("8.7")
    void aListenerThatFailsWhereTheApplicationSettlesGetsTheNextMessage(int mode, Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch two = new CountDownLatch(2);
        jms.started().createSession(mode).createConsumer(queue).setMessageListener(message -> {
            try {
                seen.add(Jms.text(message));
            } catch (JMSException e) {
                failures.add(e);
            }
            two.countDown();
            throw new UnsupportedOperationException("a failing listener");
        });

        Jms.await(two);

        assertThat(seen).containsExactly("1", "2");
    }

    @Test
    @Section("6.1.5")
    void stopReturnsWhenTheListenerHasReturned(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger();
        connection.createSession().createConsumer(queue).setMessageListener(listener(failures, message -> {
            entered.countDown();
            Jms.await(mayLeave);
            left.incrementAndGet();
        }));
        jms.send(queue, "1", "2");
        Jms.await(entered);

        CompletableFuture<Integer> stopped = Jms.async(() -> {
            connection.stop();
            return left.get();
        });
        Jms.passTime(Jms.QUIET_MILLIS);
        boolean stoppedTooEarly = stopped.isDone();
        mayLeave.countDown();

        int delivered = Jms.result(stopped);
        assertThat(stoppedTooEarly).isFalse();
        assertThat(delivered).isPositive();
        Jms.passTime(Jms.QUIET_MILLIS);
        assertThat(left).as("nothing is delivered after the stop").hasValue(delivered);
    }

    @Test
    @Section({"6.1.8", "6.2.15"})
    void whileCloseWaitsForAListenerItCanSendAndReceive(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Queue other = jms.newQueue();
        Queue replies = jms.newQueue();
        jms.send(other, "other");
        Connection connection = jms.started();
        Session session = connection.createSession();
        MessageConsumer otherConsumer = session.createConsumer(other);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        session.createConsumer(queue).setMessageListener(listener(failures, message -> {
            entered.countDown();
            Jms.await(mayGoOn);
            Jms.send(session, replies, "sent while closing");
        }));
        jms.send(queue, "text");
        Jms.await(entered);

        CompletableFuture<@Nullable Object> closed = Jms.async(() -> {
            connection.close();
            return null;
        });
        Jms.passTime(Jms.QUIET_MILLIS);
        assertThat(closed).isNotDone();
        mayGoOn.countDown();
        Jms.result(closed);

        assertThat(failures).isEmpty();
        assertThat(jms.drain(replies)).containsExactly("sent while closing");
        assertThat(jms.drain(queue)).as("its message is acknowledged").isEmpty();
        assertThatThrownBy(otherConsumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "close connection", "close session"})
    @Section({"6.1.5", "6.1.8", "6.2.15"})
    void whatAListenerDoesToItsOwnConnectionOrSessionFailsOrSucceedsButDoesNotHang(String what, Jms jms)
            throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session session = connection.createSession();
        CountDownLatch returned = new CountDownLatch(1);
        session.createConsumer(queue).setMessageListener(listener(failures, message -> {
            try {
                switch (what) {
                    case "stop" -> connection.stop();
                    case "close connection" -> connection.close();
                    default -> session.close();
                }
            } catch (IllegalStateException allowed) {
                assertThat(allowed).hasMessageContainingAll(" ");
            }
            returned.countDown();
        }));

        jms.send(queue, "text");

        Jms.await(returned);
        connection.close();
        assertThat(failures).isEmpty();
        assertThat(jms.drain(queue)).as("the message is acknowledged").isEmpty();
    }

    @Test
    @Section("8.8")
    void aListenerMayCloseItsConsumerAndItsMessageIsAcknowledged(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Connection connection = jms.started();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        CountDownLatch returned = new CountDownLatch(1);
        consumer.setMessageListener(listener(failures, message -> {
            consumer.close();
            returned.countDown();
        }));

        Jms.await(returned);
        connection.close();

        assertThat(failures).isEmpty();
        assertThat(jms.drain(queue)).containsExactly("2");
    }

    @Test
    @Section("8.7")
    void aConsumerWithAListenerDoesNotReceive(Jms jms) throws JMSException {
        MessageConsumer consumer = jms.started().createSession().createConsumer(jms.newQueue());
        MessageListener listener = message -> {};
        consumer.setMessageListener(listener);

        assertThat(consumer.getMessageListener()).isSameAs(listener);
        for (ThrowingCallable call :
                new ThrowingCallable[] {consumer::receive, consumer::receiveNoWait, () -> consumer.receive(1)}) {
            assertThatThrownBy(call).isInstanceOf(JMSException.class);
        }
    }

    @Test
    @Section("6.2.10")
    void recoverInAListenerBringsTheMessagesBackInOrder(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2", "3");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch five = new CountDownLatch(5);
        session.createConsumer(queue).setMessageListener(listener(failures, message -> {
            seen.add(Jms.text(message));
            if (seen.size() == 2) {
                session.recover();
            }
            five.countDown();
        }));

        Jms.await(five);

        assertThat(seen).containsExactly("1", "2", "1", "2", "3");
        assertThat(failures).isEmpty();
    }

    @Test
    @Section("6.1.7")
    void whatACallThrowsIsNotToldToTheExceptionListener(Jms jms) throws JMSException {
        Connection connection = jms.connection();
        List<JMSException> told = new CopyOnWriteArrayList<>();
        ExceptionListener listener = told::add;
        connection.setExceptionListener(listener);
        Session session = connection.createSession();

        assertThatThrownBy(() -> session.createConsumer(jms.newQueue(), "a b c"))
                .isInstanceOf(InvalidSelectorException.class);

        assertThat(connection.getExceptionListener()).isSameAs(listener);
        connection.close();
        assertThat(told).isEmpty();
    }

    @Test
    @Section("6.2.5")
    void aListenerTakenAwayLeavesTheRestToReceive(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        MessageConsumer consumer = jms.started().createSession().createConsumer(queue);
        CountDownLatch one = new CountDownLatch(1);
        consumer.setMessageListener(listener(failures, message -> {
            consumer.setMessageListener(null);
            one.countDown();
        }));
        jms.send(queue, "1", "2");

        Jms.await(one);

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("2");
        assertThat(failures).isEmpty();
    }
}
