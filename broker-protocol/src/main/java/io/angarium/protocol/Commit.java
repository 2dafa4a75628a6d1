package io.angarium.protocol;

import java.util.List;

/**
 * A local transaction as a whole: everything happens, in this order, or nothing. The client collects it and sends it at
 * commit, so a rollback of sends costs the broker nothing, and a commit in doubt can be repeated.
 *
 * @param producerId random number of the session, unique for ever
 * @param producerSequence counts the commits of the session from 1; a repeated number is answered as the first was
 * @param sends messages sent in the transaction
 * @param settlements of messages received in the transaction
 */
public record Commit(long producerId, long producerSequence, List<Send> sends, List<Settlement> settlements) {
    public Commit {
        sends = List.copyOf(sends);
        settlements = List.copyOf(settlements);
    }

    /** Size of all messages, head and body. */
    public long messageBytes() {
        long bytes = 0;
        for (Send send : sends) {
            bytes += send.message().sizeBytes();
        }
        return bytes;
    }
}
