package io.angarium.jms.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumAcknowledge;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connection consumers on queues, and the sessions of their pools (Jakarta Messaging 3.1 §9.2). */
@Timeout(60)
class ConnectionConsumerTest {
    private static TestBroker broker;
    private Connection connection;
    private Queue queue;
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

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
    @ValueSource(
            ints = {
                Session.AUTO_ACKNOWLEDGE,
                Session.DUPS_OK_ACKNOWLEDGE,
                Session.CLIENT_ACKNOWLEDGE,
                Session.SESSION_TRANSACTED,
                AngariumAcknowledge.INDIVIDUAL_ACKNOWLEDGE,
                AngariumAcknowledge.NO_ACKNOWLEDGE
            })
    void everyMessageGoesToOneSessionOnce(int mode) throws Exception {
        List<String> sent = IntStream.range(0, 200).mapToObj(i -> "m" + i).toList();
        broker.send(queue, sent.subList(0, 100).toArray(String[]::new));
        try (TestPool pool = new TestPool(connection, 3, mode, (session, message) -> {
            if (mode == Session.SESSION_TRANSACTED) {
                session.commit();
            } else {
                message.acknowledge();
            }
            texts.add(TestBroker.text(message));
        })) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 5);
            assertThat(consumer.getServerSessionPool()).isSameAs(pool);
            broker.send(queue, sent.subList(100, 200).toArray(String[]::new));

