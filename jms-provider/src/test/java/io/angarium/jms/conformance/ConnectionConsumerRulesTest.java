package io.angarium.jms.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What connection consumers refuse, and what becomes of mistakes (Jakarta Messaging 3.1 §9.1.1, §9.2; Connection). */
@Timeout(60)
class ConnectionConsumerRulesTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;
    private Queue queue;
    private Topic topic;
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final BlockingQueue<JMSException> reports = new LinkedBlockingQueue<>();

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
        connection = broker.withClientId(broker.newName());
        connection.setExceptionListener(reports::add);
        session = connection.createSession();
        queue = session.createQueue(broker.newName());
        topic = session.createTopic(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    @Test
    void aConnectionConsumerNeedsAPoolAndAtLeastOneMessage() throws JMSException {
        try (TestPool pool = pool(1)) {
            assertRefused(JMSException.class, () -> connection.createConnectionConsumer(queue, null, null, 1), "pool");
            assertRefused(
                    JMSException.class, () -> connection.createConnectionConsumer(queue, null, pool, 0), "maxMessages");
            assertRefused(
                    JMSException.class,
                    () -> connection.createDurableConnectionConsumer(topic, "s", null, null, 1),
                    "pool");
            assertRefused(
                    JMSException.class,
                    () -> connection.createSharedConnectionConsumer(topic, "s", null, pool, -1),
                    "maxMessages");
        }
    }

    @Test
    void destinationSelectorAndNameAreCheckedAsForConsumers() throws JMSException {
        TemporaryTopic temporary = session.createTemporaryTopic();
        try (TestPool pool = pool(1)) {
            assertRefused(
                    InvalidDestinationException.class,
                    () -> connection.createConnectionConsumer((Queue) null, null, pool, 1));
            assertRefused(
                    InvalidSelectorException.class, () -> connection.createConnectionConsumer(queue, "n >", pool, 1));
            assertRefused(
                    InvalidSelectorException.class,
                    () -> connection.createDurableConnectionConsumer(topic, "s", "n >", pool, 1));
            assertRefused(
                    JMSException.class, () -> connection.createDurableConnectionConsumer(topic, null, null, pool, 1));
            assertRefused(
                    JMSException.class,
                    () -> connection.createSharedDurableConnectionConsumer(topic, " ", null, pool, 1));
            assertRefused(
                    InvalidDestinationException.class,
                    () -> connection.createDurableConnectionConsumer(temporary, "s", null, pool, 1));
            assertRefused(
                    InvalidDestinationException.class,
                    () -> connection.createSharedConnectionConsumer(null, "s", null, pool, 1));
        }
    }

    @Test
    void anUnsharedDurableSubscriptionNeedsAClientIdentifier() throws JMSException {
        try (Connection nameless = broker.started();
                TestPool pool = new TestPool(nameless, 1, Session.AUTO_ACKNOWLEDGE, this::note)) {
            assertRefused(
                    IllegalStateException.class,
                    () -> nameless.createDurableConnectionConsumer(topic, "s", null, pool, 1),
                    "client identifier");
        }
    }

    @Test
    void aDurableSubscriptionHasOneConsumerOrConnectionConsumer() throws JMSException {
        try (TestPool pool = pool(1)) {
            ConnectionConsumer consumer = connection.createDurableConnectionConsumer(topic, "s", null, pool, 1);

            assertRefused(
                    IllegalStateException.class,
                    () -> connection.createDurableConnectionConsumer(topic, "s", null, pool, 1));
            assertRefused(IllegalStateException.class, () -> session.createDurableConsumer(topic, "s"));
            assertRefused(
                    JMSException.class,
                    () -> connection.createSharedDurableConnectionConsumer(topic, "s", null, pool, 1));
            assertRefused(IllegalStateException.class, () -> session.unsubscribe("s"));
            consumer.close();
            session.createDurableConsumer(topic, "s").close();
            session.unsubscribe("s");
        }
    }

    @Test
    void aClosedConnectionGivesNoConnectionConsumer() throws JMSException {
        Connection own = broker.started();
        TestPool pool = new TestPool(own, 1, Session.AUTO_ACKNOWLEDGE, this::note);
        ConnectionConsumer consumer = own.createConnectionConsumer(queue, null, pool, 1);
        own.close();
        pool.close();

        assertRefused(IllegalStateException.class, () -> own.createConnectionConsumer(queue, null, pool, 1));
        assertRefused(IllegalStateException.class, consumer::getServerSessionPool);
        assertThatCode(consumer::close).doesNotThrowAnyException();
    }

    @Test
    void theConnectionsOfBothDomainsHaveTheirOwn() throws Exception {
        try (QueueConnection queues = broker.factory().createQueueConnection();
                TopicConnection topics = broker.factory().createTopicConnection()) {
            queues.start();
            topics.start();
            TestPool forQueues = new TestPool(queues, 1, Session.AUTO_ACKNOWLEDGE, this::note);
            TestPool forTopics = new TestPool(topics, 1, Session.AUTO_ACKNOWLEDGE, this::note);
            queues.createConnectionConsumer(queue, null, forQueues, 1);
            topics.createConnectionConsumer(topic, null, forTopics, 1);

            session.createProducer(queue).send(session.createTextMessage("to the queue"));
            assertThat(next(texts)).isEqualTo("to the queue");
            session.createProducer(topic).send(session.createTextMessage("to the topic"));
            assertThat(next(texts)).isEqualTo("to the topic");
            forQueues.close();
            forTopics.close();
        }
    }

    @Test
    void aSessionWithAListenerOfItsOwnReceivesInNoOtherWay() throws JMSException {
        Session serving = connection.createSession();
        MessageConsumer consumer = serving.createConsumer(queue);
        assertRefused(IllegalStateException.class, () -> serving.setMessageListener(message -> {}));
        consumer.close();

        serving.setMessageListener(message -> {});

        assertRefused(IllegalStateException.class, () -> serving.createConsumer(queue));
        assertRefused(IllegalStateException.class, () -> serving.createDurableConsumer(topic, "s"));
        assertRefused(IllegalStateException.class, () -> serving.createSharedConsumer(topic, "s"));
        serving.createProducer(queue).send(serving.createMessage());
        serving.setMessageListener(null);
        assertThat(TestBroker.receive(serving.createConsumer(queue))).isNotNull();
    }

    @Test
    void runWithoutAnythingLoadedReturns() throws JMSException {
        assertThatCode(session::run).doesNotThrowAnyException();
        Session closed = connection.createSession();
        closed.close();
        assertThatCode(closed::run).doesNotThrowAnyException();
    }

    @Test
    void runWithoutListenerFailsAndKeepsWhatWasLoadedForTheNextOne() throws Exception {
        Session serving = connection.createSession();
        BlockingQueue<String> started = new LinkedBlockingQueue<>();
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, once(serving, started), 1);
        session.createProducer(queue).send(session.createTextMessage("a"));
        next(started);

        assertThatThrownBy(serving::run)
                .isInstanceOf(IllegalStateRuntimeException.class)
                .hasMessageContaining("setMessageListener");
        serving.setMessageListener(message -> texts.add("received"));
        serving.run();

        assertThat(texts).containsExactly("received");
        consumer.close();
        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void aListenerOfAServerSessionMustNotStopOrCloseWhatItRunsIn() throws Exception {
        List<String> refused = new ArrayList<>();
        try (TestPool pool = new TestPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (serving, message) -> {
            for (ThrowingCallable call :
                    List.<ThrowingCallable>of(serving::close, connection::stop, connection::close)) {
                assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
                refused.add("refused");
            }
            note(serving, message);
        })) {
            connection.createConnectionConsumer(queue, null, pool, 1);
            session.createProducer(queue).send(session.createTextMessage("a"));

            assertThat(next(texts)).isEqualTo("a");
            assertThat(refused).hasSize(3);
        }
    }

    @Test
    void aPoolThatFailsIsReportedAndAskedAgain() throws Exception {
        try (TestPool pool = pool(1)) {
            List<RuntimeException> failures = new ArrayList<>(List.of(new UnsupportedOperationException("not today")));
            connection.createConnectionConsumer(queue, null, () -> failing(failures, pool), 1);
            session.createProducer(queue).send(session.createTextMessage("a"));

            assertThat(next(reports)).hasMessageContaining("not today");
            assertThat(next(texts)).isEqualTo("a");
        }
    }

    @Test
    void aServerSessionThatDoesNotStartGivesItsMessagesBack() throws Exception {
        try (TestPool pool = pool(2)) {
            List<String> failures = new ArrayList<>(List.of("first"));
            connection.createConnectionConsumer(queue, null, () -> notStarting(failures, pool.getServerSession()), 1);
            session.createProducer(queue).send(session.createTextMessage("a"));

            assertThat(next(reports)).hasMessageContaining("no thread");
            assertThat(next(texts)).isEqualTo("a");
        }
    }

    @Test
    void aSessionOfAnotherConnectionIsReportedAndGetsNothing() throws Exception {
        try (Connection other = broker.started();
                TestPool pool = new TestPool(other, 1, Session.AUTO_ACKNOWLEDGE, this::note)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 1);
            session.createProducer(queue).send(session.createTextMessage("a"));

            assertThat(next(reports)).hasMessageContaining("not one of the connection");
            consumer.close();
        }
        assertThat(texts).isEmpty();
        assertThat(broker.drain(queue)).containsExactly("a");
    }

    @Test
    void aPoolThatGivesNullIsReported() throws Exception {
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, () -> null, 1);
        session.createProducer(queue).send(session.createTextMessage("a"));

        assertThat(next(reports)).hasMessageContaining("null");
        consumer.close();
        assertThat(broker.drain(queue)).containsExactly("a");
    }

    @Test
    void aSessionThatIsStartedAndNotRunIsReportedAtTheNextLoad() throws Exception {
        Session serving = connection.createSession();
        BlockingQueue<String> started = new LinkedBlockingQueue<>();
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, always(serving, started), 1);
        session.createProducer(queue).send(session.createTextMessage("a"));
        session.createProducer(queue).send(session.createTextMessage("b"));

        assertThat(next(reports)).hasMessageContaining("run()");
        consumer.close();
        assertThat(broker.drain(queue)).containsExactly("a", "b");
    }

    private TestPool pool(int size) throws JMSException {
        return new TestPool(connection, size, Session.AUTO_ACKNOWLEDGE, this::note);
    }

    private void note(Session serving, Message message) throws JMSException {
        texts.add(TestBroker.text(message));
    }

    private static ServerSession failing(List<RuntimeException> failures, TestPool pool) throws JMSException {
        if (!failures.isEmpty()) {
            throw failures.remove(0);
        }
        return pool.getServerSession();
    }

    private static ServerSession notStarting(List<String> failures, ServerSession real) {
        return new ServerSession() {
            @Override
            public Session getSession() throws JMSException {
                return real.getSession();
            }

            @Override
            public void start() throws JMSException {
                if (!failures.isEmpty()) {
                    failures.remove(0);
                    throw new JMSException("no thread is left");
                }
                real.start();
            }
        };
    }

    /** A pool whose one session is started by telling. */
    private static ServerSessionPool always(Session serving, BlockingQueue<String> started) {
        return () -> new ServerSession() {
            @Override
            public Session getSession() {
                return serving;
            }

            @Override
            public void start() {
                started.add("started");
            }
        };
    }

    /** The same for the first time; afterwards it has no session. */
    private static ServerSessionPool once(Session serving, BlockingQueue<String> started) {
        ServerSessionPool pool = always(serving, started);
        List<ServerSessionPool> left = new ArrayList<>(List.of(pool));
        return () -> {
            if (left.isEmpty()) {
                throw new JMSException("the pool is empty");
            }
            return left.remove(0).getServerSession();
        };
    }

    private static <T> T next(BlockingQueue<T> from) throws InterruptedException {
        return requireNonNull(from.poll(20, TimeUnit.SECONDS), "something was expected and nothing came");
    }

    private static void assertRefused(Class<? extends JMSException> type, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(type);
    }

    private static void assertRefused(Class<? extends JMSException> type, ThrowingCallable call, String named) {
        assertThatThrownBy(call).isInstanceOf(type).hasMessageContaining(named);
    }
}
