package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The exception of each wrong call, in the classic and in the simplified interfaces. */
@ConformanceTest
@SuppressWarnings("NullAway") // null is what these calls are about
class ArgumentRulesTest {
    private static final String NO_SELECTOR = "a = = 'b'";
    private static final @Nullable Message NO_MESSAGE = null;
    private static final @Nullable Destination NO_DESTINATION = null;

    /** A listener that nobody may call, as the send fails in the call. */
    private static final class Never implements CompletionListener {
        private volatile boolean called;

        @Override
        public void onCompletion(Message message) {
            called = true;
        }

        @Override
        public void onException(Message message, Exception exception) {
            called = true;
        }
    }

    private static void assertFails(Class<? extends Exception> expected, ThrowingCallable... calls) {
        for (int i = 0; i < calls.length; i++) {
            assertThat(catchThrowable(calls[i])).as("call %s", i).isInstanceOf(expected);
        }
    }

    @Test
    @Section({"10.3", "API"})
    void whatHasNoDestinationIsAnInvalidDestination(Jms jms) throws JMSException {
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        MessageProducer unbound = session.createProducer(null);
        Message message = session.createMessage();

        assertFails(
                InvalidDestinationException.class,
                () -> session.createConsumer(null),
                () -> session.createBrowser(null),
                () -> session.createDurableConsumer(null, "name"),
                () -> session.createDurableSubscriber(null, "name"),
                () -> session.createSharedConsumer(null, "name"),
                () -> session.createSharedDurableConsumer(null, "name"),
                () -> unbound.send(NO_DESTINATION, message),
                () -> unbound.send(NO_DESTINATION, message, DeliveryMode.PERSISTENT, 4, 0));
    }

    @Test
    @Section({"10.3", "API"})
    void aProducerWithADestinationTakesNoOtherAndOneWithoutNeedsIt(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageProducer bound = session.createProducer(queue);
        MessageProducer unbound = session.createProducer(null);
        Message message = session.createMessage();
        Never never = new Never();

        assertFails(
                UnsupportedOperationException.class,
                () -> bound.send(queue, message),
                () -> bound.send(queue, message, DeliveryMode.PERSISTENT, 4, 0),
                () -> bound.send(queue, message, never),
                () -> unbound.send(message),
                () -> unbound.send(message, DeliveryMode.PERSISTENT, 4, 0),
                () -> unbound.send(message, never));
        assertThat(never.called).isFalse();
    }

    @Test
    @Section({"7.3.2", "10.3", "API"})
    void sendingNothingIsAMessageFormatError(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        MessageProducer producer = session.createProducer(jms.newQueue());
        JMSContext context = jms.context();
        Never never = new Never();

        assertFails(
                MessageFormatException.class,
                () -> producer.send(NO_MESSAGE),
                () -> producer.send(NO_MESSAGE, DeliveryMode.PERSISTENT, 4, 0),
                () -> producer.send(NO_MESSAGE, never));
        assertFails(
                MessageFormatRuntimeException.class,
                () -> context.createProducer().send(jms.newQueue(), NO_MESSAGE),
                () -> context.createProducer().setAsync(never).send(jms.newQueue(), NO_MESSAGE));
        assertThat(never.called).isFalse();
    }

    @Test
    @Section({"3.8.1", "10.3"})
    void aMalformedSelectorIsRefusedByEverythingThatTakesOne(Jms jms) throws JMSException {
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        JMSContext context = jms.context();
        Queue queue = jms.newQueue();
        Topic topic = jms.newTopic();

        assertFails(
                InvalidSelectorException.class,
                () -> session.createConsumer(queue, NO_SELECTOR),
                () -> session.createConsumer(topic, NO_SELECTOR, true),
                () -> session.createBrowser(queue, NO_SELECTOR),
                () -> session.createDurableConsumer(topic, "a", NO_SELECTOR, false),
                () -> session.createDurableSubscriber(topic, "b", NO_SELECTOR, false),
                () -> session.createSharedConsumer(topic, "c", NO_SELECTOR),
                () -> session.createSharedDurableConsumer(topic, "d", NO_SELECTOR));
        assertFails(
                InvalidSelectorRuntimeException.class,
                () -> context.createConsumer(queue, NO_SELECTOR),
                () -> context.createBrowser(queue, NO_SELECTOR),
                () -> context.createSharedConsumer(topic, "e", NO_SELECTOR),
                () -> context.createSharedDurableConsumer(topic, "f", NO_SELECTOR));
    }

