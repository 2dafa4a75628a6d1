package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the body of each type of message is assignable to, and what asking for it as something else does to the message. */
@ConformanceTest
class BodyRulesTest {
    private static final List<Class<?>> ASKED = List.of(
            String.class,
            CharSequence.class,
            Object.class,
            Serializable.class,
            Map.class,
            HashMap.class,
            byte[].class,
            Integer.class,
            Number.class,
            ArrayList.class,
            List.class);

    /** Each type of message with a body, and the classes of {@link #ASKED} to which the body is assignable. */
    @SuppressWarnings("ImmutableEnumChecker") // its lists are List.of
    private enum Kind {
        TEXT(List.of(String.class, CharSequence.class, Object.class, Serializable.class)) {
            @Override
            Message of(Session session) throws JMSException {
                return session.createTextMessage("text");
            }
        },
        MAP(List.of(Map.class, Object.class)) {
            @Override
            Message of(Session session) throws JMSException {
                MapMessage message = session.createMapMessage();
                message.setInt("i", 7);
                return message;
            }
        },
        BYTES(List.of(byte[].class, Object.class)) {
            @Override
            Message of(Session session) throws JMSException {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(new byte[] {1, 2, 3});
                return message;
            }
        },
        OBJECT(List.of(Integer.class, Number.class, Object.class, Serializable.class)) {
            @Override
            Message of(Session session) throws JMSException {
                return session.createObjectMessage(7);
            }
        },
        LIST(List.of(ArrayList.class, List.class, Object.class, Serializable.class)) {
            @Override
            Message of(Session session) throws JMSException {
                return session.createObjectMessage(new ArrayList<>(List.of("item")));
            }
        },
        STREAM(List.of()) {
            @Override
            Message of(Session session) throws JMSException {
                StreamMessage message = session.createStreamMessage();
                message.writeInt(7);
                return message;
            }
        };

        private final List<Class<?>> assignable;

        Kind(List<Class<?>> assignable) {
            this.assignable = assignable;
        }

        abstract Message of(Session session) throws JMSException;
    }

