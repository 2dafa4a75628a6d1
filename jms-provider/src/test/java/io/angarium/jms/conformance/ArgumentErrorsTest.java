package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which class of exception wrong arguments get (jms-conformance 5.4, 5.7, 5.25). */
@Timeout(60)
class ArgumentErrorsTest {
    private static final String BAD_SELECTOR = "colour = = 'red'";
    private static TestBroker broker;
    private Connection connection;
    private Session session;
    private Queue queue;
    private Topic topic;

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
        connection = broker.withClientId(broker.newName());
        session = connection.createSession();
        queue = session.createQueue(broker.newName());
        topic = session.createTopic(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    private static void assertFails(Class<? extends Exception> expected, ThrowingCallable... calls) {
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(expected));
    }

    @Test
    void aNullDestinationIsAnInvalidDestination() throws JMSException {
        MessageProducer producer = session.createProducer(null);
        Message message = session.createMessage();

        assertFails(
                InvalidDestinationException.class,
                () -> session.createConsumer(null),
                () -> session.createBrowser(null),
                () -> session.createDurableConsumer(null, "s"),
                () -> session.createSharedConsumer(null, "s"),
                () -> session.createSharedDurableConsumer(null, "s"),
                () -> producer.send((Destination) null, message),
                () -> producer.send((Destination) null, message, 1, 1, 1),
                () -> session.createQueue(null),
                () -> session.createTopic(""));
    }

    @Test
    void aDestinationOfAnotherProviderIsAnInvalidDestination() {
        Queue other = () -> "q";

        assertFails(
                InvalidDestinationException.class,
                () -> session.createConsumer(other),
                () -> session.createProducer(other),
                () -> session.createProducer(null).send(other, session.createMessage()));
    }

    @Test
    void aNameThatIsATopicIsNoQueue() throws JMSException {
        session.createProducer(topic).close();
        Queue wrong = session.createQueue(topic.getTopicName());

        assertFails(
                InvalidDestinationException.class,
                () -> session.createConsumer(wrong),
                () -> session.createProducer(wrong),
                () -> session.createBrowser(wrong),
                () -> session.createProducer(null).send(wrong, session.createMessage()));
    }

    @Test
    void aProducerSendsOnlyTheWayItWasCreated() throws JMSException {
        MessageProducer bound = session.createProducer(queue);
        MessageProducer unbound = session.createProducer(null);
        Message message = session.createMessage();

        assertFails(
                UnsupportedOperationException.class,
                () -> bound.send(queue, message),
                () -> bound.send(queue, message, 1, 1, 1),
                () -> unbound.send(message),
                () -> unbound.send(message, 1, 1, 1));
    }

    @Test
    void aNullMessageIsAMessageFormatError() throws JMSException {
        MessageProducer bound = session.createProducer(queue);
        MessageProducer unbound = session.createProducer(null);

        assertFails(
                MessageFormatException.class,
                () -> bound.send(null),
                () -> bound.send(null, 1, 1, 1),
                () -> unbound.send(queue, null));
    }

    @Test
    void aNullCompletionListenerIsAnIllegalArgument() throws JMSException {
        MessageProducer bound = session.createProducer(queue);
        MessageProducer unbound = session.createProducer(null);
        Message message = session.createMessage();

        assertFails(
                IllegalArgumentException.class,
                () -> bound.send(message, (CompletionListener) null),
                () -> unbound.send(queue, message, (CompletionListener) null));
    }

    @Test
    void aSelectorThatIsNotValidIsAnErrorWhenTheConsumerIsCreated() {
        assertFails(
                InvalidSelectorException.class,
                () -> session.createConsumer(queue, BAD_SELECTOR),
                () -> session.createConsumer(topic, BAD_SELECTOR),
                () -> session.createConsumer(topic, BAD_SELECTOR, true),
                () -> session.createSharedConsumer(topic, "a", BAD_SELECTOR),
                () -> session.createDurableConsumer(topic, "b", BAD_SELECTOR, false),
                () -> session.createDurableSubscriber(topic, "c", BAD_SELECTOR, false),
                () -> session.createSharedDurableConsumer(topic, "d", BAD_SELECTOR),
                () -> session.createBrowser(queue, BAD_SELECTOR));
    }

    @Test
    void anEmptySelectorIsNone() throws JMSException {
        broker.send(queue, "a");

        assertThat(TestBroker.drain(session.createConsumer(queue, ""))).containsExactly("a");
        assertThat(session.createConsumer(queue, "").getMessageSelector()).isNull();
    }

    @Test
    void optionsOutsideTheirRangeAreErrorsAndNothingIsSent() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();

        assertFails(
                JMSException.class,
                () -> producer.setDeliveryMode(3),
                () -> producer.setPriority(10),
                () -> producer.setPriority(-1),
                () -> producer.setTimeToLive(-1),
                () -> producer.setDeliveryDelay(-1),
                () -> producer.send(message, 3, 4, 0),
                () -> producer.send(message, 2, 10, 0),
                () -> producer.send(message, 2, 4, -1));
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(session.createConsumer(queue).receiveNoWait()).isNull();
    }

    @Test
    void whatIsNotForTheKindOfSessionIsAnIllegalState() throws JMSException {
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);

        assertFails(IllegalStateException.class, session::commit, session::rollback, transacted::recover);
    }

    @Test
    void anUnsharedDurableSubscriptionNeedsAClientIdentifier() throws JMSException {
        try (Connection anonymous = broker.connection()) {
            Session other = anonymous.createSession();

            assertFails(
                    IllegalStateException.class,
                    () -> other.createDurableConsumer(topic, "s"),
                    () -> other.createDurableSubscriber(topic, "s"));
        }
    }

    @Test
    void aSubscriptionNeedsAName() {
        assertFails(
                JMSException.class,
                () -> session.createSharedConsumer(topic, null),
                () -> session.createDurableConsumer(topic, ""),
                () -> session.createSharedDurableConsumer(topic, null));
    }

    @Test
    void aSubscriptionThatDoesNotExistCannotBeDeleted() {
        assertFails(InvalidDestinationException.class, () -> session.unsubscribe("unknown"));
    }

    @Test
    void aNameThatNoDestinationCanHaveIsAnInvalidDestination() throws JMSException {
        Queue impossible = session.createQueue("a\nb");

        assertFails(InvalidDestinationException.class, () -> session.createProducer(impossible));
    }
}
