package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Message groups (T-47): the messages of a group go to one consumer at a time, in order. */
@ConformanceTest
class GroupRulesTest {
    private static final List<String> GROUPS = List.of("a", "b", "c", "d");
    private static final int EACH = 5;

    private static void sendInTurn(Session session, Queue queue) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            for (int i = 0; i < EACH; i++) {
                for (String group : GROUPS) {
                    Message message = session.createTextMessage(group + i);
                    message.setStringProperty("JMSXGroupID", group);
                    message.setIntProperty("JMSXGroupSeq", i + 1);
                    producer.send(message);
                }
            }
        }
    }

    private static List<String> ofGroup(List<String> received, String group) {
        return received.stream().filter(text -> text.startsWith(group)).toList();
    }

    @Test
    @Section("3.5.9")
    void aGroupGoesToOneConsumerInItsOrder(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        CountDownLatch received = new CountDownLatch(GROUPS.size() * EACH);
        List<List<String>> byConsumer = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            List<String> mine = new CopyOnWriteArrayList<>();
            byConsumer.add(mine);
            jms.started().createSession().createConsumer(queue).setMessageListener(message -> {
                mine.add(textOf(message));
                received.countDown();
            });
        }

        sendInTurn(jms.started().createSession(), queue);

        Jms.await(received);
        for (String group : GROUPS) {
            List<String> here = ofGroup(byConsumer.get(0), group);
            List<String> there = ofGroup(byConsumer.get(1), group);
            assertThat(here.isEmpty() || there.isEmpty())
                    .as("%s and %s", here, there)
                    .isTrue();
            assertThat(here.isEmpty() ? there : here).isSorted().hasSize(EACH);
        }
        assertThat(byConsumer)
                .as("the groups are shared among those who listen")
                .noneMatch(List::isEmpty);
    }

    private static String textOf(Message message) {
        try {
            return Jms.text(message);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Section("3.5.9")
    void aGroupWhoseConsumerHasGonePassesOnWithWhatWasNotSettledFirst(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session going = jms.started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer gone = going.createConsumer(queue);
        sendInTurn(jms.started().createSession(), queue);
        assertThat(Jms.receive(gone, 2)).containsExactly("a0", "b0");

        going.close();

        MessageConsumer next = jms.started().createSession().createConsumer(queue);
        List<String> received = Jms.drain(next);
        assertThat(received).hasSize(GROUPS.size() * EACH);
        for (String group : GROUPS) {
            assertThat(ofGroup(received, group)).isSorted().hasSize(EACH);
        }
    }

    @Test
    @Section("3.5.9")
    void theGroupIsThereForTheReceiver(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        sendInTurn(session, queue);

        Message received = Jms.receive(session.createConsumer(queue));

        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("a");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isOne();
    }
}
