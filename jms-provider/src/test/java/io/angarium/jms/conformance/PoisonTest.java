package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A message that kills the JVM of its consumer, which is the broker's as well (ADR 4). */
@Timeout(180)
class PoisonTest {
    /** A kill may come before the hand-over is on disk, and does not count then. */
    private static final int MOST_KILLS = 20;

    @TempDir
    private Path folder;

    private String store() {
        return folder.resolve("store").toUri().getPath();
    }

    private Connection connection() throws Exception {
        return new AngariumConnectionFactory(PoisonedProcess.uri(store())).createConnection();
    }

    private int run() throws Exception {
        Process child = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PoisonedProcess.class.getName(),
                        store()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("child.log").toFile())
                .start();
        try {
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).as("the child ends").isTrue();
            return child.exitValue();
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aMessageThatKillsTheJvmEachTimeIsDeadLetteredAndThoseBehindItAreProcessed() throws Exception {
        try (Connection connection = connection()) {
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createTextMessage(PoisonedProcess.POISON));
            producer.send(session.createTextMessage("good"));
        }

        int kills = 0;
        int exit = run();
        while (exit == PoisonedProcess.KILLED && kills < MOST_KILLS) {
            kills++;
            exit = run();
        }

        assertThat(exit)
                .as("the good one was processed, and never counted before")
                .isZero();
        assertThat(kills).isGreaterThanOrEqualTo(3);
        try (Connection connection = connection()) {
            connection.start();
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue("q/$deadletterqueue"));
            Message dead = TestBroker.receive(consumer);
            assertThat(TestBroker.text(dead)).isEqualTo(PoisonedProcess.POISON);
            assertThat(dead.getStringProperty("JMS_ANGARIUM_DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
            assertThat(dead.getIntProperty("JMS_ANGARIUM_FailedDeliveries")).isEqualTo(3);
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }
}
