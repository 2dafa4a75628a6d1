package io.angarium.examples.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The closing table: a column for each run, and the rows that have to agree. */
final class ClosingTable {
    private final OrderBook book;
    private final List<Column> columns;
    private final List<String> lines = new ArrayList<>();

    /**
     * A column.
     *
     * @param title of the run
     * @param audit what it left behind
     */
    record Column(String title, Audit audit) {}

    ClosingTable(OrderBook book, List<Column> columns) {
        this.book = book;
        this.columns = List.copyOf(columns);
    }

    /** The table as lines of text. */
    List<String> lines() {
        lines.clear();
        StringBuilder titles = new StringBuilder(" ".repeat(36));
        columns.forEach(column -> titles.append(String.format("%18s", column.title())));
        lines.add(titles.toString());
        row("lines of " + book.name(), audit -> book.lines());
        row("  rejected", audit -> book.rejected().size());
        row("  orders read", audit -> (long) book.orders().size() + book.duplicates());
        row(
                "orders sent, all starts together",
                audit -> audit.store().accepted() + audit.store().duplicatesDropped());
        row("  duplicates dropped", audit -> audit.store().duplicatesDropped());
        row("  accepted", audit -> audit.store().accepted());
        for (ShopRule rule : ShopRule.values()) {
            lines.add(rule.subscription() + ": " + rule.selector());
            row("  orders", audit -> audit.tally(rule).due());
            row("  processed once", audit -> audit.tally(rule).processedOnce());
            row(
                    "    of these not at the first attempt",
                    audit -> audit.tally(rule).repeated());
            row("  dead-lettered", audit -> audit.tally(rule).deadLettered());
        }
        return List.copyOf(lines);
    }

    private void row(String title, ToLongFunction<Audit> value) {
        StringBuilder line = new StringBuilder(String.format("%-36s", title));
        for (Column column : columns) {
            line.append(String.format(Locale.ROOT, "%,18d", value.applyAsLong(column.audit())));
        }
        lines.add(line.toString());
    }
}
