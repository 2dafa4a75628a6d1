package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.failure.RuntimeErrors;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The domain-specific APIs (Jakarta Messaging 3.1 §2.9, table 9-1; jms-conformance 5.21). */
@Timeout(60)
class DomainApiTest {
    private static TestBroker broker;

    @BeforeAll
    static void open() {
        broker = new TestBroker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    private static void assertIllegal(ThrowingCallable... calls) {
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void aQueueSessionSendsAndReceives() throws JMSException {
        try (QueueConnection connection = broker.factory().createQueueConnection()) {
            connection.start();
            QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue queue = session.createQueue(broker.newName());
            QueueSender sender = session.createSender(queue);
            QueueReceiver receiver = session.createReceiver(queue, "number = 1");
            Message message = session.createTextMessage("a");
            message.setIntProperty("number", 1);

            sender.send(message);
            session.createSender(null).send(queue, session.createTextMessage("other"));

            assertThat(TestBroker.drain(receiver)).containsExactly("a");
            assertThat(sender.getQueue()).isEqualTo(queue);
            assertThat(receiver.getQueue()).isEqualTo(queue);
        }
    }

    @Test
    void aQueueSessionRefusesWhatIsForTopics() throws JMSException {
        try (QueueConnection connection = broker.factory().createQueueConnection()) {
            QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = connection.createSession().createTopic(broker.newName());

            assertIllegal(
                    () -> session.createTopic("t"),
                    session::createTemporaryTopic,
                    () -> session.createDurableSubscriber(topic, "s"),
                    () -> session.createDurableSubscriber(topic, "s", null, false),
                    () -> session.createDurableConsumer(topic, "s"),
                    () -> session.createSharedConsumer(topic, "s"),
                    () -> session.createSharedDurableConsumer(topic, "s"),
                    () -> session.unsubscribe("s"),
                    () -> connection.createDurableConnectionConsumer(topic, "s", null, () -> null, 1),
                    () -> connection.createSharedDurableConnectionConsumer(topic, "s", null, () -> null, 1),
                    () -> connection.createSharedConnectionConsumer(topic, "s", null, () -> null, 1));
        }
    }

    @Test
    void aTopicSessionPublishesAndSubscribes() throws JMSException {
        try (TopicConnection connection = broker.factory().createTopicConnection()) {
            connection.setClientID(broker.newName());
            connection.start();
            TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = session.createTopic(broker.newName());
            TopicSubscriber subscriber = session.createSubscriber(topic);
            TopicSubscriber remote = session.createSubscriber(topic, null, true);
            TopicSubscriber durable = session.createDurableSubscriber(topic, "s");
            TopicPublisher publisher = session.createPublisher(topic);

            publisher.publish(session.createTextMessage("a"));
            publisher.publish(session.createTextMessage("b"), 1, 4, 0);
            session.createPublisher(null).publish(topic, session.createTextMessage("c"));

            assertThat(TestBroker.drain(subscriber)).containsExactly("a", "b", "c");
            assertThat(TestBroker.drain(durable)).containsExactly("a", "b", "c");
            assertThat(TestBroker.drain(remote)).isEmpty();
            assertThat(remote.getNoLocal()).isTrue();
            assertThat(publisher.getTopic()).isEqualTo(topic);
        }
    }

    @Test
    void aTopicSessionRefusesWhatIsForQueues() throws JMSException {
        try (TopicConnection connection = broker.factory().createTopicConnection()) {
            TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue queue = connection.createSession().createQueue(broker.newName());

            assertIllegal(
                    () -> session.createQueue("q"),
                    session::createTemporaryQueue,
                    () -> session.createBrowser(queue),
                    () -> session.createBrowser(queue, null));
        }
    }

    @Test
    void aQueueRequestorGetsItsReply() throws JMSException {
        try (QueueConnection client = broker.factory().createQueueConnection();
                QueueConnection server = broker.factory().createQueueConnection()) {
            QueueSession serving = server.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue queue = serving.createQueue(broker.newName());
            serving.createReceiver(queue)
                    .setMessageListener(request -> RuntimeErrors.run(() -> serving.createSender(null)
                            .send(
                                    (Queue) request.getJMSReplyTo(),
                                    serving.createTextMessage("reply to " + TestBroker.text(request)))));
            server.start();
            client.start();
            QueueSession session = client.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            QueueRequestor requestor = new QueueRequestor(session, queue);

            Message reply = requestor.request(session.createTextMessage("ping"));

            assertThat(TestBroker.text(reply)).isEqualTo("reply to ping");
            requestor.close();
        }
    }

    @Test
    void aTopicRequestorGetsItsReply() throws JMSException {
        try (TopicConnection client = broker.factory().createTopicConnection();
                TopicConnection server = broker.factory().createTopicConnection()) {
            TopicSession serving = server.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = serving.createTopic(broker.newName());
            serving.createSubscriber(topic)
                    .setMessageListener(request -> RuntimeErrors.run(() -> serving.createPublisher(null)
                            .publish((Topic) request.getJMSReplyTo(), serving.createTextMessage("reply"))));
            server.start();
            client.start();
            TopicSession session = client.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            TopicRequestor requestor = new TopicRequestor(session, topic);

            assertThat(TestBroker.text(requestor.request(session.createTextMessage("ping"))))
                    .isEqualTo("reply");
            requestor.close();
        }
    }
}