            assertThat(Stream.generate(this::next).limit(200)).containsExactlyInAnyOrderElementsOf(sent);
            consumer.close();
        }
        assertThat(texts).isEmpty();
        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void oneSessionGetsTheMessagesInOrder() throws Exception {
        List<String> sent = IntStream.range(0, 50).mapToObj(i -> "m" + i).toList();
        try (TestPool pool = pool(1, Session.AUTO_ACKNOWLEDGE)) {
            connection.createConnectionConsumer(queue, null, pool, 7);
            broker.send(queue, sent.toArray(String[]::new));

            assertThat(Stream.generate(this::next).limit(50)).containsExactlyElementsOf(sent);
        }
    }

    @Test
    void aSelectorSaysWhichMessagesAreLoaded() throws Exception {
        Session sending = connection.createSession();
        MessageProducer producer = sending.createProducer(queue);
        for (int i = 0; i < 6; i++) {
            Message message = sending.createTextMessage("m" + i);
            message.setIntProperty("n", i);
            producer.send(message);
        }
        try (TestPool pool = pool(2, Session.AUTO_ACKNOWLEDGE)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, "n >= 4", pool, 1);

            assertThat(List.of(next(), next())).containsExactlyInAnyOrder("m4", "m5");
            consumer.close();
        }
        assertThat(broker.drain(queue)).containsExactly("m0", "m1", "m2", "m3");
    }

    @Test
    void aMessageWhoseListenerFailsComesAgainBeforeTheNextOne() throws Exception {
        broker.send(queue, "a", "b", "c");
        AtomicBoolean failed = new AtomicBoolean();
        try (TestPool pool = new TestPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
            texts.add(described(message));
            if (failed.compareAndSet(false, true)) {
                throw new IllegalArgumentException("thrown by the test");
            }
        })) {
            connection.createConnectionConsumer(queue, null, pool, 4);

            assertThat(Stream.generate(this::next).limit(4))
                    .containsExactly("a 1 false", "a 2 true", "b 1 false", "c 1 false");
        }
    }

    @Test
    void aRollbackBringsTheMessageAgainBeforeTheNextOne() throws Exception {
        broker.send(queue, "a", "b", "c");
        AtomicBoolean failed = new AtomicBoolean();
        try (TestPool pool = new TestPool(connection, 1, Session.SESSION_TRANSACTED, (session, message) -> {
            if (failed.compareAndSet(false, true)) {
                session.rollback();
            } else {
                session.commit();
            }
            texts.add(described(message));
        })) {
            connection.createConnectionConsumer(queue, null, pool, 4);

            assertThat(Stream.generate(this::next).limit(4))
                    .containsExactly("a 1 false", "a 2 true", "b 1 false", "c 1 false");
        }
        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void whatASessionSendsAndReceivesIsOneTransaction() throws Exception {
        Queue answers = connection.createSession().createQueue(broker.newName());
        broker.send(queue, "a");
        AtomicBoolean failed = new AtomicBoolean();
        try (TestPool pool = new TestPool(connection, 1, Session.SESSION_TRANSACTED, (session, message) -> {
            session.createProducer(answers).send(session.createTextMessage("answer"));
            if (failed.compareAndSet(false, true)) {
                session.rollback();
            } else {
                session.commit();
            }
            texts.add(TestBroker.text(message));
        })) {
            connection.createConnectionConsumer(queue, null, pool, 1);

            assertThat(List.of(next(), next())).containsExactly("a", "a");
            assertThat(broker.drain(answers)).containsExactly("answer");
        }
    }

    @Test
    void whatASessionDoesNotSettleComesBackWhenItCloses() throws Exception {
        broker.send(queue, "a", "b");
        try (TestPool pool = pool(1, Session.CLIENT_ACKNOWLEDGE)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 2);
            assertThat(List.of(next(), next())).containsExactly("a", "b");
            consumer.close();
            assertThat(broker.drain(queue)).isEmpty();
        }

        assertThat(broker.drain(queue)).containsExactly("a", "b");
    }

    @Test
    void stopWaitsForTheListenerAndGivesBackWhatWasLoaded() throws Exception {
        broker.send(queue, "a", "b", "c");
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestPool pool = blocking(mayEnd)) {
            connection.createConnectionConsumer(queue, null, pool, 3);
            assertThat(next()).isEqualTo("a 1 false");
            Thread stopping = background(connection::stop);
            awaitWaiting(stopping);
            mayEnd.countDown();
            stopping.join();

            assertThat(texts)
                    .as("nothing is handed over by a stopped connection")
                    .isEmpty();
            assertThat(broker.broker()
                            .entity(queue.getQueueName())
                            .orElseThrow()
                            .live())
                    .isEqualTo(2);
            connection.start();
            assertThat(List.of(next(), next())).containsExactly("b 1 false", "c 1 false");
        }
    }

    @Test
    void nothingIsLoadedBeforeTheConnectionIsStarted() throws Exception {
        broker.send(queue, "a");
        try (Connection own = broker.connection();
                TestPool pool = new TestPool(own, 1, Session.AUTO_ACKNOWLEDGE, this::note)) {
            own.createConnectionConsumer(queue, null, pool, 1);
            assertThat(broker.drain(queue)).containsExactly("a");

            own.start();
            broker.send(queue, "b");
            assertThat(next()).isEqualTo("b");
        }
    }

    @Test
    void closeWaitsForTheListenerAndLeavesTheRest() throws Exception {
        broker.send(queue, "a", "b", "c");
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestPool pool = blocking(mayEnd)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 2);
            assertThat(next()).isEqualTo("a 1 false");
            Thread closing = background(consumer::close);
            awaitWaiting(closing);
            mayEnd.countDown();
            closing.join();
            consumer.close();

            assertThat(texts).isEmpty();
            assertThat(broker.drain(queue)).containsExactly("b", "c");
            assertThatThrownBy(consumer::getServerSessionPool).isInstanceOf(jakarta.jms.IllegalStateException.class);
        }
    }

    @Test
    void aListenerMayCloseItsConnectionConsumer() throws Exception {
        broker.send(queue, "a", "b");
        ConnectionConsumer[] consumer = new ConnectionConsumer[1];
        CountDownLatch created = new CountDownLatch(1);
        try (TestPool pool = new TestPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
            await(created);
            consumer[0].close();
            note(session, message);
        })) {
            consumer[0] = connection.createConnectionConsumer(queue, null, pool, 2);
            created.countDown();
            assertThat(next()).isEqualTo("a");
            pool.awaitIdle();
        }
        assertThat(broker.drain(queue)).containsExactly("b");
    }

    @Test
    void theConnectionClosesWhileThePoolHasNoSession() throws Exception {
        broker.send(queue, "a");
        Connection own = broker.started();
        try (TestPool pool = new TestPool(own, 0, Session.AUTO_ACKNOWLEDGE, this::note)) {
            own.createConnectionConsumer(queue, null, pool, 1);
            own.close();
        }

        assertThat(broker.drain(queue)).containsExactly("a");
    }

    @Test
    void theConnectionClosesWhileListenersRun() throws Exception {
        broker.send(queue, "a", "b");
        Connection own = broker.started();
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestPool pool = new TestPool(own, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
            texts.add(TestBroker.text(message));
            await(mayEnd);
        })) {
            own.createConnectionConsumer(queue, null, pool, 2);
            assertThat(next()).isEqualTo("a");
            Thread closing = background(own::close);
            awaitWaiting(closing);
            mayEnd.countDown();
            closing.join();
        }

        assertThat(broker.drain(queue)).containsExactly("b");
    }

    private TestPool pool(int size, int mode) throws JMSException {
        return new TestPool(connection, size, mode, this::note);
    }

    /** One session whose listener waits, once, after it has told. */
    private TestPool blocking(CountDownLatch mayEnd) throws JMSException {
        return new TestPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
            texts.add(described(message));
            await(mayEnd);
        });
    }

    private void note(Session session, Message message) throws JMSException {
        texts.add(TestBroker.text(message));
    }

    private String next() {
        try {
            return requireNonNull(texts.poll(20, TimeUnit.SECONDS), "a message was expected and none came");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String described(Message message) throws JMSException {
        return TestBroker.text(message) + " " + TestBroker.deliveryCount(message) + " " + message.getJMSRedelivered();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private interface Action {
        void run() throws JMSException;
    }

    private static Thread background(Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    /** Waits until it waits for a lock, as that of a listener that is running; waiting for the broker is another state. */
    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}
