package io.angarium.engine.core;

import io.angarium.protocol.Settlement;
import java.util.List;

/**
 * A transaction to be carried out.
 *
 * @param producerId random number of the session
 * @param producerSequence counts its commits from 1; one that was carried out already is answered as done
 * @param linkId link that holds the locks
 * @param sends what is sent; producer numbers in them are not looked at
 * @param settlements what is settled
 */
public record CommitCommand(
        long producerId, long producerSequence, String linkId, List<SendCommand> sends, List<Settlement> settlements) {}
