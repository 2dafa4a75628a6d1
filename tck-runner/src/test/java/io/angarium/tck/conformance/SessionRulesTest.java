package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.spi.NamingManager;
import org.junit.jupiter.api.Test;

/** How sessions are made, the interfaces of the two domains, and administered objects. */
@ConformanceTest
class SessionRulesTest {
    @Test
    @Section({"6.2", "API"})
    void aSessionHasTheModeThatItWasAskedFor(Jms jms) throws JMSException {
        Connection connection = jms.connection();

        assertThat(connection.createSession().getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            for (Session session : List.of(connection.createSession(mode), connection.createSession(false, mode))) {
                assertThat(session.getAcknowledgeMode()).isEqualTo(mode);
                assertThat(session.getTransacted()).isFalse();
            }
        }
        for (Session session : List.of(
                connection.createSession(Session.SESSION_TRANSACTED),
                connection.createSession(true, Session.SESSION_TRANSACTED),
                connection.createSession(true, Session.AUTO_ACKNOWLEDGE),
                connection.createSession(true, 99))) {
            assertThat(session.getTransacted()).isTrue();
            assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        }
    }

    @Test
    @Section({"6.2", "API"})
    void aContextHasTheModeThatItWasAskedFor(Jms jms) {
        try (JMSContext standard = jms.factory().createContext()) {
            assertThat(standard.getSessionMode()).isEqualTo(JMSContext.AUTO_ACKNOWLEDGE);
            assertThat(standard.getTransacted()).isFalse();
        }
        for (int mode : new int[] {
            JMSContext.AUTO_ACKNOWLEDGE,
            JMSContext.CLIENT_ACKNOWLEDGE,
            JMSContext.DUPS_OK_ACKNOWLEDGE,
            JMSContext.SESSION_TRANSACTED
        }) {
            JMSContext context = jms.context(mode);
            assertThat(context.getSessionMode()).isEqualTo(mode);
            assertThat(context.getTransacted()).isEqualTo(mode == JMSContext.SESSION_TRANSACTED);
        }
    }

    @Test
    @Section({"4.1", "6.2.3"})
    void theInterfacesOfQueuesSendReceiveAndTellTheirQueue(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        QueueConnection connection = jms.kept(jms.queueFactory().createQueueConnection());
        connection.start();
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        QueueSender bound = session.createSender(queue);
        QueueSender unbound = session.createSender(null);
        QueueReceiver receiver = session.createReceiver(queue, "JMSPriority > 0");

        bound.send(session.createTextMessage("bound"));
        unbound.send(queue, session.createTextMessage("unbound"));
        unbound.send(queue, session.createTextMessage("with options"), 1, 5, 0);

        assertThat(Jms.receive(receiver, 3)).containsExactlyInAnyOrder("bound", "unbound", "with options");
        assertThat(bound.getQueue()).isEqualTo(queue);
        assertThat(receiver.getQueue()).isEqualTo(queue);
        assertThat(receiver.getMessageSelector()).isEqualTo("JMSPriority > 0");
        assertThatThrownBy(() -> bound.send(queue, session.createMessage()))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> unbound.send((Queue) null, session.createMessage()))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @Section({"4.2", "6.2.3"})
    void theInterfacesOfTopicsPublishSubscribeAndTellTheirTopic(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        TopicConnection connection = jms.kept(jms.topicFactory().createTopicConnection());
        connection.start();
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicPublisher bound = session.createPublisher(topic);
        TopicPublisher unbound = session.createPublisher(null);
        TopicSubscriber subscriber = session.createSubscriber(topic);
        TopicSubscriber selective = session.createSubscriber(topic, "JMSPriority = 5", true);

        bound.publish(session.createTextMessage("bound"));
        bound.publish(session.createTextMessage("bound with options"), 1, 5, 0);
        unbound.publish(topic, session.createTextMessage("unbound"));
        unbound.publish(topic, session.createTextMessage("with options"), 1, 5, 0);

        assertThat(Jms.receive(subscriber, 4)).hasSize(4);
        assertThat(selective.receive(Jms.QUIET_MILLIS)).as("all of it is local").isNull();
        assertThat(bound.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getNoLocal()).isFalse();
        assertThat(selective.getNoLocal()).isTrue();
        assertThat(selective.getMessageSelector()).isEqualTo("JMSPriority = 5");
        assertThatThrownBy(() -> bound.publish(topic, session.createMessage()))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> unbound.publish(session.createMessage()))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @Section({"4.1.7", "4.2.10", "API"})
    void aTopicRequestorGetsTheFirstReplyAndClosesItsSession(Jms jms) throws Exception {
        Topic topic = jms.newTopic();
        Session server = jms.started().createSession();
        server.createConsumer(topic).setMessageListener(request -> {
            try (MessageProducer producer = server.createProducer(request.getJMSReplyTo())) {
                producer.send(server.createTextMessage("reply to " + Jms.text(request)));
            } catch (JMSException e) {
                throw new java.lang.IllegalStateException(e);
            }
        });
        TopicConnection connection = jms.kept(jms.topicFactory().createTopicConnection());
        connection.start();
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);

        TopicRequestor requestor = new TopicRequestor(session, topic);

