package io.angarium.jms.xa;

import io.angarium.protocol.BranchId;
import javax.transaction.xa.Xid;

/** The Xid of a branch, for {@link javax.transaction.xa.XAResource#recover}. */
record BranchXid(BranchId id) implements Xid {
    @Override
    public int getFormatId() {
        return id.formatId();
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return id.globalBytes();
    }

    @Override
    public byte[] getBranchQualifier() {
        return id.branchBytes();
    }
}
