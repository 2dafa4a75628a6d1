package io.angarium.benchmarks.micro;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A message with a head of usual size: encoded by the sender, looked at by the broker, decoded by the receiver. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodingBenchmark {
    private final ByteBuffer body = ByteBuffer.wrap(new byte[1024]);
    private final MessageHead head = new MessageHead(
            BodyType.BYTES,
            true,
            4,
            1_800_000_000_000L,
            0,
            0,
            "W-261127-00001",
            null,
            "ID:5f3a9c1e-77d2-4a0e-9d57-3c8f2be11d6a-1",
            null,
            null,
            Address.topic("orders"),
            null,
            Map.of("country", "DE", "amount", 749.0, "payment", "invoice", "channel", "web"));
    private final Message message = Message.of(head, body);

    /** What the sender does. */
    @Benchmark
    public Message encode() {
        return Message.of(head, body);
    }

    /** What the broker reads of each message. */
    @Benchmark
    public long scan() {
        return message.expirationMillis()
                + message.deliveryTimeMillis()
                + message.priority()
                + (message.persistent() ? 1 : 0)
                + message.sizeBytes();
    }

    /** What the receiver does. */
    @Benchmark
    public MessageHead decode() {
        return message.decodeHead();
    }
}
