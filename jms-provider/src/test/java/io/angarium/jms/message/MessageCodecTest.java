package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.MessageHead;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
    private static final MessageFactory FACTORY = Sending.FACTORY;

    @Test
    void eachKindOfMessageArrivesAsWhatItWasSent() throws JMSException {
        assertThat((Message) Sending.received(FACTORY.message())).isExactlyInstanceOf(AngariumMessage.class);
        assertThat((Message) Sending.received(FACTORY.text())).isInstanceOf(TextMessage.class);
        assertThat((Message) Sending.received(FACTORY.bytes())).isInstanceOf(BytesMessage.class);
        assertThat((Message) Sending.received(FACTORY.map())).isInstanceOf(MapMessage.class);
        assertThat((Message) Sending.received(FACTORY.stream())).isInstanceOf(StreamMessage.class);
        assertThat((Message) Sending.received(FACTORY.object())).isInstanceOf(ObjectMessage.class);
    }

    @Test
    void textArrivesAsItIsAlsoEmptyAndNull() throws JMSException {
        for (String text : new String[] {"größe 数 😀 \0 \r\n", "", null, "x".repeat(1 << 20)}) {
            TextMessage message = FACTORY.text();
            message.setText(text);

            assertThat(Sending.received(message).getText()).isEqualTo(text);
        }
    }

    @Test
    void theHeadersThatTheApplicationSetsArrive() throws JMSException {
        Message message = FACTORY.message();
        message.setJMSCorrelationID("correlation");
        message.setJMSReplyTo(new Sending.TestTopic("replies"));
        message.setJMSType("type");

        Message received = Sending.received(message);

        assertThat(received.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(received.getJMSReplyTo()).isEqualTo(new Sending.TestTopic("replies"));
        assertThat(received.getJMSType()).isEqualTo("type");
    }

    @Test
    void theHeadersOfTheSendReplaceThoseOfTheApplicationOnBothSides() throws JMSException {
        Message message = FACTORY.message();
        message.setJMSDestination(new Sending.TestTopic("elsewhere"));
        message.setJMSDeliveryMode(DeliveryMode.PERSISTENT);
        message.setJMSPriority(1);
        message.setJMSMessageID("ID:mine");
        message.setJMSTimestamp(1);
        message.setJMSExpiration(2);
        message.setJMSDeliveryTime(3);
        SendHeaders headers = new SendHeaders(Sending.ORDERS, DeliveryMode.NON_PERSISTENT, 9, "ID:7", 100, 300, 200);

        headers.setOn(message);
        io.angarium.protocol.Message encoded = new MessageCodec(
                        new Sending.TestMapping(), DeserializationPolicy.STANDARD)
                .encode((AngariumMessage) message);

        for (Message side : new Message[] {message, Sending.decode(encoded)}) {
            assertThat(side.getJMSDestination()).isEqualTo(Sending.ORDERS);
            assertThat(side.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(side.getJMSPriority()).isEqualTo(9);
            assertThat(side.getJMSMessageID()).isEqualTo("ID:7");
            assertThat(side.getJMSTimestamp()).isEqualTo(100);
            assertThat(side.getJMSExpiration()).isEqualTo(300);
            assertThat(side.getJMSDeliveryTime()).isEqualTo(200);
        }
        assertThat(encoded.persistent()).isFalse();
    }

    @Test
    void aCorrelationIdOfBytesArrivesAsBytesAndIsCopied() throws JMSException {
        Message message = FACTORY.message();
        byte[] id = {1, 2, (byte) 0xff};
        message.setJMSCorrelationIDAsBytes(id);
        id[0] = 9;

        Message received = Sending.received(message);
        received.getJMSCorrelationIDAsBytes()[1] = 9;

        assertThat(received.getJMSCorrelationIDAsBytes()).containsExactly(1, 2, 0xff);
        received.setJMSCorrelationID("text");
        assertThat(received.getJMSCorrelationIDAsBytes()).asString().isEqualTo("text");
        received.setJMSCorrelationID(null);
        assertThat(received.getJMSCorrelationIDAsBytes()).isNull();
        assertThat(received.getJMSCorrelationID()).isNull();
    }

    @Test
    void aReplyDestinationOfAnotherProviderIsRefused() throws JMSException {
        Message message = FACTORY.message();
        message.setJMSReplyTo((Topic) () -> "foreign");

        assertThatThrownBy(() -> Sending.encode(message)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void theMessageIdOfTheApplicationIsForDuplicateDetection() throws JMSException {
        Message message = FACTORY.message();
        assertThat(Sending.encode(message).duplicateId()).isNull();

        message.setStringProperty("_AMQ_DUPL_ID", "theirs");
        assertThat(Sending.encode(message).duplicateId()).isEqualTo("theirs");

        message.setStringProperty("JMS_ANGARIUM_MessageId", "ours");
        assertThat(Sending.encode(message).duplicateId()).isEqualTo("ours");
        assertThat(Sending.received(message).getStringProperty("JMS_ANGARIUM_MessageId"))
                .isEqualTo("ours");
    }

    @Test
    void theGroupOfAMessageIsForTheBroker() throws JMSException {
        Message message = FACTORY.message();
        message.setStringProperty("JMSXGroupID", "group");
        message.setIntProperty("JMSXGroupSeq", 2);

        assertThat(Sending.encode(message).decodeHead().groupId()).isEqualTo("group");
        assertThat(Sending.received(message).getStringProperty("JMSXGroupID")).isEqualTo("group");
        assertThat(Sending.received(message).getIntProperty("JMSXGroupSeq")).isEqualTo(2);
    }

    @Test
    void aMessageCanBeChangedAndSentAgainWithoutChangingWhatWasSent() throws JMSException {
        AngariumTextMessage text = FACTORY.text();
        text.setText("first");
        text.setIntProperty("p", 1);
        AngariumMapMessage map = FACTORY.map();
        map.setInt("a", 1);
        AngariumStreamMessage stream = FACTORY.stream();
        stream.writeInt(1);
        AngariumObjectMessage object = FACTORY.object();
        object.setObject("first");
        io.angarium.protocol.Message firstText = Sending.encode(text);
        io.angarium.protocol.Message firstMap = Sending.encode(map);
        io.angarium.protocol.Message firstStream = Sending.encode(stream);
        io.angarium.protocol.Message firstObject = Sending.encode(object);

        text.setText("second");
        text.setIntProperty("p", 2);
        map.setInt("a", 2);
        stream.writeInt(2);
        object.setObject("second");

        assertThat(((TextMessage) Sending.decode(firstText)).getText()).isEqualTo("first");
        assertThat(Sending.decode(firstText).getIntProperty("p")).isEqualTo(1);
        assertThat(((MapMessage) Sending.decode(firstMap)).getInt("a")).isEqualTo(1);
        assertThat(firstStream.body().remaining()).isEqualTo(5);
        assertThat(((ObjectMessage) Sending.decode(firstObject)).getObject()).isEqualTo("first");
        assertThat(Sending.received(text).getText()).isEqualTo("second");
        assertThat(Sending.received(map).getInt("a")).isEqualTo(2);
    }

    @Test
    void twoReceiversOfOneMessageDoNotSeeEachOther() throws JMSException {
        AngariumTextMessage message = FACTORY.text();
        message.setText("text");
        message.setIntProperty("p", 1);
        io.angarium.protocol.Message encoded = Sending.encode(message);
        TextMessage first = (TextMessage) Sending.decode(encoded);

        first.clearBody();
        first.clearProperties();
        first.setText("changed");
        first.setJMSType("changed");
        TextMessage redelivered = (TextMessage) Sending.decode(encoded, 2, null);

        assertThat(redelivered.getText()).isEqualTo("text");
        assertThat(redelivered.getIntProperty("p")).isEqualTo(1);
        assertThat(redelivered.getJMSType()).isNull();
    }

    @Test
    void aReceivedMessageCanBeSentOn() throws JMSException {
        AngariumTextMessage message = FACTORY.text();
        message.setText("text");
        message.setIntProperty("p", 1);
        message.setJMSType("type");
        TextMessage received = Sending.received(message);

        TextMessage again = Sending.received(received);

        assertThat(again.getText()).isEqualTo("text");
        assertThat(again.getIntProperty("p")).isEqualTo(1);
        assertThat(again.getJMSType()).isEqualTo("type");
    }

    @Test
    void aMessageIsRedeliveredIfItsDeliveryCountIsAboveOne() throws JMSException {
        io.angarium.protocol.Message encoded = Sending.encode(FACTORY.message());

        Message first = Sending.decode(encoded, 1, null);
        Message second = Sending.decode(encoded, 2, null);

        assertThat(first.getJMSRedelivered()).isFalse();
        assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(second.getJMSRedelivered()).isTrue();
        assertThat(second.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertThat(second.getStringProperty("JMSXDeliveryCount")).isEqualTo("2");
        assertThat(second.propertyExists("JMSXDeliveryCount")).isTrue();
    }

    @Test
    void acknowledgeIsPassedToTheSessionWithTheLock() throws JMSException {
        long[] acknowledged = new long[1];
        Message received =
                Sending.decode(Sending.encode(FACTORY.message()), 1, lockToken -> acknowledged[0] = lockToken);

        received.acknowledge();
        FACTORY.message().acknowledge();

        assertThat(acknowledged[0]).isEqualTo(77);
    }

    @Test
    void whatTheBrokerAddsIsAProperty() throws JMSException {
        Map<String, @Nullable Object> added = new LinkedHashMap<>();
        added.put("DeadLetterReason", "MaxDeliveryCountExceeded");
        Message sent = FACTORY.message();
        sent.setStringProperty("DeadLetterReason", "forged");
        sent.setIntProperty("p", 1);
        Delivery delivery = new Delivery(1, 1, 11, 0, added, Sending.encode(sent));

        Message received =
                new MessageCodec(new Sending.TestMapping(), DeserializationPolicy.STANDARD).decode(delivery, null);

        assertThat(received.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(received.getIntProperty("p")).isEqualTo(1);
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(11);
    }

    @Test
    void aDamagedHeadIsAJmsExceptionWhenItIsAskedFor() throws JMSException {
        ByteBuffer head = Sending.encode(FACTORY.message()).head();
        ByteBuffer damaged =
                ByteBuffer.allocate(40).put(head.duplicate().limit(40)).flip();
        Message received = Sending.decode(new io.angarium.protocol.Message(damaged, ByteBuffer.allocate(0)));

        assertThat(received.getJMSPriority()).isEqualTo(4);
        assertThatThrownBy(received::getJMSMessageID)
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void aDamagedBodyIsAJmsExceptionWhenItIsAskedFor() throws JMSException {
        MapMessage map = (MapMessage) damaged(BodyType.MAP);
        StreamMessage stream = (StreamMessage) damaged(BodyType.STREAM);
        ObjectMessage object = (ObjectMessage) damaged(BodyType.OBJECT);

        assertThatThrownBy(() -> map.getInt("a")).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(stream::readInt).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(object::getObject).isInstanceOf(MessageFormatException.class);
    }

    private static Message damaged(BodyType type) {
        MessageHead head = new MessageHead(
                type, true, 4, 0, 0, 0, null, null, null, null, null, Address.queue("q"), null, Map.of());
        return Sending.decode(
                io.angarium.protocol.Message.of(head, ByteBuffer.wrap(new byte[] {99, 1, 2, 3, 4, 5, 6, 7})));
    }

    @Test
    void aMessageWithoutDestinationCannotBeSent() {
        MessageCodec codec = new MessageCodec(new Sending.TestMapping(), DeserializationPolicy.STANDARD);

        assertThatThrownBy(() -> codec.encode(FACTORY.text()))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("JMSDestination");
    }
}
