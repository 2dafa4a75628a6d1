package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connection consumers and the server sessions that they load, with all kinds of source. */
@ConformanceTest
@Needs(Feature.CONNECTION_CONSUMERS)
class ConnectionConsumerRulesTest {
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

    private String next() throws InterruptedException {
        return requireNonNull(
                texts.poll(Jms.PATIENCE_MILLIS, TimeUnit.MILLISECONDS), "a message was expected and none came");
    }

    private List<String> next(int count) throws InterruptedException {
        List<String> all = new ArrayList<>();
        while (all.size() < count) {
            all.add(next());
        }
        return all;
    }

    private void assertNothingComes() throws InterruptedException {
        assertThat(texts.poll(Jms.QUIET_MILLIS, TimeUnit.MILLISECONDS)).isNull();
    }

    private ServerPool pool(Connection connection, int mode) throws JMSException {
        return new ServerPool(connection, 2, mode, (session, message) -> texts.add(Jms.text(message)));
    }

    private static String[] numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    @Section({"9.2.1", "9.2.4"})
    void eachMessageOfAQueueIsGivenToOneServerSessionOnce(int mode, Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        jms.send(queue, numbered(20));
        Connection connection = jms.started();
        try (ServerPool pool = new ServerPool(connection, 3, mode, (session, message) -> {
            texts.add(Jms.text(message));
            if (mode == Session.SESSION_TRANSACTED) {
                session.commit();
            } else {
                message.acknowledge();
            }
        })) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 4);

