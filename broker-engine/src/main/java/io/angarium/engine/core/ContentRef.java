package io.angarium.engine.core;

import java.util.List;

/**
 * Where the content of a message (head and body) is; the core only keeps it, hands it on and says when nobody needs it any
 * more.
 *
 * @param record number of the record: positive in the journal, negative in the volatile store
 * @param index which message of the record (a transaction writes several into one)
 * @param sizeBytes head and body
 * @param parts records that hold the body of a message too large for one record, else empty
 */
public record ContentRef(long record, int index, long sizeBytes, List<Long> parts) {
    public ContentRef {
        parts = List.copyOf(parts);
    }

    /** Whether it is in the volatile store and gone after a restart. */
    public boolean isVolatile() {
        return record < 0;
    }
}
