package io.angarium.engine.runtime;

import io.angarium.engine.core.Decision;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.journal.EventCodec;
import io.angarium.engine.journal.Journal;
import io.angarium.engine.runtime.Namespace.Outgoing;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Commit;
import io.angarium.protocol.ErrorReason;
import java.util.Collections;
import java.util.List;

/** The attempt to prepare a branch of a distributed transaction; its messages are on disk, persistent or not. */
final class PrepareAttempt extends WorkAttempt {
    /** The subscriptions of a topic may double before the branch is carried out, and all still fit into one record. */
    private static final int MOST_METADATA_BYTES = Journal.MAX_METADATA_BYTES / 2;

    private final BranchId branch;

    PrepareAttempt(Namespace namespace, NamespaceLink link, BranchId branch, Commit commit) {
        super(namespace, link, commit, true);
        this.branch = branch;
    }

    @Override
    void carryOut(List<SendCommand> commands, List<Outgoing> outgoing) {
        Decision<List<Event>> decision = namespace.core().prepare(branch, command(commands), namespace.now());
        int metadataBytes = EventCodec.encode(decision.reply(), Collections.nCopies(outgoing.size(), null))
                .remaining();
        if (metadataBytes > MOST_METADATA_BYTES) {
            throw new BrokerException(
                    ErrorReason.TRANSACTION_ROLLED_BACK,
                    "the branch " + branch + " of " + outgoing.size() + " messages and "
                            + decision.reply().size()
                            + " steps might not fit into one record when it is committed; use smaller transactions");
        }
        namespace.carryOut(decision, outgoing, commit.sends().isEmpty());
        namespace.reply(namespace.lastRecord(), persistentBytes(), future(), null);
    }

    @Override
    public String describe() {
        return "to prepare the branch " + branch + " of " + commit.sends().size() + " messages";
    }
}
