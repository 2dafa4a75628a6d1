package io.angarium.jms.conformance;

import io.angarium.engine.Broker;
import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The main program of a JVM with a broker and a listener whom one message kills, and the JVM with him. */
final class PoisonedProcess {
    static final String BROKER = "poisoned";
    static final String POISON = "poison";
    static final int KILLED = 7;
    static final int WRONG_COUNT = 8;

    private PoisonedProcess() {}

    static String uri(String storePath) {
        return "angarium:vm:" + BROKER + "?store=" + storePath + "&maxDeliveryCount=3";
    }

    /** Ends with 0 when a message that is no poison has been processed. */
    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (Connection connection = new AngariumConnectionFactory(uri(args[0])).createConnection()) {
            Session session = connection.createSession();
            long flushes = Broker.running(BROKER).orElseThrow().store().flushes();
            session.createConsumer(session.createQueue("q")).setMessageListener(message -> {
                process(message, flushes);
                done.countDown();
            });
            connection.start();
            if (!done.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nothing came");
            }
        }
    }

    private static void process(Message message, long flushesBefore) {
        try {
            if (TestBroker.text(message).equals(POISON)) {
                awaitWrite(flushesBefore);
                Runtime.getRuntime().halt(KILLED);
            }
            if (TestBroker.deliveryCount(message) != 1) {
                Runtime.getRuntime().halt(WRONG_COUNT);
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Until the hand-over is on disk; the first forced write since the start has it, as nothing else happens here. */
    private static void awaitWrite(long flushesBefore) {
        Broker broker = Broker.running(BROKER).orElseThrow();
        while (broker.store().flushes() == flushesBefore) {
            Thread.onSpinWait();
        }
    }
}
