package io.angarium.engine.core;

import io.angarium.engine.core.Event.Activated;
import io.angarium.engine.core.Event.DuplicatesForgotten;
import io.angarium.engine.core.Event.LockExpired;
import io.angarium.engine.core.Event.ProducersForgotten;

/** What happens because its time has come. */
final class DueRules {
    private static final int AT_A_TIME = 1_000;

    private final NamespaceState state;
    private final SettleRules settling;

    DueRules(NamespaceState state, SettleRules settling) {
        this.state = state;
        this.settling = settling;
    }

    void tick(Draft draft) {
        for (Due due : state.dues().due(draft.nowMillis(), AT_A_TIME)) {
            if (due instanceof QueuedMessage message) {
                settling.expire(draft, message);
            } else if (due instanceof Lock lock) {
                end(draft, lock);
            } else if (due instanceof Schedule schedule) {
                if (!schedule.message.isExpired(draft.nowMillis())) {
                    draft.add(new Activated(schedule.message.entity.id, schedule.message.sequence));
                }
            } else if (due instanceof DuplicateWindow window) {
                draft.add(new DuplicatesForgotten(window.orderEntity(), draft.nowMillis()));
            } else if (due instanceof ProducerTable) {
                draft.add(new ProducersForgotten(draft.nowMillis()));
            } else {
                throw new AssertionError(due);
            }
        }
        settling.endUnused(draft);
    }

    /** A strict lock ends: a failed delivery if the application has the message (S-25), else nothing is counted (T-10). */
    private void end(Draft draft, Lock lock) {
        draft.end(lock, false);
        draft.add(new LockExpired(lock.message.entity.id, lock.message.sequence));
        if (lock.isHandedOver()) {
            settling.fail(draft, lock.message);
        } else {
            settling.release(draft, lock.message);
        }
    }
}
