package io.angarium.tck;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a shard in a JVM of its own. A JVM that dies has failed the test that was running, and another one goes on with the
 * rest. Confined to one thread.
 */
final class ShardProcess implements Callable<Void> {
    private final ShardPlan plan;
    private final List<String> command;
    private final Path folder;
    private final Progress progress;
    private ShardLine.@Nullable Started running;
    private boolean ended;
    private int finished;

    private ShardProcess(ShardPlan plan, List<String> command, Path folder, Progress progress) {
        this.plan = plan;
        this.command = command;
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Prepares one.
     *
     * @param generated folder that goes before the suite on the class path
     * @param waitMillis what the suite takes for "long enough"
     * @param folder where the JVM may write
     */
    static ShardProcess of(
            ShardPlan plan, SuiteFiles files, Path generated, int waitMillis, Path folder, Progress progress) {
        String classPath = Stream.concat(
                        Stream.of(System.getProperty("java.class.path"), generated.toString()),
                        files.classPath().stream().map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx768m",
                "-Djava.io.tmpdir=" + folder));
        Shard.settings(plan, waitMillis).forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", classPath, Shard.class.getName()));
        command.addAll(plan.arguments());
        return new ShardProcess(plan, command, folder, progress);
    }

    @Override
    public @Nullable Void call() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.writeString(plan.done(), "");
        while (!ended) {
            int before = finished;
            String rest = runOnce();
            if (!ended && finished == before) {
                throw new IOException("the JVM of shard " + plan.shard() + " ended before its tests did: " + rest);
            }
        }
        return null;
    }

    /** What the JVM wrote that is no {@link ShardLine}. */
    private String runOnce() throws IOException, InterruptedException {
        Path errors = folder.resolve("stderr.txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        StringBuilder rest = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<ShardLine> read = ShardLine.read(line);
                if (read.isPresent()) {
                    take(read.get());
                } else {
                    rest.append(line).append('\n');
                }
            }
        } finally {
            process.destroyForcibly();
        }
        int code = process.waitFor();
        rest.append(Files.readString(errors));
        if (!ended && running != null) {
            take(new ShardLine.Finished(new Outcome(
                    plan.suite(),
                    running.className(),
                    running.methodName(),
                    Outcome.Status.FAILED,
                    0,
                    "the JVM ended with exit code " + code + " while it ran",
                    rest.toString())));
        }
        return rest.toString();
    }

    private void take(ShardLine line) throws IOException {
        if (line instanceof ShardLine.Found found) {
            progress.found(plan.shard(), finished + found.tests());
        } else if (line instanceof ShardLine.Started started) {
            running = started;
        } else if (line instanceof ShardLine.Finished end) {
            running = null;
            finished++;
            Files.writeString(plan.done(), end.outcome().test() + "\n", StandardOpenOption.APPEND);
            progress.finished(end.outcome());
        } else if (line instanceof ShardLine.Ended) {
            ended = true;
        } else {
            throw new AssertionError(line);
        }
    }
}
