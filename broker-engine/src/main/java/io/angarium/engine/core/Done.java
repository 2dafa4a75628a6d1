package io.angarium.engine.core;

/** The reply of an operation that has nothing to say but that it was done. */
public enum Done {
    /** It was done. */
    DONE
}
