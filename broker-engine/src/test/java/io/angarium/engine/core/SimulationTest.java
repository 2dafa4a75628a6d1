package io.angarium.engine.core;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands, crashes and cleaning, every reply predicted by the {@link Model}. A failure names its seed.
 */
class SimulationTest {
    private static final int STEPS = 400;

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("simulation.seeds", 150));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theCoreAnswersLikeTheModelAcrossCrashesAndCleaning(long seed) {
        new Simulation(seed).run(STEPS);
    }
}
