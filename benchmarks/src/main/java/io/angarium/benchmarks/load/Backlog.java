package io.angarium.benchmarks.load;

import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A large backlog in a small heap: sent, restarted, drained. */
@Command(
        name = "backlog",
        description =
                "1,000,000 persistent messages of 1 KiB in a heap of 256 MiB: sent, restarted, drained, each in a JVM of"
                        + " its own; the restart is compared with reading the same files. About 3 minutes, 1.5 GB of disk.",
        mixinStandardHelpOptions = true)
public final class Backlog implements Callable<Integer> {
    private static final int THREADS = 8;
    private static final int PER_TRANSACTION = 100;
    private static final long PATIENCE_MILLIS = 10_000;
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private enum Phase {
        SEND,
        DRAIN
    }

    @Option(names = "--messages", defaultValue = "1000000", description = "default: ${DEFAULT-VALUE}")
    private int messages;

    @Option(names = "--bytes", defaultValue = "1024", description = "size of a message (default: ${DEFAULT-VALUE})")
    private int payloadBytes;

    @Option(names = "--heap", defaultValue = "256", description = "MiB (default: ${DEFAULT-VALUE})")
    private int heapMegabytes;

    @Option(names = "--options", defaultValue = "", description = "added to the URI, for example &journal=file")
    private String options = "";

    @Option(
            names = "--folder",
            defaultValue = "target",
            description = "on the disk to be measured (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("target");

    @Option(names = "--phase", hidden = true)
    private @org.jspecify.annotations.Nullable Phase phase;

    @Override
    public Integer call() throws Exception {
        if (phase == Phase.SEND) {
            send();
        } else if (phase == Phase.DRAIN) {
            drain();
        } else {
            try (Scratch scratch = new Scratch(folder)) {
                all(scratch.folder());
            }
        }
        return 0;
    }

    private void all(Path place) throws IOException, InterruptedException {
        child(place, Phase.SEND);
        long bytes = Scratch.bytesIn(place);
        System.out.printf(Locale.ROOT, "on disk: %,.1f MB%n", bytes / 1e6);
        boolean cold = dropCaches();
        long begin = BenchmarkClock.nanos();
        long read = Disk.read(place);
        double seconds = BenchmarkClock.secondsSince(begin);
        System.out.printf(
                Locale.ROOT,
                "plain read of these files (%s): %.1f s, %,.0f MB/s%n",
                cold ? "cold" : "from the page cache",
                seconds,
                read / 1e6 / seconds);
        dropCaches();
        child(place, Phase.DRAIN);
        System.out.printf(Locale.ROOT, "on disk, drained: %,.1f MB%n", Scratch.bytesIn(place) / 1e6);
    }

    private void child(Path place, Phase which) throws IOException, InterruptedException {
        ChildJvm.run(
                heapMegabytes,
                List.of(
                        "backlog",
                        "--phase=" + which,
                        "--messages=" + messages,
                        "--bytes=" + payloadBytes,
                        "--options=" + options,
                        "--folder=" + place));
    }

    /** Whether the system let us; then the next read comes from the disk. */
    private static boolean dropCaches() throws IOException {
        if (!Files.isWritable(DROP_CACHES)) {
            return false;
        }
        Files.writeString(DROP_CACHES, "1");
        return true;
    }

    private ConnectionFactory factory() {
        return new AngariumConnectionFactory("angarium:vm:backlog?store=" + folder.resolve("store") + options);
    }

    private void send() throws Exception {
        ConnectionFactory factory = factory();
        AtomicInteger next = new AtomicInteger();
        long begin = BenchmarkClock.nanos();
        try (JMSContext keepsTheBroker = factory.createContext()) {
            inThreads(() -> {
                sendSome(factory, next);
                return 0;
            });
            keepsTheBroker.stop();
        }
        double seconds = BenchmarkClock.secondsSince(begin);
        System.out.printf(
                Locale.ROOT,
                "sent: %,d messages of %,d bytes in %.1f s, %,.0f/s, %d threads, %d in a transaction; %s%n",
                messages,
                payloadBytes,
                seconds,
                messages / seconds,
                THREADS,
                PER_TRANSACTION,
                Footprint.heap());
    }

    private void sendSome(ConnectionFactory factory, AtomicInteger next) throws Exception {
        byte[] payload = Payload.of(payloadBytes);
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = context.createProducer();
            Queue queue = context.createQueue("backlog");
            for (int from = next.getAndAdd(PER_TRANSACTION); from < messages; from = next.getAndAdd(PER_TRANSACTION)) {
                for (int i = from; i < Math.min(messages, from + PER_TRANSACTION); i++) {
                    BytesMessage message = context.createBytesMessage();
                    message.setIntProperty("n", i);
                    message.writeBytes(payload);
                    producer.send(queue, message);
                }
                context.commit();
            }
        }
    }

    private void drain() throws Exception {
        ConnectionFactory factory = factory();
        long begin = BenchmarkClock.nanos();
        try (JMSContext keepsTheBroker = factory.createContext()) {
            double opened = BenchmarkClock.secondsSince(begin);
            try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
                Message first =
                        context.createConsumer(context.createQueue("backlog")).receive(PATIENCE_MILLIS);
                System.out.printf(
                        Locale.ROOT,
                        "restarted: %.2f s until the broker is open, %.2f s until the first message (%s); heap used %,d MiB%n",
                        opened,
                        BenchmarkClock.secondsSince(begin),
                        first == null ? "none" : "number " + first.getIntProperty("n"),
                        Footprint.usedBytes() >> 20);
                context.rollback();
            }
            BitSet seen = new BitSet(messages);
            AtomicInteger twice = new AtomicInteger();
            begin = BenchmarkClock.nanos();
            inThreads(() -> drainSome(factory, seen, twice));
            double seconds = BenchmarkClock.secondsSince(begin) - PATIENCE_MILLIS / 1e3; // waited in vain at the end
            System.out.printf(
                    Locale.ROOT,
                    "drained: %,d messages in %.1f s, %,.0f/s, %d of them twice; %s%n",
                    seen.cardinality(),
                    seconds,
                    seen.cardinality() / seconds,
                    twice.get(),
                    Footprint.heap());
            keepsTheBroker.stop();
        }
    }

    private static int drainSome(ConnectionFactory factory, BitSet seen, AtomicInteger twice) throws Exception {
        int taken = 0;
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("backlog"));
            for (Message message = consumer.receive(PATIENCE_MILLIS);
                    message != null;
                    message = consumer.receive(PATIENCE_MILLIS)) {
                int n = message.getIntProperty("n");
                synchronized (seen) {
                    if (seen.get(n)) {
                        twice.incrementAndGet();
                    }
                    seen.set(n);
                }
                if (++taken % PER_TRANSACTION == 0) {
                    context.commit();
                }
            }
            context.commit();
        }
        return taken;
    }

    private static void inThreads(Callable<Integer> task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            futures.add(executor.submit(task));
        }
        for (Future<Integer> future : futures) {
            future.get();
        }
        executor.shutdown();
    }
}
