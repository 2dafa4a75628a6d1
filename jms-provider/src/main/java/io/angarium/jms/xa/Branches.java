package io.angarium.jms.xa;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.jms.sending.TransactionWork;
import io.angarium.jms.xa.Branch.State;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Commit;
import io.angarium.protocol.ErrorReason;
import jakarta.jms.JMSException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The branches of distributed transactions of one connection: its sessions share them. The rules are those of X/Open XA, as
 * {@link XAResource} has them. A branch stays with its connection until it is prepared; from then on the broker keeps it, and
 * any connection can end it.
 *
 * <p>Thread-safe. The lock is not held while the broker is asked; a branch is BUSY meanwhile.
 */
public final class Branches {
    private static final Logger LOG = LoggerFactory.getLogger(Branches.class);

    private final BrokerLink link;
    private final LinkCalls calls;
    private final long maxTransactionBytes;
    private final ReentrantLock lock = new ReentrantLock();

    /** At most as many as transaction managers have begun and not ended. */
    @GuardedBy("lock")
    private final Map<BranchId, Branch> branches = new HashMap<>();

    /** What is to be done when there is no branch any more: the connection was closed. */
    @GuardedBy("lock")
    private @Nullable Runnable whenEmpty;

    /** @param maxTransactionBytes what the messages of one branch may have together */
    public Branches(BrokerLink link, LinkCalls calls, long maxTransactionBytes) {
        this.link = link;
        this.calls = calls;
        this.maxTransactionBytes = maxTransactionBytes;
    }

    // ---- the connection

    /** The connection is closed: nothing new begins, and the action is run when the last branch is decided. */
    public void close(Runnable action) {
        Set<BranchId> decided = decidedElsewhere();
        boolean now;
        lock.lock();
        try {
            branches.keySet().removeAll(decided);
            now = branches.isEmpty();
            whenEmpty = now ? () -> {} : action;
        } finally {
            lock.unlock();
        }
        if (now) {
            action.run();
        }
    }

    /** What was prepared here and ended by another connection, such as that of a recovery. */
    private Set<BranchId> decidedElsewhere() {
        Set<BranchId> prepared = new HashSet<>();
        lock.lock();
        try {
            for (Branch branch : branches.values()) {
                if (branch.state == State.PREPARED) {
                    prepared.add(branch.id);
                }
            }
        } finally {
            lock.unlock();
        }
        if (!prepared.isEmpty()) {
            try {
                prepared.removeAll(Set.copyOf(calls.await(link.preparedBranches(), "listing prepared branches")));
            } catch (JMSException e) {
                LOG.debug("a connection that is closed could not list prepared branches; the broker keeps them", e);
            }
        }
        return prepared;
    }

    private void forget(Branch branch) {
        Runnable action = null;
        lock.lock();
        try {
            branches.remove(branch.id, branch);
            branch.inTime.complete(null);
            if (branches.isEmpty()) {
                action = whenEmpty;
                whenEmpty = action == null ? null : () -> {};
            }
        } finally {
            lock.unlock();
        }
        if (action != null) {
            action.run();
        }
    }

    // ---- association

