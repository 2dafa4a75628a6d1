package io.angarium.engine.core;

/**
 * 128-bit hash of an application's MessageId, by which duplicates are found (S-05). The hash function is part of the
 * stored format and never changes.
 *
 * @param high upper half
 * @param low lower half
 */
public record DuplicateId(long high, long low) {
    /** The hash of a MessageId. */
    public static DuplicateId of(String messageId) {
        throw new UnsupportedOperationException();
    }
}
