package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** getBody, isBodyAssignableTo, and the read-only rules that all kinds share. */
class MessageBodyTest {
    private static final MessageFactory FACTORY = Sending.FACTORY;

    @Test
    void textIsGivenAsStringAndWhatAStringIs() throws JMSException {
        AngariumTextMessage message = FACTORY.text();
        message.setText("text");

        for (Message side : List.of(message, Sending.received(message))) {
            assertGives(
                    side, "text", String.class, CharSequence.class, Comparable.class, Serializable.class, Object.class);
            assertRefuses(side, Integer.class, byte[].class, Map.class, StringBuilder.class);
        }
    }

    @Test
    void bytesAreGivenAsByteArrayOrObject() throws JMSException {
        AngariumBytesMessage message = FACTORY.bytes();
        message.writeShort((short) 0x0102);

        for (Message side : List.of(Sending.received(message), message)) {
            assertGives(side, new byte[] {1, 2}, byte[].class, Object.class);
            assertRefuses(side, String.class, Serializable.class, int[].class);
        }
        assertThat(message.readShort()).as("getBody resets").isEqualTo((short) 0x0102);
    }

    @Test
    void aMapIsGivenAsMapOrObject() throws JMSException {
        AngariumMapMessage message = FACTORY.map();
        message.setInt("a", 1);

        for (Message side : List.of(message, Sending.received(message))) {
            assertGives(side, Map.of("a", 1), Map.class, Object.class);
            assertRefuses(side, HashMap.class, String.class, Serializable.class);
        }
    }

    @Test
    void anObjectIsGivenAsWhatItIs() throws JMSException {
        AngariumObjectMessage message = FACTORY.object();
        message.setObject(5);

        for (Message side : List.of(message, Sending.received(message))) {
            assertGives(side, 5, Integer.class, Number.class, Comparable.class, Serializable.class, Object.class);
            assertRefuses(side, Long.class, String.class);
        }
    }

    @Test
    void aStreamIsNeverGiven() throws JMSException {
        StreamMessage message = FACTORY.stream();
        message.writeInt(1);

        assertRefuses(message, Object.class, List.class, Integer.class);
        assertRefuses(FACTORY.stream(), Object.class);
    }

    @Test
    void aMissingBodyIsNullAsAnyType() throws JMSException {
        for (Message message :
                List.of(FACTORY.message(), FACTORY.text(), FACTORY.bytes(), FACTORY.map(), FACTORY.object())) {
            for (Message side : List.of(message, Sending.received(message))) {
                for (Class<?> type : List.of(String.class, Thread.class, Object.class)) {
                    assertThat(side.isBodyAssignableTo(type)).isTrue();
                    assertThat((Object) side.getBody(type)).isNull();
                }
            }
        }
    }

    private static void assertGives(Message message, Object body, Class<?>... types) throws JMSException {
        for (Class<?> type : types) {
            assertThat(message.isBodyAssignableTo(type)).as(type.getName()).isTrue();
            assertThat((Object) message.getBody(type)).isEqualTo(body);
        }
    }

    private static void assertRefuses(Message message, Class<?>... types) throws JMSException {
        for (Class<?> type : types) {
            assertThat(message.isBodyAssignableTo(type)).as(type.getName()).isFalse();
            assertThatThrownBy(() -> message.getBody(type))
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining(type.getName());
        }
    }

    @Test
    void theBodyOfAReceivedTextMessageIsReadOnlyUntilItIsCleared() throws JMSException {
        AngariumTextMessage message = FACTORY.text();
        message.setText("text");
        message.setIntProperty("p", 1);
        TextMessage received = Sending.received(message);

        assertThatThrownBy(() -> received.setText("other")).isInstanceOf(MessageNotWriteableException.class);
        received.clearBody();

        assertThat(received.getText()).isNull();
        received.setText("other");
        assertThat(received.getText()).isEqualTo("other");
        assertThat(received.getIntProperty("p")).isEqualTo(1);
        assertThatThrownBy(() -> received.setIntProperty("p", 2)).isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    void theBodyOfAReceivedObjectMessageIsReadOnlyUntilItIsCleared() throws JMSException {
        AngariumObjectMessage message = FACTORY.object();
        message.setObject("x");
        AngariumObjectMessage received = Sending.received(message);

        assertThatThrownBy(() -> received.setObject("y")).isInstanceOf(MessageNotWriteableException.class);
        received.clearBody();

        assertThat(received.getObject()).isNull();
        received.setObject("y");
        assertThat(received.getObject()).isEqualTo("y");
    }

    @Test
    void theHeadersOfAReceivedMessageCanAlwaysBeSet() throws JMSException {
        Message received = Sending.received(FACTORY.message());

        received.setJMSType("type");
        received.setJMSCorrelationID("id");
        received.setJMSPriority(7);
        received.setJMSRedelivered(true);

        assertThat(received.getJMSType()).isEqualTo("type");
        assertThat(received.getJMSCorrelationID()).isEqualTo("id");
        assertThat(received.getJMSPriority()).isEqualTo(7);
        assertThat(received.getJMSRedelivered()).isTrue();
        assertThat(received.getJMSMessageID()).isEqualTo("ID:1");
    }
}
