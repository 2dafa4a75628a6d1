package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes again, what does not, in which order, and what it says of itself. */
@ConformanceTest
class AcknowledgementRulesTest {
    @Test
    @Section("6.2.10")
    void oneAcknowledgementCountsForEverythingThatTheSessionHasDeliveredWhateverTheConsumer(Jms jms)
            throws JMSException {
        Queue left = jms.newQueue();
        Queue right = jms.newQueue();
        jms.send(left, "l1", "l2");
        jms.send(right, "r1", "r2");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer leftConsumer = session.createConsumer(left);
        MessageConsumer rightConsumer = session.createConsumer(right);
        Message first = Jms.receive(leftConsumer);
        Jms.receive(rightConsumer);
        Jms.receive(leftConsumer);

        first.acknowledge();
        session.close();

        assertThat(jms.drain(left)).isEmpty();
        assertThat(jms.drain(right)).containsExactly("r2");
    }

    @Test
    @Section("6.2.10")
    void anAcknowledgementDoesNotCountForAnotherSession(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session first = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Session second = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        jms.send(queue, "1");
        MessageConsumer firstConsumer = first.createConsumer(queue);
        Message one = Jms.receive(firstConsumer);
        firstConsumer.close(); // a provider may send it the next message in advance
        jms.send(queue, "2");
        Jms.receive(second.createConsumer(queue));

        one.acknowledge();
        connection.close();

        assertThat(jms.drain(queue)).containsExactly("2");
    }

    @Test
    @Section({"6.2.10", "6.2.11"})
    void recoverGoesBackToThePointAfterTheLastAcknowledgement(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2", "3", "4", "5");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer);
        Jms.receive(consumer).acknowledge();
        Jms.receive(consumer, 2);

        session.recover();

        assertThat(Jms.receive(consumer, 3)).containsExactly("3", "4", "5");
    }

    @Test
    @Needs(ProviderUnderTest.Feature.ONLY_SEEN_MESSAGES_COUNT)
    @Section({"6.2.10", "3.4.7", "3.5.11"})
    void onlyWhatTheApplicationHasSeenIsMarkedAsRedelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "seen", "unseen");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message before = Jms.receive(consumer);

        session.recover();
        Message seen = Jms.receive(consumer);
        Message unseen = Jms.receive(consumer);

        assertThat(before.getJMSRedelivered()).isFalse();
        assertThat(Jms.deliveryCount(before)).isEqualTo(1);
        assertThat(Jms.text(seen)).isEqualTo("seen");
        assertThat(seen.getJMSRedelivered()).isTrue();
        assertThat(Jms.deliveryCount(seen)).isEqualTo(2);
        assertThat(unseen.getJMSRedelivered()).isFalse();
        assertThat(Jms.deliveryCount(unseen)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    @Section({"6.2.15", "3.4.7", "3.5.11"})
    void whatAClosedSessionLeavesComesToTheNextInOrderAndMarked(int mode, Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2", "3");
        Connection connection = jms.started();
        Session session = connection.createSession(mode);
        Jms.receive(session.createConsumer(queue), 2);

        session.close();
        MessageConsumer next = connection.createSession().createConsumer(queue);
        List<Message> again = List.of(Jms.receive(next), Jms.receive(next), Jms.receive(next));

        assertThat(again).extracting(Jms::text).containsExactly("1", "2", "3");
        assertThat(again).extracting(Message::getJMSRedelivered).containsExactly(true, true, false);
        assertThat(again).extracting(Jms::deliveryCount).containsExactly(2, 2, 1);
    }

    @Test
    @Section({"8.8", "6.2.10"})
    void closingAConsumerLeavesWhatItDeliveredToTheSession(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = Jms.receive(consumer);

        consumer.close();

        assertThat(jms.drain(queue))
                .as("the first is neither given back nor lost")
                .containsExactly("2");
        first.acknowledge();
        session.close();
        assertThat(jms.drain(queue)).isEmpty();
    }

    @Test
    @Section({"8.8", "6.2.10"})
    void recoverRedeliversWhatAClosedConsumerHadDelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer);
        consumer.close();

        session.recover();

        MessageConsumer next = session.createConsumer(queue);
        Message first = Jms.receive(next);
        assertThat(Jms.text(first)).isEqualTo("1");
        assertThat(Jms.deliveryCount(first)).isEqualTo(2);
        assertThat(Jms.text(Jms.receive(next))).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
    @Section({"6.2.10", "6.2.11"})
    void whatASessionAcknowledgesByItselfIsGoneWhenItIsClosed(int mode, Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2", "3");
        Session session = jms.started().createSession(mode);
        Jms.receive(session.createConsumer(queue), 2);

        session.close();

        assertThat(jms.drain(queue)).containsExactly("3");
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    @Section("API")
    void acknowledgeIsIgnoredWhereTheApplicationDoesNotAcknowledge(int mode, Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1");
        Session session = jms.started().createSession(mode);
        Message message = Jms.receive(session.createConsumer(queue));

        message.acknowledge();
        session.close();

        assertThat(jms.drain(queue)).hasSize(mode == Session.AUTO_ACKNOWLEDGE ? 0 : 1);
    }

    @Test
    @Section({"3.5.11", "3.5.2"})
    void theDeliveryCountIsEnumeratedConvertsAndIsReadOnly(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");

        Message message = Jms.receive(jms.started().createSession().createConsumer(queue));

        assertThat(Jms.strings(message.getPropertyNames())).contains("JMSXDeliveryCount");
        assertThat(message.propertyExists("JMSXDeliveryCount")).isTrue();
        assertThat(message.getLongProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(message.getStringProperty("JMSXDeliveryCount")).isEqualTo("1");
        assertThatThrownBy(() -> message.setIntProperty("JMSXDeliveryCount", 9))
                .isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    @Section({"8.3.3", "6.2.15"})
    void aDurableSubscriptionRedeliversWhatItsLastConsumerDidNotAcknowledge(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        String name = Jms.newName();
        Connection connection = jms.startedWithClientId(Jms.newName());
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        jms.send(topic, "1", "2");
        Jms.receive(consumer).acknowledge();
        Jms.receive(consumer);

        session.close();
        Message again = Jms.receive(connection.createSession().createDurableConsumer(topic, name));

        assertThat(Jms.text(again)).isEqualTo("2");
        assertThat(again.getJMSRedelivered()).isTrue();
    }

    @Test
    @Section("6.2.10")
    void recoverDoesNotBringBackWhatWasAcknowledgedAutomatically(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Session session = jms.started().createSession();
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer);

        session.recover();

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("2");
    }

    @Test
    @Needs(ProviderUnderTest.Feature.DELIVERY_COUNT_IN_SELECTOR)
    @Section({"3.5.11", "3.8.1"})
    void aSelectorCanAskForTheDeliveryCount(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer);
        session.close();

        MessageConsumer again = jms.started().createSession().createConsumer(queue, "JMSXDeliveryCount > 1");

        assertThat(Jms.text(Jms.receive(again))).isEqualTo("1");
        assertThat(again.receive(Jms.QUIET_MILLIS)).isNull();
    }
}
