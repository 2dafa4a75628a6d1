package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The four kinds of subscription: their names, who shares them, what they keep and when they end. */
@ConformanceTest
class SubscriptionRulesTest {
    private static void assertRefused(ThrowingCallable... calls) {
        for (int i = 0; i < calls.length; i++) {
            assertThat(catchThrowable(calls[i])).as("call %s", i).isInstanceOf(JMSException.class);
        }
    }

    @Test
    @Section("8.3.1")
    void eachUnsharedConsumerHasASubscriptionOfItsOwn(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.started().createSession();
        MessageConsumer first = session.createConsumer(topic);
        MessageConsumer second = session.createConsumer(topic);

        jms.send(topic, "text");

        assertThat(Jms.text(Jms.receive(first))).isEqualTo("text");
        assertThat(Jms.text(Jms.receive(second))).isEqualTo("text");
    }

    @Test
    @Section({"8.3.2", "8.3.4"})
    void consumersOfASharedSubscriptionAlsoOfOtherConnectionsGetEachMessageOnceTogether(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        String name = Jms.newName();
        Session one = jms.started().createSession();
        Session two = jms.started().createSession();
        List<MessageConsumer> consumers = List.of(
                one.createSharedConsumer(topic, name),
                two.createSharedConsumer(topic, name),
                one.createSharedDurableConsumer(topic, name),
                two.createSharedDurableConsumer(topic, name));

        jms.send(topic, "1", "2", "3", "4");

        for (int kind = 0; kind < 2; kind++) {
            List<String> seen = new ArrayList<>();
            while (seen.size() < 4) {
                for (MessageConsumer consumer : consumers.subList(2 * kind, 2 * kind + 2)) {
                    seen.addAll(Jms.drain(consumer));
                }
            }
            assertThat(seen).containsExactlyInAnyOrder("1", "2", "3", "4");
        }
        two.createConsumer(topic).close();
        two.close();
        one.close();
        jms.started().createSession().unsubscribe(name);
    }

    @Test
    @Section({"8.3.2", "8.3.4"})
    void anActiveSharedSubscriptionIsOfOneTopicAndOneSelector(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Topic other = jms.newTopic();
        String name = Jms.newName();
        Session session = jms.started().createSession();
        MessageConsumer nonDurable = session.createSharedConsumer(topic, name, "a = 1");
        MessageConsumer durable = session.createSharedDurableConsumer(topic, name, "a = 1");

        assertRefused(
                () -> session.createSharedConsumer(other, name, "a = 1"),
                () -> session.createSharedConsumer(topic, name, "a = 2"),
                () -> session.createSharedConsumer(topic, name),
                () -> session.createSharedDurableConsumer(other, name, "a = 1"),
                () -> session.createSharedDurableConsumer(topic, name, "a = 2"),
                () -> session.createSharedDurableConsumer(topic, name));

        nonDurable.close();
        durable.close();
        session.createSharedConsumer(other, name).close();
        session.createSharedDurableConsumer(other, name).close();
        session.unsubscribe(name);
    }

    @Test
    @Section({"8.3.3", "8.3.4"})
    void sharedAndUnsharedDurableSubscriptionsCannotHaveOneName(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        session.createDurableConsumer(topic, "unshared").close();
        session.createSharedDurableConsumer(topic, "shared").close();

        assertRefused(
                () -> session.createSharedDurableConsumer(topic, "unshared"),
                () -> session.createDurableConsumer(topic, "shared"),
                () -> session.createDurableSubscriber(topic, "shared"));

        session.unsubscribe("unshared");
        session.createSharedDurableConsumer(topic, "unshared").close();
        session.unsubscribe("unshared");
        session.unsubscribe("shared");
    }

    @Test
    @Section({"8.3.2", "8.3.3"})
    void aSharedNonDurableSubscriptionMayHaveTheNameOfADurableOne(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        MessageConsumer durable = session.createDurableConsumer(topic, "name");
        MessageConsumer shared = session.createSharedConsumer(topic, "name");

        jms.send(topic, "text");

        assertThat(Jms.text(Jms.receive(durable))).isEqualTo("text");
        assertThat(Jms.text(Jms.receive(shared))).isEqualTo("text");
        durable.close();
        session.unsubscribe("name");
    }

    @Test
    @Section("8.3.2")
    void aSharedNonDurableSubscriptionEndsWithItsLastConsumer(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        String name = Jms.newName();
        Session session = jms.started().createSession();
        MessageConsumer first = session.createSharedConsumer(topic, name);
        MessageConsumer second = session.createSharedConsumer(topic, name);
        first.close();
        jms.send(topic, "kept");
        assertThat(Jms.text(Jms.receive(second))).isEqualTo("kept");
        jms.send(topic, "lost");

        second.close();

        assertThat(session.createSharedConsumer(topic, name).receive(Jms.QUIET_MILLIS))
                .isNull();
    }

