package io.angarium.benchmarks.micro;

import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the JMH benchmarks. */
@Command(
        name = "micro",
        description = "JMH: time and allocation of the core, of selectors and of the encoding of messages.",
        mixinStandardHelpOptions = true)
public final class Micro implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "REGEX",
            description = "which, for example CoreBenchmark or SelectorBenchmark.parse (default: all)")
    private List<String> patterns = List.of();

    @Option(names = "--forks", defaultValue = "1", description = "JVMs, one after another (default: ${DEFAULT-VALUE})")
    private int forks;

    @Option(names = "--iterations", defaultValue = "5", description = "measured, of 2 s (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Override
    public Integer call() throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .forks(forks)
                .warmupIterations(4)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.seconds(2))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        if (patterns.isEmpty()) {
            options.include(Micro.class.getPackageName());
        }
        patterns.forEach(options::include);
        new Runner(options.build()).run();
        return 0;
    }
}
