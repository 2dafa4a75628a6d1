package io.angarium.tck.conformance;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import javax.transaction.xa.Xid;

/**
 * A branch of a distributed transaction.
 *
 * @param name which transaction
 */
record BranchXid(String name) implements Xid {
    private static final int FORMAT = 4711;

    /** One of a transaction that nobody else has. */
    static BranchXid next() {
        return new BranchXid(UUID.randomUUID().toString());
    }

    @Override
    public int getFormatId() {
        return FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }

    /** Whether another object means the same branch. */
    boolean is(Xid other) {
        return other.getFormatId() == FORMAT
                && Arrays.equals(other.getGlobalTransactionId(), getGlobalTransactionId())
                && Arrays.equals(other.getBranchQualifier(), getBranchQualifier());
    }
}
