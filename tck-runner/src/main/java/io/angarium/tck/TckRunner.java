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
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs conformance suites, the public ones from jars that the user has, against a broker in the JVM of the tests. */
@Command(
        name = "tck-runner",
        mixinStandardHelpOptions = true,
        version = "tck-runner 0.1.0-SNAPSHOT",
        sortOptions = false,
        description = {
            "Runs suites of Jakarta Messaging tests against an embedded broker, as a development check.",
            "The public suites are not part of this program: give it the jars that you have."
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
            names = "--suite",
            paramLabel = "SUITE",
            split = ",",
            converter = SuiteName.class,
            description = "What to run: own (the suite of this module's tests), tck, joram, separated by commas"
                    + " (default: the public ones whose jars are given)")
    private List<Suite> suites = new ArrayList<>();

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
            names = "--store",
            paramLabel = "KIND",
            defaultValue = "none",
            description = "What the broker of the public suites writes to: a throw-away store (none), or a store in a"
                    + " temporary folder; one of ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE})")
    private StoreKind store = StoreKind.none;

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
            for (SuiteFiles files : files()) {
                out.println(files.suite() + ":");
                files.describe().forEach(line -> out.println("  " + line));
                out.flush();
                runSuite(files, work.resolve(files.suite().name()), progress);
            }
        } finally {
            Folders.delete(work);
        }
        return close(new Report(progress.outcomes(), expected), Duration.between(begin, time.instant()), out);
    }

    /** The names of suites on the command line are written small. */
    static final class SuiteName implements CommandLine.ITypeConverter<Suite> {
        @Override
        public Suite convert(String name) {
            for (Suite suite : Suite.values()) {
                if (suite.name().equalsIgnoreCase(name)) {
                    return suite;
                }
            }
            throw new CommandLine.TypeConversionException("'" + name + "' is none of own, tck, joram");
        }
    }

    private List<SuiteFiles> files() {
        Set<Suite> asked = EnumSet.noneOf(Suite.class);
        asked.addAll(suites);
        if (suites.isEmpty() && tck != null) {
            asked.add(Suite.TCK);
        }
        if (suites.isEmpty() && joram != null) {
            asked.add(Suite.JORAM);
        }
        if (asked.isEmpty()) {
            throw new BadUsageException("no suite to run: give --tck the jars of the Jakarta Messaging TCK (jms-tck and"
                    + " common, from a TCK distribution), or --joram those of the JORAM JMS tests; this program brings"
                    + " none of them. --suite own runs the own suite");
        }
        List<SuiteFiles> files = new ArrayList<>();
        for (Suite suite : asked) {
            files.add(
                    switch (suite) {
                        case TCK -> publicFiles(suite, tck);
                        case JORAM -> publicFiles(suite, joram);
                        case OWN -> SuiteFiles.own();
                    });
        }
        return files;
    }

    private static SuiteFiles publicFiles(Suite suite, @Nullable String paths) {
        if (paths == null) {
            throw new BadUsageException("--suite " + suite.name().toLowerCase(Locale.ROOT) + " needs " + suite.option()
                    + " with the jars of the suite, which this program does not bring");
        }
        return SuiteFiles.find(suite, paths);
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
                    store,
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
}
