package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Temporary destinations and browsers (Jakarta Messaging 3.1 §4.1, §8.9; jms-conformance 5.19, 5.20, 5.21). */
@Timeout(60)
class DestinationTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;

    @BeforeAll
    static void open() {
        broker = new TestBroker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @BeforeEach
    void connect() throws JMSException {
        connection = broker.started();
        session = connection.createSession();
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    @Test
    void anotherConnectionCanReplyToATemporaryQueue() throws JMSException {
        Queue requests = session.createQueue(broker.newName());
        TemporaryQueue replies = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(replies);
        Message request = session.createTextMessage("ping");
        request.setJMSReplyTo(replies);
        session.createProducer(requests).send(request);

        try (Connection other = broker.started()) {
            Session server = other.createSession();
            Message received = TestBroker.receive(server.createConsumer(requests));
            assertThat(received.getJMSReplyTo())
                    .isInstanceOf(TemporaryQueue.class)
                    .isEqualTo(replies);
            server.createProducer(received.getJMSReplyTo()).send(server.createTextMessage("pong"));
        }

        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("pong");
    }

    @Test
    void onlyItsOwnConnectionReceivesFromATemporaryDestination() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        TemporaryTopic topic = session.createTemporaryTopic();

        try (Connection other = broker.started()) {
            Session foreign = other.createSession();
            assertThatThrownBy(() -> foreign.createConsumer(queue)).isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> foreign.createConsumer(topic)).isInstanceOf(JMSException.class);
        }
    }

    @Test
    void aTemporaryTopicReachesItsSubscribers() throws JMSException {
        TemporaryTopic topic = session.createTemporaryTopic();
        MessageConsumer consumer = session.createConsumer(topic);

        session.createProducer(topic).send(session.createTextMessage("a"));

        assertThat(TestBroker.drain(consumer)).containsExactly("a");
    }

    @Test
    void temporaryDestinationsHaveDifferentNames() throws JMSException {
        assertThat(session.createTemporaryQueue()).isNotEqualTo(session.createTemporaryQueue());
        assertThat(session.createTemporaryTopic()).isNotEqualTo(session.createTemporaryTopic());
    }

    @Test
    void aTemporaryDestinationWithAConsumerCannotBeDeleted() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThatThrownBy(queue::delete).isInstanceOf(JMSException.class);

        consumer.close();
        queue.delete();
    }

    @Test
    void aTemporaryDestinationThatIsDeletedIsAnInvalidDestination() throws JMSException {
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageProducer bound = session.createProducer(queue);
        queue.delete();

        assertThatThrownBy(() -> bound.send(session.createMessage())).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createProducer(queue)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createConsumer(queue)).isInstanceOf(JMSException.class);
    }

    @Test
    void aTemporaryDestinationEndsWithItsConnection() throws JMSException {
        TemporaryQueue queue;
        try (Connection short_ = broker.started()) {
            queue = short_.createSession().createTemporaryQueue();
        }

        assertThatThrownBy(() -> session.createProducer(queue)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void aTemporaryDestinationThatCameInAMessageIsNotTheReceiversToDelete() throws JMSException {
        Queue requests = session.createQueue(broker.newName());
        Message request = session.createMessage();
        request.setJMSReplyTo(session.createTemporaryQueue());
        session.createProducer(requests).send(request);

        TemporaryQueue received = (TemporaryQueue)
                TestBroker.receive(session.createConsumer(requests)).getJMSReplyTo();

        assertThatThrownBy(received::delete).isInstanceOf(JMSException.class);
    }

    @Test
    void queuesAndTopicsAreEqualByName() throws JMSException {
        assertThat(session.createQueue("same")).isEqualTo(session.createQueue("same"));
        assertThat(session.createTopic("same")).isEqualTo(session.createTopic("same"));
        assertThat((Object) session.createTopic("same")).isNotEqualTo(session.createQueue("same"));
    }

    // ---- browsers

    private static List<String> browse(QueueBrowser browser) throws JMSException {
        List<String> texts = new ArrayList<>();
        Enumeration<?> messages = browser.getEnumeration();
        while (messages.hasMoreElements()) {
            texts.add(TestBroker.text((Message) messages.nextElement()));
        }
        return texts;
    }

    @Test
    void aBrowserShowsTheQueueInOrderAndTakesNothing() throws JMSException {
        Queue queue = session.createQueue(broker.newName());
        broker.send(queue, "a", "b", "c");

        QueueBrowser browser = session.createBrowser(queue);

        assertThat(browse(browser)).containsExactly("a", "b", "c");
        assertThat(browse(browser)).containsExactly("a", "b", "c");
        assertThat(browser.getQueue()).isEqualTo(queue);
        assertThat(broker.drain(queue)).containsExactly("a", "b", "c");
    }

    @Test
    void aBrowserWorksOnAConnectionThatIsNotStarted() throws JMSException {
        Queue queue = session.createQueue(broker.newName());
        broker.send(queue, "a");

        try (Connection stopped = broker.connection()) {
            assertThat(browse(stopped.createSession().createBrowser(queue))).containsExactly("a");
        }
    }

    @Test
    void aBrowserReadsPageAfterPage() throws JMSException {
        Queue queue = session.createQueue(broker.newName());
        String[] texts = Collections.nCopies(25, "x").toArray(new String[0]);
        broker.send(queue, texts);

        try (Connection paged = broker.factory("browsePage=10").createConnection()) {
            assertThat(browse(paged.createSession().createBrowser(queue))).hasSize(25);
        }
    }

    @Test
    void aBrowserWithASelectorShowsWhatMatches() throws JMSException {
        Queue queue = session.createQueue(broker.newName());
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 4; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("number", i);
            producer.send(message);
        }

        assertThat(browse(session.createBrowser(queue, "number >= 2"))).containsExactly("m2", "m3");
    }

    @Test
    void aBrowserDoesNotShowWhatAnApplicationHas() throws JMSException {
        Queue queue = session.createQueue(broker.newName());
        broker.send(queue, "a", "b");
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        TestBroker.receive(client.createConsumer(queue));

        assertThat(browse(session.createBrowser(queue))).containsExactly("b");
    }

    @Test
    @SuppressWarnings("JdkObsolete") // as the interface has it
    void theEnumerationOfAClosedBrowserHasEnded() throws JMSException {
        Queue queue = session.createQueue(broker.newName());
        broker.send(queue, "a", "b");
        QueueBrowser browser = session.createBrowser(queue);
        Enumeration<?> messages = browser.getEnumeration();
        messages.nextElement();

        browser.close();

        assertThat(messages.hasMoreElements()).isFalse();
        assertThatThrownBy(messages::nextElement).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(browser::getEnumeration).isInstanceOf(jakarta.jms.IllegalStateException.class);
        assertThatThrownBy(browser::getQueue).isInstanceOf(jakarta.jms.IllegalStateException.class);
        browser.close();
    }
}
