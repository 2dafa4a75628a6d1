package io.angarium.jms.narayana;

import java.io.Serializable;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Another resource of a transaction, which has nothing to do. The JVM halts in that of its calls that the system property
 * {@code halt.in} names.
 */
final class OtherResource implements XAResource, Serializable {
    static final String HALT_IN = "halt.in";
    static final int HALTED = 77;

    private static final long serialVersionUID = 1L;

    private static void here(String call) {
        if (call.equals(System.getProperty(HALT_IN))) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    @Override
    public int prepare(Xid xid) {
        here("prepare");
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
        here("commit");
    }

    @Override
    public void rollback(Xid xid) {
        here("rollback");
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
