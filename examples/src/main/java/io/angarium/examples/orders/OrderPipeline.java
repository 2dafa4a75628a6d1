package io.angarium.examples.orders;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A day of a shop: orders from a file go through a topic to those who take them, are processed in transactions, and the
 * results are collected; then the same with the process killed on the way. The closing table proves from what is on disk
 * that each order was processed once.
 */
@Command(
        name = "orders",
        description = {
            "Sends the orders of a file through Angarium, processes them in transactions and collects the results: once"
                    + " undisturbed, and once with the process killed (SIGKILL) and started again. Closes with a table and"
                    + " checks that the sums agree.",
            "Exit code: 0 if they do, 1 if they do not or something failed, 2 for bad input."
        },
        mixinStandardHelpOptions = true,
        version = "orders of Angarium 0.1.0",
        sortOptions = false,
        subcommands = Work.class)
public final class OrderPipeline implements Callable<Integer> {
    private static final int MAX_REJECTED_SHOWN = 10;
    private static final int MAX_WRONG_SHOWN = 20;
    private static final List<String> RUNS = List.of("undisturbed", "killed");

    @Mixin
    private Input input = new Input();

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "3",
            description = "how often the process is killed in the second run, at random points"
                    + " (default: ${DEFAULT-VALUE})")
    private int kills = 3;

    @Option(
            names = "--kill-at",
            paramLabel = "PERCENT",
            split = ",",
            description =
                    "kill when so much of the results is there, for example 10,50,90, instead of at random points")
    private List<Integer> killAtPercent = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "SEED", description = "seed of the random points (default: a new one)")
    private long seed = ThreadLocalRandom.current().nextLong();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "an empty or new folder for stores and results, which is kept (default: a temporary one, deleted"
                            + " if all is well)")
    private @Nullable Path folder;

    private final PrintStream out;

    /** Runs the command line; ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(execute(System.out, System.err, arguments));
    }

    private OrderPipeline(PrintStream out) {
        this.out = out;
    }

    /** Runs the command line; returns its exit code. */
    static int execute(PrintStream out, PrintStream err, String... arguments) {
        return new CommandLine(new OrderPipeline(out))
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(text(failure));
                    return failure instanceof BadInputException ? 2 : 1;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, NamingException, JMSException {
        OrderBook book = OrderBook.of(input.file());
        int expected = book.expectedResults();
        int[] killPoints = killPoints(expected);
        input.workers(); // complains before anything is done
        out.printf(
                "%s: %,d lines, %,d orders%n",
                book.name(), book.lines(), book.orders().size());
        book.rejected().stream().limit(MAX_REJECTED_SHOWN).forEach(text -> out.println("rejected: " + text));
        if (book.rejected().size() > MAX_REJECTED_SHOWN) {
            out.println("rejected: and " + (book.rejected().size() - MAX_REJECTED_SHOWN) + " more");
        }
        Path place = emptyFolder();
        Path undisturbed = place.resolve(RUNS.get(0));
        Path killed = place.resolve(RUNS.get(1));

        new Run(input, undisturbed, expected, new int[0], "undisturbed", out).finish();
        int done = new Run(input, killed, expected, killPoints, "killed", out).finish();

        List<ClosingTable.Column> columns = List.of(
                new ClosingTable.Column("undisturbed", Audit.of(book, undisturbed)),
                new ClosingTable.Column("killed " + done + " times", Audit.of(book, killed)));
        out.println();
        new ClosingTable(book, columns).lines().forEach(out::println);
        out.println();
        return verdict(book, columns, done == killPoints.length, place);
    }

    private int verdict(OrderBook book, List<ClosingTable.Column> columns, boolean killedAsPlanned, Path place)
            throws IOException {
        List<String> wrong = new ArrayList<>();
        for (ClosingTable.Column column : columns) {
            column.audit().wrong(book).forEach(text -> wrong.add(column.title() + ": " + text));
        }
        if (!killedAsPlanned) {
            wrong.add("the process was done before it could be killed as often as planned; give a larger file");
        }
        if (wrong.isEmpty()) {
            out.println(
                    "The sums agree: each order was processed once by everybody who takes it, or is a dead letter.");
            if (folder == null) {
                delete(place);
            }
            return 0;
        }
        wrong.stream().limit(MAX_WRONG_SHOWN).forEach(text -> out.println("WRONG: " + text));
        out.println("The sums do not agree (" + wrong.size() + " findings). Seed " + seed
                + ", stores and results are in " + place);
        return 1;
    }

    private int[] killPoints(int expectedResults) {
        if (kills < 0) {
            throw new BadInputException("--kills is " + kills + ", allowed: 0 or more");
        }
        if (!killAtPercent.isEmpty()) {
            if (killAtPercent.stream().anyMatch(percent -> percent < 0 || percent > 99)) {
                throw new BadInputException("--kill-at is " + killAtPercent + ", allowed: 0 to 99 per cent");
            }
            return killAtPercent.stream()
                    .sorted()
                    .mapToInt(percent -> (int) ((long) expectedResults * percent / 100))
                    .toArray();
        }
        // not in the last tenth, so that the process is still there to be killed
        return new Random(seed)
                .ints(kills, 0, Math.max(1, expectedResults * 9 / 10))
                .sorted()
                .toArray();
    }

    private Path emptyFolder() throws IOException {
        if (folder == null) {
            return Files.createTempDirectory("angarium-orders");
        }
        Files.createDirectories(folder);
        try (Stream<Path> content = Files.list(folder)) {
            List<Path> found = content.toList();
            for (Path path : found) {
                if (!RUNS.contains(path.getFileName().toString())) {
                    throw new BadInputException("--folder " + folder + " is not empty: it has " + path.getFileName()
                            + "; give an empty or a new one, or one of an earlier run");
                }
            }
            for (Path path : found) {
                delete(path);
            }
        }
        return folder;
    }

    private static void delete(Path place) throws IOException {
        try (Stream<Path> content = Files.walk(place)) {
            for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static String text(Exception failure) {
        if (failure instanceof BadInputException || failure instanceof IllegalStateException) {
            return String.valueOf(failure.getMessage());
        }
        String kind = failure instanceof JMSException || failure instanceof JMSRuntimeException
                ? "messaging failed"
                : failure instanceof NamingException
                        ? "JNDI lookup failed"
                        : failure instanceof IOException || failure instanceof UncheckedIOException
                                ? "input or output failed"
                                : failure.getClass().getSimpleName();
        return kind + ": " + failure.getMessage();
    }
}
