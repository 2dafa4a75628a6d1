package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Headers, properties and bodies, on the sender's side and on the receiver's. */
@ConformanceTest
class MessageRulesTest {
    /** Sends a message and receives what comes of it. */
    private static <M extends Message> M transported(Jms jms, M message, Class<M> type) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(message);
        }
        return type.cast(Jms.receive(session.createConsumer(queue)));
    }

    private static void assertFails(Class<? extends Exception> expected, ThrowingCallable... calls) {
        for (int i = 0; i < calls.length; i++) {
            assertThat(catchThrowable(calls[i])).as("call %s", i).isInstanceOf(expected);
        }
    }

    @Test
    @Section("3.5.1")
    void aPropertyNameIsAnIdentifierOfTheSelectorLanguage(Jms jms) throws JMSException {
        Message message = jms.connection().createSession().createMessage();
        JMSProducer producer = jms.context().createProducer();

        assertFails(
                IllegalArgumentException.class,
                () -> message.setStringProperty("", "x"),
                () -> message.setObjectProperty("", "x"),
                () -> producer.setProperty("", "x"));
        // of other names that are not valid the specification does not say which exception it is
        for (String name : new String[] {" ", "1a", "a b", "a-b", "a.b", "a'", "@a"}) {
            assertThat(catchThrowable(() -> message.setStringProperty(name, "x")))
                    .as("message property '%s'", name)
                    .isInstanceOf(Exception.class);
            assertThat(catchThrowable(() -> producer.setProperty(name, "x")))
                    .as("producer property '%s'", name)
                    .isInstanceOf(Exception.class);
        }
        for (String name : new String[] {"a", "_a", "$a", "a1", "\u00e4", "JMS_vendor", "camelCase_1"}) {
            message.setStringProperty(name, name);
            assertThat(message.getStringProperty(name)).isEqualTo(name);
        }
    }

    @Test
    @Section({"3.5.8", "3.5.4"})
    void aPropertyThatDoesNotExistIsConvertedFromNull(Jms jms) throws JMSException {
        Message message = jms.connection().createSession().createMessage();

        assertThat(message.propertyExists("nil")).isFalse();
        assertThat(message.getStringProperty("nil")).isNull();
        assertThat(message.getObjectProperty("nil")).isNull();
        assertThat(message.getBooleanProperty("nil")).isFalse();
        assertFails(
                NumberFormatException.class,
                () -> message.getByteProperty("nil"),
                () -> message.getShortProperty("nil"),
                () -> message.getIntProperty("nil"),
                () -> message.getLongProperty("nil"));
        assertFails(
                NullPointerException.class,
                () -> message.getFloatProperty("nil"),
                () -> message.getDoubleProperty("nil"));
    }

    @Test
    @Section({"3.5.2", "3.5.5"})
    void propertiesAreOfPrimitiveTypesAndStrings(Jms jms) throws JMSException {
        Message message = jms.connection().createSession().createMessage();

        message.setObjectProperty("i", 7);
        message.setObjectProperty("s", "text");
        message.setObjectProperty("d", 2.5);
        Message received = transported(jms, message, Message.class);

        assertThat(received.getObjectProperty("i")).isEqualTo(7);
        assertThat(received.getObjectProperty("s")).isEqualTo("text");
        assertThat(received.getObjectProperty("d")).isEqualTo(2.5);
        assertFails(
                MessageFormatException.class,
                () -> message.setObjectProperty("x", new ArrayList<String>()),
                () -> message.setObjectProperty("x", 'c'),
                () -> message.setObjectProperty("x", new byte[1]));
    }

    @Test
    @Section("3.5.4")
    void aPropertyIsReadAsAWiderTypeOrAsAStringButNotAsANarrowerOne(Jms jms) throws JMSException {
        Message message = jms.connection().createSession().createMessage();
        message.setIntProperty("i", 7);
        message.setStringProperty("s", "8");
        message.setFloatProperty("f", 1.5f);

        assertThat(message.getLongProperty("i")).isEqualTo(7);
        assertThat(message.getStringProperty("i")).isEqualTo("7");
        assertThat(message.getByteProperty("s")).isEqualTo((byte) 8);
        assertThat(message.getDoubleProperty("s")).isEqualTo(8);
        assertThat(message.getDoubleProperty("f")).isEqualTo(1.5);
        assertFails(
                MessageFormatException.class,
                () -> message.getShortProperty("i"),
                () -> message.getDoubleProperty("i"),
                () -> message.getBooleanProperty("i"),
                () -> message.getLongProperty("f"));
    }

    @Test
    @Section({"3.5.3", "3.5.7", "3.10", "3.11.1", "3.11.2"})
    void aReceivedMessageIsReadOnlyAndItsTwoPartsAreClearedSeparately(Jms jms) throws JMSException {
        TextMessage sent = jms.connection().createSession().createTextMessage("text");
        sent.setStringProperty("p", "v");
        TextMessage message = transported(jms, sent, TextMessage.class);
        assertFails(
                MessageNotWriteableException.class,
                () -> message.setText("other"),
                () -> message.setStringProperty("p", "w"));

        message.clearBody();
        message.setText("other");
        assertThat(message.getStringProperty("p")).isEqualTo("v");
        assertFails(MessageNotWriteableException.class, () -> message.setStringProperty("p", "w"));
        message.clearProperties();

        message.setStringProperty("q", "w");
        assertThat(message.propertyExists("p")).isFalse();
        assertThat(message.getText()).isEqualTo("other");
    }

    @Test
    @Section({"3.9", "3.4.11"})
    void whatTheSenderDoesToAMessageAfterTheSendDoesNotChangeWhatWasSent(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        MapMessage message = session.createMapMessage();
        byte[] bytes = {1, 2, 3};
        message.setBytes("bytes", bytes);
        message.setString("text", "first");
        message.setStringProperty("p", "first");
        producer.send(message);

        bytes[0] = 9;
        message.setString("text", "second");
        message.setStringProperty("p", "second");
        producer.send(message);

        MapMessage received = (MapMessage) Jms.receive(session.createConsumer(queue));
        assertThat(received.getBytes("bytes")).containsExactly(1, 2, 3);
        assertThat(received.getString("text")).isEqualTo("first");
        assertThat(received.getStringProperty("p")).isEqualTo("first");
    }

    @Test
    @Section("3.11")
    void anObjectIsTakenAsItIsWhenItIsSet(Jms jms) throws JMSException {
        ArrayList<String> list = new ArrayList<>(List.of("first"));
        ObjectMessage message = jms.connection().createSession().createObjectMessage(list);
        list.add("second");

        assertThat(message.getObject()).isEqualTo(List.of("first"));
        assertThat(transported(jms, message, ObjectMessage.class).getObject()).isEqualTo(List.of("first"));
    }

    @Test
    @Section({"3.4.3", "3.4.4", "3.4.9", "3.4.11"})
    void theSendSetsItsHeaderFieldsWhateverTheClientHasSetThere(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();
        message.setJMSMessageID("ID:mine");
        message.setJMSPriority(1);
        message.setJMSExpiration(1);
        message.setJMSTimestamp(1);
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        message.setJMSRedelivered(true);

        producer.send(message, DeliveryMode.PERSISTENT, 8, 0);
        Message received = Jms.receive(session.createConsumer(queue));

        for (Message side : new Message[] {message, received}) {
            assertThat(side.getJMSMessageID()).startsWith("ID:").isNotEqualTo("ID:mine");
            assertThat(side.getJMSPriority()).isEqualTo(8);
            assertThat(side.getJMSExpiration()).isZero();
            assertThat(side.getJMSTimestamp()).isGreaterThan(1);
            assertThat(side.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
            assertThat(side.getJMSDestination()).isEqualTo((Destination) queue);
        }
        assertThat(received.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
        assertThat(received.getJMSRedelivered()).isFalse();
    }

    @Test
    @Section("3.4.3")
    void messageIdentifiersAreUnique(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Session session = jms.connection().createSession();
            MessageProducer producer = session.createProducer(queue);
            Message message = session.createMessage();
            for (int j = 0; j < 10; j++) {
                producer.send(message, DeliveryMode.NON_PERSISTENT, 4, 0);
                ids.add(message.getJMSMessageID());
            }
        }

        assertThat(ids).hasSize(30);
    }

    @Test
    @Section({"3.4.5", "3.4.6", "3.4.8"})
    void whatTheClientSaysInHeaderFieldsArrives(Jms jms) throws JMSException {
        Queue replies = jms.newQueue();
        Message message = jms.connection().createSession().createMessage();
        message.setJMSCorrelationID("correlation");
        message.setJMSReplyTo(replies);
        message.setJMSType("type");

        Message received = transported(jms, message, Message.class);

        assertThat(received.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(received.getJMSReplyTo()).isEqualTo((Destination) replies);
        assertThat(received.getJMSType()).isEqualTo("type");
    }

    @Test
    @Section("3.11")
    void bytesAreReadAsTheyWereWrittenAndEndWithAnException(Jms jms) throws JMSException {
        BytesMessage message = jms.connection().createSession().createBytesMessage();
        message.writeInt(7);
        message.writeUTF("text");
        assertFails(MessageNotReadableException.class, message::readInt, message::getBodyLength);
        BytesMessage received = transported(jms, message, BytesMessage.class);

        assertThat(received.readInt()).isEqualTo(7);
        assertThat(received.readUTF()).isEqualTo("text");
        assertFails(MessageEOFException.class, received::readByte);
        assertThat(received.readBytes(new byte[4])).isEqualTo(-1);
        received.reset();
        assertThat(received.readInt()).isEqualTo(7);
        assertFails(MessageNotWriteableException.class, () -> received.writeInt(1));
    }

    @Test
    @Section({"3.11.3", "API"})
    void aByteFieldOfAStreamIsReadToItsEndBeforeAnythingElse(Jms jms) throws JMSException {
        StreamMessage message = jms.connection().createSession().createStreamMessage();
        message.writeBytes(new byte[] {1, 2, 3});
        message.writeInt(7);
        StreamMessage received = transported(jms, message, StreamMessage.class);
        byte[] part = new byte[2];

        assertThat(received.readBytes(part)).isEqualTo(2);
        assertFails(MessageFormatException.class, received::readInt, received::readString);
        assertThat(received.readBytes(part)).isEqualTo(1);
        assertThat(received.readInt()).isEqualTo(7);
        assertFails(MessageEOFException.class, received::readInt);
    }

    @Test
    @Section("3.11.3")
    void aFailedReadOfAStreamLeavesTheFieldToBeReadOtherwise(Jms jms) throws JMSException {
        StreamMessage message = jms.connection().createSession().createStreamMessage();
        message.writeString("no number");
        message.writeLong(8);
        StreamMessage received = transported(jms, message, StreamMessage.class);

        assertFails(NumberFormatException.class, received::readInt);
        assertThat(received.readString()).isEqualTo("no number");
        assertFails(MessageFormatException.class, received::readInt);
        assertThat(received.readLong()).isEqualTo(8);
    }

    @Test
    @Section("3.11.3")
    void theEntriesOfAMapConvertAsPropertiesDo(Jms jms) throws JMSException {
        MapMessage message = jms.connection().createSession().createMapMessage();
        message.setInt("i", 7);
        message.setChar("c", 'x');
        assertFails(IllegalArgumentException.class, () -> message.setInt("", 1));
        MapMessage received = transported(jms, message, MapMessage.class);

        assertThat(received.getLong("i")).isEqualTo(7);
        assertThat(received.getString("c")).isEqualTo("x");
        assertThat(received.getString("nil")).isNull();
        assertThat(received.itemExists("nil")).isFalse();
        assertFails(MessageFormatException.class, () -> received.getByte("i"), () -> received.getInt("c"));
    }

    @Test
    @Section("API")
    void aBodyIsGivenAsWhatItIsOrNotAtAll(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        TextMessage text = transported(jms, session.createTextMessage("text"), TextMessage.class);
        Message none = transported(jms, session.createMessage(), Message.class);
        StreamMessage stream = transported(jms, session.createStreamMessage(), StreamMessage.class);

        assertThat(text.isBodyAssignableTo(CharSequence.class)).isTrue();
        assertThat(text.getBody(Object.class)).isEqualTo("text");
        assertThat(text.isBodyAssignableTo(Integer.class)).isFalse();
        assertThat(none.getBody(String.class)).isNull();
        assertThat(stream.isBodyAssignableTo(Object.class)).isFalse();
        assertFails(
                MessageFormatException.class, () -> text.getBody(Integer.class), () -> stream.getBody(Object.class));
    }
}
