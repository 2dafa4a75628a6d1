package io.angarium.jms;

import io.angarium.jms.delivery.SessionDeliveries;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.sending.TransactionWork;
import io.angarium.protocol.Address;
import io.angarium.protocol.Settlement;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.TransactionRolledBackException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a transacted session, one after the other: joins what was sent with what was consumed (Jakarta
 * Messaging 3.1 §6.2.7).
 *
 * <p>A commit that had no answer in time is in doubt: the next commit or rollback waits for its outcome first, so that no
 * work is done twice or mixed with later work. For one thread at a time.
 */
final class SessionTransaction {
    private final AngariumConnection connection;
    private final SessionDeliveries deliveries;
    private final TransactionWork work;
    private final Set<Address> resolved = new HashSet<>();
    private @Nullable Attempt inDoubt;

    private record Attempt(CompletableFuture<Void> answer, List<Settlement> settlements) {}

    SessionTransaction(AngariumConnection connection, SessionDeliveries deliveries, TransactionWork work) {
        this.connection = connection;
        this.deliveries = deliveries;
        this.work = work;
    }

    /**
     * Asks the broker whether it knows a destination, once in a transaction, and each time for a temporary one, which may
     * be gone.
     */
    void requireResolvable(Address address) throws JMSException {
        if (address.temporary() || !resolved.contains(address)) {
            connection.calls().await(connection.link().resolve(address), "resolving " + address.name());
            resolved.add(address);
        }
    }

    /**
     * Commits; returns when the transaction is on disk.
     *
     * @throws TransactionRolledBackException if the broker refused it; then it was rolled back
     */
    void commit() throws JMSException {
        finishDoubtful();
        resolved.clear();
        List<Settlement> settlements = deliveries.settlementsToCommit();
        await(new Attempt(work.commit(settlements), settlements));
    }

    /** Forgets what was sent and gives back what was consumed; returns when that is on disk. */
    void rollback() throws JMSException {
        boolean wasInDoubt = finishDoubtful();
        work.discard();
        deliveries.recover();
        if (wasInDoubt) {
            throw new JMSException(
                    "the commit that had no answer in time has been carried out; what came after it is rolled back");
        }
    }

    /**
     * The session closes, before its deliveries are given back: a commit that is on its way has taken everything with it, a
     * later one fails.
     */
    void end() {
        work.end();
    }

    private boolean finishDoubtful() throws JMSException {
        Attempt before = inDoubt;
        if (before == null) {
            return false;
        }
        await(before);
        return true;
    }

    private void await(Attempt attempt) throws JMSException {
        try {
            connection.calls().awaitSend(attempt.answer(), "commit");
        } catch (JMSException e) {
            throw failed(attempt, e);
        }
        inDoubt = null;
        deliveries.committed(attempt.settlements());
    }

    private JMSException failed(Attempt attempt, JMSException failure) throws JMSException {
        if (!attempt.answer().isDone()) {
            inDoubt = attempt;
            return failure;
        }
        inDoubt = null;
        if (connection.loss() != null || failure instanceof IllegalStateException) {
            return failure;
        }
        work.discard();
        deliveries.recover();
        if (failure instanceof TransactionRolledBackException) {
            return failure;
        }
        return JmsErrors.withCause(
                new TransactionRolledBackException(
                        "the transaction was rolled back: " + failure.getMessage(), failure.getErrorCode()),
                failure);
    }
}
