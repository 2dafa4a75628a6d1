package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Header fields and the properties whose names begin with JMSX: who sets them, and what hints do to them. */
@ConformanceTest
class HeaderRulesTest {
    @Test
    @Section({"3.5.9", "3.5.11"})
    void theDeliveryCountIsSetForTheConsumerAlone(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        Message sent = session.createMessage();

        session.createProducer(queue).send(sent);
        Message received = Jms.receive(session.createConsumer(queue));

        assertThat(sent.propertyExists("JMSXDeliveryCount")).isFalse();
        assertThat(Jms.strings(sent.getPropertyNames())).isEmpty();
        assertThat(Jms.deliveryCount(received)).isEqualTo(1);
    }

    @Test
    @Section({"3.5.9", "3.10"})
    void aReceivedMessageThatIsSentOnIsCountedAnew(Jms jms) throws JMSException {
        Queue first = jms.newQueue();
        Queue second = jms.newQueue();
        jms.send(first, "text");
        Session session = jms.started().createSession();
        TextMessage message = (TextMessage) Jms.receive(session.createConsumer(first));
        String firstId = message.getJMSMessageID();

        session.createProducer(second).send(message);
        TextMessage onward = (TextMessage) Jms.receive(session.createConsumer(second));

        assertThat(onward.getText()).isEqualTo("text");
        assertThat(Jms.deliveryCount(onward)).isEqualTo(1);
        assertThat(onward.getJMSMessageID()).isNotEqualTo(firstId).isEqualTo(message.getJMSMessageID());
        assertThat(onward.getJMSDestination()).isEqualTo((Destination) second);
    }

    @Test
    @Section({"3.5.9", "3.5.10"})
    void theGroupPropertiesAreTheClientsAndArrive(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        Message message = session.createMessage();
        message.setStringProperty("JMSXGroupID", "group");
        message.setIntProperty("JMSXGroupSeq", 3);

        session.createProducer(queue).send(message);
        Message received = Jms.receive(session.createConsumer(queue));

        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("group");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(3);
    }

    @Test
    @Section({"3.5.9", "6.1.6"})
    void whatTheProviderSaysItSupportsIsThere(Jms jms) throws JMSException {
        Connection connection = jms.connection();

        assertThat(Jms.strings(connection.getMetaData().getJMSXPropertyNames()))
                .contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");
    }

    @Test
    @Section({"3.4.3", "3.4.4", "7.4"})
    void identifierAndTimestampMayBeLeftOutOnRequestAndAreElseThere(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        assertThat(producer.getDisableMessageID()).isTrue();
        assertThat(producer.getDisableMessageTimestamp()).isTrue();
        producer.send(message);
        // it is a hint: a provider that does not take it sets them as ever
        assertThat(message.getJMSMessageID())
                .satisfiesAnyOf(
                        id -> assertThat(id).isNull(), id -> assertThat(id).startsWith("ID:"));
        assertThat(message.getJMSTimestamp()).isNotNegative();
        producer.setDisableMessageID(false);
        producer.setDisableMessageTimestamp(false);

        producer.send(message);

        assertThat(message.getJMSMessageID()).startsWith("ID:");
        assertThat(message.getJMSTimestamp()).isPositive();
    }

    @Test
    @Section("3.4.4")
    void theTimestampLiesWithinTheCallOfTheSend(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        MessageProducer producer = session.createProducer(jms.newQueue());
        Message before = session.createMessage();
        Message message = session.createMessage();
        Message after = session.createMessage();

        producer.send(before);
        Jms.passTime(5);
        producer.send(message);
        Jms.passTime(5);
        producer.send(after);

        assertThat(message.getJMSTimestamp()).isBetween(before.getJMSTimestamp() + 4, after.getJMSTimestamp() - 4);
    }

    @Test
    @Section("3.4.5")
    void aCorrelationIdentifierMayBeBytesOrText(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        Message message = session.createMessage();
        byte[] id = "bytes".getBytes(StandardCharsets.UTF_8);
        message.setJMSCorrelationIDAsBytes(id);
        session.createProducer(queue).send(message);
        message.setJMSCorrelationID("text");
        session.createProducer(queue).send(message);
        MessageConsumer consumer = session.createConsumer(queue);

        assertThat(new String(Jms.receive(consumer).getJMSCorrelationIDAsBytes(), StandardCharsets.UTF_8))
                .isEqualTo("bytes");
        assertThat(Jms.receive(consumer).getJMSCorrelationID()).isEqualTo("text");
    }

    @Test
    @Section({"3.4.9", "7.8", "7.9"})
    void aMessageThatExpiresBeforeItsDeliveryTimeIsNotSentOrNeverDelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(300);
        try {
            producer.send(session.createTextMessage("early"), DeliveryMode.PERSISTENT, 4, 100);
        } catch (JMSException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
        producer.send(session.createTextMessage("stays"), DeliveryMode.PERSISTENT, 4, 3_600_000);

        assertThat(Jms.text(Jms.receive(session.createConsumer(queue)))).isEqualTo("stays");
    }

    /** T-51: trace context is a property with a legal name. */
    @Test
    @Section("3.5.1")
    void traceContextTravelsAsAProperty(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        String context = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        Message message = session.createMessage();
        message.setStringProperty("traceparent", context);

        session.createProducer(queue).send(message);

        assertThat(Jms.receive(session.createConsumer(queue)).getStringProperty("traceparent"))
                .isEqualTo(context);
    }

    @Test
    @Section({"3.5.7", "3.5.9"})
    void aReceivedMessagesPropertiesAreReadOnlyWhateverTheirName(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");
        Message message = Jms.receive(jms.started().createSession().createConsumer(queue));

        for (String name : new String[] {"p", "JMSXGroupID", "JMSXDeliveryCount", "JMS_vendor"}) {
            assertThat(catchThrowable(() -> message.setStringProperty(name, "x")))
                    .as(name)
                    .isInstanceOf(MessageNotWriteableException.class);
        }
    }

    @Test
    @Section({"3.4.2", "7.7"})
    void theDeliveryModeOfTheProducerIsThatOfItsMessagesUnlessTheSendSaysOtherwise(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.setPriority(7);
        MessageConsumer consumer = session.createConsumer(queue);

        producer.send(session.createMessage());
        assertThat(Jms.receive(consumer).getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        producer.send(session.createMessage(), DeliveryMode.PERSISTENT, 7, 0);
        Message second = Jms.receive(consumer);
        assertThat(second.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(second.getJMSPriority()).isEqualTo(7);
    }
}
