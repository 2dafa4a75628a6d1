package io.angarium.engine.journal;

import org.jspecify.annotations.Nullable;

/** The journal cannot do what it was asked; the message names file and position and says what to do. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The classes of problems. */
    public enum Kind {
        /** No space, or a limit is reached; passes when space is freed. */
        FULL,
        /** An I/O error; the journal takes no more appends. */
        FAILED,
        /** Damaged or missing records. */
        CORRUPT,
        /** Not a journal of ours, or of a version that this release does not know. */
        FOREIGN,
        /** Another process, or another broker in this one, has the store open. */
        IN_USE,
        /** The file system does not let us: permissions, no folder, flags of the JVM. */
        INACCESSIBLE,
        /** The record was released before it was read; who asks may have lost a race against its settlement. */
        GONE,
        /** The journal is closed. */
        CLOSED
    }

    private final Kind kind;

    /** A problem without a failure underneath. */
    public JournalException(Kind kind, String message) {
        this(kind, message, null);
    }

    /** A problem with the failure underneath. */
    public JournalException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** The class of the problem. */
    public Kind kind() {
        return kind;
    }
}
