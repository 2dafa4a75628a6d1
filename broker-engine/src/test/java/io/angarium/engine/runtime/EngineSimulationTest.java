package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real engine, on one thread, with a simulated clock and journal, under a random load with crashes, full and failing
 * disks: what was acknowledged is there, what was settled never comes back, one lock at a time, order, counts, liveness.
 */
class EngineSimulationTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("angarium.simulation.seeds", 60));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingIsLostOrDoubledWhateverHappens(long seed) {
        SimulatedLoad load = new SimulatedLoad(seed);

        load.run(3_000);
        load.finish();

        assertThat(load.violations()).as("seed %d", seed).isEmpty();
        assertThat(load.confirmedSends())
                .as("seed %d: the load does something", seed)
                .isGreaterThan(50);
    }
}