        assertThat(Jms.text(requestor.request(session.createTextMessage("1")))).isEqualTo("reply to 1");
        assertThat(Jms.text(requestor.request(session.createTextMessage("2")))).isEqualTo("reply to 2");
        requestor.close();
        assertThatThrownBy(session::createMessage).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section({"4.1.7", "API"})
    void aRequestorNeedsADestinationAndAnOpenSession(Jms jms) throws Exception {
        QueueConnection connection = jms.kept(jms.queueFactory().createQueueConnection());
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        assertThatThrownBy(() -> new QueueRequestor(session, null)).isInstanceOf(InvalidDestinationException.class);
        session.close();

        assertThatThrownBy(() -> new QueueRequestor(session, jms.newQueue())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section({"6.2.3", "API"})
    void aDestinationNeedsAName(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();

        // which exception it is the specification does not say
        assertThatThrownBy(() -> session.createQueue(null)).isInstanceOf(Exception.class);
        assertThatThrownBy(() -> session.createTopic(null)).isInstanceOf(Exception.class);
    }

    @Test
    @Section({"5.2", "6.2.3"})
    void destinationsAreEqualIfTheirNamesAreAndTheyAreOfOneKind(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        String name = Jms.newName();
        Queue queue = session.createQueue(name);
        Topic topic = session.createTopic(name);

        assertThat(queue).isEqualTo(session.createQueue(name)).hasSameHashCodeAs(session.createQueue(name));
        assertThat(topic).isEqualTo(session.createTopic(name)).hasSameHashCodeAs(session.createTopic(name));
        assertThat((Destination) queue).isNotEqualTo(topic);
        assertThat(queue).isNotEqualTo(session.createQueue(name + "2"));
        assertThat(queue.getQueueName()).isEqualTo(name);
        assertThat(topic.getTopicName()).isEqualTo(name);
        assertThat(queue.toString()).contains(name);
        assertThat(topic.toString()).contains(name);
    }

    @Test
    @Section("4.1.6")
    void aClosedBrowserRefusesAndMayBeClosedAgain(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        QueueBrowser browser = jms.connection().createSession().createBrowser(queue, "JMSPriority = 4");
        assertThat(browser.getMessageSelector()).isEqualTo("JMSPriority = 4");

        browser.close();
        browser.close();

        assertThatThrownBy(browser::getEnumeration).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section({"4.2.7", "6.2.2"})
    void aTemporaryTopicIsItsConnectionsToConsumeAndEverybodysToPublish(Jms jms) throws JMSException {
        Connection connection = jms.started();
        TemporaryTopic topic = connection.createSession().createTemporaryTopic();
        MessageConsumer consumer = connection.createSession().createConsumer(topic);
        Session other = jms.started().createSession();

        Jms.send(other, topic, "text");

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("text");
        assertThatThrownBy(() -> other.createConsumer(topic)).isInstanceOf(JMSException.class);
    }

    @Test
    @Section({"6.2.2", "3.4.6"})
    void aTemporaryQueueReachesAnotherConnectionAsReplyTo(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection client = jms.started();
        Session session = client.createSession();
        TemporaryQueue replies = session.createTemporaryQueue();
        Message request = session.createTextMessage("request");
        request.setJMSReplyTo(replies);
        session.createProducer(queue).send(request);
        Session server = jms.started().createSession();
        Message received = Jms.receive(server.createConsumer(queue));

        Jms.send(server, requireNonNull(received.getJMSReplyTo(), "it was set"), "reply");

        assertThat(Jms.text(Jms.receive(session.createConsumer(replies)))).isEqualTo("reply");
    }

    @Test
    @Section({"5.1", "5.3"})
    void administeredObjectsCanBeStoredInAnyNamingServiceAndHoldNothingOpen(Jms jms) throws Exception {
        for (Object stored : new Object[] {jms.factory(), jms.newQueue(), jms.newTopic()}) {
            Object restored = stored instanceof Referenceable referenceable
                    ? fromReference(referenceable.getReference())
                    : fromBytes(stored);
            assertThat(restored).hasSameClassAs(stored);
            if (restored instanceof ConnectionFactory factory) {
                try (Connection connection = factory.createConnection()) {
                    assertThat(connection.createSession()).isNotNull();
                }
            } else {
                assertThat(restored).isEqualTo(stored);
            }
        }
    }

    @SuppressWarnings({"JdkObsolete", "BanJNDI"}) // the types of JNDI; a reference that the provider has just made
    private static Object fromReference(Reference reference) throws Exception {
        return requireNonNull(
                NamingManager.getObjectInstance(reference, null, null, new Hashtable<String, Object>()),
                "a reference leads to an object");
    }

    private static Object fromBytes(Object stored) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stored);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    @Test
    @Section({"6.2.15", "6.1.8"})
    void whatIsClosedMayBeClosedAgainAndRefusesTheRest(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);

        producer.close();
        producer.close();
        consumer.close();
        consumer.close();
        assertThatThrownBy(() -> producer.send(session.createMessage())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getDeliveryMode).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::getMessageSelector).isInstanceOf(IllegalStateException.class);
        session.close();
        session.close();
        assertThatThrownBy(session::createMessage).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::getTransacted).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
    }
}
