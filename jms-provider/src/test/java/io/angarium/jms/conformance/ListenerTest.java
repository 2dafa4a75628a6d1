package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.failure.RuntimeErrors;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Message listeners (Jakarta Messaging 3.1 §6.2.13, §8.7; jms-conformance 5.12, 5.14). */
@Timeout(60)
class ListenerTest {
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

    private static String describe(Message message) {
        return RuntimeErrors.ask(() -> TestBroker.text(message) + TestBroker.deliveryCount(message));
    }

    private static List<String> take(BlockingQueue<String> seen, int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(String.valueOf(seen.poll(20, TimeUnit.SECONDS)));
        }
        return taken;
    }

    @Test
    void aListenerGetsWhatIsThereAndWhatComesInOrder() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        broker.send(queue, "a", "b");

        connection.createSession().createConsumer(queue).setMessageListener(message -> seen.add(describe(message)));
        broker.send(queue, "c");

        assertThat(take(seen, 3)).containsExactly("a1", "b1", "c1");
    }

    @Test
    void aSessionRunsOneListenerAtATime() throws Exception {
        Session session = connection.createSession();
        Queue other = session.createQueue(broker.newName());
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(40);
        connection.stop();
        for (Queue from : List.of(queue, other)) {
            session.createConsumer(from).setMessageListener(message -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                running.decrementAndGet();
                done.countDown();
            });
        }
        for (int i = 0; i < 20; i++) {
            broker.send(queue, "q" + i);
            broker.send(other, "o" + i);
        }

        connection.start();

        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
    void aListenerThatFailsGetsTheMessageAgainAtOnce(int mode) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        broker.send(queue, "a", "b", "c");

        connection.createSession(mode).createConsumer(queue).setMessageListener(message -> {
            String described = describe(message);
            seen.add(described);
            if (described.equals("b1") || described.equals("b2")) {
                throw new java.lang.IllegalStateException("the application cannot take " + described);
            }
        });

        assertThat(take(seen, 5)).containsExactly("a1", "b1", "b2", "b3", "c1");
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    void aListenerThatFailsGetsTheNextMessageWhereTheApplicationSettles(int mode) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        broker.send(queue, "a", "b");

        connection.createSession(mode).createConsumer(queue).setMessageListener(message -> {
            seen.add(describe(message));
            throw new java.lang.IllegalStateException("the application fails");
        });

        assertThat(take(seen, 2)).containsExactly("a1", "b1");
    }

    @Test
    void recoverInsideAListenerRedeliversFromTheFirstUnacknowledgedMessage() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        broker.send(queue, "a", "b", "c");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);

        session.createConsumer(queue).setMessageListener(message -> {
            String described = describe(message);
            seen.add(described);
            if (described.equals("b1")) {
                RuntimeErrors.run(session::recover);
            }
        });

        assertThat(take(seen, 5)).containsExactly("a1", "b1", "a2", "b2", "c1");
    }

    @Test
    void commitAndRollbackWorkInsideAListener() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        Queue out = connection.createSession().createQueue(broker.newName());
        broker.send(queue, "a", "b");
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(out);

        session.createConsumer(queue).setMessageListener(message -> {
            String described = describe(message);
            RuntimeErrors.run(() -> {
                producer.send(session.createTextMessage(described));
                if (described.equals("a1")) {
                    session.rollback();
                } else {
                    session.commit();
                }
            });
            seen.add(described);
        });

        assertThat(take(seen, 3)).containsExactly("a1", "a2", "b1");
        assertThat(broker.drain(out)).containsExactly("a2", "b1");
    }

    @Test
    void aListenerThatIsTakenAwayLeavesTheRestToReceive() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        consumer.setMessageListener(message -> seen.add(describe(message)));
        broker.send(queue, "a");
        assertThat(take(seen, 1)).containsExactly("a1");

        consumer.setMessageListener(null);
        broker.send(queue, "b");

        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("b");
        assertThat(seen).isEmpty();
    }

    @Test
    void receiveIsAnIllegalStateWhileThereIsAListener() throws JMSException {
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        consumer.setMessageListener(message -> {});

        assertThatThrownBy(consumer::receive).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void stopReturnsWhenNoListenerRunsAndNoneIsCalledUntilStart() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch some = new CountDownLatch(3);
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            running.incrementAndGet();
            calls.incrementAndGet();
            some.countDown();
            running.decrementAndGet();
        });
        for (int i = 0; i < 100; i++) {
            broker.send(queue, "m" + i);
        }
        some.await();

        connection.stop();

        assertThat(running).hasValue(0);
        int callsWhenStopped = calls.get();
        List<String> left = broker.drain(queue);
        assertThat(calls).hasValue(callsWhenStopped);
        assertThat(callsWhenStopped + left.size()).isEqualTo(100);
    }

    @Test
    void aSynchronousReceiveWorksInsideAListenerOfTheSameSession() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        Session session = connection.createSession();
        Queue details = session.createQueue(broker.newName());
        broker.send(details, "detail");
        MessageConsumer inner = session.createConsumer(details);

        session.createConsumer(queue)
                .setMessageListener(message -> seen.add(
                        describe(message) + RuntimeErrors.ask(() -> TestBroker.text(TestBroker.receive(inner)))));
        broker.send(queue, "a");

        assertThat(take(seen, 1)).containsExactly("a1detail");
    }
}
