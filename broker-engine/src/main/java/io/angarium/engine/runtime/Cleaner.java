package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.Survivor;
import io.angarium.engine.journal.EventCodec;
import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BrokerException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives disk space back, oldest segment first: what is still needed of a segment is appended again at the head with its
 * present state, then the segment is deleted. So one old message never pins files (T-33), and the disk falls back when
 * queues are drained (T-34).
 *
 * <p>A state machine that never blocks: each {@link #run} goes on until it must wait for the disk, and is run again when
 * there is progress. Reads from disk happen outside the namespace lock, which is held for a bounded slice at a time. Used by
 * one thread at a time.
 */
final class Cleaner {
    private static final Logger LOG = LoggerFactory.getLogger(Cleaner.class);
    /** So many records, or bytes of content, are moved in one slice. */
    private static final int SLICE_RECORDS = 64;

    private static final long SLICE_BYTES = 1 << 20;
    /** So many duplicate ids and producers are written into one record. */
    private static final int SLICE_ENTRIES = 10_000;

    private final Namespace namespace;
    private final Journal journal;
    private final Runnable wake;
    private @Nullable Work work;
    private boolean stuck;
    /** Logged once, as it is met again whenever there is progress. */
    private @Nullable String lastProblem;

    /** The cleaning of one segment. */
    private static final class Work {
        private final Journal.Segment segment;
        private int nextRecord;
        /** What was moved, as a large message is met once for each of its parts. */
        private final Set<ContentRef> contents = new HashSet<>();
        /** Survivors that were appended, by new record, and are relocated when they are on disk. */
        private final Map<Long, Moved> moved = new LinkedHashMap<>();

        private boolean remembered;
        private long lastRecord;
        private @Nullable CompletableFuture<Void> readersDone;
        private List<Long> toRelease = new ArrayList<>();

        Work(Journal.Segment segment) {
            this.segment = segment;
        }
    }

    private record Moved(List<Survivor> survivors, List<ContentRef> contents) {}

    /**
     * An old record, read before the lock was taken.
     *
     * @param events what was in it; null if it is a part of a body
     * @param blocks the bytes that have to be written again, by content
     */
    private record OldRecord(
            long record, @Nullable List<Event> events, Map<ContentRef, List<ByteBuffer>> blocks, long bytes) {}

    /** @param wake makes somebody call {@link #run} soon */
    Cleaner(Namespace namespace, Runnable wake) {
        this.namespace = namespace;
        this.wake = wake;
        journal = namespace.journal();
    }

    /** Goes on until there is nothing to clean or the disk must be awaited. */
    void run() {
        try {
            boolean progress = true;
            while (progress && !stuck && namespace.failure() == null) {
                progress = cleanVolatile();
                progress = step() || progress;
            }
        } catch (JournalException | BrokerException e) {
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(lastProblem)) {
                boolean damaged = e instanceof JournalException j && j.kind() == JournalException.Kind.CORRUPT;
                LOG.warn(
                        "broker {}: cleaning has to wait{}: {}",
                        namespace.name(),
                        damaged ? ", and files stay, until the message is received or purged as a dead letter" : "",
                        problem);
                lastProblem = problem;
            }
        }
    }

    private boolean cleanVolatile() {
        VolatileStore store = namespace.volatileStore();
        store.openIfWanted();
        Journal.Segment segment = store.cleanable();
        if (segment == null) {
            return false;
        }
        namespace.enter();
        try {
            store.moveOut(segment);
        } finally {
            namespace.leave();
        }
        store.delete(segment);
        return true;
    }

    private boolean step() {
        Work current = work;
        if (current == null) {
            Journal.Segment segment = journal.cleanable();
            if (segment != null) {
                work = new Work(segment);
            }
            return segment != null;
        }
        if (current.nextRecord < current.segment.liveRecords().size()) {
            moveSlice(current);
            return true;
        }
        if (!current.remembered) {
            current.remembered = remember(current);
            return true;
        }
        relocate(current);
        return finish(current);
    }

    // ---- moving

    private void moveSlice(Work current) {
        List<OldRecord> slice = new ArrayList<>();
        long bytes = 0;
        List<Long> live = current.segment.liveRecords();
        int next = current.nextRecord;
        while (next < live.size() && slice.size() < SLICE_RECORDS && bytes < SLICE_BYTES) {
            OldRecord old = read(live.get(next++), current.segment);
            if (old != null) {
                slice.add(old);
                bytes += old.bytes;
            }
        }
        namespace.enter();
        try {
            for (OldRecord old : slice) {
                append(current, old);
            }
            current.nextRecord = next;
        } finally {
            namespace.leave();
        }
        relocate(current);
    }

    /**
     * Null if the record was released while it was read. A damaged message is dead-lettered; what is left of it is not copied,
     * so its segment stays until it is received or purged there.
     */
    private @Nullable OldRecord read(long record, Journal.Segment segment) {
        try {
            EventCodec.Decoded decoded = EventCodec.decode(record, journal.readMetadata(record));
            // a part moves with its message, whose last record must name the new place
            Survivor whole = decoded.part() ? survivorOfPart(record) : null;
            if (decoded.part() && whole == null) {
                return null;
            }
            try {
                return whole != null
                        ? withBlocks(record, null, whole.contents(), segment)
                        : withBlocks(record, decoded.events(), decoded.contents(), segment);
            } catch (JournalException e) {
                if (e.kind() == JournalException.Kind.CORRUPT) {
                    namespace.reading().setAside(record, decoded.events(), e);
                }
                throw e;
            }
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.GONE) {
                return null;
            }
            throw e;
        }
    }

    private @Nullable Survivor survivorOfPart(long record) {
        namespace.enter();
        try {
            return namespace.core().survivorOfPart(record);
        } finally {
            namespace.leave();
        }
    }

    private OldRecord withBlocks(
            long record, @Nullable List<Event> events, List<@Nullable ContentRef> contents, Journal.Segment segment) {
        Map<ContentRef, List<ByteBuffer>> blocks = new HashMap<>();
        long bytes = 0;
        for (ContentRef content : contents) {
            if (content == null) {
                continue;
            }
            List<ByteBuffer> read = new ArrayList<>();
            if (content.parts().isEmpty()) {
                read.add(journal.read(content.record(), 2 * content.index()));
                read.add(journal.read(content.record(), 2 * content.index() + 1));
            } else {
                for (Long part : content.parts()) {
                    if (part <= segment.lastRecord()) {
                        read.add(journal.read(part, 0));
                    }
                }
            }
            for (ByteBuffer block : read) {
                bytes += block.remaining();
            }
            blocks.put(content, read);
        }
        return new OldRecord(record, events, blocks, bytes);
    }

    /** Under the lock: appends what is still needed of a record, with its present state. */
    private void append(Work current, OldRecord old) {
        Copy copy = new Copy(old.blocks, current);
        if (old.events == null) {
            copy.add(namespace.core().survivorOfPart(old.record));
        } else {
            old.events.forEach(event -> copy.add(namespace.core().survivor(event, old.record)));
        }
        copy.append();
    }

    /** A new record with survivors of an old one. */
    private final class Copy {
        private final Map<ContentRef, List<ByteBuffer>> read;
        private final Work current;
        private final List<Survivor> survivors = new ArrayList<>();
        private final List<ContentRef> from = new ArrayList<>();
        private final List<List<Long>> parts = new ArrayList<>();
        private final List<ByteBuffer> blocks = new ArrayList<>();
        private boolean keep;

        Copy(Map<ContentRef, List<ByteBuffer>> read, Work current) {
            this.read = read;
            this.current = current;
        }

        void add(@Nullable Survivor survivor) {
            if (survivor == null) {
                return;
            }
            List<ContentRef> contents = survivor.contents();
            if (!contents.isEmpty() && (!read.keySet().containsAll(contents) || !current.contents.addAll(contents))) {
                return; // it has its own turn, or has had it
            }
            keep |= survivor.snapshot().keepsRecord();
            survivors.add(survivor.at(from.size()));
            for (ContentRef content : contents) {
                add(content, requireNonNull(read.get(content), "all were read"));
            }
        }

        private void add(ContentRef content, List<ByteBuffer> bytes) {
            from.add(content);
            if (content.parts().isEmpty()) {
                parts.add(List.of());
                blocks.addAll(bytes);
            } else {
                parts.add(moveParts(content, bytes));
                blocks.add(ByteBuffer.allocate(0));
                blocks.add(ByteBuffer.allocate(0));
            }
        }

        private List<Long> moveParts(ContentRef content, List<ByteBuffer> bytes) {
            List<Long> moved = new ArrayList<>(content.parts().size());
            int next = 0;
            for (Long part : content.parts()) {
                moved.add(
                        part <= current.segment.lastRecord()
                                ? journal.append(EventCodec.encodePart(), List.of(bytes.get(next++)), true, true)
                                : part);
            }
            return moved;
        }

        void append() {
            if (survivors.isEmpty()) {
                return;
            }
            long record = journal.nextRecord();
            List<ContentRef> to = new ArrayList<>(from.size());
            for (int i = 0; i < from.size(); i++) {
                to.add(new ContentRef(record, i, from.get(i).sizeBytes(), parts.get(i)));
            }
            List<Event> events = survivors.stream().map(Survivor::snapshot).toList();
            journal.append(EventCodec.encode(events, new ArrayList<>(to)), blocks, keep, true);
            current.moved.put(record, new Moved(survivors, to));
            current.lastRecord = record;
        }
    }

    // ---- what lives in no live record

    private boolean remember(Work current) {
        namespace.enter();
        try {
            List<Survivor> survivors = namespace.core().remembered(current.segment.lastRecord(), SLICE_ENTRIES);
            if (survivors.isEmpty()) {
                return true;
            }
            long record = journal.append(
                    EventCodec.encode(survivors.stream().map(Survivor::snapshot).toList(), List.of()),
                    List.of(),
                    false,
                    true);
            namespace.core().relocated(survivors, List.of(), record);
            current.lastRecord = record;
            return false;
        } finally {
            namespace.leave();
        }
    }

    // ---- when it is on disk

    /**
     * Tells the core of what is on disk at its new place. The old records are not given up at once, as deliveries that are
     * under way may still read them.
     */
    private void relocate(Work current) {
        namespace.enter();
        try {
            long durable = namespace.gate().durableRecord();
            Set<Long> done = new LinkedHashSet<>();
            namespace.contents().deferReleases();
            current.moved.forEach((record, moved) -> {
                if (record <= durable) {
                    namespace.core().relocated(moved.survivors, moved.contents, record);
                    done.add(record);
                }
            });
            current.toRelease.addAll(namespace.contents().resumeReleases());
            current.moved.keySet().removeAll(done);
        } finally {
            namespace.leave();
        }
    }

    /** Whether the segment was deleted; if not, the disk or a reader must be awaited. */
    private boolean finish(Work current) {
        if (!current.moved.isEmpty() || current.lastRecord > namespace.gate().durableRecord()) {
            return false;
        }
        CompletableFuture<Void> readers = current.readersDone;
        if (readers == null) {
            namespace.enter();
            try {
                readers = namespace.dispatcher().markAll();
                current.readersDone = readers;
                CompletableFuture<Void> unused = readers.thenRun(wake);
            } finally {
                namespace.leave();
            }
        }
        if (!readers.isDone()) {
            return false;
        }
        current.toRelease.forEach(journal::release);
        current.toRelease = List.of();
        work = null;
        try {
            journal.delete(current.segment);
        } catch (IllegalStateException e) {
            stuck = true;
            LOG.error(
                    "broker {}: segment {} was cleaned and cannot be deleted; no space is given back until the broker is"
                            + " opened again",
                    namespace.name(),
                    current.segment.id(),
                    e);
        }
        namespace.enter();
        try {
            namespace.spaceFreed();
        } finally {
            namespace.leave();
        }
        return true;
    }
}
