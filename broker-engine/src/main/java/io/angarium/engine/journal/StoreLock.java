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
    private final FileChannel channel;

    private StoreLock(Object key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /** @throws JournalException IN_USE with the folder and the process that has it, if that is known */
    static StoreLock acquire(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        createIfAbsent(file);
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
            FileChannel channel = lock(folder, file);
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

    private static FileChannel lock(Path folder, Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new JournalException(
                        IN_USE,
                        "store " + folder + " is in use by " + holder(channel)
                                + "; stop that one first, or use another folder");
            }
            String pid = String.format("pid %d", ProcessHandle.current().pid());
            channel.write(US_ASCII.encode(String.format("%-" + (PID_BYTES - 1) + "s%n", pid)), 0);
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

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(PID_BYTES);
        channel.read(bytes, 0);
        String text = US_ASCII.decode(bytes.flip()).toString().trim();
        return text.isEmpty() ? "another process" : "the process with " + text;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(key);
        }
    }
}
