package io.angarium.jms.xa;

import io.angarium.jms.delivery.SessionDeliveries;
import io.angarium.jms.sending.SessionSends;
import io.angarium.protocol.BranchId;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The resource of one XA session: lets what the session sends and receives be part of a branch. Thread-safe. Works on after
 * its session and connection were closed, until its branches are decided.
 */
public final class AngariumXaResource implements XAResource {
    private final Branches branches;
    private final SessionDeliveries deliveries;
    private final SessionSends sends;
    private volatile @Nullable Branch current;
    private volatile int timeoutSeconds;
    private volatile boolean scanning;

    /**
     * @param branches of the connection
     * @param deliveries of the session
     * @param sends of the session
     */
    public AngariumXaResource(Branches branches, SessionDeliveries deliveries, SessionSends sends) {
        this.branches = branches;
        this.deliveries = deliveries;
        this.sends = sends;
    }

    /** Whether the session works for a branch now. */
    public boolean isAssociated() {
        return current != null;
    }

    @Nullable
    Branch current() {
        return current;
    }

    int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Under the lock of the branches. */
    void associate(Branch branch) {
        current = branch;
        sends.enlist(branch.sends);
        deliveries.enlist(lockToken -> branch.consumed(deliveries, lockToken));
    }

    /** Under the lock of the branches. */
    void dissociate() {
        deliveries.enlist(null);
        sends.enlist(null);
        current = null;
    }

    /**
     * Begins, joins or resumes work for a branch.
     *
     * @throws XAException XAER_INVAL, XAER_DUPID for a branch that has begun, XAER_NOTA to join or resume one that has not,
     *     XAER_PROTO, XAER_RMFAIL after the connection was closed, XA_RBROLLBACK or XA_RBTIMEOUT for one that has failed
     */
    @Override
    public void start(@Nullable Xid xid, int flags) throws XAException {
        branches.start(this, XaErrors.idOf("start", xid), flags);
    }

    /**
     * Ends or suspends work for a branch; TMFAIL lets it be rolled back only.
     *
     * @throws XAException XAER_INVAL, XAER_NOTA, XAER_PROTO if the session does not work for it; XA_RBROLLBACK or XA_RBTIMEOUT
     *     if it has failed, then the work is ended nevertheless
     */
    @Override
    public void end(@Nullable Xid xid, int flags) throws XAException {
        branches.end(this, XaErrors.idOf("end", xid), flags);
    }

    /**
     * Prepares a branch: when this returns the broker has it on disk.
     *
     * @return XA_OK, or XA_RDONLY if nothing was sent or received, then the branch is forgotten
     * @throws XAException XA_RBROLLBACK or XA_RBTIMEOUT if it was rolled back; XAER_RMFAIL if the broker did not answer; XAER_NOTA,
     *     XAER_PROTO, XAER_INVAL
     */
    @Override
    public int prepare(@Nullable Xid xid) throws XAException {
        return branches.prepare(XaErrors.idOf("prepare", xid));
    }

    /**
     * Commits a branch; in two phases also one that another connection has prepared.
     *
     * @throws XAException in one phase as {@link #prepare}; in two XAER_NOTA, XAER_PROTO, XAER_RMFAIL if the broker did not answer,
     *     XA_RETRY if its disk is full; XAER_INVAL
     */
    @Override
    public void commit(@Nullable Xid xid, boolean onePhase) throws XAException {
        BranchId id = XaErrors.idOf("commit", xid);
        if (onePhase) {
            branches.commitOnePhase(id);
        } else {
            branches.commitPrepared(id);
        }
    }

    /**
     * Rolls a branch back: what was received is delivered again, with its count one higher.
     *
     * @throws XAException XAER_NOTA, XAER_PROTO, XAER_RMFAIL, XAER_INVAL
     */
    @Override
    public void rollback(@Nullable Xid xid) throws XAException {
        branches.rollback(XaErrors.idOf("rollback", xid));
    }

    /**
     * Refuses: the broker never decides by itself, so there is nothing to forget.
     *
     * @throws XAException XAER_NOTA; XAER_PROTO for a branch that is known; XAER_INVAL
     */
    @Override
    public void forget(@Nullable Xid xid) throws XAException {
        branches.forget(XaErrors.idOf("forget", xid));
    }

    /**
     * All branches that are prepared at the broker, whoever prepared them: with TMSTARTRSCAN; a call that goes on with a scan
     * gives none.
     *
     * @throws XAException XAER_INVAL for other flags, or without TMSTARTRSCAN if no scan is open; XAER_RMFAIL
     */
    @Override
    public Xid[] recover(int flags) throws XAException {
        if ((flags & ~(TMSTARTRSCAN | TMENDRSCAN)) != 0) {
            throw XaErrors.of(XAException.XAER_INVAL, "recover with the flags " + flags);
        }
        boolean begins = (flags & TMSTARTRSCAN) != 0;
        if (!begins && !scanning) {
            throw XaErrors.of(XAException.XAER_INVAL, "recover goes on with a scan, and none was begun");
        }
        Xid[] found = begins ? branches.recover().stream().map(BranchXid::new).toArray(Xid[]::new) : new Xid[0];
        scanning = (flags & TMENDRSCAN) == 0;
        return found;
    }

    /** True for the resources of one connection only: they share its branches. */
    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other instanceof AngariumXaResource resource && resource.branches == branches;
    }

    /**
     * Sets after how many seconds a branch that is begun from now on is rolled back unless it is prepared; 0 for never.
     *
     * @return true
     * @throws XAException XAER_INVAL if it is negative
     */
    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        if (seconds < 0) {
            throw XaErrors.of(XAException.XAER_INVAL, "a time-out of " + seconds + " s");
        }
        timeoutSeconds = seconds;
        return true;
    }

    /** Seconds; 0 for none. */
    @Override
    public int getTransactionTimeout() {
        return timeoutSeconds;
    }
}
