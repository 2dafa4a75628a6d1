package io.angarium.protocol;

import static java.util.Objects.requireNonNull;

import java.util.HexFormat;

/**
 * Names a branch of a distributed transaction, with value equality: what X/Open calls an Xid.
 *
 * @param formatId how the transaction manager forms its identifiers
 * @param global the transaction, in lower-case hexadecimal digits, at most 64 bytes
 * @param branch the branch of it, in lower-case hexadecimal digits, at most 64 bytes
 */
public record BranchId(int formatId, String global, String branch) {
    /** Most bytes of each of the two identifiers, as X/Open has it. */
    public static final int MAX_BYTES = 64;

    public BranchId {
        requireNonNull(global, "global");
        requireNonNull(branch, "branch");
    }

    /**
     * The identifier of these bytes.
     *
     * @throws IllegalArgumentException if one of the arrays is longer than {@link #MAX_BYTES}
     */
    public static BranchId of(int formatId, byte[] global, byte[] branch) {
        if (global.length > MAX_BYTES || branch.length > MAX_BYTES) {
            throw new IllegalArgumentException("a transaction identifier of " + global.length + " and a branch of "
                    + branch.length + " bytes; each may have " + MAX_BYTES);
        }
        return new BranchId(
                formatId, HexFormat.of().formatHex(global), HexFormat.of().formatHex(branch));
    }

    /** The bytes that name the transaction; a new array. */
    public byte[] globalBytes() {
        return HexFormat.of().parseHex(global);
    }

    /** The bytes that name the branch; a new array. */
    public byte[] branchBytes() {
        return HexFormat.of().parseHex(branch);
    }

    /** For texts: {@code formatId:global:branch}. */
    @Override
    public String toString() {
        return formatId + ":" + global + ":" + branch;
    }
}
