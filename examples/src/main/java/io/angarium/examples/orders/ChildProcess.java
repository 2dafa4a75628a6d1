package io.angarium.examples.orders;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A JVM of its own that runs {@link Work}, and that can be killed at any moment. */
final class ChildProcess {
    private final List<String> command;

    ChildProcess(Input input, Path folder) {
        command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(ChildProcess::concernsTheJvmItself)
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OrderPipeline.class.getName(), "work"));
        command.addAll(List.of("--folder", folder.toAbsolutePath().toString()));
        command.addAll(input.arguments());
    }

    /**
     * Runs the process until it ends, or until it is to be killed.
     *
     * @param kill is told of each step of progress; true kills the process at once (SIGKILL)
     * @return whether it was killed
     * @throws IllegalStateException if it ended by itself with an error, which it has printed
     */
    boolean run(Predicate<Progress.Snapshot> kill) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread cleanUp = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(cleanUp);
        boolean killed = false;
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!Progress.isProgress(line)) {
                    System.out.println(line);
                } else if (!killed && kill.test(Progress.parse(line))) {
                    process.toHandle().destroyForcibly(); // unlike the process, leaves its output to be read
                    killed = true;
                }
            }
        }
        int exitCode = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(cleanUp);
        if (!killed && exitCode != 0) {
            throw new IllegalStateException("the process that works on the orders ended with exit code " + exitCode);
        }
        return killed;
    }

    private static boolean concernsTheJvmItself(String argument) {
        return argument.startsWith("--add-")
                || argument.startsWith("--enable-native-access")
                || argument.startsWith("--sun-misc-unsafe-memory-access")
                || argument.startsWith("-XX:+IgnoreUnrecognizedVMOptions");
    }
}
