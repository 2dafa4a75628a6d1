package io.angarium.tck;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** What has been run so far, shown while it goes on. Thread-safe. */
final class Progress {
    private static final int STEP = 25;

    private final ReentrantLock lock = new ReentrantLock();
    private final PrintWriter out;
    private final ExpectedFailures expected;
    private final Map<Integer, Integer> found = new HashMap<>();
    private final List<Outcome> outcomes = new ArrayList<>();

    Progress(PrintWriter out, ExpectedFailures expected) {
        this.out = out;
        this.expected = expected;
    }

    /** How many tests a shard has. */
    void found(int shard, int tests) {
        lock.lock();
        try {
            found.put(shard, tests);
        } finally {
            lock.unlock();
        }
    }

    void finished(Outcome outcome) {
        lock.lock();
        try {
            outcomes.add(outcome);
            if (outcome.failed()) {
                String kind = expected.contains(outcome.test()) ? "failed, as expected" : "FAILED";
                out.printf("%s: %s: %s%n", kind, outcome.test(), outcome.message());
            }
            int all = found.values().stream().mapToInt(Integer::intValue).sum();
            if (outcomes.size() % STEP == 0) {
                long failed = outcomes.stream().filter(Outcome::failed).count();
                // of some methods several tests are made, which nobody knows before
                out.printf("%d of %d tests, %d failed%n", outcomes.size(), Math.max(all, outcomes.size()), failed);
            }
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    /** Everything that was run. */
    List<Outcome> outcomes() {
        lock.lock();
        try {
            return List.copyOf(outcomes);
        } finally {
            lock.unlock();
        }
    }
}
