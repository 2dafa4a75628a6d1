package io.angarium.examples.orders;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file that results end in, a line each, on disk before the result leaves the queue. A result that is delivered again
 * (the process ended between the two) is known by the id of its message; work that was done twice would have two ids and
 * stand here twice, for the audit to find. Confined to one thread.
 */
final class Ledger implements AutoCloseable {
    private static final int COLUMNS = 5;

    private final FileChannel channel;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final StringBuilder unwritten = new StringBuilder();

    /**
     * One result.
     *
     * @param messageId id of the message that brought it, as the provider gave it
     * @param subscription whose worker did it
     * @param orderId the order
     * @param totalCents what came out
     * @param attempt how often the order had been handed to a worker
     */
    record Entry(String messageId, String subscription, String orderId, long totalCents, int attempt) {
        private String line() {
            return String.join("\t", messageId, subscription, orderId, totalCents + "", attempt + "\n");
        }

        private static Entry of(String line) {
            String[] columns = line.split("\t", -1);
            if (columns.length != COLUMNS) {
                throw new IllegalStateException("not a line of a ledger: " + line);
            }
            return new Entry(
                    columns[0], columns[1], columns[2], Long.parseLong(columns[3]), Integer.parseInt(columns[4]));
        }
    }

    private Ledger(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens a ledger, creating it if it is not there; a last line that was not finished is cut off. */
    static Ledger open(Path file) throws IOException {
        byte[] content = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        int end = content.length;
        while (end > 0 && content[end - 1] != '\n') {
            end--;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Ledger ledger = new Ledger(channel.truncate(end).position(end));
        new String(content, 0, end, StandardCharsets.UTF_8)
                .lines()
                .map(Entry::of)
                .forEach(entry -> ledger.entries.put(entry.messageId(), entry));
        return ledger;
    }

    /** Adds a result unless it is there; on disk after {@link #force}. */
    void add(Entry entry) {
        if (entries.putIfAbsent(entry.messageId(), entry) == null) {
            unwritten.append(entry.line());
        }
    }

    /** Writes what was added and waits for the disk. */
    void force() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(unwritten.toString().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
        unwritten.setLength(0);
    }

    /** Number of results. */
    int size() {
        return entries.size();
    }

    /** All results, in the order in which they came. */
    List<Entry> entries() {
        return new ArrayList<>(entries.values());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
