package io.angarium.jms.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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

/** Connection consumers on the four kinds of subscription, and beside each other (Jakarta Messaging 3.1 §8.3, §9.2). */
@Timeout(60)
class TopicConnectionConsumerTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;
    private Topic topic;
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
        connection = broker.withClientId(broker.newName());
        session = connection.createSession();
        topic = session.createTopic(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    @Test
    void anUnsharedSubscriptionLivesAsLongAsItsConnectionConsumer() throws Exception {
        try (TestPool pool = pool("p")) {
            publish("before");
            ConnectionConsumer consumer = connection.createConnectionConsumer(topic, null, pool, 2);
            publish("a", "b");
            assertThat(List.of(next(), next())).containsExactlyInAnyOrder("p a", "p b");
            consumer.close();
            publish("after");

            assertThat(subscriptions()).isEmpty();
        }
        assertThat(texts).isEmpty();
    }

    @Test
    void whatAClosedConnectionConsumerOfSuchASubscriptionHandedOverCanStillBeSettled() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestPool pool = new TestPool(connection, 1, Session.SESSION_TRANSACTED, (serving, message) -> {
            texts.add(TestBroker.text(message));
            await(mayEnd);
        })) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(topic, null, pool, 1);
            publish("a");
            assertThat(next()).isEqualTo("a");
            mayEnd.countDown();
            pool.awaitIdle();
            consumer.close();
            assertThat(subscriptions()).hasSize(1);

            pool.session(0).commit();

            assertThat(subscriptions()).isEmpty();
        }
    }

    @Test
    void aDurableSubscriptionKeepsWhatComesWhileItHasNoConnectionConsumer() throws Exception {
        try (TestPool pool = pool("p")) {
            ConnectionConsumer consumer =
                    connection.createDurableConnectionConsumer(topic, "s", "JMSPriority = 4", pool, 2);
            publish("a");
            assertThat(next()).isEqualTo("p a");
            consumer.close();
            publish("b");
            assertThat(texts).isEmpty();

            consumer = connection.createDurableConnectionConsumer(topic, "s", "JMSPriority = 4", pool, 2);
            assertThat(next()).isEqualTo("p b");
            consumer.close();
            session.unsubscribe("s");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theConnectionConsumersOfASharedSubscriptionShareItsMessages(boolean durable) throws Exception {
        List<String> sent = IntStream.range(0, 100).mapToObj(i -> "m" + i).toList();
        try (TestPool one = pool("one");
                TestPool two = pool("two")) {
            ConnectionConsumer first = shared(durable, one);
            ConnectionConsumer second = shared(durable, two);
            publish(sent.toArray(String[]::new));

            assertThat(Stream.generate(this::next).limit(100).map(text -> text.substring(4)))
                    .containsExactlyInAnyOrderElementsOf(sent);
            first.close();
            publish("last");
            assertThat(next()).isEqualTo("two last");
            second.close();
            publish("later");
            ConnectionConsumer third = shared(durable, one);
            if (durable) {
                assertThat(next()).isEqualTo("one later");
            }
            publish("latest");
            assertThat(next()).isEqualTo("one latest");
            third.close();
        }
    }

    @Test
    void aPoolMayServeSeveralConnectionConsumers() throws Exception {
        Queue queue = session.createQueue(broker.newName());
        try (TestPool pool = pool("p")) {
            connection.createConnectionConsumer(topic, null, pool, 1);
            ConnectionConsumer ofQueue = connection.createConnectionConsumer(queue, null, pool, 3);
            publish("published");
            broker.send(queue, "sent");

            assertThat(List.of(next(), next())).containsExactlyInAnyOrder("p published", "p sent");
            ofQueue.close();
            broker.send(queue, "kept");
            publish("again");
            assertThat(next()).isEqualTo("p again");
        }
        assertThat(broker.drain(queue)).containsExactly("kept");
    }

    /** Stops, starts, failing listeners, rollbacks and closing connection consumers, all at once. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothingIsLostOrDoubledWhateverHappensMeanwhile(long seed) throws Exception {
        Random random = new Random(seed);
        Queue queue = session.createQueue(broker.newName());
        List<String> sent = IntStream.range(0, 300).mapToObj(i -> "m" + i).toList();
        Random failures = new Random(seed + 100);
        try (TestPool pool = new TestPool(connection, 4, Session.SESSION_TRANSACTED, (serving, message) -> {
            if (fails(failures) && TestBroker.deliveryCount(message) < 5) {
                serving.rollback();
                return;
            }
            String text = TestBroker.text(message);
            serving.commit();
            texts.add(text);
        })) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 1 + random.nextInt(8));
            for (String text : sent) {
                broker.send(queue, text);
                int what = random.nextInt(10);
                if (what == 0) {
                    connection.stop();
                    connection.start();
                } else if (what == 1) {
                    consumer.close();
                    consumer = connection.createConnectionConsumer(queue, null, pool, 1 + random.nextInt(8));
                }
            }

            assertThat(Stream.generate(this::next).limit(sent.size()))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(sent);
            consumer.close();
        }
        assertThat(texts).as("seed %d", seed).isEmpty();
        assertThat(broker.drain(queue)).as("seed %d", seed).isEmpty();
    }

    private static boolean fails(Random failures) {
        return failures.nextInt(4) == 0;
    }

    private TestPool pool(String name) throws JMSException {
        return new TestPool(connection, 2, Session.AUTO_ACKNOWLEDGE, (serving, message) -> note(name, message));
    }

    private void note(String pool, Message message) throws JMSException {
        texts.add(pool + " " + TestBroker.text(message));
    }

    private ConnectionConsumer shared(boolean durable, TestPool pool) throws JMSException {
        return durable
                ? connection.createSharedDurableConnectionConsumer(topic, "s", null, pool, 3)
                : connection.createSharedConnectionConsumer(topic, "s", null, pool, 3);
    }

    private void publish(String... all) throws JMSException {
        for (String text : all) {
            session.createProducer(topic).send(session.createTextMessage(text));
        }
    }

    private List<String> subscriptions() throws JMSException {
        String prefix = topic.getTopicName() + "/Subscriptions/";
        return broker.broker().entities().stream()
                .map(entity -> entity.path())
                .filter(path -> path.startsWith(prefix))
                .toList();
    }

    private String next() {
        try {
            return requireNonNull(texts.poll(20, TimeUnit.SECONDS), "a message was expected and none came");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