    private static Message transported(Jms jms, Kind kind) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(kind.of(session));
        }
        return Jms.receive(session.createConsumer(queue));
    }

    /** The classes of {@link #ASKED} as which the body is there; those that the two interfaces of a provider may add. */
    private static List<Class<?>> withoutOptional(Kind kind, List<Class<?>> classes) {
        List<Class<?>> required = new ArrayList<>(classes);
        if (kind == Kind.MAP || kind == Kind.BYTES) {
            // the class of the map is the provider's, and byte[] is Serializable, which the API's Javadoc does not list
            required.removeAll(List.of(HashMap.class, Serializable.class));
        }
        return required;
    }

    @ParameterizedTest
    @EnumSource
    @Section("API")
    void aBodyIsAssignableToItsClassAndWhatThatExtendsAndGetBodyAgrees(Kind kind, Jms jms) throws JMSException {
        Message message = transported(jms, kind);
        List<Class<?>> assignable = new ArrayList<>();
        Map<Class<?>, Object> bodies = new LinkedHashMap<>();

        for (Class<?> asked : ASKED) {
            if (message.isBodyAssignableTo(asked)) {
                assignable.add(asked);
            }
            try {
                bodies.put(asked, message.getBody(asked));
            } catch (MessageFormatException e) {
                assertThat(message.isBodyAssignableTo(asked))
                        .as("%s as %s", kind, asked)
                        .isFalse();
            }
        }

        assertThat(withoutOptional(kind, assignable)).containsExactlyInAnyOrderElementsOf(kind.assignable);
        assertThat(bodies).allSatisfy((asked, body) -> assertThat(body).isInstanceOf(asked));
        assertThat(bodies.keySet()).containsExactlyElementsOf(assignable);
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXT", "OBJECT"})
    @Section("API")
    void aMessageWithoutBodyHasNullAsAnyClass(Kind kind, Jms jms) throws JMSException {
        Message message = transported(jms, kind);
        message.clearBody();

        for (Class<?> asked : List.of(String.class, Map.class, byte[].class, Integer.class)) {
            assertThat(message.isBodyAssignableTo(asked)).as("%s", asked).isTrue();
            assertThat((Object) message.getBody(asked)).as("%s", asked).isNull();
        }
    }

    @Test
    @Section("API")
    void askingForTheBodyOfBytesResetsThemAndGivesACopy(Jms jms) throws JMSException {
        BytesMessage written = jms.connection().createSession().createBytesMessage();
        written.writeByte((byte) 7);
        assertThat(written.getBody(byte[].class)).containsExactly(7);
        assertThat(written.readByte()).isEqualTo((byte) 7);
        BytesMessage message = (BytesMessage) transported(jms, Kind.BYTES);
        message.readByte();

        byte[] body = message.getBody(byte[].class);
        body[0] = 99;

        assertThat(message.readByte()).isEqualTo((byte) 1);
        assertThat(message.getBody(byte[].class)).containsExactly(1, 2, 3);
    }

    @Test
    @Section("API")
    void whatIsDoneToABodyThatWasGivenIsNotDoneToTheMessage(Jms jms) throws JMSException {
        ObjectMessage message = (ObjectMessage) transported(jms, Kind.LIST);
        @SuppressWarnings("unchecked")
        List<String> body = message.getBody(List.class);
        body.add("another");
        MapMessage map = (MapMessage) transported(jms, Kind.MAP);

        map.clearBody();
        map.setInt("other", 8);

        assertThat(message.getObject()).isEqualTo(List.of("item"));
        assertThat((Object) map.getBody(Map.class)).isEqualTo(Map.of("other", 8));
    }

    @ParameterizedTest
    @EnumSource
    @Section("8.6")
    void aBodyThatIsReceivedIsThatOfTheMessage(Kind kind, Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        session.createProducer(queue).send(kind.of(session));
        JMSConsumer consumer = jms.context().createConsumer(queue);
        Message expected = transported(jms, kind);

        if (kind == Kind.STREAM) {
            assertThatThrownBy(() -> consumer.receiveBody(Object.class, Jms.PATIENCE_MILLIS))
                    .isInstanceOf(MessageFormatRuntimeException.class);
        } else {
            assertThat(consumer.receiveBody(Object.class, Jms.PATIENCE_MILLIS))
                    .usingRecursiveComparison()
                    .isEqualTo(expected.getBody(Object.class));
        }
    }

    @ParameterizedTest
    @EnumSource
    @Section("8.6")
    void whateverItsTypeAMessageIsStillThereWhenItsBodyWasAskedForAsTheWrongOne(Kind kind, Jms jms)
            throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        Message sent = kind.of(session);
        session.createProducer(queue).send(sent);
        JMSConsumer consumer = jms.context().createConsumer(queue);

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> consumer.receiveBody(Thread.class, Jms.PATIENCE_MILLIS))
                    .isInstanceOf(MessageFormatRuntimeException.class);
        }

        Message again = consumer.receive(Jms.PATIENCE_MILLIS);
        assertThat(again.getJMSMessageID()).isEqualTo(sent.getJMSMessageID());
        assertThat(again.getJMSRedelivered()).isFalse();
        assertThat(Jms.deliveryCount(again)).isEqualTo(1);
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @Section("8.6")
    void aTopicsMessageAskedForAsTheWrongTypeIsKeptForItsSubscription(Jms jms) throws JMSException {
        Topic topic = jms.newTopic();
        JMSConsumer consumer = jms.context().createConsumer(topic);
        jms.send(topic, "1", "2");

        assertThatThrownBy(() -> consumer.receiveBody(Map.class, Jms.PATIENCE_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);

        assertThat(consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS)).isEqualTo("1");
        assertThat(consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS)).isEqualTo("2");
    }

    @Test
    @Section("8.6")
    void receiveBodyWithNothingToReceiveIsNull(Jms jms) {
        JMSConsumer consumer = jms.context().createConsumer(jms.newQueue());

        assertThat(consumer.receiveBodyNoWait(String.class)).isNull();
        assertThat(consumer.receiveBody(String.class, 1)).isNull();
    }

    @Test
    @Section({"8.6", "6.2.10"})
    void inClientAcknowledgeModeAWrongTypeCountsAsDelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        JMSContext context = jms.context(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = context.createConsumer(queue);
        assertThatThrownBy(() -> consumer.receiveBody(Map.class, Jms.PATIENCE_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);

        context.recover();

        Message again = consumer.receive(Jms.PATIENCE_MILLIS);
        assertThat(Jms.text(again)).isEqualTo("1");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(Jms.deliveryCount(again)).isEqualTo(2);
    }

    @Test
    @Section({"3.11", "API"})
    void aBodyIsWrittenOrRead(Jms jms) throws JMSException {
        Session session = jms.connection().createSession();
        StreamMessage stream = session.createStreamMessage();
        BytesMessage bytes = session.createBytesMessage();

        assertThatThrownBy(stream::readInt).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(bytes::readInt).isInstanceOf(MessageNotReadableException.class);
        stream.writeInt(7);
        bytes.writeInt(7);
        stream.reset();
        bytes.reset();

        assertThat(stream.readInt()).isEqualTo(7);
        assertThat(bytes.readInt()).isEqualTo(7);
        assertThatThrownBy(() -> stream.writeInt(8)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> bytes.writeInt(8)).isInstanceOf(MessageNotWriteableException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 3_000_000, 10_000_000})
    @Section("3.11")
    void aLargeBodyArrivesAsItWas(int size, Jms jms) throws JMSException {
        byte[] body = new byte[size];
        new Random(size).nextBytes(body);
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        char[] letters = new char[size / 10];
        Arrays.fill(letters, '\u20ac');
        String text = new String(letters);

        session.createProducer(queue).send(message);
        session.createProducer(queue).send(session.createTextMessage(text));

        MessageConsumer consumer = session.createConsumer(queue);
        BytesMessage received = (BytesMessage) Jms.receive(consumer);
        assertThat(received.getBodyLength()).isEqualTo(size);
        assertThat(Arrays.equals(received.getBody(byte[].class), body)).isTrue();
        assertThat(((TextMessage) Jms.receive(consumer)).getText().equals(text)).isTrue();
    }

    @Test
    @Section({"3.11", "6.2.7"})
    void largeAndSmallBodiesOfATransactionStayInOrder(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        String large = "x".repeat(2_000_000);
        for (String text : List.of("1", large + "2", "3", large + "4")) {
            producer.send(session.createTextMessage(text));
        }

        session.commit();

        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(Jms.receive(consumer, 4))
                .extracting(text -> text.substring(text.length() - 1))
                .containsExactly("1", "2", "3", "4");
        session.commit();
    }
}
