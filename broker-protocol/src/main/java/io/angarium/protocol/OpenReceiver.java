package io.angarium.protocol;

/**
 * Opens a receiver. It gets nothing before it has credit.
 *
 * @param receiverId chosen by the client, unique within its link
 * @param source queue or subscription
 * @param mode lock, or delete at delivery
 * @param sessionId names the one session of the link that uses it, 0 for none, or {@link #SEVERAL_SESSIONS}: among the receivers of one session a message
 *     group may pass on while messages of it are not settled
 */
public record OpenReceiver(long receiverId, Source source, ReceiveMode mode, long sessionId) {
    /**
     * The {@code sessionId} of a receiver whose messages go to several sessions at the same time: it gets a message of a
     * group only when the one before is settled.
     */
    public static final long SEVERAL_SESSIONS = -1;

    /** A receiver of no session. */
    public OpenReceiver(long receiverId, Source source, ReceiveMode mode) {
        this(receiverId, source, mode, 0);
    }
}
