package io.angarium.engine.runtime;

import io.angarium.engine.core.Decision;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.runtime.Namespace.Outgoing;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Printable;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempt to carry out a prepared branch. Only a disk without any room, its reserve included, can hold it up; then the
 * branch stays prepared.
 */
final class FinishAttempt extends StoreAttempt<Void> {
    private static final Logger LOG = LoggerFactory.getLogger(FinishAttempt.class);

    private final PreparedSends prepared;

    FinishAttempt(Namespace namespace, NamespaceLink link, PreparedSends prepared) {
        super(namespace, link, prepared.sends(), false);
        this.prepared = prepared;
    }

    @Override
    void carryOut(List<SendCommand> commands, List<Outgoing> outgoing) {
        BranchId branch = prepared.branch().id();
        Decision<List<Address>> decision = namespace.core().commitBranch(branch, commands, namespace.now());
        long record = namespace.carryOut(decision, outgoing, true);
        for (Address lost : decision.reply()) {
            LOG.warn(
                    "broker {}: the branch {} was committed, but a message of it is lost: {} '{}' is not there any more",
                    namespace.name(),
                    branch,
                    lost.type(),
                    Printable.of(lost.name()));
        }
        namespace.reply(record, persistentBytes(), future(), null);
    }

    @Override
    Origin origin() {
        return prepared.branch().origin();
    }

    @Override
    boolean usesReserve() {
        return true;
    }

    /** It waits behind nobody: its messages have been accepted. */
    @Override
    public List<Object> lanes() {
        return List.of();
    }

    @Override
    public List<Long> producers() {
        return List.of();
    }

    @Override
    Object laneOfEntity() {
        return WaitingRoom.STORE;
    }

    @Override
    public String describe() {
        return "to commit the prepared branch " + prepared.branch().id();
    }
}
