package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.Event.AlsoHeld;
import io.angarium.engine.core.Event.BranchEnded;
import io.angarium.engine.core.Event.Hold;
import io.angarium.engine.core.Event.Prepared;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the events of prepared branches do to the state. */
final class BranchEvents {
    private final NamespaceState state;
    private final MessageEvents messages;

    BranchEvents(NamespaceState state, MessageEvents messages) {
        this.state = state;
        this.messages = messages;
    }

    void prepared(Prepared event, List<@Nullable ContentRef> contents, long record) {
        state.seen(event.nowMillis());
        List<ContentRef> sends = contentsOf(event, contents);
        messages.kept(event.contentIndex(), sends.size());
        Branch known = state.branches().get(event.branch());
        if (known != null) {
            state.move(known, record, sends); // at replay: cleaning has appended it again
            return;
        }
        Branch branch = new Branch(event, record, sends);
        state.branches().add(branch);
        event.holds().forEach(hold -> hold(branch, hold));
    }

    /** The contents of the sends of a branch, of all that are in its record. */
    static List<ContentRef> contentsOf(Prepared event, List<? extends @Nullable ContentRef> contents) {
        List<ContentRef> sends = new ArrayList<>(event.destinations().size());
        for (int i = 0; i < event.destinations().size(); i++) {
            sends.add(requireNonNull(contents.get(event.contentIndex() + i), "each send of a branch has content"));
        }
        return sends;
    }

    void alsoHeld(AlsoHeld event) {
        Branch branch = requireNonNull(state.branches().get(event.branch()), "it follows the branch");
        branch.holds.addAll(event.holds());
        event.holds().forEach(hold -> hold(branch, hold));
    }

    /** At replay the message may come later: cleaning has appended it again behind the branch. */
    private void hold(Branch branch, Hold hold) {
        state.branches().hold(branch, hold);
        QueuedMessage message = state.existingOrNew(hold.entityId()).find(hold.sequenceNumber());
        if (message != null) {
            messages.hold(message, branch);
        }
    }

    /** What it still holds is back at its place: only what is not in the journal, and at replay. */
    void ended(BranchEnded event) {
        Branch branch = state.branches().get(event.branch());
        if (branch == null) {
            return; // at replay: its record is gone already
        }
        for (long token : branch.holder.locks.sortedKeys()) {
            Lock lock = branch.holder.locks.remove(token);
            if (lock != null) {
                lock.message.entity.unlock(lock);
            }
        }
        state.branches().remove(branch);
        branch.contents().forEach(state.records()::release);
        state.records().release(branch.record());
    }
}
