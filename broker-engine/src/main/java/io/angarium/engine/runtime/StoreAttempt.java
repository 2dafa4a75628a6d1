package io.angarium.engine.runtime;

import io.angarium.engine.core.Origin;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.journal.EventCodec;
import io.angarium.engine.journal.JournalException;
import io.angarium.engine.runtime.Namespace.Outgoing;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Commit;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Message;
import io.angarium.protocol.Send;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The attempt to store the messages of a send or a commit. Messages that are too large for one record are written in parts
 * first, no more at a time than the journal's unwritten bytes allow, so that they neither hold up others nor fill the heap;
 * they become visible with the record that names the parts. Confined to the namespace lock.
 *
 * @param <R> the reply
 */
abstract class StoreAttempt<R> implements Attempt {
    /** So much of a transaction's messages is written in its record; with the metadata it must fit into a batch. */
    private static final int INLINE_BYTES = 3 << 20;

    final Namespace namespace;
    private final NamespaceLink link;
    private final List<Send> sends;
    /** Whether all of them go into the journal, persistent or not. */
    private final boolean allOnDisk;

    private final CompletableFuture<R> future = new CompletableFuture<>();
    private final long sizeBytes;
    private final long persistentBytes;
    private final long deadlineMillis;
    /** For each send the records of its parts; empty for one that is written in one piece. */
    private final List<List<Long>> parts;
    /** What is still to be written of large messages: for each the blocks that are left. Null before it was begun. */
    private @Nullable List<ArrayDeque<ByteBuffer>> blocks;

    StoreAttempt(Namespace namespace, NamespaceLink link, List<Send> sends, boolean allOnDisk) {
        this.namespace = namespace;
        this.link = link;
        this.sends = sends;
        this.allOnDisk = allOnDisk;
        long size = 0;
        long persistent = 0;
        parts = new ArrayList<>(sends.size());
        for (Send send : sends) {
            size += send.message().sizeBytes();
            persistent += isStored(send.message()) ? send.message().sizeBytes() : 0;
            parts.add(List.of());
        }
        sizeBytes = size;
        persistentBytes = persistent;
        deadlineMillis = namespace.now() + namespace.limits().sendTimeout().toMillis();
    }

    /** Decides, carries out and replies; returns what is lacking or null. */
    abstract void carryOut(List<SendCommand> commands, List<Outgoing> outgoing);

    /** Who sends, for noLocal. */
    Origin origin() {
        return link.origin();
    }

    /** Whether it may use the space that is kept for settlements, and limits do not count. */
    boolean usesReserve() {
        return false;
    }

    private boolean isStored(Message message) {
        return allOnDisk || message.persistent();
    }

    CompletableFuture<R> future() {
        return future;
    }

    long persistentBytes() {
        return persistentBytes;
    }

    /** The address whose limit a refusal of the core is about. */
    abstract Object laneOfEntity();

    @Override
    public NamespaceLink link() {
        return link;
    }

    /** A large message counts little: it is bounded by its sender, and others must not fail because of it. */
    @Override
    public long sizeBytes() {
        return sizeBytes > Parts.BLOCK_BYTES ? 0 : sizeBytes;
    }

    @Override
    public long deadlineMillis() {
        return deadlineMillis;
    }

    /** The numbers of a transaction: its own, and those that its sends may have. */
    static List<Long> producersOf(Commit commit) {
        Set<Long> producers = new TreeSet<>();
        producers.add(commit.producerId());
        for (Send send : commit.sends()) {
            producers.add(send.producerId());
        }
        producers.remove(0L);
        return List.copyOf(producers);
    }

    /** Behind a large message to the same destination, other messages of its link keep their order. */
    private record LinkLane(NamespaceLink link, Address destination) {}

    @Override
    public List<Object> lanes() {
        if (sends.isEmpty()) {
            return List.of(); // settlements make room for those who wait
        }
        List<Object> lanes = new ArrayList<>();
        lanes.add(WaitingRoom.STORE);
        for (Send send : sends) {
            lanes.add(send.destination());
            lanes.add(new LinkLane(link, send.destination()));
        }
        return lanes;
    }

