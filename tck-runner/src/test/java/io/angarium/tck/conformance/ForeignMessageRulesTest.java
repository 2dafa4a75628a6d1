package io.angarium.tck.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Messages of other implementations are sent like the provider's own, and get the header fields of the send. */
@ConformanceTest
class ForeignMessageRulesTest {
    private static <M extends Message> M transported(Jms jms, Message message, Class<M> type) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(message);
        }
        return type.cast(Jms.receive(session.createConsumer(queue)));
    }

    @Test
    @Section("3.12")
    void aTextArrives(Jms jms) throws JMSException {
        assertThat(transported(jms, ForeignBody.text("text"), TextMessage.class).getText())
                .isEqualTo("text");
    }

    @Test
    @Section("3.12")
    void anObjectArrives(Jms jms) throws JMSException {
        assertThat(transported(jms, ForeignBody.object(42L), ObjectMessage.class)
                        .getObject())
                .isEqualTo(42L);
    }

    @Test
    @Section("3.12")
    void aMapArrivesWithTheTypesOfItsEntries(Jms jms) throws JMSException {
        MapMessage received =
                transported(jms, ForeignBody.map(Map.of("s", "text", "i", 7, "c", 'c')), MapMessage.class);

        assertThat(Jms.strings(received.getMapNames())).containsExactlyInAnyOrder("s", "i", "c");
        assertThat(received.getString("s")).isEqualTo("text");
        assertThat(received.getInt("i")).isEqualTo(7);
        assertThat(received.getChar("c")).isEqualTo('c');
    }

    @Test
    @Section("3.12")
    void aStreamArrivesFromItsBeginning(Jms jms) throws JMSException {
        StreamMessage received = transported(jms, ForeignBody.stream("text", 7, 2.5), StreamMessage.class);

        assertThat(received.readString()).isEqualTo("text");
        assertThat(received.readInt()).isEqualTo(7);
        assertThat(received.readDouble()).isEqualTo(2.5);
    }

    @Test
    @Section("3.12")
    void bytesArriveFromTheirBeginning(Jms jms) throws JMSException {
        BytesMessage received = transported(jms, ForeignBody.bytes((byte) 1, (byte) 2, (byte) 3), BytesMessage.class);

        assertThat(received.getBodyLength()).isEqualTo(3);
        byte[] bytes = new byte[3];
        received.readBytes(bytes);
        assertThat(bytes).containsExactly(1, 2, 3);
    }

    @Test
    @Section({"3.12", "3.5"})
    void headerFieldsAndPropertiesOfTheClientArrive(Jms jms) throws JMSException {
        Queue replies = jms.newQueue();
        Message foreign = new ForeignMessage();
        foreign.setJMSCorrelationID("correlation");
        foreign.setJMSType("type");
        foreign.setJMSReplyTo(replies);
        foreign.setStringProperty("s", "text");
        foreign.setLongProperty("l", 7);

        Message received = transported(jms, foreign, Message.class);

        assertThat(received.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(received.getJMSType()).isEqualTo("type");
        assertThat(received.getJMSReplyTo()).isEqualTo((Destination) replies);
        assertThat(received.getStringProperty("s")).isEqualTo("text");
        assertThat(received.getObjectProperty("l")).isEqualTo(7L);
    }

    @Test
    @Section({"3.12", "3.4.11"})
    void theSendSetsItsHeaderFieldsOnTheForeignMessage(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        Message foreign = new ForeignMessage();
        foreign.setJMSMessageID("mine");
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(1);

        producer.send(foreign, DeliveryMode.NON_PERSISTENT, 7, 3_600_000);
        Message received = Jms.receive(session.createConsumer(queue));

        assertThat(foreign.getJMSDestination()).isEqualTo((Destination) queue);
        assertThat(foreign.getJMSMessageID()).startsWith("ID:").isEqualTo(received.getJMSMessageID());
        assertThat(foreign.getJMSTimestamp()).isPositive().isEqualTo(received.getJMSTimestamp());
        assertThat(foreign.getJMSExpiration()).isEqualTo(foreign.getJMSTimestamp() + 3_600_000);
        assertThat(foreign.getJMSDeliveryTime()).isEqualTo(foreign.getJMSTimestamp() + 1);
        assertThat(foreign.getJMSPriority()).isEqualTo(7);
        assertThat(foreign.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
    }

    @Test
    @Section({"3.12", "7.3.6"})
    void anAsynchronousSendGivesTheForeignMessageBackWithItsHeaderFields(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession();
        Message foreign = ForeignBody.text("text");
        CompletableFuture<List<Object>> told = new CompletableFuture<>();

        session.createProducer(queue).send(foreign, new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                try {
                    told.complete(List.of(message, requireNonNull(message.getJMSMessageID(), "an identifier")));
                } catch (JMSException e) {
                    told.completeExceptionally(e);
                }
            }

            @Override
            public void onException(Message message, Exception exception) {
                told.completeExceptionally(exception);
            }
        });

        List<Object> there = Jms.result(told);
        assertThat(there.get(0) == foreign).as("it is the same message").isTrue();
        assertThat(there.get(1))
                .isEqualTo(Jms.receive(session.createConsumer(queue)).getJMSMessageID());
    }

    @Test
    @Section({"3.12", "6.2.7"})
    void aForeignMessageIsPartOfATransaction(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.started().createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        producer.send(ForeignBody.text("lost"));
        session.rollback();
        producer.send(ForeignBody.text("kept"));

        session.commit();

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("kept");
        session.commit();
    }
}
