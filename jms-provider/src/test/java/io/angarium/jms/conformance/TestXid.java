package io.angarium.jms.conformance;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.Xid;

/** An Xid with value equality; each new one is another. */
record TestXid(int transaction, int branch) implements Xid {
    private static final AtomicInteger LAST = new AtomicInteger();

    static TestXid next() {
        return new TestXid(LAST.incrementAndGet(), 1);
    }

    @Override
    public int getFormatId() {
        return 4711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return ByteBuffer.allocate(4).putInt(transaction).array();
    }

    @Override
    public byte[] getBranchQualifier() {
        return ByteBuffer.allocate(4).putInt(branch).array();
    }

    /** Whether another Xid, of whatever class, names the same. */
    boolean names(Xid other) {
        return other.getFormatId() == getFormatId()
                && ByteBuffer.wrap(other.getGlobalTransactionId()).equals(ByteBuffer.wrap(getGlobalTransactionId()))
                && ByteBuffer.wrap(other.getBranchQualifier()).equals(ByteBuffer.wrap(getBranchQualifier()));
    }
}
