package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.StreamMessage;
import org.junit.jupiter.api.Test;

class StreamMessageTest {
    private final StreamMessage message = Sending.FACTORY.stream();

    @Test
    void whatWasWrittenIsReadBackInOrderWithItsTypes() throws JMSException {
        message.writeBoolean(true);
        message.writeByte((byte) 1);
        message.writeShort((short) 2);
        message.writeChar('c');
        message.writeInt(3);
        message.writeLong(4);
        message.writeFloat(5);
        message.writeDouble(6);
        message.writeString("größe");
        message.writeBytes(new byte[] {7, 8});
        message.writeBytes(new byte[] {7, 8, 9}, 1, 1);
        message.writeString(null);

        StreamMessage received = Sending.received(message);

        assertThat(received.readObject()).isEqualTo(true);
        assertThat(received.readObject()).isEqualTo((byte) 1);
        assertThat(received.readObject()).isEqualTo((short) 2);
        assertThat(received.readObject()).isEqualTo('c');
        assertThat(received.readObject()).isEqualTo(3);
        assertThat(received.readObject()).isEqualTo(4L);
        assertThat(received.readObject()).isEqualTo(5f);
        assertThat(received.readObject()).isEqualTo(6d);
        assertThat(received.readObject()).isEqualTo("größe");
        assertThat(received.readObject()).isEqualTo(new byte[] {7, 8});
        assertThat(received.readObject()).isEqualTo(new byte[] {8});
        assertThat(received.readObject()).isNull();
        assertThatThrownBy(received::readObject).isInstanceOf(MessageEOFException.class);
    }

    @Test
    void aFailedReadLeavesThePlaceSoThatAnotherTypeCanBeTried() throws JMSException {
        message.writeString("no number");
        message.writeChar('c');
        message.writeString(null);
        message.reset();

        assertThatThrownBy(message::readInt).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(message::readChar).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> message.readBytes(new byte[1])).isInstanceOf(MessageFormatException.class);
        assertThat(message.readString()).isEqualTo("no number");
        assertThatThrownBy(message::readBoolean).isInstanceOf(MessageFormatException.class);
        assertThat(message.readChar()).isEqualTo('c');
        assertThatThrownBy(message::readDouble).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(message::readLong).isInstanceOf(NumberFormatException.class);
        assertThat(message.readString()).isNull();
    }

    @Test
    void aByteArrayIsReadInPartsUntilFewerBytesThanTheBufferAreGiven() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3, 4, 5});
        message.writeInt(6);
        message.reset();
        byte[] buffer = new byte[2];

        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(buffer).containsExactly(3, 4);
        assertThat(message.readBytes(buffer)).isEqualTo(1);
        assertThat(buffer[0]).isEqualTo((byte) 5);
        assertThat(message.readInt()).isEqualTo(6);
    }

    @Test
    void aByteArrayThatFillsTheBufferExactlyEndsWithMinusOne() throws JMSException {
        message.writeBytes(new byte[] {1, 2});
        message.writeInt(3);
        message.reset();
        byte[] buffer = new byte[2];

        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(message.readBytes(buffer)).isEqualTo(-1);
        assertThat(message.readInt()).isEqualTo(3);
    }

    @Test
    void anEmptyByteArrayGivesZeroAndNullMinusOne() throws JMSException {
        message.writeBytes(new byte[0]);
        message.writeBytes(null);
        message.writeInt(1);
        message.reset();

        assertThat(message.readBytes(new byte[2])).isZero();
        assertThat(message.readBytes(new byte[2])).isEqualTo(-1);
        assertThat(message.readInt()).isEqualTo(1);
    }

    @Test
    void nothingElseCanBeReadBeforeAByteArrayIsReadToItsEnd() throws JMSException {
        message.writeBytes(new byte[] {1, 2});
        message.writeInt(3);
        message.reset();
        message.readBytes(new byte[2]);

        assertThatThrownBy(message::readInt).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(message::readObject).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(message::readString).isInstanceOf(MessageFormatException.class);
        assertThat(message.readBytes(new byte[2])).isEqualTo(-1);
        assertThat(message.readInt()).isEqualTo(3);
    }

    @Test
    void resetBeginsAgainAlsoWithinAByteArray() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3});
        message.reset();
        message.readBytes(new byte[1]);

        message.reset();

        assertThat(message.readObject()).isEqualTo(new byte[] {1, 2, 3});
    }

    @Test
    void aMessageThatIsWrittenCannotBeReadAndOneThatIsReadCannotBeWritten() throws JMSException {
        assertThatThrownBy(message::readInt).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(() -> message.readBytes(new byte[1])).isInstanceOf(MessageNotReadableException.class);

        message.reset();

        assertThatThrownBy(() -> message.writeInt(1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> message.writeObject("x")).isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    void byteArraysAreCopiedOnTheWayInAndOut() throws JMSException {
        byte[] written = {1};
        message.writeBytes(written);
        message.writeObject(written);
        written[0] = 9;
        message.reset();

        byte[] read = (byte[]) message.readObject();
        read[0] = 8;
        message.reset();

        assertThat(message.readObject()).isEqualTo(new byte[] {1});
        assertThat(message.readObject()).isEqualTo(new byte[] {1});
    }

    @Test
    void anObjectOfAnotherClassIsRefused() {
        assertThatThrownBy(() -> message.writeObject(new Object()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("java.lang.Object");
    }
}
