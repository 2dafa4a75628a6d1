package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The four kinds of subscription (Jakarta Messaging 3.1 §8.3; jms-conformance 5.17, 5.18). */
@Timeout(60)
class SubscriptionTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;
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
        topic = session.createTopic(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    private void publish(String... texts) throws JMSException {
        publish(topic, texts);
    }

    /** From a connection of its own. */
    private static void publish(Topic to, String... texts) throws JMSException {
        try (Connection publisher = broker.connection();
                Session own = publisher.createSession()) {
            for (String text : texts) {
                Message message = own.createTextMessage(text);
                message.setStringProperty("colour", text);
                own.createProducer(to).send(message);
            }
        }
    }

    @Test
    void everySubscriberGetsEveryMessage() throws JMSException {
        MessageConsumer first = session.createConsumer(topic);
        MessageConsumer second = session.createConsumer(topic);

        publish("a", "b");

        assertThat(TestBroker.drain(first)).containsExactly("a", "b");
        assertThat(TestBroker.drain(second)).containsExactly("a", "b");
    }

    @Test
    void aNonDurableSubscriberGetsNothingOfTheTimeBeforeIt() throws JMSException {
        session.createConsumer(topic).close();
        publish("before");

        MessageConsumer subscriber = session.createConsumer(topic);
        publish("after");

        assertThat(TestBroker.drain(subscriber)).containsExactly("after");
    }

    @Test
    void aSelectorDecidesWhatIsAddedToASubscription() throws JMSException {
        MessageConsumer subscriber = session.createConsumer(topic, "colour = 'red'");

        publish("red", "green", "red");

        assertThat(TestBroker.drain(subscriber)).containsExactly("red", "red");
    }

    @Test
    void noLocalKeepsOutWhatTheOwnConnectionPublishes() throws JMSException {
        MessageConsumer subscriber = session.createConsumer(topic, null, true);

        session.createProducer(topic).send(session.createTextMessage("own"));
        publish("foreign");

        assertThat(TestBroker.drain(subscriber)).containsExactly("foreign");
    }

    @Test
    void aDurableSubscriptionCollectsWhileNobodyConsumes() throws JMSException {
        session.createDurableSubscriber(topic, "s").close();

        publish("a", "b");

        assertThat(TestBroker.drain(session.createDurableSubscriber(topic, "s")))
                .containsExactly("a", "b");
    }

    @Test
    void aDurableSubscriptionKeepsWhatWasNotAcknowledgedWhenTheSessionEnds() throws JMSException {
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = client.createDurableConsumer(topic, "s");
        publish("a", "b");
        TestBroker.receive(consumer);
        client.close();

        MessageConsumer again = session.createDurableConsumer(topic, "s");

        Message first = TestBroker.receive(again);
        assertThat(TestBroker.text(first)).isEqualTo("a");
        assertThat(first.getJMSRedelivered()).isTrue();
        assertThat(TestBroker.text(TestBroker.receive(again))).isEqualTo("b");
    }

    @Test
    void anUnsharedDurableSubscriptionHasOneConsumer() throws JMSException {
        session.createDurableConsumer(topic, "s");

        assertThatThrownBy(() -> session.createDurableConsumer(topic, "s")).isInstanceOf(JMSException.class);
    }

    @Test
    void aDurableSubscriptionWithoutConsumerIsReplacedWhenTopicOrSelectorChange() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        publish("red", "green");

        MessageConsumer changed = session.createDurableConsumer(topic, "s", "colour = 'red'", false);
        assertThat(changed.receiveNoWait()).isNull();
        publish("red", "green");

        assertThat(TestBroker.drain(changed)).containsExactly("red");
    }

    @Test
    void changingNoLocalReplacesADurableSubscription() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        publish("before");

        MessageConsumer changed = session.createDurableConsumer(topic, "s", null, true);
        session.createProducer(topic).send(session.createTextMessage("own"));
        publish("foreign");

        assertThat(TestBroker.drain(changed)).containsExactly("foreign");
    }

    @Test
    void unsubscribeEndsASubscriptionThatNobodyUses() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        publish("a");

        session.unsubscribe("s");

        assertThat(session.createDurableConsumer(topic, "s").receiveNoWait()).isNull();
        assertThatThrownBy(() -> session.unsubscribe("other")).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void unsubscribeIsRefusedWhileThereIsAConsumer() throws JMSException {
        MessageConsumer consumer = session.createDurableConsumer(topic, "s");
        assertThatThrownBy(() -> session.unsubscribe("s")).isInstanceOf(JMSException.class);

        consumer.close();
        session.unsubscribe("s");
    }

    @Test
    void unsubscribeIsRefusedWhileAMessageIsPartOfATransaction() throws JMSException {
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createDurableConsumer(topic, "s");
        publish("a");
        TestBroker.receive(consumer);
        consumer.close();
        assertThatThrownBy(() -> session.unsubscribe("s")).isInstanceOf(JMSException.class);

        transacted.commit();
        session.unsubscribe("s");
    }

    @Test
    void theClientIdentifierScopesANameOfASubscription() throws JMSException {
        session.createDurableConsumer(topic, "s");

        try (Connection other = broker.withClientId(broker.newName())) {
            MessageConsumer own = other.createSession().createDurableConsumer(topic, "s");
            publish("a");
            assertThat(TestBroker.drain(own)).containsExactly("a");
        }
    }

    @Test
    void theConsumersOfASharedSubscriptionGetEachMessageOnceTogether() throws JMSException {
        for (boolean durable : List.of(true, false)) {
            MessageConsumer first = shared(session, durable);
            MessageConsumer second = shared(connection.createSession(), durable);
            publish("a", "b", "c", "d");

            List<String> all = new ArrayList<>();
            all.add(TestBroker.text(TestBroker.receive(first)));
            all.add(TestBroker.text(TestBroker.receive(second)));
            all.addAll(TestBroker.drain(first));
            all.addAll(TestBroker.drain(second));

            assertThat(all).containsExactlyInAnyOrder("a", "b", "c", "d");
        }
    }

    private MessageConsumer shared(Session from, boolean durable) throws JMSException {
        return durable ? from.createSharedDurableConsumer(topic, "s") : from.createSharedConsumer(topic, "s");
    }

    @Test
    void aSharedSubscriptionWorksWithoutClientIdentifierAndIsThenCommonToAll() throws JMSException {
        try (Connection first = broker.started();
                Connection second = broker.started()) {
            MessageConsumer one = first.createSession().createSharedDurableConsumer(topic, "common");
            MessageConsumer two = second.createSession().createSharedDurableConsumer(topic, "common");
            publish("a");

            List<String> all = TestBroker.drain(one);
            all.addAll(TestBroker.drain(two));

            assertThat(all).containsExactly("a");
        }
    }

    @Test
    void anActiveSharedSubscriptionRefusesAnotherTopicOrSelector() throws JMSException {
        Topic other = session.createTopic(broker.newName());
        for (boolean durable : List.of(true, false)) {
            MessageConsumer active = shared(session, durable);

            assertThatThrownBy(() -> {
                        if (durable) {
                            session.createSharedDurableConsumer(other, "s");
                        } else {
                            session.createSharedConsumer(other, "s");
                        }
                    })
                    .isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> {
                        if (durable) {
                            session.createSharedDurableConsumer(topic, "s", "colour = 'red'");
                        } else {
                            session.createSharedConsumer(topic, "s", "colour = 'red'");
                        }
                    })
                    .isInstanceOf(JMSException.class);
            active.close();
        }
    }

    @Test
    void sharedAndUnsharedDurableSubscriptionsHaveOneNameSpaceAndNonDurableOnesAnother() throws JMSException {
        session.createSharedDurableConsumer(topic, "shared").close();
        session.createDurableConsumer(topic, "unshared").close();

        assertThatThrownBy(() -> session.createDurableConsumer(topic, "shared")).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, "unshared"))
                .isInstanceOf(JMSException.class);
        session.createSharedConsumer(topic, "shared").close();
        session.createSharedConsumer(topic, "unshared").close();
    }

    @Test
    void aSharedNonDurableSubscriptionEndsWithItsLastConsumerAndItsMessages() throws JMSException {
        MessageConsumer first = session.createSharedConsumer(topic, "s");
        MessageConsumer second = session.createSharedConsumer(topic, "s");
        first.close();
        publish("a");
        assertThat(TestBroker.drain(second)).containsExactly("a");
        publish("lost");
        second.close();

        assertThat(session.createSharedConsumer(topic, "s").receiveNoWait()).isNull();
    }

    @Test
    void aSharedNonDurableSubscriptionWithAMessageInATransactionIsStillActive() throws JMSException {
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createSharedConsumer(topic, "s");
        publish("a");
        TestBroker.receive(consumer);
        consumer.close();

        assertThatThrownBy(() -> session.createSharedConsumer(topic, "s", "colour = 'red'"))
                .isInstanceOf(JMSException.class);

        transacted.commit();
        session.createSharedConsumer(topic, "s", "colour = 'red'").close();
    }

    @Test
    void aDurableSubscriptionOnATemporaryTopicIsAnInvalidDestination() throws JMSException {
        TemporaryTopic temporary = session.createTemporaryTopic();

        assertThatThrownBy(() -> session.createDurableConsumer(temporary, "s"))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(temporary, "s"))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void aSubscriberTellsItsTopicSelectorAndNoLocal() throws JMSException {
        TopicSubscriber subscriber = session.createDurableSubscriber(topic, "s", "colour = 'red'", true);

        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getMessageSelector()).isEqualTo("colour = 'red'");
        assertThat(subscriber.getNoLocal()).isTrue();
    }
}
