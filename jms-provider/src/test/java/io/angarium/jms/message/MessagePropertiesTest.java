package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 3.5. */
class MessagePropertiesTest {
    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {" ", "1st", "a-b", "a.b", "a b", "trace-parent", "JMSPriority", "JMSMyOwn", "JMS"})
    void aNameThatIsNoIdentifierIsRefused(String name) {
        Message message = Sending.FACTORY.message();

        assertThatIllegalArgumentException().isThrownBy(() -> message.setStringProperty(name, "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> message.setObjectProperty(name, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> message.setBooleanProperty(name, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "_a",
                "$a",
                "größe",
                "a1",
                "JMSXGroupID",
                "JMSXGroupSeq",
                "JMS_vendor",
                "jmsType",
                "nullable",
                "traceparent",
                "true",
                "ESCAPE"
            })
    void anIdentifierIsTakenAndSoAreWordsOfTheSelectorLanguage(String name) throws JMSException {
        Message message = Sending.FACTORY.message();

        message.setIntProperty(name, 1);

        assertThat(message.propertyExists(name)).isTrue();
        assertThat(message.getIntProperty(name)).isEqualTo(1);
    }

    @Test
    void aValueOfAnotherClassIsRefused() {
        Message message = Sending.FACTORY.message();

        for (Object value : List.of('c', new byte[1], new BigDecimal(1), new Object(), List.of())) {
            assertThatThrownBy(() -> message.setObjectProperty("a", value))
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("property a")
                    .hasMessageContaining(value.getClass().getName());
        }
    }

    @Test
    void aPropertyThatWasNotSetIsNull() throws JMSException {
        Message message = Sending.FACTORY.message();

        assertThat(message.getObjectProperty("a")).isNull();
        assertThat(message.getStringProperty("a")).isNull();
        assertThat(message.getObjectProperty(null)).isNull();
        assertThat(message.propertyExists("a")).isFalse();
    }

    @Test
    void theTypeOfAPropertySurvivesTheTransport() throws JMSException {
        Message message = Sending.FACTORY.message();
        List<Object> values =
                List.of(true, (byte) 1, (short) 2, 3, 4L, 0.1f, Double.MIN_VALUE, "größe 数 😀", "", Float.NaN);
        for (int i = 0; i < values.size(); i++) {
            message.setObjectProperty("p" + i, values.get(i));
        }
        message.setStringProperty("none", null);

        Message received = Sending.received(message);

        for (int i = 0; i < values.size(); i++) {
            assertThat(received.getObjectProperty("p" + i)).isEqualTo(values.get(i));
        }
        assertThat(received.propertyExists("none")).isTrue();
        assertThat(received.getObjectProperty("none")).isNull();
    }

    @Test
    void theNamesOfAReceivedMessageAreThoseThatWereSetAndTheDeliveryCount() throws JMSException {
        Message message = Sending.FACTORY.message();
        message.setIntProperty("a", 1);
        message.setIntProperty("b", 2);

        Message received = Sending.received(message);

        assertThat(Collections.list((Enumeration<?>) message.getPropertyNames()))
                .isEqualTo(List.of("a", "b"));
        assertThat(Collections.list((Enumeration<?>) received.getPropertyNames()))
                .isEqualTo(List.of("a", "b", "JMSXDeliveryCount"));
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    void thePropertiesOfAReceivedMessageAreReadOnlyUntilTheyAreCleared() throws JMSException {
        Message message = Sending.FACTORY.message();
        message.setIntProperty("a", 1);

        Message received = Sending.received(message);

        assertThatThrownBy(() -> received.setIntProperty("a", 2)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> received.setObjectProperty("JMSXDeliveryCount", 2))
                .isInstanceOf(MessageNotWriteableException.class);
        received.clearProperties();
        assertThat(received.getPropertyNames().hasMoreElements()).isFalse();
        received.setIntProperty("a", 2);
        assertThat(received.getIntProperty("a")).isEqualTo(2);
    }

    @Test
    void theDeliveryCountOfAReceivedMessageIsNotSentOn() throws JMSException {
        Message received = Sending.decode(Sending.encode(Sending.FACTORY.message()), 7, null);

        Message again = Sending.received(received);

        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(7);
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    void aDeliveryCountThatTheApplicationSetsIsReplaced() throws JMSException {
        Message message = Sending.FACTORY.message();
        message.setIntProperty("JMSXDeliveryCount", 9);

        Message received = Sending.received(message);

        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    void clearingThePropertiesLeavesTheBodyAndTheHeaders() throws JMSException {
        AngariumTextMessage message = Sending.FACTORY.text();
        message.setText("body");
        message.setJMSType("type");
        message.setIntProperty("a", 1);

        message.clearProperties();

        assertThat(message.getText()).isEqualTo("body");
        assertThat(message.getJMSType()).isEqualTo("type");
        assertThat(message.propertyExists("a")).isFalse();
    }
}
