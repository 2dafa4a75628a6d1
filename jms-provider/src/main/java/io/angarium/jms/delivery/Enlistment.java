package io.angarium.jms.delivery;

/** Takes over the messages that a session hands to the application, in place of the session: a branch of a transaction. */
@FunctionalInterface
public interface Enlistment {
    /** The application has been handed this message; called in the thread in which it was. Must be short. */
    void consumed(long lockToken);
}
