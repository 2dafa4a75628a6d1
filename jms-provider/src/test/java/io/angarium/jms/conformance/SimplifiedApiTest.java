package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simplified API (Jakarta Messaging 3.1 §2.8, §8.6; jms-conformance 5.11, 5.23). */
@Timeout(60)
class SimplifiedApiTest {
    private static TestBroker broker;
    private JMSContext context;
    private Queue queue;

    @BeforeAll
    static void open() {
        broker = new TestBroker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @BeforeEach
    void connect() {
        context = broker.factory().createContext();
        queue = context.createQueue(broker.newName());
    }

    @AfterEach
    void disconnect() {
        context.close();
    }

    @Test
    void aContextStartsWithItsFirstConsumer() {
        assertThat(context.getAutoStart()).isTrue();
        context.createProducer().send(queue, "a");

        assertThat(context.createConsumer(queue).receiveBody(String.class)).isEqualTo("a");
    }

    @Test
    void withoutAutoStartAContextWaitsForStart() {
        context.setAutoStart(false);
        context.createProducer().send(queue, "a");
        JMSConsumer consumer = context.createConsumer(queue);
        assertThat(consumer.receive(1)).isNull();

        context.start();

        assertThat(consumer.receiveBody(String.class, 20_000)).isEqualTo("a");
    }

    @Test
    void everyKindOfBodyIsSentAndReceived() {
        JMSProducer producer = context.createProducer();
        producer.send(queue, "text")
                .send(queue, Map.of("key", "value"))
                .send(queue, new byte[] {1, 2})
                .send(queue, new ArrayList<>(List.of(3)))
                .send(queue, context.createMessage());
        JMSConsumer consumer = context.createConsumer(queue);

        assertThat(consumer.receiveBody(String.class)).isEqualTo("text");
        assertThat((Object) consumer.receiveBody(Map.class)).isEqualTo(Map.of("key", "value"));
        assertThat(consumer.receiveBody(byte[].class)).containsExactly(1, 2);
        assertThat((Object) consumer.receiveBody(List.class)).isEqualTo(List.of(3));
        assertThatThrownBy(() -> consumer.receiveBody(String.class)).isInstanceOf(MessageFormatRuntimeException.class);
    }

    @Test
    void optionsPropertiesAndHeadersOfTheProducerAreOnTheMessage() throws JMSException {
        context.createProducer()
                .setPriority(8)
                .setDeliveryMode(1)
                .setTimeToLive(1_000)
                .setProperty("int", 5)
                .setProperty("text", "t")
                .setJMSCorrelationID("c")
                .setJMSType("type")
                .setJMSReplyTo(queue)
                .send(queue, "a");

        Message message = context.createConsumer(queue).receive();

        assertThat(message.getJMSPriority()).isEqualTo(8);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(1);
        assertThat(message.getJMSExpiration()).isEqualTo(broker.clock.currentTimeMillis() + 1_000);
        assertThat(message.getIntProperty("int")).isEqualTo(5);
        assertThat(message.getStringProperty("text")).isEqualTo("t");
        assertThat(message.getJMSCorrelationID()).isEqualTo("c");
        assertThat(message.getJMSType()).isEqualTo("type");
        assertThat(message.getJMSReplyTo()).isEqualTo(queue);
    }

    @Test
    void propertiesOfTheProducerWinOverThoseOfTheMessage() throws JMSException {
        Message message = context.createMessage();
        message.setStringProperty("colour", "red");
        message.setStringProperty("shape", "round");

        context.createProducer().setProperty("colour", "blue").send(queue, message);

        Message received = context.createConsumer(queue).receive();
        assertThat(received.getStringProperty("colour")).isEqualTo("blue");
        assertThat(received.getStringProperty("shape")).isEqualTo("round");
    }

    @Test
    void propertiesOfAProducerConvertAsThoseOfAMessage() {
        JMSProducer producer = context.createProducer().setProperty("number", "12");

        assertThat(producer.getIntProperty("number")).isEqualTo(12);
        assertThat(producer.getStringProperty("absent")).isNull();
        assertThat(producer.getBooleanProperty("absent")).isFalse();
        assertThatThrownBy(() -> producer.getIntProperty("absent")).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> producer.getDoubleProperty("absent")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> producer.setProperty("", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> producer.setProperty("object", new ArrayList<>()))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(producer.getPropertyNames()).containsExactly("number");
        assertThat(producer.clearProperties().propertyExists("number")).isFalse();
    }

    @Test
    void wrongArgumentsGetTheUncheckedClassOfTheirException() {
        JMSProducer producer = context.createProducer();

        assertThatThrownBy(() -> producer.send(queue, (Message) null))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> producer.send((Destination) null, "x"))
                .isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThatThrownBy(() -> context.createConsumer(null)).isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThatThrownBy(() -> context.createConsumer(queue, "a = = b"))
                .isInstanceOf(InvalidSelectorRuntimeException.class);
        assertThatThrownBy(() -> producer.setPriority(10)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> producer.setDeliveryDelay(-1)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(context::commit).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> broker.factory().createContext(-1)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> context.createContext(-1)).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    void aNullMessageIsAnErrorOfTheCallAlsoWhenItIsAsynchronous() {
        JMSProducer producer = context.createProducer().setAsync(new CompletionListener() {
            @Override
            public void onCompletion(Message message) {}

            @Override
            public void onException(Message message, Exception failure) {}
        });

        assertThatThrownBy(() -> producer.send(queue, (Message) null))
                .isInstanceOf(MessageFormatRuntimeException.class);
    }

    @Test
    void anAsynchronousSendTellsItsListener() throws Exception {
        BlockingQueue<Message> completed = new LinkedBlockingQueue<>();
        JMSProducer producer = context.createProducer().setAsync(new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                completed.add(message);
            }

            @Override
            public void onException(Message message, Exception failure) {}
        });

