package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is there after the broker has closed and opened again (Jakarta Messaging 3.1 §7.7, §9.1; jms-conformance 4). */
@Timeout(120)
class RestartTest {
    @TempDir
    private Path store;

    /** Its broker runs as long as it has connections. */
    private AngariumConnectionFactory factory() {
        return new AngariumConnectionFactory(
                "angarium:vm:r" + UUID.randomUUID() + "?store=" + store.toUri().getPath());
    }

    private static Connection start(AngariumConnectionFactory factory) throws JMSException {
        Connection connection = factory.createConnection();
        connection.start();
        return connection;
    }

    @Test
    void persistentMessagesAreThereInTheirOrderAndOthersAreGone() throws JMSException {
        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createTextMessage("a"));
            producer.send(session.createTextMessage("lost"), DeliveryMode.NON_PERSISTENT, 4, 0);
            producer.send(session.createTextMessage("b"));
        }

        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            assertThat(TestBroker.drain(session.createConsumer(session.createQueue("q"))))
                    .containsExactly("a", "b");
        }
    }

    @Test
    void whatWasAcknowledgedIsGoneAndWhatWasNotIsRedelivered() throws JMSException {
        try (Connection connection = start(factory())) {
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            Queue queue = session.createQueue("q");
            MessageProducer producer = session.createProducer(queue);
            for (String text : new String[] {"a", "b", "c"}) {
                producer.send(session.createTextMessage(text));
            }
            MessageConsumer consumer = session.createConsumer(queue);
            TestBroker.receive(consumer).acknowledge();
            TestBroker.receive(consumer);
        }

        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
            Message first = TestBroker.receive(consumer);
            assertThat(TestBroker.text(first)).isEqualTo("b");
            assertThat(first.getJMSRedelivered()).isTrue();
            assertThat(TestBroker.deliveryCount(first)).isEqualTo(2);
            assertThat(TestBroker.receive(consumer).getJMSRedelivered()).isFalse();
        }
    }

    @Test
    void whatWasAcknowledgedAutomaticallyDoesNotComeAgain() throws JMSException {
        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("q");
            MessageProducer producer = session.createProducer(queue);
            for (int i = 0; i < 100; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            MessageConsumer consumer = session.createConsumer(queue);
            for (int i = 0; i < 60; i++) {
                TestBroker.receive(consumer);
            }
        }

        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            assertThat(TestBroker.drain(session.createConsumer(session.createQueue("q"))))
                    .hasSize(40)
                    .startsWith("m60")
                    .endsWith("m99");
        }
    }

    @Test
    void aTransactionIsThereAsAWholeOrNotAtAll() throws JMSException {
        try (Connection connection = start(factory())) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createTextMessage("a"));
            producer.send(session.createTextMessage("b"));
            session.commit();
            producer.send(session.createTextMessage("not committed"));
        }

        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            assertThat(TestBroker.drain(session.createConsumer(session.createQueue("q"))))
                    .containsExactly("a", "b");
        }
    }

    @Test
    void aDurableSubscriptionGoesOnCollecting() throws JMSException {
        try (Connection connection = factory().createConnection()) {
            connection.setClientID("client");
            Session session = connection.createSession();
            session.createDurableConsumer(session.createTopic("t"), "s");
        }
        try (Connection connection = start(factory())) {
            Session session = connection.createSession();
            session.createProducer(session.createTopic("t")).send(session.createTextMessage("a"));
        }

        try (Connection connection = factory().createConnection()) {
            connection.setClientID("client");
            connection.start();
            Session session = connection.createSession();
            Topic topic = session.createTopic("t");
            assertThat(TestBroker.drain(session.createDurableConsumer(topic, "s")))
                    .containsExactly("a");
        }
    }
}
