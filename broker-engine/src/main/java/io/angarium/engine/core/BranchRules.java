package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.ILLEGAL_STATE;
import static io.angarium.protocol.ErrorReason.INVALID_DESTINATION;
import static io.angarium.protocol.ErrorReason.NO_SUCH_BRANCH;
import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.Event.AlsoHeld;
import io.angarium.engine.core.Event.BranchEnded;
import io.angarium.engine.core.Event.Hold;
import io.angarium.engine.core.Event.Prepared;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Branches of distributed transactions. Everything that can be refused is refused when a branch is prepared; from then on
 * only its end is decided, by the transaction manager and by nobody else (T-48).
 */
final class BranchRules {
    private final NamespaceState state;
    private final TransactionRules transactions;
    private final SendRules sending;
    private final SettleRules settling;

    BranchRules(NamespaceState state, TransactionRules transactions, SendRules sending, SettleRules settling) {
        this.state = state;
        this.transactions = transactions;
        this.sending = sending;
        this.settling = settling;
    }

    /** Returns the events that its commit would have now. */
    List<Event> prepare(Draft draft, BranchId id, CommitCommand command) {
        Branch known = state.branches().get(id);
        if (known != null) {
            if (command.producerId() != 0
                    && known.prepared.producerId() == command.producerId()
                    && known.prepared.producerSequence() == command.producerSequence()) {
                return List.of();
            }
            throw new BrokerException(
                    ILLEGAL_STATE, "the branch " + id + " is prepared already; commit it or roll it back first");
        }
        Draft trial = new Draft(state, draft.nowMillis());
        transactions.commit(trial, new CommitCommand(0, 0, command.linkId(), command.sends(), command.settlements()));
        List<Hold> lasting = new ArrayList<>(command.settlements().size());
        List<Hold> passing = new ArrayList<>(0);
        LinkState link = state.link(command.linkId());
        for (Settlement settlement : command.settlements()) {
            Lock lock = requireNonNull(
                    SettleRules.held(link, settlement.lockToken(), draft.nowMillis()), "the trial has found them all");
            Hold hold = new Hold(
                    lock.message.entity.id,
                    lock.message.sequence,
                    settlement.outcome(),
                    settlement.reason(),
                    settlement.description());
            (lock.message.isVolatile() ? passing : lasting).add(hold);
        }
        List<SendCommand> sends = command.sends();
        draft.add(new Prepared(
                id,
                command.producerId(),
                command.producerSequence(),
                0,
                sends.isEmpty()
                        ? new Origin(command.linkId(), null)
                        : sends.get(0).origin(),
                sends.stream().map(SendCommand::destination).toList(),
                lasting,
                draft.nowMillis()));
        if (!passing.isEmpty()) {
            draft.add(new AlsoHeld(id, passing));
        }
        return trial.events();
    }

    /** Carries a branch out; returns where messages were sent to that cannot be sent there any more. */
    List<Address> commit(Draft draft, BranchId id, List<SendCommand> sends) {
        Branch branch = existing(id);
        if (sends.size() != branch.prepared.destinations().size()) {
            throw new IllegalArgumentException(
                    "branch " + id + " has " + branch.prepared.destinations().size() + " sends, not " + sends.size());
        }
        for (Hold hold : branch.holds) {
            Lock lock = lockOf(branch, hold);
            if (lock != null && draft.end(lock, true)) {
                settling.settle(
                        draft, lock, new Settlement(lock.token, hold.outcome(), hold.reason(), hold.description()));
            }
        }
        settling.endUnused(draft);
        SendRules.Batch batch = new SendRules.Batch(true);
        List<Address> lost = new ArrayList<>(0);
        for (int i = 0; i < sends.size(); i++) {
            try {
                sending.send(draft, sends.get(i), i, batch);
            } catch (BrokerException e) {
                if (e.reason() != INVALID_DESTINATION) {
                    throw e;
                }
                lost.add(sends.get(i).destination()); // temporary and gone, or of another type by now
            }
        }
        draft.add(new BranchEnded(id));
        return lost;
    }

    /** Abandons what a branch holds; what it sends was never there. */
    void rollback(Draft draft, BranchId id) {
        Branch branch = existing(id);
        for (Hold hold : branch.holds) {
            Lock lock = lockOf(branch, hold);
            if (lock == null || !draft.end(lock, true)) {
                continue;
            }
            if (hold.outcome() == Outcome.RELEASE) {
                settling.release(draft, lock.message);
            } else {
                settling.fail(draft, lock.message);
            }
        }
        settling.endUnused(draft);
        draft.add(new BranchEnded(id));
    }

    Branch existing(BranchId id) {
        Branch branch = state.branches().get(id);
        if (branch == null) {
            throw new BrokerException(
                    NO_SUCH_BRANCH, "no branch " + id + " is prepared; it never was, or was committed or rolled back");
        }
        return branch;
    }

    /** Null if the message is gone with its entity. */
    private @Nullable Lock lockOf(Branch branch, Hold hold) {
        Entity entity = state.entity(hold.entityId());
        Lock lock = entity == null ? null : entity.lockOf(hold.sequenceNumber());
        return lock == null || lock.link != branch.holder ? null : lock;
    }
}
