package io.angarium.jms.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.admin.JournalKind;
import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker ends while sessions move messages from one queue to another in transactions, and their connection is stopped,
 * started and closed. When it is there again, each transaction has happened as a whole or not at all: what was committed has,
 * what was rolled back has not, and only one whose commit failed may be either.
 */
@Timeout(120)
class FailureRacesTest {
    private static final int ROUNDS = 80;
    private static final int MESSAGES = 30;
    private static final String IN = "in";
    private static final String OUT = "out";

    @TempDir
    private Path folder = Path.of("");

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** What one transaction took, by the outcome that its session saw. */
    private record Moved(List<String> texts, boolean committed) {}

    @Test
    void whateverFailsEachTransactionIsThereAsAWholeOrNotAtAll() throws Exception {
        long first = Long.getLong("races.seed", 1);
        for (long seed = first; seed < first + ROUNDS; seed++) {
            round(seed);
        }
    }

    @SuppressWarnings("try") // the broker is closed in the middle: that is the failure
    private void round(long seed) throws Exception {
        Random random = new Random(seed);
        String name = "failing-" + seed;
        BrokerConfig config = BrokerConfig.throwAway(name).withStore(folder.resolve(name), kind(seed));
        AngariumConnectionFactory factory =
                new AngariumConnectionFactory("angarium:vm:" + name + "?requestTimeout=30s");
        ConcurrentLinkedQueue<Moved> moved = new ConcurrentLinkedQueue<>();

        try (Broker broker = Broker.open(config);
                Connection connection = factory.createConnection()) {
            send(connection);
            connection.start();
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long workerSeed = random.nextLong();
                work.add(threads.submit(() -> move(connection, moved, workerSeed)));
            }
            long stopperSeed = random.nextLong();
            work.add(threads.submit(() -> stopAndStart(connection, stopperSeed)));
            for (int spins = random.nextInt(200_000); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            broker.close();
            for (Future<?> future : work) {
                future.get(60, TimeUnit.SECONDS);
            }
        }

        try (Broker again = Broker.open(config);
                Connection connection = factory.createConnection()) {
            connection.start();
            List<String> in = drain(connection, IN);
            List<String> out = drain(connection, OUT);
            checkBooks(seed, in, out, moved);
            assertThat(again.entity(IN)).isPresent();
        }
    }

    private static JournalKind kind(long seed) {
        return seed % 4 == 0 ? JournalKind.CHRONICLE : JournalKind.FILE;
    }

    private static void checkBooks(long seed, List<String> in, List<String> out, Iterable<Moved> moved) {
        assertThat(in).as("seed %d", seed).doesNotHaveDuplicates();
        assertThat(out).as("seed %d", seed).doesNotHaveDuplicates();
        Set<String> all = new HashSet<>(in);
        all.addAll(out);
        assertThat(all).as("seed %d", seed).hasSize(MESSAGES);
        assertThat(in.size() + out.size())
                .as("seed %d: nothing is in both queues", seed)
                .isEqualTo(MESSAGES);
        for (Moved transaction : moved) {
            if (transaction.committed) {
                assertThat(out).as("seed %d: committed", seed).containsAll(transaction.texts);
            } else {
                boolean there = out.containsAll(transaction.texts);
                boolean not = in.containsAll(transaction.texts);
                assertThat(there || not)
                        .as("seed %d: %s is neither in %s nor in %s", seed, transaction, in, out)
                        .isTrue();
            }
        }
    }

    private static void send(Connection connection) throws JMSException {
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(IN))) {
            for (int i = 0; i < MESSAGES; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            session.commit();
        }
    }

    private static void move(Connection connection, ConcurrentLinkedQueue<Moved> moved, long seed) {
        Random random = new Random(seed);
        List<String> texts = List.of();
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            Queue out = session.createQueue(OUT);
            try (MessageConsumer consumer = session.createConsumer(session.createQueue(IN));
                    MessageProducer producer = session.createProducer(out)) {
                for (int i = 0; i < 20; i++) {
                    texts = take(consumer, 1 + random.nextInt(3));
                    for (String text : texts) {
                        producer.send(session.createTextMessage(text));
                    }
                    session.commit();
                    moved.add(new Moved(texts, true));
                    texts = List.of();
                }
            }
        } catch (JMSException e) {
            moved.add(new Moved(texts, false)); // the broker or the connection has ended
        }
    }

    private static List<String> take(MessageConsumer consumer, int most) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            Message message = consumer.receive(1);
            if (message != null) {
                texts.add(message.getBody(String.class));
            }
        }
        return texts;
    }

    private static void stopAndStart(Connection connection, long seed) {
        Random random = new Random(seed);
        try {
            for (int i = random.nextInt(4); i > 0; i--) {
                connection.stop();
                connection.start();
            }
            if (random.nextInt(4) == 0) {
                connection.close();
            }
        } catch (JMSException e) {
            assertThat(e).hasMessageContaining("closed"); // the broker was quicker
        }
    }

    private static List<String> drain(Connection connection, String queue) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                texts.add(next.getBody(String.class));
            }
        }
        return texts;
    }
}
