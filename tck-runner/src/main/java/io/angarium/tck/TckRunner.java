package io.angarium.tck;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the public conformance suites, from jars that the user has, against a broker in the JVM of the tests. */
@Command(
        name = "tck-runner",
        mixinStandardHelpOptions = true,
        version = "tck-runner 0.1.0-SNAPSHOT",
        sortOptions = false,
        description = {
            "Runs public suites of Jakarta Messaging tests against an embedded broker, as a development check.",
            "The suites are not part of this program: give it the jars that you have."
        },
        exitCodeListHeading = "Exit code:%n",
        exitCodeList = {
            "0:all failed that were expected to fail, and no others",
            "1:a test failed, or passed, that was not expected to",
            "2:nothing was run: the options, or what they name, are not right"
        })
public final class TckRunner implements Callable<Integer> {
    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int NOTHING_RUN = 2;

    @Option(
            names = "--tck",
            paramLabel = "PATH",
            description =
                    "Jars, folders of jars or class folders of the Jakarta Messaging TCK's tests that run outside of"
                            + " a container, and of what they need; separated as on a class path")
    private @Nullable String tck;

    @Option(names = "--joram", paramLabel = "PATH", description = "The same for the JORAM JMS tests (needs a JDK)")
    private @Nullable String joram;

    @Option(
            names = "--include",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "Only tests whose name, package.Class#method, has a match of it")
    private String include = "";

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "1",
            description = "JVMs to share the tests, each with a broker of its own (default ${DEFAULT-VALUE})")
    private int shards = 1;

    @Option(
            names = "--reset",
            paramLabel = "WHEN",
            defaultValue = "failed",
            description = "Give the tests an empty broker: after each test, after a failed one, or never (none);"
                    + " one of ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE})")
    private Reset reset = Reset.failed;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "How long a test may take (default ${DEFAULT-VALUE})")
    private int timeoutSeconds = 120;

    @Option(
            names = "--wait",
            paramLabel = "MILLIS",
            defaultValue = "2000",
            description = "How long the TCK's tests wait for a message, its property jms_timeout (default"
                    + " ${DEFAULT-VALUE}; more on a slow machine)")
    private int waitMillis = 2000;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "Tests that are known to fail: a line package.Class#method for each, # begins a remark")
    private @Nullable Path expectedFailures;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            defaultValue = "target/tck",
            description = "Where results.tsv, failures.log and TEST-*.xml are written (default ${DEFAULT-VALUE})")
    private Path report = Path.of("target", "tck");

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs it, and ends the JVM with its exit code. */
    public static void main(String... arguments) {
        System.exit(run(arguments));
    }

    /** Runs it and returns its exit code; any thread. */
    static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    static CommandLine commandLine() {
        return new CommandLine(new TckRunner()).setExecutionExceptionHandler((e, command, parsed) -> {
            if (e instanceof BadUsageException) {
                command.getErr().println(e.getMessage());
                command.getErr().println("Try --help.");
                return NOTHING_RUN;
            }
            throw e;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = requireNonNull(spec, "set by picocli").commandLine().getOut();
        if (shards < 1 || timeoutSeconds < 1 || waitMillis < 1) {
            throw new BadUsageException("--shards, --timeout and --wait are at least 1");
        }
        ExpectedFailures expected =
                expectedFailures == null ? ExpectedFailures.NONE : ExpectedFailures.read(expectedFailures);
        InstantSource time = InstantSource.system();
        Instant begin = time.instant();
        Progress progress = new Progress(out, expected);
        Path work = Files.createTempDirectory("tck-runner");
        try {
            for (SuiteFiles files : suites()) {
                out.println(files.suite() + ":");
                files.describe().forEach(line -> out.println("  " + line));
                out.flush();
                runSuite(files, work.resolve(files.suite().name()), progress);
            }
        } finally {
            delete(work);
        }
        return close(new Report(progress.outcomes(), expected), Duration.between(begin, time.instant()), out);
    }

    private List<SuiteFiles> suites() {
        List<SuiteFiles> suites = new ArrayList<>();
        if (tck != null) {
            suites.add(SuiteFiles.find(Suite.TCK, tck));
        }
        if (joram != null) {
            suites.add(SuiteFiles.find(Suite.JORAM, joram));
        }
        if (suites.isEmpty()) {
            throw new BadUsageException("no suite to run: give --tck the jars of the Jakarta Messaging TCK (jms-tck and"
                    + " common, from a TCK distribution), or --joram those of the JORAM JMS tests. This program brings"
                    + " none of them. The own suite is part of the build: mvn verify -pl tck-runner -am");
        }
        return suites;
    }

    private Pattern includePattern() {
        try {
            return Pattern.compile(include);
        } catch (PatternSyntaxException e) {
            throw new BadUsageException("--include is no regular expression: " + e.getMessage(), e);
        }
    }

    private void runSuite(SuiteFiles files, Path work, Progress progress) throws IOException, InterruptedException {
        Path generated = Files.createDirectories(work.resolve("generated"));
        SuiteNames.write(generated);
        if (files.suite() == Suite.JORAM) {
            JoramAdmin.write(files, generated);
        }
        List<ShardProcess> processes = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            Path folder = work.resolve("shard-" + shard);
            ShardPlan plan = new ShardPlan(
                    files.suite(),
                    files.roots(),
                    includePattern(),
                    shard,
                    shards,
                    reset,
                    timeoutSeconds,
                    folder.resolve("done.txt"));
            processes.add(ShardProcess.of(plan, files, generated, waitMillis, folder, progress));
        }
        runAll(processes);
    }

    private static void runAll(List<ShardProcess> processes) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(processes.size());
        try {
            for (Future<Void> shard : threads.invokeAll(processes)) {
                shard.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private int close(Report result, Duration taken, PrintWriter out) throws IOException {
        result.write(report);
        out.println();
        out.print(result.table());
        out.printf(
                "%d s with %d shard(s), reset: %s. Results and logs of failures are in %s%n",
                taken.toSeconds(), shards, reset, report.toAbsolutePath().normalize());
        result.unexpectedFailures().forEach(test -> out.println("FAILED, not expected: " + test.test()));
        result.unexpectedPasses().forEach(test -> out.println("PASSED, not expected: " + test.test()));
        out.flush();
        if (result.isEmpty()) {
            throw new BadUsageException("no test has a name with a match of --include " + include);
        }
        return result.asExpected() ? AS_EXPECTED : NOT_AS_EXPECTED;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