    @Test
    @Section({"8.3.2", "6.1.2"})
    void theClientIdentifierIsPartOfTheNameOfASubscription(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        MessageConsumer none = jms.started().createSession().createSharedConsumer(topic, "name");
        MessageConsumer one =
                jms.startedWithClientId(Jms.newName()).createSession().createSharedConsumer(topic, "name");
        MessageConsumer two =
                jms.startedWithClientId(Jms.newName()).createSession().createSharedConsumer(topic, "name");

        jms.send(topic, "text");

        for (MessageConsumer consumer : List.of(none, one, two)) {
            assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("text");
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    @Section("8.3.3")
    void anUnsharedDurableSubscriptionHasOneConsumerAtATime(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        MessageConsumer consumer = session.createDurableConsumer(topic, "name");

        assertRefused(
                () -> session.createDurableConsumer(topic, "name"),
                () -> session.createDurableSubscriber(topic, "name"),
                () -> session.unsubscribe("name"));

        consumer.close();
        session.unsubscribe("name");
    }

    @Test
    @Section("8.3.3")
    void aDurableSubscriptionWithoutConsumerIsReplacedByOneWithAnotherTopicSelectorOrNoLocal(Jms jms)
            throws JMSException {
        Topic topic = jms.newTopic();
        Topic other = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        session.createDurableConsumer(topic, "name").close();

        jms.send(topic, "before");
        MessageConsumer withNoLocal = session.createDurableConsumer(topic, "name", null, true);
        assertThat(withNoLocal.receive(Jms.QUIET_MILLIS)).isNull();
        withNoLocal.close();
        jms.send(topic, "before");
        MessageConsumer withSelector = session.createDurableConsumer(topic, "name", "JMSPriority >= 0", true);
        assertThat(withSelector.receive(Jms.QUIET_MILLIS)).isNull();
        withSelector.close();
        jms.send(topic, "before");
        MessageConsumer ofOther = session.createDurableConsumer(other, "name");
        assertThat(ofOther.receive(Jms.QUIET_MILLIS)).isNull();
        jms.send(topic, "not wanted");
        jms.send(other, "wanted");

        assertThat(Jms.text(Jms.receive(ofOther))).isEqualTo("wanted");
        ofOther.close();
        session.unsubscribe("name");
    }

    @Test
    @Section("8.3.3")
    void aDurableSubscriptionIsKeptAsLongAsNothingButItsConsumerChanges(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        String clientId = Jms.newName();
        Connection connection = jms.startedWithClientId(clientId);
        connection.createSession().createDurableConsumer(topic, "name", "JMSPriority > 3", false);
        connection.close();
        jms.send(topic, "1", "2");

        Session session = jms.startedWithClientId(clientId).createSession();
        MessageConsumer again = session.createDurableConsumer(topic, "name", "JMSPriority > 3", false);

        assertThat(Jms.receive(again, 2)).containsExactly("1", "2");
        again.close();
        session.unsubscribe("name");
    }

    @Test
    @Section({"8.3.1", "8.3.3"})
    void noLocalKeepsOutWhatItsOwnConnectionPublishesAndNothingElse(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession();
        MessageConsumer nonDurable = session.createConsumer(topic, null, true);
        MessageConsumer durable = session.createDurableConsumer(topic, "name", null, true);

        Jms.send(session, topic, "own");
        jms.send(topic, "other");

        assertThat(Jms.text(Jms.receive(nonDurable))).isEqualTo("other");
        assertThat(Jms.text(Jms.receive(durable))).isEqualTo("other");
        durable.close();
        session.unsubscribe("name");
    }

    /** Another connection is the same publisher to it if it has the same client identifier. */
    @Test
    @Section("8.3.3")
    void noLocalOfADurableSubscriptionGoesByTheClientIdentifier(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        String clientId = Jms.newName();
        try (Connection first = jms.startedWithClientId(clientId)) {
            first.createSession()
                    .createDurableConsumer(topic, "name", null, true)
                    .close();
        }
        try (Connection second = jms.startedWithClientId(clientId)) {
            Session session = second.createSession();
            Jms.send(session, topic, "own, though of another connection");
            jms.send(topic, "other");

            MessageConsumer durable = session.createDurableConsumer(topic, "name", null, true);

            assertThat(Jms.text(Jms.receive(durable))).isEqualTo("other");
            durable.close();
            session.unsubscribe("name");
        }
    }

    @Test
    @Section({"8.3.3", "4.2.9"})
    void aDurableSubscriptionWithAnUnacknowledgedMessageCannotBeDeleted(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Session session = jms.startedWithClientId(Jms.newName()).createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createDurableConsumer(topic, "name");
        jms.send(topic, "text");
        Jms.receive(consumer);
        consumer.close();

        assertRefused(() -> session.unsubscribe("name"));

        session.commit();
        session.unsubscribe("name");
    }

    @Test
    @Section("8.3.4")
    void aSharedDurableSubscriptionHasItsSelectorAlsoWhileNobodyConsumes(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        String name = Jms.newName();
        Session session = jms.started().createSession();
        session.createSharedDurableConsumer(topic, name, "a = 1").close();
        TextMessage message = session.createTextMessage("unwanted");
        session.createProducer(topic).send(message);
        message.setIntProperty("a", 1);
        message.setText("wanted");
        session.createProducer(topic).send(message);

        MessageConsumer consumer = session.createSharedDurableConsumer(topic, name, "a = 1");

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("wanted");
        assertThat(consumer.receiveNoWait()).isNull();
        consumer.close();
        session.unsubscribe(name);
    }
}
