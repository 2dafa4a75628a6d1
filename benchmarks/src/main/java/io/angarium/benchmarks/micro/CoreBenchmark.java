package io.angarium.benchmarks.micro;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.DuplicateId;
import io.angarium.engine.core.MessageInfo;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.Received;
import io.angarium.engine.core.ReceiverRequest;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.core.StateListener;
import io.angarium.engine.core.filter.Selectors;
import io.angarium.protocol.Address;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The core alone, decide and apply, without journal: the life of a message is three commands (send, receive, complete), and
 * figures are per command.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CoreBenchmark {
    private static final int COMMANDS = 3;
    private static final long RECEIVER = 1;
    private static final String LINK = "link-1";
    private static final Origin ORIGIN = new Origin(LINK, null);
    private static final Address QUEUE = Address.queue("benchmark");
    private static final long MESSAGE_BYTES = 1200;

    /** Messages that wait in the queue all the time. */
    @Param({"1", "100000"})
    public int backlog;

    /** Whether each message has an id for duplicate detection. */
    @Param({"false", "true"})
    public boolean ids;

    private NamespaceCore core = newCore();
    private long record;
    private long nowMillis;

    private static NamespaceCore newCore() {
        return new NamespaceCore(
                NamespacePolicy.DEFAULT,
                text -> requireNonNull(Selectors.parse(text), "a receiver without selector has no text"),
                content -> name -> null,
                new StateListener() {
                    @Override
                    public void recordReleased(long released) {
                        // nothing is stored
                    }

                    @Override
                    public void ready(int entityId) {
                        // received when the benchmark wants
                    }
                });
    }

    /** Opens a core with a receiver and the backlog. */
    @Setup
    public void open() {
        core = newCore();
        record = 0;
        nowMillis = 1_800_000_000_000L;
        core.endReplay();
        apply(core.open(nowMillis));
        apply(core.openReceiver(
                new ReceiverRequest(RECEIVER, LINK, null, new Source.Queue(QUEUE, null), ReceiveMode.PEEK_LOCK),
                nowMillis));
        for (int i = 1; i < backlog; i++) {
            send();
        }
    }

    /** One message: sent, received, completed. */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public long sendReceiveComplete() {
        nowMillis += (record & 15) < 2 ? 1 : 0; // the number of the record grows by two
        SendResult sent = send();
        Received received = apply(core.receive(RECEIVER, 1, Long.MAX_VALUE, record, nowMillis));
        long token = received.messages().get(0).lockToken();
        apply(core.settle(List.of(Settlement.of(token, Outcome.COMPLETE)), LINK, nowMillis));
        if (core.nextDueMillis() <= nowMillis) {
            apply(core.tick(nowMillis));
        }
        return sent.sequenceNumber();
    }

    private SendResult send() {
        long next = record + 1;
        MessageInfo info = new MessageInfo(
                true,
                4,
                nowMillis,
                Long.MAX_VALUE,
                0,
                MESSAGE_BYTES,
                ids ? new DuplicateId(next * 0x9E3779B97F4A7C15L, next * 0xC2B2AE3D27D4EB4FL) : null,
                7,
                next);
        Decision<SendResult> decision = core.send(new SendCommand(QUEUE, info, null, ORIGIN), nowMillis);
        record = next;
        core.apply(decision.events(), List.of(new ContentRef(next, 0, MESSAGE_BYTES, List.of())), next);
        return decision.reply();
    }

    private <R> R apply(Decision<R> decision) {
        core.apply(decision.events(), List.of(), decision.durable() ? ++record : 0);
        return decision.reply();
    }
}