    @Test
    @Section({"3.4.2", "3.4.10", "7.7", "API"})
    void deliveryOptionsOutsideTheirRangeAreRefusedAndLeaveWhatWasSet(Jms jms) throws JMSException {
        MessageProducer producer = jms.connection().createSession().createProducer(jms.newQueue());
        JMSProducer simplified = jms.context().createProducer();

        assertFails(
                JMSException.class,
                () -> producer.setDeliveryMode(0),
                () -> producer.setDeliveryMode(3),
                () -> producer.setPriority(-1),
                () -> producer.setPriority(10));
        assertFails(
                JMSRuntimeException.class,
                () -> simplified.setDeliveryMode(0),
                () -> simplified.setDeliveryMode(3),
                () -> simplified.setPriority(-1),
                () -> simplified.setPriority(10));
        assertThat(producer.getDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(producer.getPriority()).isEqualTo(Message.DEFAULT_PRIORITY);
        assertThat(simplified.getPriority()).isEqualTo(Message.DEFAULT_PRIORITY);
    }

    @Test
    @Section({"7.1", "API"})
    void aNewProducerAnswersAllItsQuestionsWithTheDefaults(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        MessageProducer producer = jms.connection().createSession().createProducer(queue);
        JMSProducer simplified = jms.context().createProducer();

        assertThat(producer.getDestination()).isEqualTo(queue);
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(producer.getTimeToLive()).isZero();
        assertThat(producer.getDisableMessageID()).isFalse();
        assertThat(producer.getDisableMessageTimestamp()).isFalse();
        assertThat(simplified.getDeliveryDelay()).isZero();
        assertThat(simplified.getTimeToLive()).isZero();
        assertThat(simplified.getAsync()).isNull();
        assertThat(simplified.getPropertyNames()).isEmpty();
        assertThat(simplified.getJMSReplyTo()).isNull();
        assertThat(simplified.getJMSCorrelationID()).isNull();
        assertThat(simplified.getJMSCorrelationIDAsBytes()).isNull();
        assertThat(simplified.getJMSType()).isNull();
    }

    @Test
    @Section({"7.3", "API"})
    void anAsynchronousSendNeedsAListener(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageProducer bound = session.createProducer(queue);
        MessageProducer unbound = session.createProducer(null);
        Message message = session.createMessage();
        CompletionListener none = null;

        assertFails(
                IllegalArgumentException.class,
                () -> bound.send(message, none),
                () -> bound.send(message, DeliveryMode.PERSISTENT, 4, 0, none),
                () -> unbound.send(queue, message, none),
                () -> unbound.send(queue, message, DeliveryMode.PERSISTENT, 4, 0, none));
    }

    @Test
    @Section({"6.2.7", "6.2.10", "API"})
    void whatIsForTheOtherKindOfSessionIsAnIllegalState(Jms jms) throws JMSException {
        Connection connection = jms.connection();
        Session plain = connection.createSession();
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);

        assertFails(IllegalStateException.class, plain::commit, plain::rollback, transacted::recover);
    }

    @Test
    @Section({"8.3.3", "8.3.4", "4.2.9", "API"})
    void subscriptionsNeedANameAndOnesThatAreNotThereCannotBeDeleted(Jms jms) throws JMSException {
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        Topic topic = jms.newTopic();

        assertFails(
                JMSException.class,
                () -> session.createDurableConsumer(topic, null),
                () -> session.createDurableConsumer(topic, ""),
                () -> session.createSharedConsumer(topic, null),
                () -> session.createSharedConsumer(topic, ""),
                () -> session.createSharedDurableConsumer(topic, null));
        assertFails(InvalidDestinationException.class, () -> session.unsubscribe(Jms.newName()));
    }

    @Test
    @Section({"8.3.3", "6.1.2"})
    void anUnsharedDurableSubscriptionIsAnIllegalStateWithoutClientIdentifier(Jms jms) throws JMSException {
        Session session = jms.started().createSession();
        Topic topic = jms.newTopic();

        assertFails(
                IllegalStateException.class,
                () -> session.createDurableConsumer(topic, "name"),
                () -> session.createDurableConsumer(topic, "name", null, false),
                () -> session.createDurableSubscriber(topic, "name"));
    }

    @Test
    @Section("4.1")
    void aSessionOfQueuesHasNothingForTopics(Jms jms) throws JMSException {
        QueueSession session = jms.kept(jms.queueFactory().createQueueConnection())
                .createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        Topic topic = jms.newTopic();

        assertFails(
                IllegalStateException.class,
                () -> session.createTopic("name"),
                session::createTemporaryTopic,
                () -> session.createDurableSubscriber(topic, "name"),
                () -> session.createDurableSubscriber(topic, "name", "", false),
                () -> session.createDurableConsumer(topic, "name"),
                () -> session.createSharedConsumer(topic, "name"),
                () -> session.createSharedDurableConsumer(topic, "name"),
                () -> session.unsubscribe("name"));
    }

    @Test
    @Section("4.2")
    void aSessionOfTopicsHasNothingForQueues(Jms jms) throws JMSException {
        TopicSession session = jms.kept(jms.topicFactory().createTopicConnection())
                .createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = jms.newQueue();

        assertFails(
                IllegalStateException.class,
                () -> session.createQueue("name"),
                session::createTemporaryQueue,
                () -> session.createBrowser(queue),
                () -> session.createBrowser(queue, ""));
    }

    @Test
    @Section({"6.2", "API"})
    void aSessionModeThatDoesNotExistIsRefused(Jms jms) throws JMSException {
        Connection connection = jms.connection();

        assertFails(JMSException.class, () -> connection.createSession(-1), () -> connection.createSession(17));
        assertFails(JMSRuntimeException.class, () -> jms.context(-1));
    }

    @Test
    @Section("API")
    void aSimplifiedSendToNowhereIsAnInvalidDestination(Jms jms) throws JMSException {
        JMSContext context = jms.context();
        Message message = context.createMessage();

        assertFails(
                InvalidDestinationRuntimeException.class,
                () -> context.createProducer().send(null, message),
                () -> context.createProducer().send(null, "text"),
                () -> context.createConsumer(null),
                () -> context.createBrowser(null));
    }
}
