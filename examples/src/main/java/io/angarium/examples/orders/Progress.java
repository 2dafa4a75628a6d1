package io.angarium.examples.orders;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what a run has done and tells it, a line for every few steps. Thread-safe. */
final class Progress {
    private static final String WORD = "progress";
    private static final int STEPS_PER_LINE = 5;

    private final PrintStream out;
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger rolledBack = new AtomicInteger();
    private final AtomicInteger collected = new AtomicInteger();

    /**
     * What a line says.
     *
     * @param sent orders that were sent since the process started, duplicates included
     * @param rolledBack transactions that were rolled back since the process started
     * @param collected results in the ledger, those of earlier processes included
     */
    record Snapshot(int sent, int rolledBack, int collected) {}

    Progress(PrintStream out) {
        this.out = out;
    }

    void sent() {
        sent.incrementAndGet();
        step();
    }

    void processed() {
        step();
    }

    void rolledBack() {
        rolledBack.incrementAndGet();
        step();
    }

    void collected(int results) {
        collected.set(results);
        tell();
    }

    Snapshot snapshot() {
        return new Snapshot(sent.get(), rolledBack.get(), collected.get());
    }

    private void step() {
        if (steps.incrementAndGet() % STEPS_PER_LINE == 0) {
            tell();
        }
    }

    private void tell() {
        Snapshot now = snapshot();
        out.println(WORD + " " + now.sent() + " " + now.rolledBack() + " " + now.collected());
    }

    /** Whether a line of output is one of {@link Progress}. */
    static boolean isProgress(String line) {
        return line.startsWith(WORD + " ");
    }

    /** Reads a line back. */
    static Snapshot parse(String line) {
        String[] words = line.split(" ", -1);
        return new Snapshot(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    }
}
