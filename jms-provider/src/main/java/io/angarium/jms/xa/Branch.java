package io.angarium.jms.xa;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.delivery.SessionDeliveries;
import io.angarium.jms.sending.TransactionWork;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The work of one branch until it is prepared, and its state.
 *
 * <pre>
 *   start           end                 prepare
 *   ------> ACTIVE -----> IDLE --------------------> PREPARED
 *              ^           |  \                        |
 *              +-----------+   \ commit in one phase   | commit, rollback
 *           start with TMJOIN   \  or rollback         |
 *                                 ------> forgotten <--+
 * </pre>
 *
 * <p>IDLE is: no resource is associated. BUSY is a call that waits for the broker; DOUBTFUL one that had no answer. The state
 * is guarded by the lock of {@link Branches}, the work by one of its own, as sessions add to it while it is looked at.
 */
final class Branch {
    /** Where a branch is. */
    enum State {
        /** It collects work. */
        OPEN,
        /** A call for it waits for the broker. */
        BUSY,
        /** Whether it is prepared or carried out is not known: the broker did not answer. */
        DOUBTFUL,
        /** The broker keeps it. */
        PREPARED
    }

    final BranchId id;
    final TransactionWork sends;
    /** Completes when nothing is to be rolled back by time any more. */
    final CompletableFuture<Void> inTime = new CompletableFuture<>();

    final Set<AngariumXaResource> active = new HashSet<>(2);
    final Set<AngariumXaResource> suspended = new HashSet<>(0);
    State state = State.OPEN;
    /** XA_RBROLLBACK or XA_RBTIMEOUT if nothing but rollback is possible, else 0. */
    int rollbackCode;
    /** While it is DOUBTFUL: the answer that did not come in time, and whether it is that to prepare. */
    @Nullable
    CompletableFuture<Void> answer;

    boolean preparing;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<Taken> taken = new ArrayList<>();

    private record Taken(SessionDeliveries session, long lockToken) {}

    Branch(BranchId id, TransactionWork sends) {
        this.id = id;
        this.sends = sends;
    }

    boolean isAssociated() {
        return !active.isEmpty() || !suspended.isEmpty();
    }

    void consumed(SessionDeliveries session, long lockToken) {
        lock.lock();
        try {
            taken.add(new Taken(session, lockToken));
        } finally {
            lock.unlock();
        }
    }

    /** The request that carries its work out; null if there is none. For once, as it takes the sends out. */
    @Nullable
    Commit request() {
        List<Settlement> settlements;
        lock.lock();
        try {
            settlements = taken.stream()
                    .map(t -> Settlement.of(t.lockToken, Outcome.COMPLETE))
                    .toList();
        } finally {
            lock.unlock();
        }
        return sends.take(settlements);
    }

    /** The broker has the work now. */
    void handedToBroker() {
        takeAll();
        answer = null;
    }

    private List<Taken> takeAll() {
        lock.lock();
        try {
            List<Taken> all = List.copyOf(taken);
            taken.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what was consumed and forgets what was sent. */
    void giveUp() throws JMSException {
        sends.discard();
        Map<SessionDeliveries, List<Settlement>> bySession = new LinkedHashMap<>();
        for (Taken t : takeAll()) {
            bySession
                    .computeIfAbsent(t.session, unused -> new ArrayList<>())
                    .add(Settlement.of(t.lockToken, Outcome.ABANDON));
        }
        JMSException failure = null;
        for (Map.Entry<SessionDeliveries, List<Settlement>> entry : bySession.entrySet()) {
            try {
                entry.getKey().giveBack(entry.getValue());
            } catch (JMSException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
