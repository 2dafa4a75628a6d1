package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.Decision;
import io.angarium.engine.core.LockedMessage;
import io.angarium.engine.core.Received;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives ready messages to receivers with credit, in turn, and puts them into their outboxes. Looks only at entities that the
 * core or a new credit has called ready; an entity whose news is not on disk yet is looked at when it is. Confined to the
 * namespace lock.
 */
final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    /** After so many messages others get the lock before the next. */
    private static final int MOST_AT_ONCE = 1024;
    /** A lone receiver gets so many in one decision. */
    private static final int BATCH = 64;

    private static final long BATCH_BYTES = 16 << 20;

    private final Namespace namespace;
    private final Map<Integer, Turns> byEntity = new HashMap<>();
    private final ArrayDeque<Turns> ready = new ArrayDeque<>();
    private final ArrayDeque<Awaited> awaited = new ArrayDeque<>();
    private final List<Outbox> touched = new ArrayList<>();
    private long applyingRecord;
    private Runnable again = () -> {};

    /** The receivers of one entity, and whose turn it is. */
    private static final class Turns {
        private final List<Receiver> receivers = new ArrayList<>();
        private int next;
        private boolean ready;
        private long awaitedRecord;

        @Nullable
        Receiver nextWithCredit() {
            for (int i = 0; i < receivers.size(); i++) {
                Receiver receiver = receivers.get(next);
                next = (next + 1) % receivers.size();
                if (receiver.credit() > 0) {
                    return receiver;
                }
            }
            return null;
        }

        int withCredit() {
            int count = 0;
            for (int i = 0; i < receivers.size(); i++) {
                count += receivers.get(i).credit() > 0 ? 1 : 0;
            }
            return count;
        }
    }

    private record Awaited(long record, Turns turns) {}

    Dispatcher(Namespace namespace) {
        this.namespace = namespace;
    }

    /** What to call when the lock was held long enough and something is left to do. */
    void onMore(Runnable callLater) {
        again = callLater;
    }

    void add(Receiver receiver) {
        Turns turns = byEntity.computeIfAbsent(receiver.entityId(), id -> new Turns());
        if (turns.receivers.isEmpty()) {
            // What came while nobody received was not noted, and may still be on its way to the disk.
            await(turns, namespace.lastRecord());
        }
        turns.receivers.add(receiver);
    }

    private void await(Turns turns, long record) {
        if (record > namespace.gate().durableRecord() && record > turns.awaitedRecord) {
            turns.awaitedRecord = record;
            awaited.add(new Awaited(record, turns));
        }
    }

    void remove(Receiver receiver) {
        Turns turns = byEntity.get(receiver.entityId());
        if (turns != null && turns.receivers.remove(receiver)) {
            turns.next = 0;
            if (turns.receivers.isEmpty()) {
                byEntity.remove(receiver.entityId());
            }
        }
    }

    int receivers(int entityId) {
        Turns turns = byEntity.get(entityId);
        return turns == null ? 0 : turns.receivers.size();
    }

    /** What the core calls ready from now on depends on this record; 0 for none. */
    void applying(long record) {
        applyingRecord = record;
    }

    /** An entity may have something for its receivers. */
    void ready(int entityId) {
        Turns turns = byEntity.get(entityId);
        if (turns == null) {
            return;
        }
        if (applyingRecord <= namespace.gate().durableRecord()) {
            ready(turns);
        } else {
            await(turns, applyingRecord);
        }
    }

    private void ready(Turns turns) {
        if (!turns.ready) {
            turns.ready = true;
            ready.add(turns);
        }
    }

    /** A receiver may have more. */
    void credited(Receiver receiver) {
        Turns turns = byEntity.get(receiver.entityId());
        if (turns != null) {
            ready(turns);
        }
    }

    /** More is on disk. */
    void durable(long record) {
        for (Awaited first = awaited.peek(); first != null && first.record <= record; first = awaited.peek()) {
            ready(awaited.remove().turns);
        }
    }

    /** Whether a call of {@link #durable} may find something. */
    boolean awaitsDisk() {
        return !awaited.isEmpty();
    }

    /** Gives out what can be given out; what lands in outboxes is delivered after the lock is given back. */
    void dispatch() {
        if (ready.isEmpty()) {
            return;
        }
        int left = MOST_AT_ONCE;
        while (left > 0 && !ready.isEmpty()) {
            Turns turns = ready.remove();
            turns.ready = false;
            try {
                left -= dispatch(turns, left);
            } catch (JournalException | BrokerException e) {
                // Settlements have a reserve, so this is rare; the entity is looked at again when the journal moves on.
                LOG.warn("broker {}: a delivery has to wait: {}", namespace.name(), e.getMessage());
                awaited.addFirst(new Awaited(0, turns));
            }
        }
        if (!ready.isEmpty()) {
            again.run();
        }
        for (Outbox outbox : touched) {
            outbox.untouch();
            namespace.afterwards(outbox::drain);
        }
        touched.clear();
    }

    private int dispatch(Turns turns, int most) {
        int given = 0;
        int idle = 0;
        boolean more = false;
        int withCredit = turns.withCredit();
        while (idle < withCredit && given < most) {
            Receiver receiver = turns.nextWithCredit();
            if (receiver == null) {
                return given;
            }
            int wanted = withCredit == 1 ? Math.min(Math.min(receiver.credit(), BATCH), most) : 1;
            Received received = receive(receiver, wanted);
            int found = received.messages().size();
            given += found;
            more |= received.more() && found == 0;
            idle = found == 0 ? idle + 1 : 0;
            withCredit = found == 0 ? withCredit : turns.withCredit();
        }
        if (more || given >= most) {
            ready(turns); // a search was cut short, so that the lock is not held for long
        }
        return more ? most : given;
    }

    private Received receive(Receiver receiver, int wanted) {
        Decision<Received> decision = decide(receiver, wanted);
        // Applying a deletion gives its content up, so what is deleted at delivery is read before.
        List<Message> contents = receiver.deletes() ? read(decision.reply().messages()) : List.of();
        while (contents == null) {
            decision = decide(receiver, wanted);
            contents = read(decision.reply().messages());
        }
        List<LockedMessage> messages = decision.reply().messages();
        long record = namespace.carryOut(decision, List.of(), true);
        receiver.delivered(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            LockedMessage locked = messages.get(i);
            if (receiver.deletes()) {
                deliverDeleted(receiver, locked, contents.get(i), record);
            } else {
                receiver.outbox().add(locked, namespace.contents().inMemory(locked.content()), receiver.creditPeriod());
            }
        }
        if (!messages.isEmpty() && receiver.outbox().touch()) {
            touched.add(receiver.outbox());
        }
        return decision.reply();
    }

    private Decision<Received> decide(Receiver receiver, int wanted) {
        return namespace
                .core()
                .receive(receiver.key(), wanted, BATCH_BYTES, namespace.gate().durableRecord(), namespace.now());
    }

    /** Null if one was damaged, and is not there any more. */
    private @Nullable List<Message> read(List<LockedMessage> messages) {
        List<Message> contents = new ArrayList<>(messages.size());
        for (LockedMessage locked : messages) {
            Message message = namespace.reading().toDelete(locked);
            if (message == null) {
                return null;
            }
            contents.add(message);
        }
        return contents;
    }

    /** At most once: the message must be gone from the disk before it is given away. */
    private void deliverDeleted(Receiver receiver, LockedMessage locked, Message message, long record) {
        long dependsOn = receiver.parked() > 0 ? namespace.lastRecord() : record;
        if (dependsOn <= namespace.gate().durableRecord()) {
            receiver.outbox().add(locked, message, receiver.creditPeriod());
            return;
        }
        receiver.park(1);
        Outbox outbox = receiver.outbox();
        namespace.gate().park(dependsOn, locked.content().sizeBytes(), new ReplyGate.Waiter() {
            @Override
            public void durable() {
                namespace.enter();
                try {
                    receiver.park(-1);
                    outbox.add(locked, requireNonNull(message, "read before it was deleted"), receiver.creditPeriod());
                } finally {
                    namespace.leave();
                }
                outbox.drain();
            }

            @Override
            public void failed(BrokerException cause) {
                outbox.close();
            }
        });
    }

    /** A future that completes when all that was given to a receiver so far has been delivered. */
    CompletableFuture<Void> mark(Receiver receiver) {
        Outbox outbox = receiver.outbox();
        if (receiver.parked() == 0) {
            namespace.afterwards(outbox::drain);
            return outbox.mark();
        }
        CompletableFuture<Void> reached = new CompletableFuture<>();
        namespace.gate().park(namespace.lastRecord(), 0, new ReplyGate.Waiter() {
            @Override
            public void durable() {
                CompletableFuture<Void> unused = outbox.mark().thenRun(() -> reached.complete(null));
                outbox.drain();
            }

            @Override
            public void failed(BrokerException cause) {
                reached.complete(null);
            }
        });
        return reached;
    }

    /** As {@link #mark}, for all receivers. */
    CompletableFuture<Void> markAll() {
        List<CompletableFuture<Void>> marks = new ArrayList<>();
        for (Turns turns : byEntity.values()) {
            for (Receiver receiver : turns.receivers) {
                marks.add(mark(receiver));
            }
        }
        return CompletableFuture.allOf(marks.toArray(new CompletableFuture<?>[0]));
    }
}
