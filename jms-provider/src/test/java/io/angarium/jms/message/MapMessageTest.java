package io.angarium.jms.message;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MapMessageTest {
    private final MapMessage message = Sending.FACTORY.map();

    @Test
    void whatWasSetIsReadBackWithItsType() throws JMSException {
        message.setBoolean("boolean", true);
        message.setByte("byte", (byte) 1);
        message.setShort("short", (short) 2);
        message.setChar("char", 'c');
        message.setInt("int", 3);
        message.setLong("long", 4);
        message.setFloat("float", 5);
        message.setDouble("double", 6);
        message.setString("String", "s");
        message.setBytes("byte[]", new byte[] {7});
        message.setBytes("part", new byte[] {7, 8, 9}, 1, 2);
        message.setString("null", null);

        MapMessage received = Sending.received(message);

        assertThat(received.getObject("boolean")).isEqualTo(true);
        assertThat(received.getObject("byte")).isEqualTo((byte) 1);
        assertThat(received.getObject("short")).isEqualTo((short) 2);
        assertThat(received.getObject("char")).isEqualTo('c');
        assertThat(received.getObject("int")).isEqualTo(3);
        assertThat(received.getObject("long")).isEqualTo(4L);
        assertThat(received.getObject("float")).isEqualTo(5f);
        assertThat(received.getObject("double")).isEqualTo(6d);
        assertThat(received.getObject("String")).isEqualTo("s");
        assertThat(received.getObject("byte[]")).isEqualTo(new byte[] {7});
        assertThat(received.getObject("part")).isEqualTo(new byte[] {8, 9});
        assertThat(received.getObject("null")).isNull();
        assertThat(received.itemExists("null")).isTrue();
        assertThat(received.itemExists("absent")).isFalse();
        assertThat(received.getObject("absent")).isNull();
    }

    @Test
    void theNamesAreThoseThatWereSetWhateverTheirCharacters() throws JMSException {
        message.setInt("a name with spaces", 1);
        message.setInt("NULL", 2);

        assertThat(Collections.list((Enumeration<?>) Sending.received(message).getMapNames()))
                .isEqualTo(List.of("a name with spaces", "NULL"));
    }

    @Test
    void anEntryMustHaveAName() {
        assertThatIllegalArgumentException().isThrownBy(() -> message.setInt("", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> message.setObject(null, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> message.setBytes(null, new byte[1], 0, 1));
    }

    @Test
    void anObjectOfAnotherClassIsRefused() {
        assertThatThrownBy(() -> message.setObject("a", List.of()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("map entry a");
    }

    @Test
    void theBodyOfAReceivedMessageIsReadOnlyUntilItIsCleared() throws JMSException {
        message.setInt("a", 1);
        message.setIntProperty("p", 1);
        MapMessage received = Sending.received(message);

        assertThatThrownBy(() -> received.setInt("a", 2)).isInstanceOf(MessageNotWriteableException.class);
        received.clearBody();

        assertThat(received.itemExists("a")).isFalse();
        received.setInt("a", 2);
        assertThat(received.getInt("a")).isEqualTo(2);
        assertThat(received.getIntProperty("p")).isEqualTo(1);
        assertThatThrownBy(() -> received.setIntProperty("p", 2)).isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    void byteArraysAreCopiedOnTheWayInAndOut() throws JMSException {
        byte[] written = {1};
        message.setBytes("a", written);
        message.setObject("b", written);
        written[0] = 9;

        message.getBytes("a")[0] = 8;
        ((byte[]) message.getObject("b"))[0] = 8;
        requireNonNull((byte[]) requireNonNull(message.getBody(Map.class)).get("a"))[0] = 8;

        assertThat(message.getBytes("a")).containsExactly(1);
        assertThat(message.getBytes("b")).containsExactly(1);
    }
}
