package io.angarium.engine.runtime;

import io.angarium.engine.core.CommitCommand;
import io.angarium.engine.core.SendCommand;
import io.angarium.protocol.Commit;
import java.util.List;

/** The attempt to do something with the work of a transaction as a whole. */
abstract class WorkAttempt extends StoreAttempt<Void> {
    final Commit commit;

    /** As {@link StoreAttempt} has it. */
    WorkAttempt(Namespace namespace, NamespaceLink link, Commit commit, boolean allOnDisk) {
        super(namespace, link, commit.sends(), allOnDisk);
        this.commit = commit;
    }

    /** What the core is asked. */
    final CommitCommand command(List<SendCommand> commands) {
        return new CommitCommand(
                commit.producerId(), commit.producerSequence(), link().info().linkId(), commands, commit.settlements());
    }

    @Override
    public List<Long> producers() {
        return producersOf(commit);
    }

    @Override
    Object laneOfEntity() {
        return commit.sends().isEmpty()
                ? WaitingRoom.STORE
                : commit.sends().get(0).destination();
    }
}
