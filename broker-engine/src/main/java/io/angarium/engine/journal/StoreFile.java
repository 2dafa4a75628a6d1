package io.angarium.engine.journal;

import static io.angarium.engine.journal.JournalException.Kind.CORRUPT;
import static io.angarium.engine.journal.JournalException.Kind.FOREIGN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.angarium.engine.journal.JournalConfig.Sync;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * {@code store.id}: what a store is, and which segments it must have, so that a file that got lost is noticed. Two lines of text of
 * the same length, written by turns and forced, each with its checksum; the one with the higher change counts, so that a change that
 * is cut short leaves the one before. Confined to whoever opens the store, then guarded by its monitor.
 */
final class StoreFile {
    static final String FILE = "store.id";
    static final String TEMPORARY = "store.id.tmp";
    private static final String TITLE = "angarium-store";
    private static final int VERSION = 1;
    private static final int SLOT_BYTES = 256;
    private static final Pattern LINE = Pattern.compile(
            TITLE
                    + " (\\d+) format=(\\w+) id=(\\p{XDigit}{16}) oldest=(\\d+) newest=(\\d+) end=(\\d+) change=(\\d+) crc=(\\p{XDigit}{8}) *\n");

    private final Path file;
    private final Sync sync;
    private final String format;
    private final long id;
    private long oldest;
    private long newest;
    private long end;
    private long change;

    private StoreFile(Path file, Sync sync, String format, long id, long oldest, long newest, long end, long change) {
        this.file = file;
        this.sync = sync;
        this.format = format;
        this.id = id;
        this.oldest = oldest;
        this.newest = newest;
        this.end = end;
        this.change = change;
    }

    /** Makes the file of a new store, whole or not at all. */
    static StoreFile create(Path folder, String format, Sync sync) throws IOException {
        UUID random = UUID.randomUUID();
        long id = random.getMostSignificantBits() ^ random.getLeastSignificantBits();
        StoreFile made = new StoreFile(folder.resolve(FILE), sync, format, id, 1, 0, 0, 0);
        Path temporary = folder.resolve(TEMPORARY);
        Files.deleteIfExists(temporary);
        made.writeTo(temporary);
        made.writeTo(temporary);
        Files.move(temporary, made.file, StandardCopyOption.ATOMIC_MOVE);
        sync.force(folder);
        return made;
    }

    /**
     * Reads the file.
     *
     * @return null if there is none
     * @throws JournalException FOREIGN if it is not ours, of another format or of a newer version; CORRUPT if both lines are damaged
     */
    static @Nullable StoreFile load(Path folder, String format, Sync sync) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        byte[] bytes = Files.readAllBytes(file);
        if (!new String(bytes, US_ASCII).contains(TITLE)) {
            throw new JournalException(
                    FOREIGN, "the file " + file + " is not one of Angarium; use another folder for the store");
        }
        StoreFile first = parse(file, bytes, 0, format, sync);
        StoreFile second = parse(file, bytes, SLOT_BYTES, format, sync);
        if (first == null && second == null) {
            throw new JournalException(
                    CORRUPT, "the file " + file + " is damaged; restore it from a backup of the store");
        }
        return second == null || (first != null && first.change > second.change) ? first : second;
    }

    private static @Nullable StoreFile parse(Path file, byte[] bytes, int at, String format, Sync sync) {
        if (bytes.length < at + SLOT_BYTES) {
            return null;
        }
        String line = new String(bytes, at, SLOT_BYTES, US_ASCII);
        Matcher parts = LINE.matcher(line);
        if (!parts.matches() || !parts.group(8).equals(crc(line))) {
            return null;
        }
        if (!parts.group(1).equals(Integer.toString(VERSION))) {
            throw new JournalException(
                    FOREIGN,
                    "store " + file.getParent() + " is of version " + parts.group(1) + ", this release knows " + VERSION
                            + "; open it with a newer release");
        }
        if (!parts.group(2).equals(format)) {
            throw new JournalException(
                    FOREIGN,
                    "store " + file.getParent() + " was written with journal=" + parts.group(2) + ", not journal="
                            + format + "; open it with journal=" + parts.group(2));
        }
        return new StoreFile(
                file,
                sync,
                format,
                Long.parseUnsignedLong(parts.group(3), 16),
                Long.parseLong(parts.group(4)),
                Long.parseLong(parts.group(5)),
                Long.parseLong(parts.group(6)),
                Long.parseLong(parts.group(7)));
    }

    /** Random number of the store. */
    long id() {
        return id;
    }

    /** The oldest segment that must be there. */
    synchronized long oldest() {
        return oldest;
    }

    /** The newest segment that must be there, 0 if none was ever begun. */
    synchronized long newest() {
        return newest;
    }

    /** Number of the batch behind the last one if the store was closed in order, so that none may be missing; else 0. */
    synchronized long end() {
        return end;
    }

    /** Says that the segments before are deleted; on disk when it returns, unless nothing is forced. */
    synchronized void oldest(long segment) throws IOException {
        oldest = segment;
        writeTo(file);
    }

    /** Says that the segment was begun, and the store is not closed; on disk when it returns, unless nothing is forced. */
    synchronized void newest(long segment) throws IOException {
        newest = segment;
        end = 0;
        writeTo(file);
    }

    /**
     * Says that the store is closed and all batches before this one are on disk; on disk itself when it returns. If nothing was forced
     * there is no more to say than what was found.
     */
    synchronized void closed(long nextBatch) throws IOException {
        end = sync == Sync.ALWAYS ? nextBatch : 0;
        writeTo(file);
    }

    /** Not through a channel: the interrupt of a thread that deletes a segment must not cut it short. */
    private void writeTo(Path target) throws IOException {
        change++;
        String line = String.format(
                "%s %d format=%s id=%016x oldest=%d newest=%d end=%d change=%d crc=",
                TITLE, VERSION, format, id, oldest, newest, end, change);
        line = String.format("%-" + (SLOT_BYTES - 1) + "s\n", line + crc(line));
        try (RandomAccessFile out = new RandomAccessFile(target.toFile(), "rw")) {
            out.seek(change % 2 * SLOT_BYTES);
            out.write(line.getBytes(US_ASCII));
            if (sync == Sync.ALWAYS) {
                out.getFD().sync();
            }
        }
    }

    /** Checksum of the line before its checksum. */
    private static String crc(String line) {
        CRC32C crc = new CRC32C();
        crc.update(line.substring(0, line.lastIndexOf("crc=")).getBytes(US_ASCII));
        return String.format("%08x", crc.getValue());
    }
}
