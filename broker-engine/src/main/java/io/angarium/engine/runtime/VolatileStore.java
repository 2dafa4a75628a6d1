package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.Message;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Non-persistent messages: in memory up to a budget, beyond it in a journal of their own that is never forced and does not
 * outlive the broker. Changed under the namespace lock; read by any thread. The journal is opened in the background when half
 * of the budget is used, as making its files takes some milliseconds for which the lock should not be held.
 */
final class VolatileStore {
    private static final Logger LOG = LoggerFactory.getLogger(VolatileStore.class);

    private final long budgetBytes;
    private final Supplier<Journal> opener;
    private final Map<Long, Object> messages = new ConcurrentHashMap<>();
    private long nextId;
    private long memoryBytes;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable Journal spill;
    private boolean asked;
    private volatile boolean wanted;
    private Runnable whenWanted = () -> {};

    /** Where a spilled message is: records of one block each. */
    private record Spilled(List<Long> records, long sizeBytes) {}

    /**
     * @param budgetBytes of messages in memory
     * @param opener opens the spill journal, when it is needed for the first time
     */
    VolatileStore(long budgetBytes, Supplier<Journal> opener) {
        this.budgetBytes = budgetBytes;
        this.opener = opener;
    }

    /** What makes somebody call {@link #openIfWanted} soon. */
    void whenWanted(Runnable wake) {
        whenWanted = wake;
    }

    /** Outside the namespace lock: opens the spill journal if it may be needed; tries once. */
    void openIfWanted() {
        if (!wanted) {
            return;
        }
        wanted = false;
        try {
            Journal unused = open();
        } catch (JournalException e) {
            LOG.debug("no spill journal yet; who needs it will be told: {}", e.getMessage());
        }
    }

    /**
     * Takes a message.
     *
     * @return its id, negative
     * @throws JournalException FULL if there is no space to spill to
     */
    long put(Message message) {
        long id = --nextId;
        // A message above the budget is spilled even when memory is empty; the oldest stay in memory, as they leave
        // first.
        if (memoryBytes + message.sizeBytes() <= budgetBytes) {
            memoryBytes += message.sizeBytes();
            messages.put(id, message);
            if (!asked && memoryBytes > budgetBytes / 2) {
                asked = true;
                wanted = true;
                whenWanted.run();
            }
        } else {
            messages.put(id, spill(id, message));
        }
        return id;
    }

    private Spilled spill(long id, Message message) {
        Journal journal = open();
        List<ByteBuffer> blocks = Parts.cut(message);
        List<Long> records = new ArrayList<>(blocks.size());
        try {
            for (ByteBuffer block : blocks) {
                records.add(journal.append(idAndPart(id, records.size()), List.of(block), false, false));
            }
        } catch (JournalException e) {
            records.forEach(journal::release);
            throw e;
        }
        return new Spilled(records, message.sizeBytes());
    }

    private Journal open() {
        Journal open = spill;
        if (open != null) {
            return open;
        }
        // the caller's interrupt is none of the journal's business: it would close its files
        boolean interrupted = Thread.interrupted();
        opening.lock();
        try {
            open = spill;
            if (open != null) {
                return open;
            }
            Journal journal = opener.get();
            journal.replay((record, metadata, live) -> {
                throw new JournalException(
                        JournalException.Kind.FOREIGN, "the spill journal is not empty, at record " + record);
            });
            spill = journal;
            return journal;
        } finally {
            opening.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ByteBuffer idAndPart(long id, int part) {
        return ByteBuffer.allocate(12).putLong(id).putInt(part).flip();
    }

    /** The message if it is in memory. */
    @Nullable
    Message inMemory(long id) {
        return messages.get(id) instanceof Message message ? message : null;
    }

    /** The message, read from disk if need be, or null if it has been released. */
    @Nullable
    Message read(long id) {
        while (true) {
            Object at = messages.get(id);
            if (!(at instanceof Spilled spilled)) {
                return (Message) at;
            }
            try {
                return join(spilled);
            } catch (JournalException e) {
                if (messages.get(id) == at) {
                    throw e; // it has neither moved nor been released: a real failure
                }
            }
        }
    }

    private Message join(Spilled spilled) {
        Journal journal = requireNonNull(spill, "something was spilled");
        List<ByteBuffer> blocks = new ArrayList<>(spilled.records.size());
        for (Long record : spilled.records) {
            blocks.add(journal.read(record, 0));
        }
        return Parts.join(blocks);
    }

    void release(long id) {
        Object at = requireNonNull(messages.remove(id), "a volatile message is released once");
        if (at instanceof Message message) {
            memoryBytes -= message.sizeBytes();
        } else if (at instanceof Spilled spilled) {
            Journal journal = requireNonNull(spill, "something was spilled");
            for (Long record : spilled.records) {
                journal.release(record);
            }
        }
    }

    /** Bytes in memory. */
    long memoryBytes() {
        return memoryBytes;
    }

    /** Bytes on disk. */
    long diskBytes() {
        Journal journal = spill;
        return journal == null ? 0 : journal.statistics().diskBytes();
    }

    /** The segment of the spill journal that is worth cleaning, or null. */
    Journal.@Nullable Segment cleanable() {
        Journal journal = spill;
        return journal == null ? null : journal.cleanable();
    }

    /** Under the namespace lock: writes what is live in a segment again. */
    void moveOut(Journal.Segment segment) {
        Journal journal = requireNonNull(spill, "something was spilled");
        for (long old : segment.liveRecords()) {
            ByteBuffer block;
            ByteBuffer idAndPart;
            try {
                idAndPart = journal.readMetadata(old);
                block = journal.read(old, 0);
            } catch (JournalException e) {
                if (e.kind() == JournalException.Kind.GONE) {
                    continue; // it was released since the segment was looked at
                }
                throw e;
            }
            long id = idAndPart.getLong();
            int part = idAndPart.getInt();
            Spilled spilled = (Spilled) requireNonNull(messages.get(id), "a live record belongs to a message");
            List<Long> records = new ArrayList<>(spilled.records);
            records.set(part, journal.append(idAndPart(id, part), List.of(block), false, true));
            messages.put(id, new Spilled(records, spilled.sizeBytes));
            journal.release(old);
        }
    }

    /** Outside the lock, as it may wait for the disk: deletes a segment that was moved out. */
    void delete(Journal.Segment segment) {
        requireNonNull(spill, "something was spilled").delete(segment);
    }

    void close() {
        Journal journal = spill;
        if (journal != null) {
            journal.close();
        }
    }
}
