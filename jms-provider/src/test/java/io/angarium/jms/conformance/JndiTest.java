package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.jndi.AngariumInitialContextFactory;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnectionFactory;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application that gets everything from JNDI (Jakarta Messaging 3.1 §5; jms-conformance 1). */
@Timeout(60)
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // JNDI is what is tested, and its interface has a Hashtable
class JndiTest {
    private static Context context(TestBroker broker) throws NamingException {
        String uri = broker.factory().getUri();
        Hashtable<String, String> environment = new Hashtable<>(Map.of(
                Context.INITIAL_CONTEXT_FACTORY,
                AngariumInitialContextFactory.class.getName(),
                "connectionfactory.MyConnectionFactory",
                uri,
                "connectionfactory.DURABLE_SUB_CONNECTION_FACTORY",
                uri + "&clientID=cts",
                "queue.MY_QUEUE",
                "my.queue",
                "topic.MY_TOPIC",
                "my.topic"));
        return new InitialContext(environment);
    }

    @Test
    void whatIsLookedUpSendsAndReceives() throws NamingException, JMSException {
        try (TestBroker broker = new TestBroker()) {
            Context context = context(broker);
            ConnectionFactory factory = (ConnectionFactory) context.lookup("MyConnectionFactory");
            Queue queue = (Queue) context.lookup("MY_QUEUE");

            try (Connection connection = factory.createConnection()) {
                connection.start();
                Session session = connection.createSession();
                session.createProducer(queue).send(session.createTextMessage("a"));
                MessageConsumer consumer =
                        session.createConsumer((Queue) context.lookup("dynamicQueues/" + queue.getQueueName()));

                assertThat(TestBroker.drain(consumer)).containsExactly("a");
            }
        }
    }

    @Test
    void aFactoryWithAClientIdentifierMakesDurableSubscriptions() throws NamingException, JMSException {
        try (TestBroker broker = new TestBroker()) {
            Context context = context(broker);
            TopicConnectionFactory factory = (TopicConnectionFactory) context.lookup("DURABLE_SUB_CONNECTION_FACTORY");

            try (Connection connection = factory.createTopicConnection()) {
                assertThat(connection.getClientID()).isEqualTo("cts");
                Session session = connection.createSession();
                session.createDurableSubscriber((Topic) context.lookup("MY_TOPIC"), "s");
            }
            assertThat(broker.broker().entities().toString()).contains("my.topic");
        }
    }

    @Test
    void everyFactoryServesAllDomains() throws NamingException {
        try (TestBroker broker = new TestBroker()) {
            assertThat(context(broker).lookup("MyConnectionFactory"))
                    .isInstanceOf(QueueConnectionFactory.class)
                    .isInstanceOf(TopicConnectionFactory.class);
        }
    }
}
