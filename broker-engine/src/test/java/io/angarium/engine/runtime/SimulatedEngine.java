package io.angarium.engine.runtime;

import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.BrokerClock;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SimulatedJournal;
import io.angarium.protocol.BrokerLink;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The real engine on one thread: simulated journal, workers that run when a test says so. */
final class SimulatedEngine {
    private final Random random = new Random(1);
    private final BrokerClock clock;
    private final Limits limits;
    private final SimulatedJournal.Disk disk =
            SimulatedJournal.Disk.of(JournalConfig.at(Path.of("simulated")).withSegmentBytes(32 << 20));
    private ManualBackground background = new ManualBackground();
    private SimulatedJournal journal;
    private Engine engine;

    SimulatedEngine(BrokerClock clock, Limits limits) {
        this.clock = clock;
        this.limits = limits;
        journal = SimulatedJournal.open(disk);
        engine = start();
    }

    private Engine start() {
        background = new ManualBackground();
        return new Engine(
                new Engine.Setup(
                        "simulated",
                        "test",
                        Path.of("simulated"),
                        JournalKind.FILE,
                        clock,
                        NamespacePolicy.DEFAULT,
                        limits),
                journal,
                () -> SimulatedJournal.open(SimulatedJournal.Disk.endless()),
                List.of(),
                background);
    }

    Engine engine() {
        return engine;
    }

    SimulatedJournal journal() {
        return journal;
    }

    BrokerLink link() {
        return engine.link(Map.of(), failure -> {}, () -> {});
    }

    /** Runs the workers, and writes nothing. */
    void runWorkers() {
        boolean ran = true;
        while (ran) {
            ran = background.runOne(random);
        }
    }

    /** Writes everything and runs the workers, until nothing is left. */
    void flush() {
        do {
            journal.flush();
            runWorkers();
        } while (journal.unflushed() > 0);
    }

    /** Dies, losing everything that is not on disk, and starts again. */
    void crash() {
        journal.crash(new Random() {
            private static final long serialVersionUID = 1L;

            @Override
            public int nextInt(int bound) {
                return 0;
            }
        });
        journal = SimulatedJournal.open(disk);
        engine = start();
    }
}
