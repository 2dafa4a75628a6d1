package io.angarium.jms.conformance;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.jms.AngariumConnectionFactory;
import io.angarium.jms.AngariumXAConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A broker of its own with a throw-away store and a clock that stands still until the test advances it. */
final class TestBroker implements AutoCloseable {
    final VirtualClock clock = new VirtualClock();
    private final String name = "t" + UUID.randomUUID().toString().replace("-", "");
    private final Broker broker = Broker.open(BrokerConfig.throwAway(name).withClock(clock));
    private int destinations;

    AngariumConnectionFactory factory() {
        return factory("");
    }

    /** A factory with these options. */
    AngariumConnectionFactory factory(String query) {
        return new AngariumConnectionFactory(
                "angarium:vm:" + name + "?requestTimeout=20s" + (query.isEmpty() ? "" : "&") + query);
    }

    /** A factory of connections for distributed transactions. */
    AngariumXAConnectionFactory xaFactory() {
        return new AngariumXAConnectionFactory(factory().getUri());
    }

    /** A connection that is not started. */
    Connection connection() throws JMSException {
        return factory().createConnection();
    }

    /** A connection that is started. */
    Connection started() throws JMSException {
        Connection connection = connection();
        connection.start();
        return connection;
    }

    Connection withClientId(String clientId) throws JMSException {
        Connection connection = connection();
        connection.setClientID(clientId);
        connection.start();
        return connection;
    }

    /** A name that no other destination of this broker has. */
    String newName() {
        destinations++;
        return "d" + destinations;
    }

    Broker broker() {
        return broker;
    }

    /** Sends text messages to a queue from a connection of its own. */
    void send(Queue queue, String... texts) throws JMSException {
        try (Connection connection = connection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    /** The texts of everything that is in a queue now; they are consumed. */
    List<String> drain(Queue queue) throws JMSException {
        try (Connection connection = started();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            return drain(consumer);
        }
    }

    /** The texts of everything that a consumer gets at once. */
    static List<String> drain(MessageConsumer consumer) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
            texts.add(text(next));
        }
        return texts;
    }

    static String text(@Nullable Message message) throws JMSException {
        TextMessage text = (TextMessage) requireNonNull(message, "a message was expected and none came");
        return requireNonNull(text.getText(), "a text was expected");
    }

    /** Receives a message that has to come. */
    static Message receive(MessageConsumer consumer) throws JMSException {
        return requireNonNull(consumer.receive(20_000), "a message was expected and none came");
    }

    /** What an enumeration of JMS, which has no element type, contains. */
    static List<String> strings(Enumeration<?> enumeration) {
        List<String> all = new ArrayList<>();
        while (enumeration.hasMoreElements()) {
            all.add(String.valueOf(enumeration.nextElement()));
        }
        return all;
    }

    static int deliveryCount(Message message) throws JMSException {
        return message.getIntProperty("JMSXDeliveryCount");
    }

    @Override
    public void close() {
        broker.close();
    }
}
