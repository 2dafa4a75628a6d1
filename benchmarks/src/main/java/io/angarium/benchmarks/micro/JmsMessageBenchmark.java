package io.angarium.benchmarks.micro;

import io.angarium.jms.message.AngariumMessage;
import io.angarium.jms.message.DeserializationPolicy;
import io.angarium.jms.message.DestinationMapping;
import io.angarium.jms.message.MessageCodec;
import io.angarium.jms.message.MessageFactory;
import io.angarium.jms.message.SendHeaders;
import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.Message;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JMS messages of 1 KiB with four properties: what a client spends on them besides sending and receiving. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JmsMessageBenchmark {
    private static final String TEXT = "0123456789abcdef".repeat(64);
    private static final byte[] BYTES = new byte[1_024];
    private static final Queue QUEUE = () -> "benchmark";
    private static final SendHeaders HEADERS = new SendHeaders(
            QUEUE, DeliveryMode.PERSISTENT, 4, "ID:0123456789abcdef-1", 1_800_000_000_000L, 0, 1_800_000_000_000L);

    /** Kind of message. */
    @Param({"text", "bytes"})
    public String kind = "";

    private final MessageFactory factory = new MessageFactory(DeserializationPolicy.STANDARD);
    private final MessageCodec codec = new MessageCodec(new OneQueue(), DeserializationPolicy.STANDARD);
    private Delivery delivery = new Delivery(1, 1, 1, 1, Map.of(), encoded(true));

    private static final class OneQueue implements DestinationMapping {
        private static final Address ADDRESS = Address.queue("benchmark");

        @Override
        public Destination toDestination(Address address) {
            return QUEUE;
        }

        @Override
        public Address toAddress(Destination destination) {
            return ADDRESS;
        }
    }

    /** Encodes the message that is decoded. */
    @Setup
    public void prepare() {
        delivery = new Delivery(1, 1, 1, 1, Map.of(), encoded(kind.equals("text")));
    }

    /** A message is created, filled and encoded. */
    @Benchmark
    public Message encode() {
        return encoded(kind.equals("text"));
    }

    /** A listener gets a message and reads its body only. */
    @Benchmark
    public Object decodeBody() throws JMSException {
        return body(codec.decode(delivery, null));
    }

    /** A listener gets a message and reads its body, id and properties. */
    @Benchmark
    public int decodeAll() throws JMSException {
        AngariumMessage message = codec.decode(delivery, null);
        return body(message).hashCode()
                + String.valueOf(message.getJMSMessageID()).length()
                + String.valueOf(message.getStringProperty("country")).length()
                + message.getIntProperty("quantity")
                + message.getIntProperty("JMSXDeliveryCount");
    }

    private static Object body(AngariumMessage message) throws JMSException {
        if (message instanceof BytesMessage bytes) {
            byte[] body = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(body);
            return body;
        }
        return String.valueOf(((TextMessage) message).getText());
    }

    private Message encoded(boolean text) {
        try {
            AngariumMessage message = text ? textMessage() : bytesMessage();
            message.setStringProperty("country", "DE");
            message.setIntProperty("quantity", 3);
            message.setDoubleProperty("amount", 749.5);
            message.setStringProperty("JMS_ANGARIUM_MessageId", "order-4711/payment");
            HEADERS.setOn(message);
            return codec.encode(message);
        } catch (JMSException e) {
            throw new AssertionError("a message of our own can be written and encoded", e);
        }
    }

    private AngariumMessage textMessage() throws JMSException {
        var message = factory.text();
        message.setText(TEXT);
        return message;
    }

    private AngariumMessage bytesMessage() throws JMSException {
        var message = factory.bytes();
        message.writeBytes(BYTES);
        return message;
    }
}
