package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.BrokerClock;
import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.Done;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.core.StateListener;
import io.angarium.engine.core.filter.Selectors;
import io.angarium.engine.journal.EventCodec;
import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Message;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One namespace: the lock, and under it decide, append, apply. Whoever calls does the work: {@link #enter}, let the core
 * decide, {@link #carryOut}, {@link #reply}, {@link #leave}. Nothing blocks under the lock, and nobody else's code runs
 * under it: completions and deliveries are collected and happen in {@link #leave}, after it is given back.
 *
 * <p>If the append fails, nothing was applied; state and journal never disagree.
 */
final class Namespace {
    private static final Logger LOG = LoggerFactory.getLogger(Namespace.class);

    /** Events in a record when they need not be in one. */
    private static final int PIECE = 50_000;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final ReentrantLock lock = new ReentrantLock();
    private final String name;
    private final BrokerClock clock;
    private final Limits limits;
    private final Journal journal;
    private final VolatileStore volatileStore;
    private final Contents contents;
    private final NamespaceCore core;
    private final ReplyGate gate = new ReplyGate();
    private final WaitingRoom waitingRoom;
    private final Dispatcher dispatcher;
    private final Timers timers;
    private final Links links;
    private final Reading reading;

    private List<Runnable> afterwards = new ArrayList<>();
    private long lastMillis;
    private boolean spaceFreed;
    private volatile @Nullable BrokerException failure;
    private volatile Background.@Nullable Worker progress;

    /** A message of a command on its way into the store; {@code parts} are the records that hold it already, if any. */
    record Outgoing(Message message, List<Long> parts) {}

    Namespace(
            String name,
            BrokerClock clock,
            Limits limits,
            NamespacePolicy policy,
            Journal journal,
            VolatileStore volatileStore) {
        this.name = name;
        this.clock = clock;
        this.limits = limits;
        this.journal = journal;
        this.volatileStore = volatileStore;
        contents = new Contents(journal, volatileStore, limits.cacheBytes());
        waitingRoom = new WaitingRoom(limits.waitingBytes());
        dispatcher = new Dispatcher(this);
        timers = new Timers(this, clock);
        links = new Links(this);
        reading = new Reading(this);
        core = new NamespaceCore(policy, Selectors::parse, ref -> reading.properties(ref), new StateListener() {
            @Override
            public void recordReleased(long record) {
                contents.released(record);
                spaceFreed = true;
            }

            @Override
            public void ready(int entityId) {
                dispatcher.ready(entityId);
            }
        });
    }

    String name() {
        return name;
    }

    Limits limits() {
        return limits;
    }

    BrokerClock clock() {
        return clock;
    }

    NamespaceCore core() {
        return core;
    }

    Contents contents() {
        return contents;
    }

    VolatileStore volatileStore() {
        return volatileStore;
    }

    Journal journal() {
        return journal;
    }

    ReplyGate gate() {
        return gate;
    }

    WaitingRoom waitingRoom() {
        return waitingRoom;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Timers timers() {
        return timers;
    }

    Links links() {
        return links;
    }

    Reading reading() {
        return reading;
    }

    // ---- the lock

    /** Takes the lock. Every call is followed by {@link #leave} in a finally block. */
    void enter() {
        lock.lock();
    }

    /** Lets go on what can go on, gives the lock back, and then runs what has gathered. */
    void leave() {
        List<Runnable> work;
        try {
            if (spaceFreed && waitingRoom.size() > 0) {
                spaceFreed = false;
                waitingRoom.retry();
            }
            links.releaseEnded();
            dispatcher.dispatch();
            timers.arm();
        } finally {
            work = afterwards;
            if (!work.isEmpty()) {
                afterwards = new ArrayList<>();
            }
            lock.unlock();
        }
        for (int i = 0; i < work.size(); i++) {
            work.get(i).run();
        }
        if (gate.hasReleasable()) {
            gate.release();
        }
    }

    /** Under the lock: something that must not happen under the lock. */
    void afterwards(Runnable action) {
        afterwards.add(action);
    }

    /** Under the lock: the time, which never goes backwards whatever the clock does. */
    long now() {
        lastMillis = Math.max(lastMillis, clock.currentTimeMillis());
        return lastMillis;
    }

    /** Under the lock: sends that wait are to be tried again. */
    void spaceFreed() {
        spaceFreed = true;
    }

    // ---- decide, append, apply

    /**
     * Under the lock: makes a decision happen.
     *
     * @param sends the messages of the command, by send index
     * @param reserve whether it may use the space that is kept for settlements
     * @return the record on which its reply depends, 0 for none
     * @throws JournalException FULL if there is no space; then nothing has happened
     * @throws BrokerException STORE_FAILED; then nothing has happened
     */
    long carryOut(Decision<?> decision, List<Outgoing> sends, boolean reserve) {
        List<Event> events = decision.events();
        if (events.isEmpty()) {
            giveUpParts(sends, List.of());
            return 0;
        }
        boolean durable = decision.durable();
        if (durable && failure != null) {
            throw failure;
        }
        if (durable && !sends.isEmpty() && defines(events)) {
            events = defineFirst(events, reserve);
        }
        List<@Nullable ContentRef> refs = sends.isEmpty() ? List.of() : place(events, sends);
        long record = 0;
        if (durable) {
            try {
                record = append(events, refs, sends, reserve);
            } catch (RuntimeException e) {
                giveUpVolatile(refs);
                throw e;
            }
        }
        try {
            dispatcher.applying(record);
            core.apply(events, refs, record);
        } catch (RuntimeException e) {
            LOG.error("broker {}: a decision could not be applied: {}", name, events, e);
            fail("the state of the broker is not sound any more: " + e, e);
            throw e;
        }
        giveUpParts(sends, refs);
        return record;
    }

    /**
     * Definitions get a record of their own: one that has a body as well would keep that body on disk as long as the entity
     * exists. Returns the other events.
     */
    private List<Event> defineFirst(List<Event> events, boolean reserve) {
        Map<Boolean, List<Event>> parts = events.stream().collect(Collectors.partitioningBy(Namespace::definesDurably));
        carryOut(new Decision<>(requireNonNull(parts.get(true)), Done.DONE), List.of(), reserve);
        return requireNonNull(parts.get(false));
    }

    private static boolean defines(List<Event> events) {
        for (int i = 0; i < events.size(); i++) {
            if (definesDurably(events.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean definesDurably(Event event) {
        return event instanceof Event.EntityDefined && event.durable();
    }

    /** As {@link #carryOut}, for decisions whose events need not happen all or none; returns the last record. */
    long carryOutInPieces(Decision<?> decision) {
        List<Event> events = decision.events();
        if (events.size() <= PIECE) {
            return carryOut(decision, List.of(), true);
        }
        long record = 0;
        for (int at = 0; at < events.size(); at += PIECE) {
            List<Event> piece = events.subList(at, Math.min(events.size(), at + PIECE));
            record = Math.max(record, carryOut(new Decision<>(piece, decision.reply()), List.of(), true));
        }
        return record;
    }

    /** Parts of a large message that turned out to be a duplicate, or for nobody. */
    private void giveUpParts(List<Outgoing> sends, List<@Nullable ContentRef> refs) {
        for (int i = 0; i < sends.size(); i++) {
            List<Long> parts = sends.get(i).parts;
            ContentRef ref = i < refs.size() ? refs.get(i) : null;
            if (!parts.isEmpty() && (ref == null || ref.isVolatile())) {
                parts.forEach(journal::release);
            }
        }
    }

    /** Decides where the content of each send goes: the next record, the volatile store, or nowhere. */
    private List<@Nullable ContentRef> place(List<Event> events, List<Outgoing> sends) {
        @Nullable ContentRef[] refs = new ContentRef[sends.size()];
        long record = journal.nextRecord();
        int index = 0;
        for (Event event : events) {
            if (event instanceof Event.Enqueued e && !e.targets().isEmpty()) {
                Outgoing send = sends.get(e.sendIndex());
                if (!e.durable()) {
                    refs[e.sendIndex()] = contents.putVolatile(send.message);
                } else {
                    refs[e.sendIndex()] = new ContentRef(record, index++, send.message.sizeBytes(), send.parts);
                }
            } else if (event instanceof Event.AlsoEnqueued e
                    && refs[e.sendIndex()] == null
                    && !e.targets().isEmpty()) {
                refs[e.sendIndex()] = contents.putVolatile(sends.get(e.sendIndex()).message);
            } else if (event instanceof Event.Prepared) {
                for (int i = 0; i < refs.length; i++) {
                    Outgoing send = sends.get(i);
                    refs[i] = new ContentRef(record, index++, send.message.sizeBytes(), send.parts);
                }
            }
        }
        return refs.length == 1 ? java.util.Collections.singletonList(refs[0]) : java.util.Arrays.asList(refs);
    }

    private void giveUpVolatile(List<@Nullable ContentRef> refs) {
        for (ContentRef ref : refs) {
            if (ref != null && ref.isVolatile()) {
                volatileStore.release(ref.record());
            }
        }
    }

    private long append(List<Event> events, List<@Nullable ContentRef> refs, List<Outgoing> sends, boolean reserve) {
        List<ByteBuffer> blocks = new ArrayList<>(2 * refs.size());
        List<Message> messages = new ArrayList<>(refs.size());
        long bytes = 0;
        boolean keep = false;
        for (int i = 0; i < refs.size(); i++) {
            ContentRef ref = refs.get(i);
            if (ref == null || ref.isVolatile()) {
                continue;
            }
            Message message = sends.get(i).message;
            // what was written in parts leaves two empty blocks, so that each content has its place by its index
            blocks.add(ref.parts().isEmpty() ? message.head() : NOTHING);
            blocks.add(ref.parts().isEmpty() ? message.body() : NOTHING);
            messages.add(message);
            bytes += ref.sizeBytes();
        }
        for (Event event : events) {
            keep |= event.keepsRecord();
        }
        ByteBuffer metadata = EventCodec.encode(events, refs);
        if (metadata.remaining() > Journal.MAX_METADATA_BYTES) {
            throw new BrokerException(
                    ErrorReason.TRANSACTION_ROLLED_BACK,
                    "a transaction of " + refs.size() + " messages and " + events.size()
                            + " steps does not fit into one record; commit in smaller pieces");
        }
        long record = journal.append(metadata, blocks, keep, reserve);
        if (journal.durableRecord() >= record) {
            gate.durable(record); // nothing is forced: nobody has to wait for the journal's thread
        }
        contents.cache(record, messages, bytes);
        return record;
    }

    /** Bytes of live messages, on disk and in memory. */
    long liveBytes() {
        return journal.statistics().liveBytes() + volatileStore.memoryBytes() + volatileStore.diskBytes();
    }

    /** Under the lock: the last record that was appended; all that was decided so far is in it or before it. */
    long lastRecord() {
        return journal.nextRecord() - 1;
    }

    /**
     * Under the lock: completes a future when a record is on disk, at once if it is.
     *
     * @param record what the reply depends on; 0 for nothing
     * @param bytes size of the messages that are on their way to the disk
     */
    <T> void reply(long record, long bytes, CompletableFuture<T> future, @Nullable T value) {
        if (record > gate.durableRecord()) {
            gate.park(record, bytes, future, value);
        } else {
            afterwards(() -> future.complete(value));
        }
    }

    /** Under the lock: completes a future when a record is on disk, or will never be. */
    void whenSettled(long record, CompletableFuture<Void> future) {
        if (record <= gate.durableRecord()) {
            afterwards(() -> future.complete(null));
            return;
        }
        gate.park(record, 0, new ReplyGate.Waiter() {
            @Override
            public void durable() {
                future.complete(null);
            }

            @Override
            public void failed(BrokerException cause) {
                future.complete(null);
            }
        });
    }

    /** What a failure of the journal is to a client. */
    BrokerException translate(JournalException e) {
        ErrorReason reason = switch (e.kind()) {
            case FULL -> ErrorReason.RESOURCE_ALLOCATION;
            case CLOSED -> ErrorReason.CLOSED;
            default -> ErrorReason.STORE_FAILED;
        };
        return new BrokerException(reason, "broker " + name + ": " + e.getMessage(), e);
    }

    // ---- progress and end of the journal

    /** In the journal's or a worker's thread: the gate knows that more is on disk; releases and dispatches it. */
    void progressed() {
        gate.release();
        enter();
        try {
            dispatcher.durable(gate.durableRecord());
            spaceFreed = true;
        } finally {
            leave();
        }
    }

    /** Any thread: the store takes no more; everything that depends on it fails from now on. Logged once. */
    void fail(String what, Throwable cause) {
        if (failure != null) {
            return;
        }
        BrokerException failed = new BrokerException(
                ErrorReason.STORE_FAILED,
                "the store of broker " + name + " has failed and takes no more writes: " + what
                        + "; close the broker, see to the cause, and open it again",
                cause);
        failure = failed;
        LOG.error("{}", failed.getMessage());
        LOG.debug("where it failed", cause);
        gate.fail(failed);
    }

    /** What runs replies and deliveries when the disk moves on. */
    void progressWorker(Background.Worker worker) {
        progress = worker;
        dispatcher.onMore(worker::wake);
    }

    /** Whether the calling thread is the one that completes replies, and so must not wait for one. */
    boolean onOwnThread() {
        Background.Worker worker = progress;
        return worker != null && worker.isCurrent();
    }

    /** Why the store failed, or null. */
    @Nullable
    BrokerException failure() {
        return failure;
    }
}
