package io.angarium.engine.runtime;

import io.angarium.engine.core.Decision;
import io.angarium.engine.core.Done;
import io.angarium.engine.core.SendCommand;
import io.angarium.engine.runtime.Namespace.Outgoing;
import io.angarium.protocol.Commit;
import java.util.List;

/** The attempt to carry out a transaction. */
final class CommitAttempt extends WorkAttempt {
    CommitAttempt(Namespace namespace, NamespaceLink link, Commit commit) {
        super(namespace, link, commit, false);
    }

    @Override
    void carryOut(List<SendCommand> commands, List<Outgoing> outgoing) {
        Decision<Done> decision = namespace.core().commit(command(commands), namespace.now());
        // Without sends it only settles, and that is what the reserve is for.
        long record = namespace.carryOut(decision, outgoing, commit.sends().isEmpty());
        boolean volatileOnly = record == 0 && !decision.events().isEmpty();
        namespace.reply(volatileOnly ? 0 : namespace.lastRecord(), persistentBytes(), future(), null);
    }

    @Override
    public String describe() {
        return commit.sends().isEmpty()
                ? "the commit of " + commit.settlements().size() + " settlements"
                : describeSends();
    }
}
