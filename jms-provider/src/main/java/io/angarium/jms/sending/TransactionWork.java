package io.angarium.jms.sending;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import jakarta.jms.IllegalStateException;
import jakarta.jms.ResourceAllocationException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one transacted session, or a branch of a distributed transaction, has sent since its last commit. It stays with the client until the commit, so a rollback
 * costs the broker nothing. Thread-safe.
 */
public final class TransactionWork {
    private final BrokerLink link;
    private final long producerId;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<Send> sends = new ArrayList<>();

    @GuardedBy("lock")
    private long bytes;

    @GuardedBy("lock")
    private long commits;

    @GuardedBy("lock")
    private boolean ended;

    /** @param maxBytes what the messages of one transaction may have together */
    public TransactionWork(BrokerLink link, long maxBytes) {
        this.link = link;
        this.producerId = ProducerIds.next(link);
        this.maxBytes = maxBytes;
    }

    /**
     * Adds a message.
     *
     * @throws ResourceAllocationException if the transaction gets too large; then it is as it was
     * @throws IllegalStateException if it has ended
     */
    void add(Send send) throws ResourceAllocationException, IllegalStateException {
        lock.lock();
        try {
            requireNotEnded();
            long after = bytes + send.message().sizeBytes();
            if (after > maxBytes) {
                throw new ResourceAllocationException("the transaction would have " + after + " bytes in "
                        + (sends.size() + 1) + " messages to send, " + maxBytes
                        + " are allowed (option maxTransactionBytes); commit more often");
            }
            sends.add(send);
            bytes = after;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Commits everything together with settlements; the work is empty afterwards, whatever the answer will be.
     *
     * @throws IllegalStateException if it has ended
     */
    public CompletableFuture<Void> commit(List<Settlement> settlements) throws IllegalStateException {
        Commit commit;
        lock.lock();
        try {
            requireNotEnded();
            commit = take(settlements);
        } finally {
            lock.unlock();
        }
        return commit == null ? CompletableFuture.completedFuture(null) : link.commit(commit);
    }

    /** Takes everything out, as the request that commits it with settlements; null if there is nothing to do. */
    public @Nullable Commit take(List<Settlement> settlements) {
        lock.lock();
        try {
            if (sends.isEmpty() && settlements.isEmpty()) {
                return null;
            }
            commits++;
            Commit commit = new Commit(producerId, commits, sends, settlements);
            discard();
            return commit;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what was sent, for good: nothing can be added or committed any more. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            discard();
        } finally {
            lock.unlock();
        }
    }

    /** Without it a commit that another thread's close has overtaken would succeed, having done nothing. */
    @GuardedBy("lock")
    private void requireNotEnded() throws IllegalStateException {
        if (ended) {
            throw new IllegalStateException("the session is closed; its transaction was rolled back");
        }
    }

    /** Forgets what was sent. */
    public void discard() {
        lock.lock();
        try {
            sends.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
