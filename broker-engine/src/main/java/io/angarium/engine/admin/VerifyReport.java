package io.angarium.engine.admin;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What is in a store, and whether its books agree: in each entity but topics, {@code accepted = completed + deadLettered +
 * expired + purged + live}.
 *
 * @param store the folder
 * @param records records that were read
 * @param contents messages whose contents were read and are intact
 * @param entities figures of all entities, by path
 * @param problems what does not agree or cannot be read; empty if all is well
 */
public record VerifyReport(
        Path store, long records, long contents, List<EntityStatistics> entities, List<String> problems) {
    private static final String ROW = "%-40s %-13s %12s %12s %12s %12s %12s %12s %12s%n";

    public VerifyReport {
        entities = List.copyOf(entities);
        problems = List.copyOf(problems);
    }

    /** Whether all is well. */
    public boolean sound() {
        return problems.isEmpty();
    }

    /** A table for people. */
    public String toTable() {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT,
                ROW,
                "entity",
                "kind",
                "accepted",
                "completed",
                "dead letters",
                "expired",
                "purged",
                "live",
                "duplicates"));
        for (EntityStatistics e : entities) {
            table.append(String.format(
                    Locale.ROOT,
                    ROW,
                    e.path(),
                    e.kind(),
                    e.accepted(),
                    e.completed(),
                    e.deadLettered(),
                    e.expired(),
                    e.purged(),
                    e.live(),
                    e.duplicatesDropped()));
        }
        table.append(String.format(Locale.ROOT, "%d records, %d live messages read in %s%n", records, contents, store));
        table.append(
                sound()
                        ? "the books agree" + System.lineSeparator()
                        : problems.stream()
                                .map(problem -> "PROBLEM: " + problem + System.lineSeparator())
                                .collect(Collectors.joining()));
        return table.toString();
    }
}
