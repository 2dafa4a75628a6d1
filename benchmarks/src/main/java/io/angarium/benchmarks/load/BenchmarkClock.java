package io.angarium.benchmarks.load;

/** Measures time. */
final class BenchmarkClock {
    private BenchmarkClock() {}

    static long nanos() {
        return System.nanoTime();
    }

    static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
