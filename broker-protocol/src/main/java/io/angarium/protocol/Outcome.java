package io.angarium.protocol;

/** How a locked message is settled. */
public enum Outcome {
    /** Processed: it is gone. */
    COMPLETE,
    /** Handed over and failed: counted, and available again at its original place. */
    ABANDON,
    /** Never handed over to the application: available again at its original place, not counted. */
    RELEASE,
    /** Moved to the dead-letter subqueue. */
    DEAD_LETTER
}