            assertThat(next(20)).containsExactlyInAnyOrder(numbered(20));
            assertThat(consumer.getServerSessionPool()).isSameAs(pool);
            consumer.close();
        }
        assertThat(jms.drain(queue)).isEmpty();
        assertNothingComes();
    }

    @Test
    @Section({"9.2.1", "8.3.1"})
    void aTopicGivesWhatIsPublishedWhileThereIsAConnectionConsumer(Jms jms) throws Exception {
        Topic topic = jms.newTopic();
        Connection connection = jms.started();
        jms.send(topic, "before");
        try (ServerPool pool = pool(connection, Session.AUTO_ACKNOWLEDGE)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(topic, null, pool, 1);
            jms.send(topic, "during");

            assertThat(next()).isEqualTo("during");
            consumer.close();
            jms.send(topic, "after");
            assertNothingComes();
        }
    }

    @Test
    @Section({"9.2.1", "8.3.3"})
    void aDurableSubscriptionCollectsBetweenItsConnectionConsumers(Jms jms) throws Exception {
        Topic topic = jms.newTopic();
        String name = Jms.newName();
        Connection connection = jms.startedWithClientId(Jms.newName());
        try (ServerPool pool = pool(connection, Session.AUTO_ACKNOWLEDGE)) {
            connection
                    .createDurableConnectionConsumer(topic, name, null, pool, 1)
                    .close();
            jms.send(topic, "between");

            ConnectionConsumer again = connection.createDurableConnectionConsumer(topic, name, null, pool, 1);

            assertThat(next()).isEqualTo("between");
            assertThatThrownBy(() -> connection.createDurableConnectionConsumer(topic, name, null, pool, 1))
                    .isInstanceOf(JMSException.class);
            again.close();
            connection.createSession().unsubscribe(name);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Section({"9.2.1", "8.3.2", "8.3.4"})
    void theConnectionConsumersOfASharedSubscriptionShareItsMessages(boolean durable, Jms jms) throws Exception {
        Topic topic = jms.newTopic();
        String name = Jms.newName();
        Set<String> all = Collections.synchronizedSet(new HashSet<>());
        List<Connection> connections = List.of(jms.started(), jms.started());
        List<ServerPool> pools = new ArrayList<>();
        List<ConnectionConsumer> consumers = new ArrayList<>();
        for (Connection connection : connections) {
            ServerPool pool = pool(connection, Session.AUTO_ACKNOWLEDGE);
            pools.add(pool);
            consumers.add(
                    durable
                            ? connection.createSharedDurableConnectionConsumer(topic, name, null, pool, 2)
                            : connection.createSharedConnectionConsumer(topic, name, null, pool, 2));
        }

        jms.send(topic, numbered(30));

        all.addAll(next(30));
        assertThat(all).containsExactlyInAnyOrder(numbered(30));
        assertNothingComes();
        for (int i = 0; i < 2; i++) {
            consumers.get(i).close();
            pools.get(i).close();
        }
        if (durable) {
            connections.get(0).createSession().unsubscribe(name);
        }
    }

    @Test
    @Section({"9.2.1", "3.8.1"})
    void aSelectorSaysWhatIsLoaded(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        for (int i = 0; i < 4; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("n", i);
            session.createProducer(queue).send(message);
        }
        Connection connection = jms.started();
        try (ServerPool pool = pool(connection, Session.AUTO_ACKNOWLEDGE)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue, "n >= 2", pool, 1);

            assertThat(next(2)).containsExactlyInAnyOrder("m2", "m3");
            consumer.close();
        }
        assertThat(jms.drain(queue)).containsExactly("m0", "m1");
    }

    @Test
    @Section("9.2.4")
    void nothingIsLoadedBeforeTheConnectionIsStarted(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");
        Connection connection = jms.connection();
        try (ServerPool pool = pool(connection, Session.AUTO_ACKNOWLEDGE)) {
            connection.createConnectionConsumer(queue, null, pool, 1);
            assertNothingComes();

            connection.start();

            assertThat(next()).isEqualTo("text");
        }
    }

    @Test
    @Section({"9.2.4", "6.2.7"})
    void aRolledBackMessageIsLoadedAgainAndMarked(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");
        Connection connection = jms.started();
        try (ServerPool pool = new ServerPool(connection, 2, Session.SESSION_TRANSACTED, (session, message) -> {
            // before it is rolled back, as another session may have it at once
            texts.add(message.getJMSRedelivered() + " " + Jms.deliveryCount(message));
            if (message.getJMSRedelivered()) {
                session.commit();
            } else {
                session.rollback();
            }
        })) {
            connection.createConnectionConsumer(queue, null, pool, 1);

            assertThat(next(2)).containsExactly("false 1", "true 2");
        }
        assertThat(jms.drain(queue)).isEmpty();
    }

    @Test
    @Section("9.2.4")
    void closingTheConnectionWaitsForTheListenersOfItsServerSessions(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");
        Connection connection = jms.started();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        ServerPool pool = new ServerPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
            entered.countDown();
            Jms.await(mayLeave);
            texts.add("left");
        });
        connection.createConnectionConsumer(queue, null, pool, 1);
        Jms.await(entered);

        var closed = Jms.async(() -> {
            connection.close();
            return texts.size();
        });
        Jms.passTime(Jms.QUIET_MILLIS);
        boolean closedTooEarly = closed.isDone();
        mayLeave.countDown();

        assertThat(Jms.result(closed)).isEqualTo(1);
        assertThat(closedTooEarly).isFalse();
        pool.close();
        assertThat(jms.drain(queue)).isEmpty();
    }

    @Test
    @Section({"9.2.1", "10.3", "API"})
    void wrongArgumentsAreRefusedAsByConsumers(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Topic topic = jms.newTopic();
        Connection connection = jms.startedWithClientId(Jms.newName());
        Connection nameless = jms.started();
        try (ServerPool pool = pool(connection, Session.AUTO_ACKNOWLEDGE);
                ServerPool ofNameless = pool(nameless, Session.AUTO_ACKNOWLEDGE)) {
            assertThatThrownBy(() -> connection.createConnectionConsumer((Queue) null, null, pool, 1))
                    .isInstanceOf(InvalidDestinationException.class);
            assertThatThrownBy(() -> connection.createConnectionConsumer(queue, "a = = 'b'", pool, 1))
                    .isInstanceOf(InvalidSelectorException.class);
            assertThatThrownBy(() -> connection.createSharedConnectionConsumer(topic, "n", "a = = 'b'", pool, 1))
                    .isInstanceOf(InvalidSelectorException.class);
            assertThatThrownBy(() -> connection.createConnectionConsumer(queue, null, pool, 0))
                    .isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> nameless.createDurableConnectionConsumer(topic, "n", null, ofNameless, 1))
                    .isInstanceOf(IllegalStateException.class);
        }
        connection.close();
        assertThatThrownBy(() -> connection.createConnectionConsumer(queue, null, pool(nameless, 1), 1))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section({"9.2.1", "4.1", "4.2"})
    void theConnectionsOfTheTwoDomainsHaveTheirOwn(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Topic topic = jms.newTopic();
        QueueConnection queues = jms.kept(jms.queueFactory().createQueueConnection());
        TopicConnection topics = jms.kept(jms.topicFactory().createTopicConnection());
        queues.start();
        topics.start();
        try (ServerPool ofQueue = pool(queues, Session.AUTO_ACKNOWLEDGE);
                ServerPool ofTopic = pool(topics, Session.AUTO_ACKNOWLEDGE)) {
            queues.createConnectionConsumer(queue, null, ofQueue, 1);
            topics.createConnectionConsumer(topic, null, ofTopic, 1);

            jms.send(queue, "queue");
            jms.send(topic, "topic");

            assertThat(next(2)).containsExactlyInAnyOrder("queue", "topic");
        }
    }

    @Test
    @Section({"9.2", "6.2.5"})
    void aSessionWithAListenerOfItsOwnHasNoConsumers(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        session.setMessageListener(message -> {});

        assertThat(session.getMessageListener()).isNotNull();
        assertThatThrownBy(() -> {
                    MessageConsumer consumer = session.createConsumer(queue);
                    consumer.receive(1);
                })
                .isInstanceOf(JMSException.class);
    }
}
