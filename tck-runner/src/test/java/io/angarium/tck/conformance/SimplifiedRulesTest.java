package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Queue;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contexts, their producers and consumers. */
@ConformanceTest
class SimplifiedRulesTest {
    @Test
    @Section("8.4")
    void aContextStartsWithItsFirstConsumerUnlessItIsToldNotTo(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Queue other = jms.newQueue();
        jms.send(queue, "1");
        jms.send(other, "2");
        JMSContext automatic = jms.context();
        assertThat(automatic.getAutoStart()).isTrue();
        JMSContext manual = jms.context();
        manual.setAutoStart(false);

        assertThat(automatic.createConsumer(queue).receiveBody(String.class, Jms.PATIENCE_MILLIS))
                .isEqualTo("1");
        JMSConsumer consumer = manual.createConsumer(other);
        assertThat(consumer.receive(Jms.QUIET_MILLIS)).isNull();
        manual.start();

        assertThat(consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS)).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(ints = {JMSContext.AUTO_ACKNOWLEDGE, JMSContext.DUPS_OK_ACKNOWLEDGE})
    @Section("8.6")
    void aBodyOfTheWrongTypeLeavesTheMessageAsIfItHadNotBeenAskedFor(int mode, Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        JMSConsumer consumer = jms.context(mode).createConsumer(queue);

        assertThatThrownBy(() -> consumer.receiveBody(Map.class, Jms.PATIENCE_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);

        Message again = consumer.receive(Jms.PATIENCE_MILLIS);
        assertThat(Jms.text(again)).isEqualTo("1");
        assertThat(again.getJMSRedelivered()).isFalse();
        assertThat(Jms.deliveryCount(again)).isEqualTo(1);
        assertThat(consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS)).isEqualTo("2");
    }

    @Test
    @Section("8.6")
    void aBodyOfTheWrongTypeIsReceivedWhereTheApplicationSettles(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2");
        JMSContext context = jms.context(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(queue);

        assertThatThrownBy(() -> consumer.receiveBody(Map.class, Jms.PATIENCE_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS)).isEqualTo("2");
        context.rollback();

        Message again = consumer.receive(Jms.PATIENCE_MILLIS);
        assertThat(Jms.text(again)).isEqualTo("1");
        assertThat(again.getJMSRedelivered()).isTrue();
    }

    @Test
    @Section("8.6")
    void aMessageWithoutBodyHasNoneToBeReceived(Jms jms) {
        Queue queue = jms.newQueue();
        JMSContext context = jms.context();
        context.createProducer().send(queue, context.createMessage());
        context.createProducer().send(queue, context.createStreamMessage());
        JMSConsumer consumer = context.createConsumer(queue);

        assertThatThrownBy(() -> consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(consumer.receive(Jms.PATIENCE_MILLIS)).isNotNull();
        assertThatThrownBy(() -> consumer.receiveBody(Object.class, Jms.PATIENCE_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);
    }

    @Test
    @Section("6.1.8")
    void aConnectionLivesAsLongAsOneOfItsContexts(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        JMSContext first = jms.context();
        JMSContext second = first.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = second.createConsumer(queue);

        first.close();
        jms.send(queue, "text");

        assertThat(consumer.receiveBody(String.class, Jms.PATIENCE_MILLIS)).isEqualTo("text");
        assertThatThrownBy(() -> first.createContext(JMSContext.AUTO_ACKNOWLEDGE))
                .isInstanceOf(IllegalStateRuntimeException.class);
        second.close();
        second.close();
        assertThat(jms.drain(queue)).containsExactly("text");
    }

    @Test
    @Section({"6.2.10", "API"})
    void aContextAcknowledgesEverythingThatItHasDelivered(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "1", "2", "3");
        JMSContext context = jms.context(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = context.createConsumer(queue);
        consumer.receive(Jms.PATIENCE_MILLIS);
        consumer.receive(Jms.PATIENCE_MILLIS);

        context.acknowledge();
        context.close();

        assertThat(jms.drain(queue)).containsExactly("3");
    }

    @ParameterizedTest
    @ValueSource(ints = {JMSContext.AUTO_ACKNOWLEDGE, JMSContext.SESSION_TRANSACTED})
    @Section("API")
    void acknowledgeOfAContextIsIgnoredInOtherModesButNotOnceItIsClosed(int mode, Jms jms) {
        JMSContext context = jms.context(mode);

        context.acknowledge();
        context.close();

        assertThatThrownBy(context::acknowledge).isInstanceOf(IllegalStateRuntimeException.class);
    }

    @Test
    @Section({"6.1.8", "6.2.15"})
    void aClosedContextRefusesEverythingButClose(Jms jms) {
        Queue queue = jms.newQueue();
        JMSContext context = jms.context();
        JMSProducer producer = context.createProducer();
        JMSConsumer consumer = context.createConsumer(queue);

        context.close();

        int index = 0;
        for (ThrowingCallable call : new ThrowingCallable[] {
            context::createProducer,
            context::createTextMessage,
            context::start,
            context::stop,
            context::getMetaData,
            context::commit,
            context::recover,
            () -> context.createConsumer(queue),
            () -> producer.send(queue, "text"),
            consumer::receiveNoWait
        }) {
            assertThat(catchThrowable(call)).as("call %s", index++).isInstanceOf(IllegalStateRuntimeException.class);
        }
        consumer.close();
        context.close();
    }

    @Test
    @Section({"7.5", "7.6", "7.10"})
    void whatAProducerSaysIsSaidByEachOfItsMessagesAndWins(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        JMSContext context = jms.context();
        Message message = context.createTextMessage("text");
        message.setStringProperty("both", "message");
        message.setStringProperty("own", "message");

        context.createProducer()
                .setProperty("both", "producer")
                .setJMSType("type")
                .setPriority(9)
                .send(queue, message);

        Message received = context.createConsumer(queue).receive(Jms.PATIENCE_MILLIS);
        assertThat(received.getStringProperty("both")).isEqualTo("producer");
        assertThat(received.getStringProperty("own")).isEqualTo("message");
        assertThat(received.getJMSType()).isEqualTo("type");
        assertThat(received.getJMSPriority()).isEqualTo(9);
    }
}