        producer.send(queue, "a");

        assertThat(TestBroker.text(completed.poll(20, TimeUnit.SECONDS))).isEqualTo("a");
        assertThat(broker.drain(queue)).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
    void aBodyThatDoesNotFitIsNotLostWhereTheSessionAcknowledges(int mode) throws JMSException {
        context.createProducer().send(queue, "a").send(queue, "b");
        try (JMSContext own = context.createContext(mode)) {
            JMSConsumer consumer = own.createConsumer(queue);
            assertThatThrownBy(() -> consumer.receiveBody(Map.class)).isInstanceOf(MessageFormatRuntimeException.class);

            Message again = consumer.receive();

            assertThat(TestBroker.text(again)).isEqualTo("a");
            assertThat(again.getJMSRedelivered()).isFalse();
            assertThat(TestBroker.deliveryCount(again)).isEqualTo(1);
            assertThat(consumer.receiveBody(String.class)).isEqualTo("b");
        }
    }

    @Test
    void aBodyThatDoesNotFitCountsAsReceivedWhereTheApplicationAcknowledges() throws JMSException {
        context.createProducer().send(queue, "a").send(queue, "b");
        try (JMSContext own = context.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            JMSConsumer consumer = own.createConsumer(queue);
            assertThatThrownBy(() -> consumer.receiveBody(Map.class)).isInstanceOf(MessageFormatRuntimeException.class);
            assertThat(consumer.receiveBody(String.class)).isEqualTo("b");

            own.recover();

            Message again = consumer.receive();
            assertThat(TestBroker.text(again)).isEqualTo("a");
            assertThat(again.getJMSRedelivered()).isTrue();
        }
    }

    @Test
    void acknowledgeAcknowledgesWhatTheContextHasConsumedAndIsNothingInOtherModes() {
        context.createProducer().send(queue, "a");
        context.acknowledge();
        try (JMSContext client = context.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            client.createConsumer(queue).receive();

            client.acknowledge();
            client.recover();
        }

        assertThat(context.createConsumer(queue).receiveNoWait()).isNull();
    }

    @Test
    void contextsShareAConnectionUntilTheLastOneCloses() {
        JMSContext first = broker.factory().createContext();
        first.setClientID(broker.newName());
        JMSContext second = first.createContext(JMSContext.SESSION_TRANSACTED);
        assertThat(second.getClientID()).isEqualTo(first.getClientID());
        assertThat(second.getTransacted()).isTrue();

        first.close();
        first.close();
        second.createProducer().send(queue, "a");
        second.commit();
        second.close();

        assertThat(context.createConsumer(queue).receiveBody(String.class)).isEqualTo("a");
        assertThatThrownBy(first::createMessage).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> second.createContext(1)).isInstanceOf(IllegalStateRuntimeException.class);
    }

    @Test
    void everyMethodOfAClosedContextIsAnIllegalStateButClose() {
        JMSContext closed = broker.factory().createContext();
        JMSProducer producer = closed.createProducer();
        JMSConsumer consumer = closed.createConsumer(queue);
        closed.close();
        closed.close();

        List<Runnable> calls = List.of(
                closed::start,
                closed::stop,
                closed::getAutoStart,
                closed::getClientID,
                closed::getMetaData,
                closed::getExceptionListener,
                closed::getSessionMode,
                closed::getTransacted,
                closed::createMessage,
                closed::createProducer,
                closed::acknowledge,
                closed::recover,
                closed::createTemporaryQueue,
                () -> closed.createConsumer(queue),
                () -> closed.createBrowser(queue),
                () -> producer.send(queue, "x"),
                consumer::receive,
                consumer::receiveNoWait,
                consumer::getMessageListener);
        assertThat(calls)
                .allSatisfy(call -> assertThatThrownBy(call::run).isInstanceOf(IllegalStateRuntimeException.class));
        consumer.close();
    }

    @Test
    void stopAndCloseOfItsOwnContextAreIllegalStatesInsideAListener() throws Exception {
        CompletableFuture<List<Object>> outcome = new CompletableFuture<>();
        context.createProducer().send(queue, "a");

        context.createConsumer(queue)
                .setMessageListener(
                        message -> outcome.complete(List.of(failureOf(context::stop), failureOf(context::close))));

        assertThat(outcome.get(20, TimeUnit.SECONDS))
                .containsExactly(IllegalStateRuntimeException.class, IllegalStateRuntimeException.class);
    }

    private static Object failureOf(Runnable call) {
        try {
            call.run();
            return "no failure";
        } catch (JMSRuntimeException e) {
            return e.getClass();
        }
    }

    @Test
    void theKindsOfSubscriptionWorkWithAContext() {
        Topic topic = context.createTopic(broker.newName());
        try (JMSContext own = broker.factory().createContext()) {
            own.setClientID(broker.newName());
            List<JMSConsumer> consumers = List.of(
                    own.createConsumer(topic),
                    own.createDurableConsumer(topic, "durable"),
                    own.createSharedConsumer(topic, "shared"),
                    own.createSharedDurableConsumer(topic, "shared durable"));

            context.createProducer().send(topic, "a");

            assertThat(consumers)
                    .allSatisfy(consumer -> assertThat(consumer.receiveBody(String.class, 20_000))
                            .isEqualTo("a"));
            consumers.forEach(JMSConsumer::close);
            own.unsubscribe("durable");
            own.unsubscribe("shared durable");
        }
    }
}
