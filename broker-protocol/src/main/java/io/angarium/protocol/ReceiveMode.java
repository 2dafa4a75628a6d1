package io.angarium.protocol;

/** What happens to a message when it is delivered. */
public enum ReceiveMode {
    /** It is locked until it is settled (S-23). */
    PEEK_LOCK,
    /** It is completed before it is delivered: at most once (S-22). */
    RECEIVE_AND_DELETE
}
