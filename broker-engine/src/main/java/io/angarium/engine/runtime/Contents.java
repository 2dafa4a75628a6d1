package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.journal.Journal;
import io.angarium.protocol.Message;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the contents of messages are: in the journal, in the volatile store, and for a while in memory, so that a message
 * that is received soon after it was sent is not read back. Confined to the namespace lock, except {@link #read}.
 */
final class Contents {
    /** What a cached record takes beside its bytes, roughly. */
    private static final int ENTRY_BYTES = 256;

    private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final Journal journal;
    private final VolatileStore volatileStore;
    private final long cacheBudgetBytes;
    /** By record, oldest first: messages leave a queue in about the order in which they came. */
    private final Map<Long, Cached> cache = new LinkedHashMap<>();

    private @Nullable List<Long> deferred;
    private long cachedBytes;

    private record Cached(List<Message> messages, long bytes) {}

    Contents(Journal journal, VolatileStore volatileStore, long cacheBudgetBytes) {
        this.journal = journal;
        this.volatileStore = volatileStore;
        this.cacheBudgetBytes = cacheBudgetBytes;
    }

    /** Puts a message into the volatile store. */
    ContentRef putVolatile(Message message) {
        return new ContentRef(volatileStore.put(message), 0, message.sizeBytes(), List.of());
    }

    /** Keeps the messages of a new record in memory, as long as there is room. */
    void cache(long record, List<Message> messages, long bytes) {
        long cost = bytes + ENTRY_BYTES;
        if (!messages.isEmpty() && cost <= cacheBudgetBytes / 4) {
            cache.put(record, new Cached(messages, cost));
            cachedBytes += cost;
            Iterator<Cached> oldest = cache.values().iterator();
            while (cachedBytes > cacheBudgetBytes) {
                cachedBytes -= oldest.next().bytes;
                oldest.remove();
            }
        }
    }

    /** Nothing in a record is needed any more. */
    void released(long record) {
        if (record < 0) {
            volatileStore.release(record);
            return;
        }
        Cached cached = cache.remove(record);
        if (cached != null) {
            cachedBytes -= cached.bytes;
        }
        if (deferred != null) {
            deferred.add(record);
        } else {
            journal.release(record);
        }
    }

    /** Keeps releases from the journal until {@link #resumeReleases}: it replays, or somebody may still read. */
    void deferReleases() {
        deferred = new ArrayList<>();
    }

    /** Ends {@link #deferReleases}; the caller hands the records to {@link Journal#release}. */
    List<Long> resumeReleases() {
        List<Long> records = requireNonNull(deferred, "releases were deferred");
        deferred = null;
        return records;
    }

    /** The message, if it is in memory. */
    @Nullable
    Message inMemory(ContentRef ref) {
        if (ref.isVolatile()) {
            return volatileStore.inMemory(ref.record());
        }
        Cached cached = cache.get(ref.record());
        return cached == null ? null : cached.messages.get(ref.index());
    }

    /** The message of a content that has not been released, from memory or disk. */
    Message get(ContentRef ref) {
        Message message = inMemory(ref);
        return message != null ? message : requireNonNull(read(ref), "under the lock nothing is released");
    }

    /** What is read before the body; the body is empty. From memory or disk, of a content that has not been released. */
    Message head(ContentRef ref) {
        Message message = inMemory(ref);
        return message != null ? message : requireNonNull(readHead(ref), "under the lock nothing is released");
    }

    /** Any thread: as {@link #read}, without the body. */
    @Nullable
    Message readHead(ContentRef ref) {
        if (ref.isVolatile()) {
            return volatileStore.read(ref.record());
        }
        if (ref.parts().isEmpty()) {
            return new Message(journal.read(ref.record(), 2 * ref.index()), NO_BODY);
        }
        List<ByteBuffer> blocks = new ArrayList<>(1);
        for (Long part : ref.parts()) {
            blocks.add(journal.read(part, 0));
            ByteBuffer head = Parts.head(blocks);
            if (head != null) {
                return new Message(head, NO_BODY);
            }
        }
        throw new IllegalStateException("a head that is longer than its message: " + ref);
    }

    /** Any thread: reads a message from disk; null if it was volatile and has been released. */
    @Nullable
    Message read(ContentRef ref) {
        if (ref.isVolatile()) {
            return volatileStore.read(ref.record());
        }
        if (ref.parts().isEmpty()) {
            ByteBuffer head = journal.read(ref.record(), 2 * ref.index());
            return new Message(head, journal.read(ref.record(), 2 * ref.index() + 1));
        }
        List<ByteBuffer> blocks = new ArrayList<>(ref.parts().size());
        for (Long part : ref.parts()) {
            blocks.add(journal.read(part, 0));
        }
        return Parts.join(blocks);
    }
}
