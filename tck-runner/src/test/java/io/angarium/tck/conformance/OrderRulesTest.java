package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order messages come, and that none is left behind or withheld, whoever else consumes. */
@ConformanceTest
class OrderRulesTest {
    private static void send(Session session, Queue queue, String text, int mode, int priority) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(session.createTextMessage(text), mode, priority, 0);
        }
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
    }

    @Test
    @Needs(ProviderUnderTest.Feature.PRIORITY_ORDER)
    @Section({"3.4.10", "6.2.9.1"})
    void higherPrioritiesComeFirstAndEqualOnesInTheOrderOfTheirSends(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        for (int round = 0; round < 2; round++) {
            for (int priority = 0; priority <= 9; priority++) {
                send(session, queue, priority + "." + round, DeliveryMode.PERSISTENT, priority);
            }
        }

        List<String> received = Jms.receive(session.createConsumer(queue), 20);

        List<String> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            expected.addAll(List.of(priority + ".0", priority + ".1"));
        }
        assertThat(received).isEqualTo(expected);
    }

    @Test
    @Needs(ProviderUnderTest.Feature.PRIORITY_ORDER)
    @Section({"3.4.10", "6.2.7"})
    void aRollbackPutsEachMessageBackAmongThoseOfItsPriority(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        Session sending = jms.started().createSession();
        send(sending, queue, "low", DeliveryMode.PERSISTENT, 1);
        send(sending, queue, "high", DeliveryMode.PERSISTENT, 8);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.receive(consumer, 2);

        session.rollback();

        assertThat(Jms.receive(consumer, 2)).containsExactly("high", "low");
        session.commit();
    }

    @Test
    @Section({"6.2.9.2", "7.7"})
    void messagesOfOneDeliveryModeKeepTheirOrder(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        for (int i = 0; i < 20; i++) {
            int mode = i % 2 == 0 ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
            send(session, queue, mode + "." + i, mode, Message.DEFAULT_PRIORITY);
        }

        List<String> received = Jms.receive(session.createConsumer(queue), 20);

        for (int mode : new int[] {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT}) {
            int first = mode == DeliveryMode.PERSISTENT ? 0 : 1;
            assertThat(received.stream().filter(text -> text.startsWith(mode + ".")))
                    .containsExactlyElementsOf(IntStream.iterate(first, i -> i < 20, i -> i + 2)
                            .mapToObj(i -> mode + "." + i)
                            .toList());
        }
    }

    /** T-23, T-24: a big batch that is rolled back again and again keeps its order. */
    @Test
    @Section({"6.2.9.1", "6.2.7"})
    void repeatedRollbacksOfABatchKeepItsOrder(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        List<String> sent = numbered(400);
        jms.send(queue, sent.toArray(String[]::new));
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);

        List<String> received = new ArrayList<>();
        for (int batch = 0; batch < 4; batch++) {
            Jms.receive(consumer, 100);
            session.rollback();
            received.addAll(Jms.receive(consumer, 100));
            session.commit();
        }

        assertThat(received).isEqualTo(sent);
    }

    /** T-49: consumers with selectors, each for its part of what is there, drain a queue. */
    @Test
    @Section({"3.8.1", "4.1.2"})
    void manyConsumersWithSelectorsDrainAQueueCompletely(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session sending = connection.createSession();
        MessageProducer producer = sending.createProducer(queue);
        for (int i = 0; i < 400; i++) {
            Message message = sending.createTextMessage("m" + i);
            message.setIntProperty("part", i % 8);
            producer.send(message, DeliveryMode.NON_PERSISTENT, Message.DEFAULT_PRIORITY, 0);
        }

        for (int part = 7; part >= 0; part--) {
            int own = part;
            MessageConsumer consumer = connection.createSession().createConsumer(queue, "part = " + part);
            assertThat(Jms.receive(consumer, 50))
                    .containsExactlyElementsOf(IntStream.range(0, 50)
                            .mapToObj(i -> "m" + (8 * i + own))
                            .toList());
        }
        assertThat(jms.drain(queue)).isEmpty();
    }

    /** T-09: a consumer that does not go on withholds at most what it has asked for. */
    @Test
    @Needs(ProviderUnderTest.Feature.NOTHING_READY_UNASKED)
    @Section("4.1.2")
    void aConsumerThatWaitsDoesNotStarveAnother(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, numbered(100).toArray(String[]::new));
        Session slow = jms.started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Jms.receive(slow.createConsumer(queue));

        MessageConsumer quick = jms.started().createSession().createConsumer(queue);

        assertThat(Jms.receive(quick, 99)).isEqualTo(numbered(100).subList(1, 100));
    }

    /** T-10, T-31: what a consumer had not given to the application when it ended counts as nothing. */
    @Test
    @Needs(ProviderUnderTest.Feature.ONLY_SEEN_MESSAGES_COUNT)
    @Section({"3.4.7", "3.5.11"})
    void consumersThatComeAndGoDoNotCountWhatNobodyHasSeen(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, numbered(20).toArray(String[]::new));
        for (int i = 0; i < 20; i++) {
            try (Connection connection = jms.factory().createConnection()) {
                connection.createSession().createConsumer(queue).setMessageListener(message -> {});
                connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue);
            }
        }

        MessageConsumer consumer = jms.started().createSession().createConsumer(queue);

        for (String text : numbered(20)) {
            Message message = Jms.receive(consumer);
            assertThat(Jms.text(message)).isEqualTo(text);
            assertThat(Jms.deliveryCount(message)).isEqualTo(1);
        }
    }

    /** T-21, T-22: what pools keep open works whenever it is used. */
    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    @Section({"6.1", "6.2"})
    void cachedProducersAndConsumersWorkBesideEachOther(int mode, Jms jms) throws JMSException {
        Session session = jms.started().createSession(mode);
        List<Queue> queues = List.of(jms.newQueue(), jms.newQueue(), jms.newQueue());
        List<MessageProducer> producers = new ArrayList<>();
        List<MessageConsumer> consumers = new ArrayList<>();
        for (Queue queue : queues) {
            producers.add(session.createProducer(queue));
            consumers.add(session.createConsumer(queue));
        }

        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < queues.size(); i++) {
                producers.get(i).send(session.createTextMessage(round + "." + i));
                if (mode == Session.SESSION_TRANSACTED) {
                    session.commit();
                }
                assertThat(Jms.text(Jms.receive(consumers.get(i)))).isEqualTo(round + "." + i);
                if (mode == Session.SESSION_TRANSACTED) {
                    session.commit();
                }
            }
        }
    }

    @Test
    @Section({"6.2.9.1", "4.2"})
    void allSubscribersGetAPublishersMessagesInOrder(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        Connection connection = jms.started();
        MessageConsumer first = connection.createSession().createConsumer(topic);
        MessageConsumer second = jms.started().createSession().createConsumer(topic);

        jms.send(topic, numbered(50).toArray(String[]::new));

        assertThat(Jms.receive(first, 50)).isEqualTo(numbered(50));
        assertThat(Jms.receive(second, 50)).isEqualTo(numbered(50));
    }
}
