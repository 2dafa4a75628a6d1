package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 3.12: messages of other providers, known only by their interfaces. */
class ForeignMessageTest {
    private static final MessageFactory FACTORY = Sending.FACTORY;

    @Test
    void aMessageOfOursIsNotCopied() throws JMSException {
        AngariumTextMessage message = FACTORY.text();

        assertThat(FACTORY.ours(message)).isSameAs(message);
    }

    @Test
    void headersAndPropertiesAreTakenOver() throws JMSException {
        Message foreign = mock(Message.class);
        when(foreign.getJMSCorrelationID()).thenReturn("correlation");
        when(foreign.getJMSType()).thenReturn("type");
        when(foreign.getJMSReplyTo()).thenReturn(Sending.ORDERS);
        when(foreign.getPropertyNames())
                .thenReturn(Collections.enumeration(List.of("a", "not.an.identifier", "JMSXDeliveryCount")));
        when(foreign.getObjectProperty("a")).thenReturn(1L);
        when(foreign.getObjectProperty("not.an.identifier")).thenReturn("x");
        when(foreign.getObjectProperty("JMSXDeliveryCount")).thenReturn(5);

        Message copy = FACTORY.ours(foreign);

        assertThat(copy).isExactlyInstanceOf(AngariumMessage.class);
        assertThat(copy.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(copy.getJMSType()).isEqualTo("type");
        assertThat(copy.getJMSReplyTo()).isEqualTo(Sending.ORDERS);
        assertThat(copy.getObjectProperty("a")).isEqualTo(1L);
        assertThat(copy.getObjectProperty("not.an.identifier")).isEqualTo("x");
        assertThat(copy.propertyExists("JMSXDeliveryCount")).isFalse();
    }

    @Test
    void textAndObjectsAreTakenOver() throws JMSException {
        TextMessage text = mock(TextMessage.class);
        when(text.getText()).thenReturn("text");
        ObjectMessage object = mock(ObjectMessage.class);
        when(object.getObject()).thenReturn(5);

        assertThat(((TextMessage) FACTORY.ours(text)).getText()).isEqualTo("text");
        assertThat(((ObjectMessage) FACTORY.ours(object)).getObject()).isEqualTo(5);
    }

    @Test
    void bytesOfAnyLengthAreTakenOver() throws JMSException {
        BytesMessage foreign = mock(BytesMessage.class);
        when(foreign.readBytes(any())).thenReturn(8_192, 8_192, 100, -1);

        AngariumBytesMessage copy = (AngariumBytesMessage) FACTORY.ours(foreign);

        copy.reset();
        assertThat(copy.getBodyLength()).isEqualTo(2 * 8_192 + 100);
    }

    @Test
    void mapsAreTakenOver() throws JMSException {
        MapMessage foreign = mock(MapMessage.class);
        when(foreign.getMapNames()).thenReturn(Collections.enumeration(List.of("a", "b")));
        when(foreign.getObject("a")).thenReturn('c');

        MapMessage copy = (MapMessage) FACTORY.ours(foreign);

        assertThat(copy.getObject("a")).isEqualTo('c');
        assertThat(copy.itemExists("b")).isTrue();
        assertThat(copy.getObject("b")).isNull();
    }

    @Test
    void streamsAreTakenOverToTheirEnd() throws JMSException {
        StreamMessage foreign = mock(StreamMessage.class);
        when(foreign.readObject()).thenReturn(1).thenReturn(null).thenThrow(new MessageEOFException("end"));

        StreamMessage copy = (StreamMessage) FACTORY.ours(foreign);

        copy.reset();
        assertThat(copy.readObject()).isEqualTo(1);
        assertThat(copy.readObject()).isNull();
    }

    @Test
    void theHeadersOfTheSendAreSetBackOnTheForeignMessage() throws JMSException {
        Message foreign = mock(Message.class);

        new SendHeaders(Sending.ORDERS, DeliveryMode.NON_PERSISTENT, 9, null, 1, 2, 3).setOn(foreign);

        verify(foreign).setJMSDestination(Sending.ORDERS);
        verify(foreign).setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        verify(foreign).setJMSPriority(9);
        verify(foreign).setJMSMessageID(null);
        verify(foreign).setJMSTimestamp(1);
        verify(foreign).setJMSExpiration(2);
        verify(foreign).setJMSDeliveryTime(3);
    }
}