    @Override
    public @Nullable Lack tryOnce() {
        Lack lack = lackOfSpace();
        if (lack != null) {
            return lack;
        }
        try {
            lack = persistentBytes > Parts.BLOCK_BYTES ? writeParts() : null;
            if (lack != null) {
                return lack;
            }
            List<SendCommand> commands = new ArrayList<>(sends.size());
            List<Outgoing> outgoing = new ArrayList<>(sends.size());
            Origin origin = origin();
            for (int i = 0; i < sends.size(); i++) {
                commands.add(MessageCommands.of(sends.get(i), origin, namespace.now()));
                outgoing.add(new Outgoing(sends.get(i).message(), parts.get(i)));
            }
            carryOut(commands, outgoing);
            return null;
        } catch (JournalException e) {
            giveUpParts();
            if (e.kind() == JournalException.Kind.FULL && !sends.isEmpty()) {
                return new Lack(WaitingRoom.STORE, String.valueOf(e.getMessage()));
            }
            fail(namespace.translate(e));
            return null;
        } catch (BrokerException e) {
            giveUpParts();
            if (e.reason() == ErrorReason.RESOURCE_ALLOCATION) {
                return new Lack(laneOfEntity(), String.valueOf(e.getMessage()));
            }
            fail(e);
            return null;
        }
    }

    private @Nullable Lack lackOfSpace() {
        if (sends.isEmpty() || usesReserve()) {
            return null;
        }
        long unwritten = namespace.gate().unwrittenBytes();
        if (persistentBytes > 0
                && unwritten > 0
                && unwritten + persistentBytes > namespace.limits().unwrittenBytes()
                && persistentBytes <= Parts.BLOCK_BYTES) {
            return new Lack(
                    WaitingRoom.STORE,
                    "the disk is behind: " + unwritten + " bytes are on their way, the limit unwrittenBytes is "
                            + namespace.limits().unwrittenBytes());
        }
        long most = namespace.limits().maxStoreBytes();
        if (most > 0 && blocks == null) {
            long live = namespace.liveBytes();
            if (live + sizeBytes > most) {
                return new Lack(
                        WaitingRoom.STORE,
                        "the store holds " + live + " bytes of live messages, the limit maxStoreBytes is " + most);
            }
        }
        return null;
    }

    // ---- parts

    private @Nullable Lack writeParts() {
        List<ArrayDeque<ByteBuffer>> left = blocks == null ? cutLarge() : blocks;
        blocks = left;
        for (int i = 0; i < left.size(); i++) {
            ArrayDeque<ByteBuffer> mine = left.get(i);
            while (!mine.isEmpty()) {
                long unwritten = namespace.gate().unwrittenBytes();
                long bytes = mine.getFirst().remaining();
                if (unwritten > 0 && unwritten + bytes > namespace.limits().unwrittenBytes()) {
                    return new Lack(
                            new LinkLane(link, sends.get(i).destination()),
                            "it is being written, and the disk is behind: the limit unwrittenBytes is "
                                    + namespace.limits().unwrittenBytes());
                }
                long record = namespace
                        .journal()
                        .append(EventCodec.encodePart(), List.of(mine.getFirst()), true, usesReserve());
                mine.removeFirst();
                namespace.gate().park(record, bytes, ReplyGate.NOBODY);
                parts.get(i).add(record);
            }
        }
        return null;
    }

    private List<ArrayDeque<ByteBuffer>> cutLarge() {
        List<ArrayDeque<ByteBuffer>> cut = new ArrayList<>(sends.size());
        long inline = 0;
        for (int i = 0; i < sends.size(); i++) {
            Message message = sends.get(i).message();
            boolean large = message.sizeBytes() > Parts.BLOCK_BYTES || inline + message.sizeBytes() > INLINE_BYTES;
            if (isStored(message) && large) {
                cut.add(new ArrayDeque<>(Parts.cut(message)));
                parts.set(i, new ArrayList<>());
            } else {
                cut.add(new ArrayDeque<>());
                inline += isStored(message) ? message.sizeBytes() : 0;
            }
        }
        return cut;
    }

    /** Releases parts that no record will name; {@link #tryOnce} begins again. */
    void giveUpParts() {
        blocks = null;
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).forEach(namespace.journal()::release);
            parts.set(i, List.of());
        }
    }

    @Override
    public void fail(BrokerException cause) {
        giveUpParts();
        namespace.afterwards(() -> future.completeExceptionally(cause));
    }

    /** For error texts. */
    String describeSends() {
        Send first = sends.get(0);
        return sends.size() == 1
                ? "the send of " + sizeBytes + " bytes to "
                        + first.destination().type().name().toLowerCase(java.util.Locale.ROOT) + " "
                        + first.destination().name()
                : "the commit of " + sends.size() + " messages of " + sizeBytes + " bytes, the first to "
                        + first.destination().name();
    }
}
