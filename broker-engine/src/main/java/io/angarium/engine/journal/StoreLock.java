package io.angarium.engine.journal;

import static io.angarium.engine.journal.JournalException.Kind.IN_USE;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps everybody else out of a store: other processes by a lock on the file, others in this JVM by a register. Immutable. */
final class StoreLock implements AutoCloseable {
    static final String FILE = "store.lock";
    private static final int PID_BYTES = 32;

    /**
     * The stores that this JVM has open, by the file system's identity of the lock file. Needed beside the file lock: to close any
     * other channel on the file would release a lock that this process holds.
     */
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    private final Object key;
    private final @Nullable FileChannel channel;

    private StoreLock(Object key, @Nullable FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /**
     * For a broker: nobody else has the store.
     *
     * @throws JournalException IN_USE with the folder and the process that has it, if that is known
     */
    static StoreLock acquire(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        createIfAbsent(file);
        return acquire(folder, file, true);
    }

    /**
     * For somebody who only reads, as others may at the same time in other processes: no broker has the store. Changes nothing: a
     * store without a lock file, such as a copy, is read without a lock.
     *
     * @throws JournalException IN_USE, as {@link #acquire(Path)}
     */
    static StoreLock acquireForReading(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        return Files.exists(file) ? acquire(folder, file, false) : new StoreLock(file, null);
    }

    private static StoreLock acquire(Path folder, Path file, boolean exclusive) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Object key = attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey();
        if (!HELD.add(key)) {
            throw new JournalException(
                    IN_USE,
                    "store " + folder
                            + " is open in this JVM already; give both users the same broker, or another folder");
        }
        boolean locked = false;
        try {
            FileChannel channel = lock(folder, file, exclusive);
            locked = true;
            return new StoreLock(key, channel);
        } finally {
            if (!locked) {
                HELD.remove(key);
            }
        }
    }

    private static void createIfAbsent(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // another process came first; the lock decides
            return;
        }
    }

    private static FileChannel lock(Path folder, Path file, boolean exclusive) throws IOException {
        FileChannel channel = exclusive
                ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(file, StandardOpenOption.READ);
        boolean locked = false;
        try {
            FileLock lock = channel.tryLock(0, Long.MAX_VALUE, !exclusive);
            if (lock == null) {
                throw new JournalException(
                        IN_USE,
                        "store " + folder + " is in use by " + holder(channel)
                                + "; stop that one first, or use another folder");
            }
            if (exclusive) {
                String pid = String.format("pid %d", ProcessHandle.current().pid());
                channel.write(US_ASCII.encode(String.format("%-" + (PID_BYTES - 1) + "s%n", pid)), 0);
            }
            locked = true;
            return channel;
        } catch (OverlappingFileLockException e) {
            throw new JournalException(
                    IN_USE, "store " + folder + " is open in this JVM already, by another class loader", e);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    /** Who reads does not write its number, so the one in the file may be that of a broker long gone. */
    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(PID_BYTES);
        channel.read(bytes, 0);
        String text = US_ASCII.decode(bytes.flip()).toString().trim();
        return text.isEmpty()
                ? "another process"
                : "the process with " + text + ", or if there is none by one that verifies the store";
    }

    @Override
    public void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD.remove(key);
        }
    }
}
