package io.angarium.benchmarks.load;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.DuplicateId;
import io.angarium.engine.core.MessageInfo;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.ReceiverRequest;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.core.StateListener;
import io.angarium.engine.core.filter.Selectors;
import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Duplicate detection with many ids in the window, on and off, in the core. */
@Command(
        name = "duplicates",
        description = "10 million messages through the core, sent and received, with and without an id for duplicate"
                + " detection, alternating: memory of the ids, time for each message.",
        mixinStandardHelpOptions = true)
public final class Duplicates implements Callable<Integer> {
    private static final String LINK = "link-1";
    private static final long RECEIVER = 1;
    private static final Address QUEUE = Address.queue("duplicates");
    private static final long BEGIN_MILLIS = 1_800_000_000_000L;
    private static final int MESSAGES_PER_MILLI = 50;

    @Option(names = "--ids", defaultValue = "10000000", description = "default: ${DEFAULT-VALUE}")
    private int ids;

    @Option(names = "--rounds", defaultValue = "2", description = "of each (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Override
    public Integer call() {
        for (int round = 0; round <= rounds; round++) {
            for (boolean on : new boolean[] {false, true}) {
                int count = round == 0 ? Math.min(ids, 500_000) : ids;
                new Core(on).run(count, round == 0 ? "warm-up" : "round " + round);
            }
        }
        return 0;
    }

    /** A core that is fed and emptied. */
    private static final class Core implements StateListener {
        private final boolean on;
        private final NamespaceCore core = new NamespaceCore(
                new NamespacePolicy(true, new EntitySettings(10, Duration.ofDays(1), null, null, 0, 0, false)),
                text -> requireNonNull(Selectors.parse(text), "a receiver without selector has no text"),
                content -> name -> null,
                this);
        private long record;

        Core(boolean on) {
            this.on = on;
        }

        void run(int count, String title) {
            core.endReplay();
            apply(core.open(BEGIN_MILLIS), null);
            apply(
                    core.openReceiver(
                            new ReceiverRequest(
                                    RECEIVER,
                                    LINK,
                                    null,
                                    new Source.Queue(QUEUE, null),
                                    ReceiveMode.RECEIVE_AND_DELETE),
                            BEGIN_MILLIS),
                    null);
            long before = Footprint.usedBytes();
            long begin = BenchmarkClock.nanos();
            for (int i = 0; i < count; i++) {
                message(i, BEGIN_MILLIS + i / MESSAGES_PER_MILLI);
            }
            double nanos = BenchmarkClock.secondsSince(begin) * 1e9 / count;
            long used = Footprint.usedBytes() - before;
            System.out.printf(
                    Locale.ROOT,
                    "%-8s ids %-3s %,d messages sent and received: %,.0f ns each, %,.0f/s; heap used %,d MiB, %.1f bytes an id%n",
                    title,
                    on ? "on" : "off",
                    count,
                    nanos,
                    1e9 / nanos,
                    used >> 20,
                    on ? (double) used / count : 0.0);
            if (on && !isDuplicate(count / 2)) {
                throw new IllegalStateException("an id in the window was not known");
            }
        }

        private void message(int i, long nowMillis) {
            apply(core.send(command(i, nowMillis, record), nowMillis), new ContentRef(record + 1, 0, 64, List.of()));
            apply(core.receive(RECEIVER, 1, Long.MAX_VALUE, record, nowMillis), null);
        }

        private boolean isDuplicate(int i) {
            return core.send(command(i, BEGIN_MILLIS, record), BEGIN_MILLIS)
                    .reply()
                    .duplicate();
        }

        private SendCommand command(int i, long nowMillis, long sequence) {
            MessageInfo info = new MessageInfo(
                    true, 4, nowMillis, Long.MAX_VALUE, 0, 64, on ? DuplicateId.of("order-" + i) : null, 0, sequence);
            return new SendCommand(QUEUE, info, null, new Origin(LINK, null));
        }

        private void apply(Decision<?> decision, @Nullable ContentRef content) {
            core.apply(
                    decision.events(),
                    content == null ? List.of() : List.of(content),
                    decision.durable() ? ++record : 0);
        }

        @Override
        public void recordReleased(long released) {
            // nothing is stored
        }

        @Override
        public void ready(int entityId) {
            // received at once
        }
    }
}
