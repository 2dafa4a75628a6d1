package io.angarium.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import org.junit.jupiter.api.Test;

class BytesMessageTest {
    private final BytesMessage message = Sending.FACTORY.bytes();

    @Test
    void whatWasWrittenIsReadBack() throws JMSException {
        message.writeBoolean(true);
        message.writeByte((byte) -1);
        message.writeByte((byte) -1);
        message.writeShort((short) -2);
        message.writeShort((short) -2);
        message.writeChar('数');
        message.writeInt(Integer.MIN_VALUE);
        message.writeLong(Long.MAX_VALUE);
        message.writeFloat(0.1f);
        message.writeDouble(Math.PI);
        message.writeUTF("größe \0 😀");
        message.writeBytes(new byte[] {1, 2, 3});
        message.writeBytes(new byte[] {1, 2, 3, 4}, 1, 2);

        BytesMessage received = Sending.received(message);

        assertThat(received.readBoolean()).isTrue();
        assertThat(received.readByte()).isEqualTo((byte) -1);
        assertThat(received.readUnsignedByte()).isEqualTo(255);
        assertThat(received.readShort()).isEqualTo((short) -2);
        assertThat(received.readUnsignedShort()).isEqualTo(65_534);
        assertThat(received.readChar()).isEqualTo('数');
        assertThat(received.readInt()).isEqualTo(Integer.MIN_VALUE);
        assertThat(received.readLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(received.readFloat()).isEqualTo(0.1f);
        assertThat(received.readDouble()).isEqualTo(Math.PI);
        assertThat(received.readUTF()).isEqualTo("größe \0 😀");
        byte[] rest = new byte[10];
        assertThat(received.readBytes(rest)).isEqualTo(5);
        assertThat(rest).startsWith(1, 2, 3, 2, 3);
        assertThat(received.readBytes(rest)).isEqualTo(-1);
    }

    @Test
    void objectsAreWrittenAsTheirPrimitives() throws JMSException {
        for (Object value : new Object[] {true, (byte) 1, (short) 2, 'c', 3, 4L, 5f, 6d, "s", new byte[] {7}}) {
            message.writeObject(value);
        }

        message.reset();

        assertThat(message.getBodyLength()).isEqualTo(1 + 1 + 2 + 2 + 4 + 8 + 4 + 8 + 3 + 1);
        assertThatThrownBy(() -> Sending.FACTORY.bytes().writeObject(new Object()))
                .isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> Sending.FACTORY.bytes().writeObject(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void readingBeyondTheEndFailsAndLeavesThePlace() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3});
        message.reset();

        assertThatThrownBy(message::readInt).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readLong).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readDouble).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readUTF).isInstanceOf(MessageEOFException.class);
        assertThat(message.readShort()).isEqualTo((short) 0x0102);
        assertThatThrownBy(message::readChar).isInstanceOf(MessageEOFException.class);
        assertThat(message.readByte()).isEqualTo((byte) 3);
        assertThatThrownBy(message::readBoolean).isInstanceOf(MessageEOFException.class);
    }

    @Test
    void bytesThatAreNoStringAreRefusedAndCanBeReadOtherwise() throws JMSException {
        message.writeBytes(new byte[] {0, 2, (byte) 0xff, (byte) 0xff});
        message.reset();

        assertThatThrownBy(message::readUTF).isInstanceOf(MessageFormatException.class);
        assertThat(message.readInt()).isEqualTo(0x0002ffff);
    }

    @Test
    void aMessageThatIsWrittenCannotBeRead() {
        assertThatThrownBy(message::readByte).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(message::getBodyLength).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(() -> message.readBytes(new byte[0])).isInstanceOf(MessageNotReadableException.class);
    }

    @Test
    void aMessageThatWasResetCannotBeWrittenUntilItIsCleared() throws JMSException {
        message.writeInt(1);
        message.reset();

        assertThatThrownBy(() -> message.writeInt(2)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> message.writeUTF("x")).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> message.writeObject(1)).isInstanceOf(MessageNotWriteableException.class);
        message.clearBody();
        message.writeByte((byte) 9);
        message.reset();
        assertThat(message.getBodyLength()).isEqualTo(1);
    }

    @Test
    void resetGoesBackToTheBeginning() throws JMSException {
        message.writeInt(1);
        BytesMessage received = Sending.received(message);

        received.readInt();
        received.reset();

        assertThat(received.readInt()).isEqualTo(1);
        assertThat(received.getBodyLength()).isEqualTo(4);
    }

    @Test
    void readBytesFillsWhatIsAskedForAndChecksItsArguments() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3});
        message.reset();
        byte[] buffer = new byte[2];

        assertThatThrownBy(() -> message.readBytes(buffer, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> message.readBytes(buffer, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(message.readBytes(buffer, 0)).isZero();
        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(message.readBytes(buffer)).isEqualTo(1);
        assertThat(message.readBytes(buffer)).isEqualTo(-1);
    }

    @Test
    void aStringTooLongForModifiedUtf8IsRefusedAndNothingWritten() throws JMSException {
        assertThatThrownBy(() -> message.writeUTF("x".repeat(65_536))).isInstanceOf(MessageFormatException.class);

        message.reset();
        assertThat(message.getBodyLength()).isZero();
    }

    @Test
    void aMessageCanBeWrittenOnAfterItWasSentWithoutChangingWhatWasSent() throws JMSException {
        message.writeInt(1);
        io.angarium.protocol.Message first = Sending.encode(message);
        message.writeInt(2);
        io.angarium.protocol.Message second = Sending.encode(message);
        message.clearBody();
        message.writeInt(3);

        assertThat(Sending.decode(first).getBody(byte[].class)).containsExactly(0, 0, 0, 1);
        assertThat(Sending.decode(second).getBody(byte[].class)).containsExactly(0, 0, 0, 1, 0, 0, 0, 2);
        assertThat(Sending.received(message).readInt()).isEqualTo(3);
    }

    @Test
    void aReceivedMessageThatWasReadIsSentOnFromItsBeginning() throws JMSException {
        message.writeInt(1);
        BytesMessage received = Sending.received(message);
        received.readShort();

        BytesMessage again = Sending.received(received);

        assertThat(again.readInt()).isEqualTo(1);
        assertThat(received.readShort()).isEqualTo((short) 1);
    }
}