    /** The resource works for a branch from now on. */
    void start(AngariumXaResource resource, BranchId id, int flags) throws XAException {
        lock.lock();
        try {
            if (whenEmpty != null) {
                throw XaErrors.of(XAException.XAER_RMFAIL, "start of branch " + id + ": the connection is closed");
            }
            if (resource.current() != null) {
                throw XaErrors.protocol(
                        "start", id, "cannot begin, as the session works for another branch or for it already");
            }
            Branch branch = switch (flags) {
                case XAResource.TMNOFLAGS -> begin(resource, id);
                case XAResource.TMJOIN -> join(resource, id);
                case XAResource.TMRESUME -> resume(resource, id);
                default -> throw XaErrors.of(XAException.XAER_INVAL, "start with the flags " + flags);
            };
            branch.active.add(resource);
            resource.associate(branch);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Branch begin(AngariumXaResource resource, BranchId id) throws XAException {
        if (branches.containsKey(id)) {
            throw XaErrors.of(XAException.XAER_DUPID, "start of branch " + id + ", which has begun already");
        }
        Branch branch = new Branch(id, new TransactionWork(link, maxTransactionBytes));
        branches.put(id, branch);
        int seconds = resource.timeoutSeconds();
        if (seconds > 0) {
            CompletableFuture<Void> unused = branch.inTime
                    .orTimeout(seconds, TimeUnit.SECONDS)
                    .whenCompleteAsync((nothing, late) -> {
                        if (late != null) {
                            expire(branch, seconds);
                        }
                    });
        }
        return branch;
    }

    @GuardedBy("lock")
    private Branch join(AngariumXaResource resource, BranchId id) throws XAException {
        Branch branch = existing("start", id);
        if (branch.suspended.contains(resource)) {
            throw XaErrors.protocol("start", id, "is suspended in this session, which has to resume it");
        }
        if (branch.state != State.OPEN) {
            throw XaErrors.protocol("start", id, "is being ended or prepared");
        }
        requireCommittable("start", branch);
        return branch;
    }

    @GuardedBy("lock")
    private Branch resume(AngariumXaResource resource, BranchId id) throws XAException {
        Branch branch = existing("start", id);
        if (!branch.suspended.contains(resource)) {
            throw XaErrors.protocol("start", id, "is not suspended in this session");
        }
        requireCommittable("start", branch);
        branch.suspended.remove(resource);
        return branch;
    }

    /** The resource does not work for a branch any more, or not for a while. */
    void end(AngariumXaResource resource, BranchId id, int flags) throws XAException {
        lock.lock();
        try {
            if (flags != XAResource.TMSUCCESS && flags != XAResource.TMFAIL && flags != XAResource.TMSUSPEND) {
                throw XaErrors.of(XAException.XAER_INVAL, "end with the flags " + flags);
            }
            Branch branch = existing("end", id);
            boolean wasActive = branch.active.contains(resource);
            if (!wasActive && (flags == XAResource.TMSUSPEND || !branch.suspended.contains(resource))) {
                throw XaErrors.protocol("end", id, "is not associated with this session");
            }
            branch.active.remove(resource);
            branch.suspended.remove(resource);
            if (wasActive) {
                resource.dissociate();
            }
            if (flags == XAResource.TMSUSPEND) {
                branch.suspended.add(resource);
            } else if (flags == XAResource.TMFAIL && branch.rollbackCode == 0) {
                branch.rollbackCode = XAException.XA_RBROLLBACK;
            } else if (flags == XAResource.TMSUCCESS) {
                requireCommittable("end", branch);
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- end of a branch

    /** Prepares; the result is that of {@link XAResource#prepare}. */
    int prepare(BranchId id) throws XAException {
        Branch branch = takeUnprepared("prepare", id);
        if (branch.rollbackCode != 0) {
            throw rolledBack("prepare", branch, branch.rollbackCode, null);
        }
        if (branch.answer == null) {
            Commit request = branch.request();
            if (request == null) {
                forget(branch);
                return XAResource.XA_RDONLY;
            }
            branch.preparing = true;
            branch.answer = link.prepare(id, request);
        }
        awaitAnswer("prepare", branch);
        if (!branch.preparing) {
            forget(branch);
            throw XaErrors.of(XAException.XA_HEURCOM, "prepare of branch " + id + ", which is committed already");
        }
        prepared(branch);
        return XAResource.XA_OK;
    }

    /** Commits in one phase what was not prepared. */
    void commitOnePhase(BranchId id) throws XAException {
        Branch branch = takeUnprepared("commit", id);
        if (branch.rollbackCode != 0) {
            throw rolledBack("commit", branch, branch.rollbackCode, null);
        }
        if (branch.answer == null) {
            Commit request = branch.request();
            branch.answer = request == null ? CompletableFuture.completedFuture(null) : link.commit(request);
        }
        awaitAnswer("commit", branch);
        if (branch.preparing) {
            prepared(branch);
            throw XaErrors.protocol("commit in one phase", id, "is prepared");
        }
        forget(branch);
    }

    /** Commits what is prepared, whichever connection prepared it. */
    void commitPrepared(BranchId id) throws XAException {
        Branch branch = null;
        lock.lock();
        try {
            Branch known = branches.get(id);
            if (known != null && known.state != State.PREPARED) {
                throw XaErrors.protocol("commit in two phases", id, "is not prepared");
            }
            branch = known;
            if (branch != null) {
                branch.state = State.BUSY;
            }
        } finally {
            lock.unlock();
        }
        finish("commit", id, branch, true);
    }

    /** Rolls back, prepared or not; what is prepared, whichever connection prepared it. */
    void rollback(BranchId id) throws XAException {
        Branch branch;
        State before = State.PREPARED;
        lock.lock();
        try {
            branch = branches.get(id);
            if (branch != null) {
                requireIdle("rollback", branch);
                before = branch.state;
                branch.state = State.BUSY;
            }
        } finally {
            lock.unlock();
        }
        if (branch != null && before == State.DOUBTFUL && !settleDoubt(branch)) {
            return;
        }
        if (branch == null || before != State.OPEN) {
            finish("rollback", id, branch, false);
            return;
        }
        try {
            branch.giveUp();
        } catch (JMSException e) {
            throw XaErrors.unreachable("rollback of branch " + id, e);
        } finally {
            forget(branch);
        }
    }

    /** Waits for the answer that did not come; returns whether the branch is prepared, else it is rolled back. */
    private boolean settleDoubt(Branch branch) throws XAException {
        try {
            awaitAnswer("rollback", branch);
        } catch (XAException e) {
            if (e.errorCode == XAException.XA_RBROLLBACK) {
                LOG.debug("branch {} was refused, and so it is rolled back", branch.id, e);
                return false;
            }
            throw e;
        }
        if (!branch.preparing) {
            forget(branch);
            throw XaErrors.of(
                    XAException.XA_HEURCOM, "rollback of branch " + branch.id + ", which is committed already");
        }
        prepared(branch);
        return true;
    }

    /** There are no heuristic decisions here, so there is nothing to forget. */
    void forget(BranchId id) throws XAException {
        lock.lock();
        try {
            if (branches.containsKey(id)) {
                throw XaErrors.protocol("forget", id, "was not decided heuristically");
            }
        } finally {
            lock.unlock();
        }
        throw notHere("forget", id);
    }

    /** All that is prepared at the broker. */
    List<BranchId> recover() throws XAException {
        try {
            return calls.await(link.preparedBranches(), "listing prepared branches");
        } catch (JMSException e) {
            throw XaErrors.unreachable("recover", e);
        }
    }

    // ---- parts of the above

    /** A branch that is to be prepared or committed in one phase; it is BUSY from now on. */
    private Branch takeUnprepared(String call, BranchId id) throws XAException {
        lock.lock();
        try {
            Branch branch = branches.get(id);
            if (branch != null) {
                requireIdle(call, branch);
                if (branch.state == State.PREPARED) {
                    throw XaErrors.protocol(call, id, "is prepared already");
                }
                branch.state = State.BUSY;
                return branch;
            }
        } finally {
            lock.unlock();
        }
        throw notHere(call, id);
    }

    /** Why a call is refused for a branch that this connection does not know. */
    private XAException notHere(String call, BranchId id) throws XAException {
        return recover().contains(id) ? XaErrors.protocol(call, id, "is prepared already") : XaErrors.unknown(call, id);
    }

    @GuardedBy("lock")
    private Branch existing(String call, BranchId id) throws XAException {
        Branch branch = branches.get(id);
        if (branch == null) {
            throw XaErrors.unknown(call, id);
        }
        return branch;
    }

    @GuardedBy("lock")
    private void requireIdle(String call, Branch branch) throws XAException {
        if (branch.isAssociated()) {
            throw XaErrors.protocol(call, branch.id, "a session still works for");
        }
        if (branch.state == State.BUSY) {
            throw XaErrors.protocol(call, branch.id, "another thread is ending");
        }
    }

    private static void requireCommittable(String call, Branch branch) throws XAException {
        if (branch.rollbackCode != 0) {
            throw XaErrors.of(
                    branch.rollbackCode,
                    call + " of branch " + branch.id
                            + (branch.rollbackCode == XAException.XA_RBTIMEOUT
                                    ? ", which has taken longer than its time-out"
                                    : ", which can only be rolled back"));
        }
    }

    /** Waits for the broker's answer; if it refuses, the branch is rolled back. */
    private void awaitAnswer(String call, Branch branch) throws XAException {
        CompletableFuture<Void> answer = requireNonNull(branch.answer, "the broker was asked");
        try {
            calls.awaitSend(answer, call + " of branch " + branch.id);
        } catch (JMSException e) {
            if (!answer.isDone() || XaErrors.isDoubtful(e)) {
                become(branch, State.DOUBTFUL);
                throw XaErrors.unreachable(call + " of branch " + branch.id, e);
            }
            throw rolledBack(call, branch, XAException.XA_RBROLLBACK, e);
        }
    }

    private void prepared(Branch branch) {
        branch.handedToBroker();
        branch.inTime.complete(null);
        become(branch, State.PREPARED);
    }

    private void become(Branch branch, State state) {
        lock.lock();
        try {
            branch.state = state;
        } finally {
            lock.unlock();
        }
    }

    private XAException rolledBack(String call, Branch branch, int code, @Nullable JMSException cause) {
        String text = call + " of branch " + branch.id + ": it was rolled back, "
                + (cause != null
                        ? "because " + cause.getMessage()
                        : code == XAException.XA_RBTIMEOUT
                                ? "because it has taken longer than its time-out"
                                : "because it had failed");
        XAException error = cause == null ? XaErrors.of(code, text) : XaErrors.of(code, text, cause);
        try {
            branch.giveUp();
        } catch (JMSException e) {
            error.addSuppressed(e); // the locks end with the connection
        } finally {
            forget(branch);
        }
        return error;
    }

    private void finish(String call, BranchId id, @Nullable Branch branch, boolean commit) throws XAException {
        try {
            calls.awaitSend(link.finish(id, commit), call + " of branch " + id);
        } catch (JMSException e) {
            ErrorReason reason = XaErrors.reason(e);
            if (reason == ErrorReason.NO_SUCH_BRANCH) {
                forgetIfAny(branch);
                throw XaErrors.of(XAException.XAER_NOTA, call + ": " + e.getMessage(), e);
            }
            if (branch != null) {
                become(branch, State.PREPARED);
            }
            if (XaErrors.isDoubtful(e)) {
                throw XaErrors.unreachable(call + " of branch " + id, e);
            }
            boolean full = reason == ErrorReason.RESOURCE_ALLOCATION && commit;
            throw XaErrors.of(full ? XAException.XA_RETRY : XAException.XAER_RMERR, call + ": " + e.getMessage(), e);
        }
        forgetIfAny(branch);
    }

    private void forgetIfAny(@Nullable Branch branch) {
        if (branch != null) {
            forget(branch);
        }
    }

    /** A branch takes too long: its work is rolled back, and whoever calls is told so (T-48: never once it is prepared). */
    private void expire(Branch branch, int seconds) {
        boolean closed;
        lock.lock();
        try {
            if (branch.state != State.OPEN) {
                return;
            }
            if (branch.rollbackCode == 0) {
                branch.rollbackCode = XAException.XA_RBTIMEOUT;
            }
            closed = whenEmpty != null;
        } finally {
            lock.unlock();
        }
        LOG.warn("branch {} was not ended within its time-out of {} s and is rolled back", branch.id, seconds);
        try {
            branch.giveUp();
        } catch (JMSException e) {
            LOG.warn("what branch {} has received is given back with its connection only", branch.id, e);
        }
        if (closed) {
            forget(branch);
        }
    }
}
