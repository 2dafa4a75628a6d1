package io.angarium.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a benchmark in a JVM of its own, with a heap of its own. */
final class ChildJvm {
    private ChildJvm() {}

    /**
     * Runs until it ends; its output is ours.
     *
     * @param heapMegabytes largest heap
     * @param arguments command line of the benchmarks
     * @throws IllegalStateException if it fails
     */
    static void run(int heapMegabytes, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-Xm"))
                .forEach(command::add);
        command.addAll(List.of("-Xmx" + heapMegabytes + "m", "-XX:+ExitOnOutOfMemoryError"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.angarium.benchmarks.Benchmarks"));
        command.addAll(arguments);
        int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("exit code " + exitCode + " of " + arguments);
        }
    }
}
