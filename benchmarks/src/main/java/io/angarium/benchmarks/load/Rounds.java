package io.angarium.benchmarks.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** Measures contenders in turn, several times over, so that all of them meet the same neighbours on the machine. */
final class Rounds {
    @Option(names = "--threads", split = ",", defaultValue = "1,8,64", description = "default: ${DEFAULT-VALUE}")
    private List<Integer> threads = List.of();

    @Option(names = "--rounds", defaultValue = "3", description = "counted rounds (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "8", description = "measured in each cell (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "3", description = "seconds before that (default: ${DEFAULT-VALUE})")
    private int warmUpSeconds;

    @Option(names = "--bytes", defaultValue = "1024", description = "size of a message (default: ${DEFAULT-VALUE})")
    private int payloadBytes;

    @Option(
            names = "--folder",
            defaultValue = "target",
            description = "on the disk to be measured (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("target");

    private final Map<String, List<Load.Measured>> cells = new HashMap<>();

    /** Opens a contender by its name, with an empty folder. */
    interface Opener {
        Contender open(String contender, Path place) throws Exception;
    }

    int payloadBytes() {
        return payloadBytes;
    }

    /** Runs all rounds and prints the table. */
    void run(List<String> contenders, Opener opener) throws Exception {
        try (Scratch scratch = new Scratch(folder)) {
            System.out.printf(
                    Locale.ROOT, "a forced write of 4 KiB takes %.3f ms%n", Disk.forceNanos(scratch.folder()) / 1e6);
        }
        for (int round = 0; round <= rounds; round++) { // round 0 warms the JVM up and is not counted
            for (int count : threads) {
                for (String contender : contenders) {
                    Load.Measured cell = measure(opener, contender, count, round == 0 ? 2 : seconds);
                    System.out.printf(
                            Locale.ROOT,
                            "round %d of %d  %2d threads  %-10s %,9.0f/s  p50 %7.3f ms  p99 %7.3f ms%n",
                            round,
                            rounds,
                            count,
                            contender,
                            cell.perSecond(),
                            cell.latencyMillis(50),
                            cell.latencyMillis(99));
                    if (round > 0) {
                        cells.computeIfAbsent(key(contender, count), key -> new ArrayList<>())
                                .add(cell);
                    }
                }
            }
        }
        table(contenders);
    }

    private Load.Measured measure(Opener opener, String contender, int count, int measuredSeconds) throws Exception {
        try (Scratch scratch = new Scratch(folder);
                Contender opened = opener.open(contender, scratch.folder())) {
            return Load.run(opened, count, Duration.ofSeconds(warmUpSeconds), Duration.ofSeconds(measuredSeconds));
        }
    }

    private void table(List<String> contenders) {
        System.out.println();
        System.out.println("| threads | | a second (median) | min to max | p50 ms | p99 ms | ratio to "
                + contenders.get(0) + " |");
        System.out.println("|---:|---|---:|---:|---:|---:|---:|");
        for (int count : threads) {
            double base = median(of(contenders.get(0), count));
            for (String contender : contenders) {
                row(contender, count, base);
            }
        }
    }

    private void row(String contender, int count, double base) {
        List<Load.Measured> measured = of(contender, count);
        System.out.printf(
                Locale.ROOT,
                "| %d | %s | %,.0f | %,.0f to %,.0f | %.3f | %.3f | %.2f |%n",
                count,
                contender,
                median(measured),
                measured.stream().mapToDouble(Load.Measured::perSecond).min().orElse(Double.NaN),
                measured.stream().mapToDouble(Load.Measured::perSecond).max().orElse(Double.NaN),
                measured.stream()
                        .mapToDouble(cell -> cell.latencyMillis(50))
                        .average()
                        .orElse(Double.NaN),
                measured.stream()
                        .mapToDouble(cell -> cell.latencyMillis(99))
                        .average()
                        .orElse(Double.NaN),
                median(measured) / base);
    }

    private List<Load.Measured> of(String contender, int count) {
        return cells.getOrDefault(key(contender, count), List.of());
    }

    private static String key(String contender, int count) {
        return contender + " " + count;
    }

    private static double median(List<Load.Measured> measured) {
        List<Double> rates =
                measured.stream().map(Load.Measured::perSecond).sorted().toList();
        return rates.isEmpty() ? Double.NaN : rates.get(rates.size() / 2);
    }
}
