package io.angarium.engine.runtime;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.PreparedBranch;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Message;
import io.angarium.protocol.Send;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a prepared branch sends, read back from memory or disk. */
record PreparedSends(PreparedBranch branch, List<Send> sends) {
    /** So often cleaning may move the messages while they are read. */
    private static final int MOST_ATTEMPTS = 10;

    /**
     * Outside the lock: reads the messages of a branch; blocks for reads from disk, and that only after a restart or when
     * they are large.
     *
     * @throws io.angarium.protocol.BrokerException NO_SUCH_BRANCH
     * @throws JournalException if they cannot be read
     */
    static PreparedSends read(Namespace namespace, BranchId id) {
        for (int attempt = 1; ; attempt++) {
            PreparedBranch branch;
            List<@Nullable Message> inMemory = new ArrayList<>();
            namespace.enter();
            try {
                branch = namespace.core().preparedBranch(id);
                for (ContentRef content : branch.contents()) {
                    inMemory.add(namespace.contents().inMemory(content));
                }
            } finally {
                namespace.leave();
            }
            try {
                return new PreparedSends(branch, sends(namespace, branch, inMemory));
            } catch (JournalException e) {
                if (e.kind() != JournalException.Kind.GONE || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static List<Send> sends(Namespace namespace, PreparedBranch branch, List<@Nullable Message> inMemory) {
        List<Send> sends = new ArrayList<>(inMemory.size());
        for (int i = 0; i < inMemory.size(); i++) {
            Message message = inMemory.get(i);
            if (message == null) {
                message = namespace.contents().read(branch.contents().get(i));
            }
            if (message == null) {
                throw new IllegalStateException("what a branch sends is in the journal: " + branch);
            }
            sends.add(new Send(0, 0, branch.destinations().get(i), message));
        }
        return sends;
    }
}
