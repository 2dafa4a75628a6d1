package io.angarium.engine.admin;

/** How a store is written. */
public enum JournalKind {
    /** A Chronicle Queue. */
    CHRONICLE,
    /** Plain files. */
    FILE
}
