package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.Mockito;

/** Header fields and messages through the broker (Jakarta Messaging 3.1 §3.4, §3.9, §3.12; jms-conformance 5.9, 5.24). */
@Timeout(60)
class HeadersTest {
    private static TestBroker broker;
    private Connection connection;
    private Session session;
    private Queue queue;
    private MessageProducer producer;
    private MessageConsumer consumer;

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
        session = connection.createSession();
        queue = session.createQueue(broker.newName());
        producer = session.createProducer(queue);
        consumer = session.createConsumer(queue);
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    @Test
    void theSendSetsTheHeaderFieldsOfTheSendersMessage() throws JMSException {
        Message message = session.createTextMessage("a");

        producer.send(message, DeliveryMode.NON_PERSISTENT, 7, 60_000);

        long now = broker.clock.currentTimeMillis();
        assertThat(message.getJMSDestination()).isEqualTo(queue);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(message.getJMSPriority()).isEqualTo(7);
        assertThat(message.getJMSTimestamp()).isEqualTo(now);
        assertThat(message.getJMSExpiration()).isEqualTo(now + 60_000);
        assertThat(message.getJMSMessageID()).startsWith("ID:");
    }

    @Test
    void theReceiverSeesTheHeaderFieldsOfTheSender() throws JMSException {
        Message message = session.createTextMessage("a");
        message.setJMSCorrelationID("correlation");
        message.setJMSType("type");
        message.setJMSReplyTo(queue);
        producer.send(message);

        Message received = TestBroker.receive(consumer);

        assertThat(received.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
        assertThat(received.getJMSTimestamp()).isEqualTo(message.getJMSTimestamp());
        assertThat(received.getJMSDestination()).isEqualTo(queue);
        assertThat(received.getJMSReplyTo()).isEqualTo(queue);
        assertThat(received.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(received.getJMSType()).isEqualTo("type");
        assertThat(received.getJMSPriority()).isEqualTo(4);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    }

    @Test
    void whatAClientSetsInFieldsOfTheSendIsIgnored() throws JMSException {
        Message message = session.createTextMessage("a");
        message.setJMSMessageID("ID:mine");
        message.setJMSPriority(9);
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        message.setJMSExpiration(1);
        message.setJMSTimestamp(1);
        message.setJMSDestination(session.createQueue("elsewhere"));

        producer.send(message);

        Message received = TestBroker.receive(consumer);
        assertThat(received.getJMSMessageID()).isNotEqualTo("ID:mine");
        assertThat(received.getJMSPriority()).isEqualTo(4);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(received.getJMSDestination()).isEqualTo(queue);
    }

    @Test
    void messageIdsAreUniqueAlsoForOneMessageThatIsSentTwice() throws JMSException {
        Message message = session.createMessage();
        producer.send(message);
        String first = message.getJMSMessageID();

        producer.send(message);

        assertThat(message.getJMSMessageID()).isNotEqualTo(first);
    }

    @Test
    void messageIdAndTimestampAreLeftOutOnRequest() throws JMSException {
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);

        producer.send(session.createMessage());

        Message received = TestBroker.receive(consumer);
        assertThat(received.getJMSMessageID()).isNull();
        assertThat(received.getJMSTimestamp()).isZero();
    }

    @Test
    void aMessageThatIsChangedAfterTheSendArrivesAsItWasSent() throws JMSException {
        TextMessage message = session.createTextMessage("before");
        producer.send(message);
        message.setText("after");
        producer.send(message);

        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("before");
        assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("after");
    }

    @Test
    void aReceivedMessageIsReadOnlyUntilItIsCleared() throws JMSException {
        TextMessage sent = session.createTextMessage("a");
        sent.setStringProperty("colour", "red");
        producer.send(sent);
        TextMessage received = (TextMessage) TestBroker.receive(consumer);

        assertThatThrownBy(() -> received.setText("b")).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> received.setStringProperty("x", "y")).isInstanceOf(MessageNotWriteableException.class);
        received.clearBody();
        received.setText("b");
        assertThat(received.getStringProperty("colour")).isEqualTo("red");
    }

    @Test
    void aReceivedMessageCanBeSentOnAndIsCountedAnew() throws JMSException {
        broker.send(queue, "a");
        Message received = TestBroker.receive(consumer);

        producer.send(received);

        Message again = TestBroker.receive(consumer);
        assertThat(TestBroker.text(again)).isEqualTo("a");
        assertThat(TestBroker.deliveryCount(again)).isEqualTo(1);
    }

    @Test
    void aMessageOfAnotherProviderIsSentAndGetsTheHeaderFieldsOfTheSend() throws JMSException {
        TextMessage foreign = Mockito.mock(TextMessage.class);
        Mockito.when(foreign.getText()).thenReturn("from elsewhere");
        Mockito.when(foreign.getJMSType()).thenReturn("foreign type");

        producer.send(foreign);

        Message received = TestBroker.receive(consumer);
        assertThat(TestBroker.text(received)).isEqualTo("from elsewhere");
        assertThat(received.getJMSType()).isEqualTo("foreign type");
        Mockito.verify(foreign).setJMSMessageID(received.getJMSMessageID());
        Mockito.verify(foreign).setJMSDestination(queue);
        Mockito.verify(foreign).setJMSTimestamp(received.getJMSTimestamp());
        Mockito.verify(foreign).setJMSPriority(4);
    }

    @Test
    void aSelectorSeesHeaderFieldsAndTheDeliveryCount() throws JMSException {
        consumer.close();
        Message message = session.createTextMessage("a");
        message.setJMSType("car");
        producer.send(message, DeliveryMode.PERSISTENT, 7, 0);

        MessageConsumer selecting = session.createConsumer(
                queue,
                "JMSType = 'car' AND JMSPriority > 6 AND JMSDeliveryMode = 'PERSISTENT' AND JMSXDeliveryCount = 1"
                        + " AND JMSMessageID = '" + message.getJMSMessageID() + "'");

        assertThat(TestBroker.text(TestBroker.receive(selecting))).isEqualTo("a");
    }

    @Test
    void aConsumerWithASelectorLeavesTheRestToOthers() throws JMSException {
        consumer.close();
        for (int i = 0; i < 6; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setBooleanProperty("even", i % 2 == 0);
            producer.send(message);
        }

        assertThat(TestBroker.drain(session.createConsumer(queue, "even = TRUE")))
                .containsExactly("m0", "m2", "m4");
        assertThat(broker.drain(queue)).containsExactly("m1", "m3", "m5");
    }

    @Test
    void groupPropertiesTravelWithTheMessage() throws JMSException {
        Message message = session.createMessage();
        message.setStringProperty("JMSXGroupID", "g");
        message.setIntProperty("JMSXGroupSeq", 3);
        producer.send(message);

        Message received = TestBroker.receive(consumer);

        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(3);
    }

    @Test
    void theSameApplicationMessageIdIsTakenOnce() throws JMSException {
        for (String text : new String[] {"first", "repeated"}) {
            Message message = session.createTextMessage(text);
            message.setStringProperty("JMS_ANGARIUM_MessageId", "order-1");
            producer.send(message);
        }

        assertThat(TestBroker.drain(consumer)).containsExactly("first");
    }
}
