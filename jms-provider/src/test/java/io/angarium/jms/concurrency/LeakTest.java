package io.angarium.jms.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads and memory are back where they were when connections and temporary destinations are gone. */
@Timeout(120)
class LeakTest {
    private static final long ALLOWED_BYTES = 16 << 20;
    /** So often a thread that ends gets its turn to do so. */
    private static final int ATTEMPTS = 1_000_000;

    private final AngariumConnectionFactory factory = new AngariumConnectionFactory("angarium:vm:leaks");
    /** Keeps the throw-away broker. */
    private Connection anchor;

    @BeforeEach
    void connect() throws JMSException {
        anchor = factory.createConnection();
        anchor.start();
    }

    @AfterEach
    void disconnect() throws JMSException {
        anchor.close();
    }

    @Test
    void tenThousandConnectionsLeaveNothingBehind() throws JMSException {
        connectTimes(200);
        int threads = threads();
        long heap = heapBytes();

        connectTimes(10_000);

        assertThat(eventually(() -> threads() <= threads))
                .as("threads, %d before", threads)
                .isTrue();
        assertThat(heapBytes() - heap).as("bytes that are held").isLessThan(ALLOWED_BYTES);
    }

    private void connectTimes(int times) throws JMSException {
        for (int i = 0; i < times; i++) {
            try (Connection connection = factory.createConnection()) {
                connection.start();
                Session session = connection.createSession();
                if (i % 10 == 0) {
                    session.createConsumer(session.createQueue("q")).setMessageListener(message -> {});
                }
            }
        }
    }

    @Test
    void aHundredThousandTemporaryDestinationsLeaveNothingBehind_T46() throws JMSException {
        try (Session session = anchor.createSession()) {
            temporaryTimes(session, 1_000);
            int threads = threads();
            long heap = heapBytes();

            temporaryTimes(session, 100_000);

            assertThat(eventually(() -> threads() <= threads))
                    .as("threads, %d before", threads)
                    .isTrue();
            assertThat(heapBytes() - heap).as("bytes that are held").isLessThan(ALLOWED_BYTES);
        }
    }

    private static void temporaryTimes(Session session, int times) throws JMSException {
        for (int i = 0; i < times / 2; i++) {
            TemporaryQueue queue = session.createTemporaryQueue();
            TemporaryTopic topic = session.createTemporaryTopic();
            if (i % 50 == 0) {
                session.createProducer(queue).send(session.createTextMessage("left"));
                MessageConsumer consumer = session.createConsumer(topic);
                session.createProducer(topic).send(session.createTextMessage("lost"));
                consumer.close();
            }
            queue.delete();
            topic.delete();
        }
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** What is held after a collection, which has happened when a weak reference is empty. */
    private static long heapBytes() {
        for (int i = 0; i < 2; i++) {
            WeakReference<Object> gone = new WeakReference<>(new Object());
            assertThat(eventually(() -> {
                        System.gc();
                        return gone.get() == null;
                    }))
                    .isTrue();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static boolean eventually(BooleanSupplier condition) {
        for (int i = 0; i < ATTEMPTS; i++) {
            if (condition.getAsBoolean()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
