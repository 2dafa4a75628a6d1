package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is there after the provider has ended and begun again. */
@ConformanceTest
class RestartRulesTest {
    @Test
    @Needs(Feature.RESTART)
    @Section({"7.7", "4.1.8"})
    void persistentMessagesAreDeliveredOnceAndOthersAtMostOnce(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 5; i++) {
            producer.send(session.createTextMessage("persistent" + i));
            producer.send(session.createTextMessage("other" + i), DeliveryMode.NON_PERSISTENT, 4, 0);
        }

        jms.restartProvider();
        List<String> there = jms.drain(queue);

        assertThat(there)
                .doesNotHaveDuplicates()
                .containsSubsequence("persistent0", "persistent1", "persistent2", "persistent3", "persistent4");
        jms.restartProvider();
        assertThat(jms.drain(queue)).isEmpty();
    }

    private static void receiveOneOfThreeAndFailTheSecond(Jms jms, Queue queue) throws Exception {
        jms.send(queue, "done", "failed", "unseen");
        Session session = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer).acknowledge();
        Jms.receive(consumer);
        session.recover();
        session.close();
    }

    @Test
    @Needs(Feature.RESTART)
    @Section({"6.2.10", "6.2.9.1"})
    void whatWasAcknowledgedDoesNotComeAgainAndTheRestDoesInOrder(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        receiveOneOfThreeAndFailTheSecond(jms, queue);

        jms.restartProvider();

        assertThat(jms.drain(queue)).containsExactly("failed", "unseen");
    }

    /** A provider need not write the count to disk, but one that counts what was seen only does. */
    @Test
    @Needs(Feature.ONLY_SEEN_MESSAGES_COUNT)
    @Section({"3.4.7", "3.5.11"})
    void aFailedDeliveryIsStillCountedAndOneThatWasNotMadeIsNot(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        receiveOneOfThreeAndFailTheSecond(jms, queue);

        jms.restartProvider();

        MessageConsumer again = jms.started().createSession().createConsumer(queue);
        Message failed = Jms.receive(again);
        assertThat(failed.getJMSRedelivered()).isTrue();
        assertThat(Jms.deliveryCount(failed)).isGreaterThan(1);
        assertThat(Jms.deliveryCount(Jms.receive(again))).isEqualTo(1);
    }

    @Test
    @Needs(Feature.RESTART)
    @Section("6.2.7")
    void aTransactionIsThereIfItWasCommittedAndElseLeavesNothing(Jms jms) throws Exception {
        Queue in = jms.newQueue();
        Queue out = jms.newQueue();
        jms.send(in, "1", "2");
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(in);
        Jms.send(session, out, Jms.text(Jms.receive(consumer)));
        session.commit();
        Jms.send(session, out, Jms.text(Jms.receive(consumer)));

        jms.restartProvider();

        assertThat(jms.drain(in)).containsExactly("2");
        assertThat(jms.drain(out)).containsExactly("1");
    }

    @Test
    @Needs(Feature.RESTART)
    @Section({"8.3.3", "8.3.4"})
    void durableSubscriptionsCollectBeforeAndAfter(Jms jms) throws Exception {
        Topic topic = jms.newTopic();
        String clientId = Jms.newName();
        String name = Jms.newName();
        jms.startedWithClientId(clientId)
                .createSession()
                .createDurableConsumer(topic, name, "JMSPriority = 4", false)
                .close();
        jms.connection()
                .createSession()
                .createSharedDurableConsumer(topic, name)
                .close();
        jms.send(topic, "before");

        jms.restartProvider();
        jms.send(topic, "after");

        Session unshared = jms.startedWithClientId(clientId).createSession();
        MessageConsumer ofUnshared = unshared.createDurableConsumer(topic, name, "JMSPriority = 4", false);
        assertThat(Jms.receive(ofUnshared, 2)).containsExactly("before", "after");
        Session shared = jms.started().createSession();
        MessageConsumer ofShared = shared.createSharedDurableConsumer(topic, name);
        assertThat(Jms.receive(ofShared, 2)).containsExactly("before", "after");
        ofUnshared.close();
        unshared.unsubscribe(name);
        ofShared.close();
        shared.unsubscribe(name);
    }

    @Test
    @Needs(Feature.RESTART)
    @Section({"7.9", "3.4.13"})
    void aDelayedMessageStillWaitsForItsTime(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(3_600_000);
        producer.send(session.createTextMessage("later"));
        producer.setDeliveryDelay(100);
        TextMessage soon = session.createTextMessage("soon");
        producer.send(soon);
        long deliveryTimeMillis = soon.getJMSDeliveryTime();

        jms.restartProvider();

        MessageConsumer consumer = jms.started().createSession().createConsumer(queue);
        Message received = Jms.receive(consumer);
        assertThat(Jms.text(received)).isEqualTo("soon");
        assertThat(received.getJMSDeliveryTime()).isEqualTo(deliveryTimeMillis);
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @Needs(Feature.RESTART)
    @Section("3.4.3")
    void messageIdentifiersStayUnique(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        jms.send(queue, "1");
        jms.restartProvider();
        jms.send(queue, "2");

        MessageConsumer consumer = jms.started().createSession().createConsumer(queue);

        assertThat(Jms.receive(consumer).getJMSMessageID())
                .isNotEqualTo(Jms.receive(consumer).getJMSMessageID());
    }
}
