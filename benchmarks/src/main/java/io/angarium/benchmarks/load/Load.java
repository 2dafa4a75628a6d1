package io.angarium.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Many threads that repeat an operation, each its own, for some time. */
final class Load {
    private static final long MAX_LATENCY_NANOS = Duration.ofMinutes(10).toNanos();

    private Load() {}

    /**
     * What was measured.
     *
     * @param operations in the measured time
     * @param nanos the measured time
     * @param latency of each operation in nanoseconds
     */
    record Measured(long operations, long nanos, Histogram latency) {
        double perSecond() {
            return operations * 1e9 / nanos;
        }

        double latencyMillis(double percentile) {
            return latency.getValueAtPercentile(percentile) / 1e6;
        }
    }

    /**
     * Runs.
     *
     * @param warmUp for so long nothing is counted
     * @param measured for so long it is
     */
    static Measured run(Contender contender, int threads, Duration warmUp, Duration measured) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<Measured>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(executor.submit(() -> {
                    try (Operation operation = contender.operation()) {
                        start.await();
                        return repeat(operation, warmUp, measured);
                    }
                }));
            }
            long operations = 0;
            long nanos = 0;
            Histogram latency = new Histogram(MAX_LATENCY_NANOS, 3);
            for (Future<Measured> future : futures) {
                Measured part = future.get();
                operations += part.operations();
                nanos = Math.max(nanos, part.nanos());
                latency.add(part.latency());
            }
            return new Measured(operations, nanos, latency);
        } finally {
            executor.shutdownNow();
        }
    }

    private static Measured repeat(Operation operation, Duration warmUp, Duration measured) throws Exception {
        Histogram latency = new Histogram(MAX_LATENCY_NANOS, 3);
        long warm = BenchmarkClock.nanos() + warmUp.toNanos();
        long before = BenchmarkClock.nanos();
        while (before < warm) {
            operation.once();
            before = BenchmarkClock.nanos();
        }
        long begin = before;
        long end = begin + measured.toNanos();
        long operations = 0;
        while (before < end) {
            operation.once();
            long after = BenchmarkClock.nanos();
            latency.recordValue(after - before);
            before = after;
            operations++;
        }
        return new Measured(operations, before - begin, latency);
    }
}
