package io.angarium.protocol;

/**
 * Opens a receiver. It gets nothing before it has credit.
 *
 * @param receiverId chosen by the client, unique within its link
 * @param source queue or subscription
 * @param mode lock, or delete at delivery
 * @param sessionId names the one session of the link that uses it, 0 for none: among the receivers of one session a message
 *     group may pass on while messages of it are not settled
 */
public record OpenReceiver(long receiverId, Source source, ReceiveMode mode, long sessionId) {
    /** A receiver of no session. */
    public OpenReceiver(long receiverId, Source source, ReceiveMode mode) {
        this(receiverId, source, mode, 0);
    }
}
