package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.jms.failure.RuntimeErrors;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several consumers at once, with stops and closes in between: each message once (jms-conformance 4). */
@Timeout(120)
class ConcurrencyTest {
    private static final int MESSAGES = 400;
    private static TestBroker broker;

    @BeforeAll
    static void open() {
        broker = new TestBroker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    private static String[] texts() {
        String[] texts = new String[MESSAGES];
        for (int i = 0; i < MESSAGES; i++) {
            texts[i] = "m" + i;
        }
        return texts;
    }

    private static void join(List<CompletableFuture<Void>> all) throws Exception {
        for (CompletableFuture<Void> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void consumersThatComeAndGoGetEachMessageOnce(long seed) throws Exception {
        Queue queue;
        try (Connection connection = broker.connection()) {
            queue = connection.createSession().createQueue(broker.newName());
        }
        java.util.Queue<String> seen = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
            Random random = new Random(seed * 100 + worker);
            workers.add(CompletableFuture.runAsync(
                    () -> RuntimeErrors.run(() -> comeAndGo(queue, random, seen)),
                    command -> new Thread(command).start()));
        }
        broker.send(queue, texts());
        join(workers);

        List<String> all = new ArrayList<>(seen);
        all.addAll(broker.drain(queue));
        assertThat(all).as("seed %d", seed).containsExactlyInAnyOrder(texts());
    }

    /** Receives in short-lived consumers of random prefetch, by listener or by receive, with stops in between. */
    private static void comeAndGo(Queue queue, Random random, java.util.Queue<String> seen) throws JMSException {
        for (int round = 0; round < 12; round++) {
            try (Connection connection =
                    broker.factory("prefetch=" + random.nextInt(4)).createConnection()) {
                connection.start();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue);
                if (random.nextBoolean()) {
                    consumer.setMessageListener(message -> seen.add(RuntimeErrors.ask(() -> TestBroker.text(message))));
                    connection.stop();
                    connection.start();
                } else {
                    receiveSome(consumer, random.nextInt(20), seen);
                }
                if (random.nextBoolean()) {
                    consumer.close();
                }
            }
        }
    }

    private static void receiveSome(MessageConsumer consumer, int count, java.util.Queue<String> seen)
            throws JMSException {
        for (int i = 0; i < count; i++) {
            Message message = consumer.receive(1);
            if (message != null) {
                seen.add(TestBroker.text(message));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void transactionsThatRollBackNowAndThenProcessEachMessageOnce(long seed) throws Exception {
        Queue in;
        Queue out;
        try (Connection connection = broker.connection()) {
            Session session = connection.createSession();
            in = session.createQueue(broker.newName());
            out = session.createQueue(broker.newName());
        }
        broker.send(in, texts());

        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int worker = 0; worker < 3; worker++) {
            Random random = new Random(seed * 100 + worker);
            workers.add(CompletableFuture.runAsync(
                    () -> RuntimeErrors.run(() -> move(in, out, random)), command -> new Thread(command).start()));
        }
        join(workers);

        assertThat(broker.drain(out)).as("seed %d", seed).containsExactlyInAnyOrder(texts());
        assertThat(broker.drain(in)).as("seed %d", seed).isEmpty();
    }

    private static void move(Queue in, Queue out, Random random) throws JMSException {
        try (Connection connection =
                broker.factory("prefetch=" + random.nextInt(5)).createConnection()) {
            connection.start();
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = session.createConsumer(in);
            MessageProducer producer = session.createProducer(out);
            int inTransaction = 0;
            int emptyInARow = 0;
            while (emptyInARow < 3) {
                Message message = consumer.receive(50);
                if (message != null) {
                    emptyInARow = 0;
                    producer.send(message);
                    inTransaction++;
                } else {
                    emptyInARow++;
                }
                if (message == null || inTransaction >= 5) {
                    inTransaction = 0;
                    if (random.nextInt(10) == 0) {
                        session.rollback();
                    } else {
                        session.commit();
                    }
                }
            }
        }
    }
}
