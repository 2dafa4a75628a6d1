package io.angarium.jms.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sessions receive, listen, commit, roll back and close while their connection is stopped, started and closed. Afterwards
 * the books must agree: every message was processed once, or is still in the queue.
 */
@Timeout(120)
class RacesTest {
    private static final int ROUNDS = 2_000;
    private static final int MESSAGES = 24;

    private final AngariumConnectionFactory factory =
            new AngariumConnectionFactory("angarium:vm:races?requestTimeout=30s");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Connection anchor;

    @BeforeEach
    void connect() throws JMSException {
        anchor = factory.createConnection();
        anchor.start();
    }

    @AfterEach
    void disconnect() throws JMSException {
        anchor.close();
        threads.shutdownNow();
    }

    @Test
    void everyMessageIsProcessedOnceOrStillThereWhateverRaces() throws Exception {
        long first = Long.getLong("races.seed", 1);
        for (long seed = first; seed < first + ROUNDS; seed++) {
            round(seed);
        }
    }

    /** Else its listener would run on behind the close, which would not wait for it. */
    @Test
    void aSessionThatIsCreatedWhileItsConnectionClosesIsClosed() throws Exception {
        for (int round = 0; round < 300; round++) {
            Connection connection = factory.createConnection();
            ConcurrentLinkedQueue<Session> created = new ConcurrentLinkedQueue<>();
            Future<?> creating = threads.submit(() -> {
                while (true) {
                    created.add(connection.createSession());
                }
            });
            while (created.isEmpty()) {
                Thread.onSpinWait();
            }

            connection.close();

            assertThatThrownBy(() -> creating.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class);
            for (Session session : created) {
                assertThatThrownBy(session::getTransacted).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    private void round(long seed) throws Exception {
        Random random = new Random(seed);
        Session own = anchor.createSession();
        Queue queue = own.createQueue("races" + seed);
        List<String> all = send(own, queue, random);
        ConcurrentLinkedQueue<String> processed = new ConcurrentLinkedQueue<>();
        Connection connection = factory.createConnection();
        connection.start();
        List<Future<?>> work = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long workerSeed = random.nextLong();
            Callable<?> worker = switch (random.nextInt(3)) {
                case 0 -> receiver(connection, queue, processed, workerSeed);
                case 1 -> transaction(connection, queue, processed, workerSeed);
                default -> listener(connection, queue, processed, workerSeed);
            };
            work.add(threads.submit(worker));
        }
        work.add(threads.submit(stopper(connection, random.nextLong())));
        for (Future<?> future : work) {
            try {
                future.get(60, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        connection.close();

        List<String> left = new ArrayList<>();
        try (MessageConsumer consumer = own.createConsumer(queue)) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                left.add(next.getBody(String.class));
            }
        }
        own.close();
        left.addAll(processed);
        assertThat(left).as("seed %d: processed %s", seed, processed).containsExactlyInAnyOrderElementsOf(all);
    }

    private static List<String> send(Session session, Queue queue, Random random) throws JMSException {
        List<String> all = IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            for (String text : all) {
                Message message = session.createTextMessage(text);
                if (random.nextBoolean()) {
                    message.setStringProperty("JMSXGroupID", "g" + random.nextInt(3));
                }
                producer.send(message);
            }
        }
        return all;
    }

    private static Callable<Void> receiver(
            Connection connection, Queue queue, ConcurrentLinkedQueue<String> processed, long seed) {
        return () -> {
            Random random = new Random(seed);
            try (Session session = connection.createSession();
                    MessageConsumer consumer = session.createConsumer(queue)) {
                for (int i = random.nextInt(20); i > 0; i--) {
                    Message message = random.nextBoolean() ? consumer.receiveNoWait() : consumer.receive(1);
                    if (message != null) {
                        processed.add(message.getBody(String.class));
                    }
                }
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("closed");
            }
            return null;
        };
    }

    private static Callable<Void> transaction(
            Connection connection, Queue queue, ConcurrentLinkedQueue<String> processed, long seed) {
        return () -> {
            Random random = new Random(seed);
            try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                    MessageConsumer consumer = session.createConsumer(queue)) {
                for (int i = random.nextInt(4); i > 0; i--) { // three such sessions stay below maxDeliveryCount
                    List<String> taken = new ArrayList<>();
                    for (int n = random.nextInt(4); n > 0; n--) {
                        Message message = consumer.receiveNoWait();
                        if (message != null) {
                            taken.add(message.getBody(String.class));
                        }
                    }
                    if (random.nextInt(3) > 0) {
                        session.commit();
                        processed.addAll(taken);
                    } else {
                        session.rollback();
                    }
                }
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("closed");
            }
            return null;
        };
    }

    private static Callable<Void> listener(
            Connection connection, Queue queue, ConcurrentLinkedQueue<String> processed, long seed) {
        return () -> {
            Random random = new Random(seed);
            try (Session session = connection.createSession();
                    MessageConsumer consumer = session.createConsumer(queue)) {
                consumer.setMessageListener(message -> {
                    try {
                        processed.add(message.getBody(String.class));
                    } catch (JMSException e) {
                        throw new AssertionError(e);
                    }
                });
                for (int i = random.nextInt(2_000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("closed");
            }
            return null;
        };
    }

    private static Callable<Void> stopper(Connection connection, long seed) {
        return () -> {
            Random random = new Random(seed);
            for (int i = random.nextInt(4); i > 0; i--) {
                connection.stop();
                connection.start();
            }
            if (random.nextInt(3) == 0) {
                connection.close();
            }
            return null;
        };
    }
}
