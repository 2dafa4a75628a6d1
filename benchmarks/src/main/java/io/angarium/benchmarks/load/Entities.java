package io.angarium.benchmarks.load;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Many queues, and many subscriptions on one topic. */
@Command(
        name = "entities",
        description =
                "10,000 queues with a message each and 2,000 durable subscriptions on one topic: memory, open files,"
                        + " time to publish, time to restart.",
        mixinStandardHelpOptions = true)
public final class Entities implements Callable<Integer> {
    private enum Phase {
        CREATE,
        RESTART
    }

    @Option(names = "--queues", defaultValue = "10000", description = "default: ${DEFAULT-VALUE}")
    private int queues;

    @Option(names = "--subscriptions", defaultValue = "2000", description = "default: ${DEFAULT-VALUE}")
    private int subscriptions;

    @Option(names = "--publications", defaultValue = "50", description = "default: ${DEFAULT-VALUE}")
    private int publications;

    @Option(names = "--heap", defaultValue = "512", description = "MiB (default: ${DEFAULT-VALUE})")
    private int heapMegabytes;

    @Option(
            names = "--folder",
            defaultValue = "target",
            description = "on the disk to be measured (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("target");

    @Option(names = "--phase", hidden = true)
    private @Nullable Phase phase;

    @Override
    public Integer call() throws Exception {
        if (phase == Phase.CREATE) {
            create();
        } else if (phase == Phase.RESTART) {
            restart();
        } else {
            try (Scratch scratch = new Scratch(folder)) {
                child(scratch.folder(), Phase.CREATE);
                System.out.printf(Locale.ROOT, "on disk: %,.1f MB%n", Scratch.bytesIn(scratch.folder()) / 1e6);
                child(scratch.folder(), Phase.RESTART);
            }
        }
        return 0;
    }

    private void child(Path place, Phase which) throws Exception {
        ChildJvm.run(
                heapMegabytes,
                List.of(
                        "entities",
                        "--phase=" + which,
                        "--queues=" + queues,
                        "--subscriptions=" + subscriptions,
                        "--publications=" + publications,
                        "--folder=" + place));
    }

    private ConnectionFactory factory() {
        return new AngariumConnectionFactory("angarium:vm:entities?store=" + folder.resolve("store"));
    }

    private void create() throws Exception {
        try (JMSContext context = factory().createContext()) {
            report("empty broker", 0, 1);
            JMSProducer producer = context.createProducer();
            long begin = BenchmarkClock.nanos();
            for (int i = 0; i < queues; i++) {
                producer.send(context.createQueue("queue-" + i), "message for " + i);
            }
            report("queues, created by a persistent send each", begin, queues);

            Topic topic = context.createTopic("topic");
            begin = BenchmarkClock.nanos();
            for (int i = 0; i < subscriptions; i++) {
                // every other one has a selector that an index can find, as subscriptions for one customer have
                String selector = i % 2 == 0 ? null : "customer = 'C" + i + "'";
                try (JMSConsumer opened = context.createSharedDurableConsumer(topic, "subscription-" + i, selector)) {
                    opened.getMessageSelector();
                }
            }
            report("durable subscriptions on one topic, half of them with selectors", begin, subscriptions);

            begin = BenchmarkClock.nanos();
            for (int i = 0; i < publications; i++) {
                producer.setProperty("customer", "C" + (2 * i + 1)).send(topic, "publication " + i);
            }
            report("publications to " + (subscriptions / 2 + 1) + " of the subscriptions each", begin, publications);
        }
    }

    private void restart() throws Exception {
        long begin = BenchmarkClock.nanos();
        try (JMSContext context = factory().createContext()) {
            report("restart", begin, 1);
            String text = context.createConsumer(context.createQueue("queue-" + (queues - 1)))
                    .receiveBody(String.class, 10_000);
            System.out.println("the last queue's message: " + text);
        }
    }

    private static void report(String what, long beginNanos, int count) {
        double seconds = beginNanos == 0 ? 0 : BenchmarkClock.secondsSince(beginNanos);
        System.out.printf(
                Locale.ROOT,
                "%,7d %-64s %7.2f s  %9.3f ms each  heap used %,4d MiB  open files %d%n",
                count,
                what,
                seconds,
                seconds * 1e3 / count,
                Footprint.usedBytes() >> 20,
                Footprint.openFiles());
    }
}
