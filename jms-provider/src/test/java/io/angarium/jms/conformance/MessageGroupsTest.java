package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Message groups (JMSXGroupID, JMSXGroupSeq) as an application sees them (Jakarta Messaging 3.1 §3.5.9). */
@Timeout(60)
class MessageGroupsTest {
    private static TestBroker broker;
    private Connection connection;
    private Queue queue;

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
        queue = connection.createSession().createQueue(broker.newName());
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    private MessageConsumer consumer() throws JMSException {
        return connection.createSession().createConsumer(queue);
    }

    /** Sends texts; what stands before the first figure of a text is its group. */
    private void send(String... texts) throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            for (String text : texts) {
                TextMessage message = session.createTextMessage(text);
                message.setStringProperty("JMSXGroupID", groupOf(text));
                producer.send(message);
            }
        }
    }

    private static String groupOf(String text) {
        return text.replaceAll("[0-9].*", "");
    }

    @Test
    void aGroupGoesToOneConsumerInOrderAndOthersGetOtherGroups() throws JMSException {
        MessageConsumer first = consumer();
        MessageConsumer second = consumer();
        send("a1", "b1", "a2", "b2", "a3");

        assertThat(TestBroker.text(first.receive(5_000))).isEqualTo("a1");
        assertThat(TestBroker.text(second.receive(5_000))).isEqualTo("b1");
        assertThat(TestBroker.drain(first)).containsExactly("a2", "a3");
        assertThat(TestBroker.drain(second)).containsExactly("b2");
        send("a4");
        assertThat(TestBroker.drain(second)).isEmpty();
        assertThat(TestBroker.drain(first)).containsExactly("a4");
    }

    @Test
    void aGroupPassesOnWhenItsConsumerCloses() throws JMSException {
        MessageConsumer first = consumer();
        MessageConsumer second = consumer();
        send("a1", "a2");
        TestBroker.receive(first);
        assertThat(second.receiveNoWait()).isNull();

        first.close();

        assertThat(TestBroker.text(second.receive(5_000))).isEqualTo("a2");
    }

    @Test
    void aGroupPassesOnWhenItsConnectionEndsWithWhatWasNotAcknowledgedFirst_T47() throws JMSException {
        MessageConsumer second = consumer();
        try (Connection other = broker.started()) {
            Session acknowledging = other.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer first = acknowledging.createConsumer(queue);
            send("a1", "a2", "a3");
            TestBroker.receive(first);
            TestBroker.receive(first);
            first.close();
            assertThat(second.receiveNoWait()).isNull();
        }

        Message again = TestBroker.receive(second);
        assertThat(TestBroker.text(again)).isEqualTo("a1");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(TestBroker.drain(second)).containsExactly("a2", "a3");
    }

    @Test
    void theNextConsumerOfTheSameSessionGoesOnInTheSameTransaction() throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        send("a1", "a2");
        try (MessageConsumer first = session.createConsumer(queue)) {
            assertThat(TestBroker.text(first.receive(5_000))).isEqualTo("a1");
        }

        try (MessageConsumer second = session.createConsumer(queue)) {
            assertThat(TestBroker.text(second.receive(5_000))).isEqualTo("a2");
        }

        session.commit();
        assertThat(broker.drain(queue)).isEmpty();
    }

    @Test
    void orderWithinAGroupHoldsThroughRollbackWithSeveralConsumers() throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer first = session.createConsumer(queue);
        MessageConsumer second = consumer();
        send("a1", "a2", "b1", "a3");
        TestBroker.receive(first);
        TestBroker.receive(first);

        session.rollback();

        assertThat(TestBroker.drain(second)).containsExactly("b1");
        assertThat(TestBroker.drain(first)).containsExactly("a1", "a2", "a3");
        session.commit();
    }

    @Test
    void orderWithinAGroupHoldsThroughRecoverWithListeners() throws Exception {
        Map<String, List<String>> seen = Collections.synchronizedMap(new HashMap<>());
        CountDownLatch done = new CountDownLatch(20);
        for (int i = 0; i < 3; i++) {
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            session.createConsumer(queue).setMessageListener(message -> {
                try {
                    if (!message.getJMSRedelivered() && TestBroker.text(message).endsWith("3")) {
                        session.recover();
                        return;
                    }
                    message.acknowledge();
                    seen.computeIfAbsent(groupOf(TestBroker.text(message)), g -> new ArrayList<>())
                            .add(TestBroker.text(message));
                    done.countDown();
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        for (int i = 0; i < 5; i++) {
            send("a" + i, "b" + i, "c" + i, "d" + i);
        }

        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        for (String group : List.of("a", "b", "c", "d")) {
            assertThat(seen.get(group)).containsExactly(group + 0, group + 1, group + 2, group + 3, group + 4);
        }
    }

    @Test
    void aNegativeSequenceEndsAGroupAndIsGivenThroughUntouched() throws JMSException {
        MessageConsumer first = consumer();
        MessageConsumer second = consumer();
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            TextMessage last = session.createTextMessage("a1");
            last.setStringProperty("JMSXGroupID", "a");
            last.setIntProperty("JMSXGroupSeq", -1);
            producer.send(last);
        }
        Message received = TestBroker.receive(first);
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(-1);
        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("a");
        assertThat(first.receiveNoWait()).isNull();
        send("a2");

        assertThat(TestBroker.text(second.receive(5_000))).isEqualTo("a2");
    }

    @Test
    void anEmptyNameIsNoGroup() throws JMSException {
        MessageConsumer first = consumer();
        MessageConsumer second = consumer();
        send("1", "2");

        assertThat(TestBroker.text(first.receive(5_000))).isEqualTo("1");
        assertThat(TestBroker.text(second.receive(5_000))).isEqualTo("2");
    }

    @Test
    void consumersOfASharedDurableSubscriptionShareItsGroups() throws JMSException {
        Session one = connection.createSession();
        Session two = connection.createSession();
        jakarta.jms.Topic topic = one.createTopic(broker.newName());
        MessageConsumer first = one.createSharedDurableConsumer(topic, "groups");
        MessageConsumer second = two.createSharedDurableConsumer(topic, "groups");
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(topic)) {
            for (String text : List.of("a1", "b1", "a2", "b2")) {
                TextMessage message = session.createTextMessage(text);
                message.setStringProperty("JMSXGroupID", groupOf(text));
                producer.send(message);
            }
        }

        assertThat(TestBroker.text(first.receive(5_000))).isEqualTo("a1");
        assertThat(TestBroker.drain(second)).containsExactly("b1", "b2");
        assertThat(TestBroker.drain(first)).containsExactly("a2");
    }

    @Test
    void theSessionsOfAConnectionConsumerWorkOnOneMessageOfAGroupAtATime() throws Exception {
        int messages = 40;
        Map<String, List<String>> seen = Collections.synchronizedMap(new HashMap<>());
        List<String> overlaps = Collections.synchronizedList(new ArrayList<>());
        Map<String, String> working = Collections.synchronizedMap(new HashMap<>());
        CountDownLatch done = new CountDownLatch(messages);
        TestPool pool = new TestPool(connection, 4, Session.SESSION_TRANSACTED, (session, message) -> {
            String text = TestBroker.text(message);
            String other = working.put(groupOf(text), text);
            if (other != null) {
                overlaps.add(text + " with " + other);
            }
            seen.computeIfAbsent(groupOf(text), g -> Collections.synchronizedList(new ArrayList<>()))
                    .add(text);
            working.remove(groupOf(text));
            session.commit();
            done.countDown();
        });
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 2);

        for (int i = 0; i < messages / 4; i++) {
            send("a" + i, "b" + i, "c" + i, "d" + i);
        }

        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(overlaps).isEmpty();
        for (String group : List.of("a", "b", "c", "d")) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < messages / 4; i++) {
                expected.add(group + i);
            }
            assertThat(seen.get(group)).isEqualTo(expected);
        }
        consumer.close();
        pool.close();
    }
}
