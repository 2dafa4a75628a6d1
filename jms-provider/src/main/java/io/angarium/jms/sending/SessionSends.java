package io.angarium.jms.sending;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Message;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import jakarta.jms.IllegalStateException;
import jakarta.jms.ResourceAllocationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sends the messages of one session, each with the next number, or collects them for its transaction. Thread-safe: a
 * number is taken and sent under one lock, so that the broker sees the numbers in order.
 */
public final class SessionSends {
    private static final SendResult COLLECTED = new SendResult(0, false);

    private final BrokerLink link;
    private final long producerId;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable TransactionWork transaction;

    @GuardedBy("lock")
    private long sequence;

    /** @param transaction collects the sends of a transacted session; null for a session that is not */
    public SessionSends(BrokerLink link, @Nullable TransactionWork transaction) {
        this.link = link;
        this.transaction = transaction;
        this.producerId = ProducerIds.next(link);
    }

    /** Adds what is sent from now on to a distributed transaction; null ends that. */
    public void enlist(@Nullable TransactionWork work) {
        lock.lock();
        try {
            transaction = work;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a message, or adds it to the transaction.
     *
     * @throws ResourceAllocationException if the transaction gets too large
     * @throws IllegalStateException if the transaction has ended with its session
     */
    public CompletableFuture<SendResult> send(Address destination, Message message)
            throws ResourceAllocationException, IllegalStateException {
        lock.lock();
        try {
            Send send = new Send(producerId, sequence + 1, destination, message);
            CompletableFuture<SendResult> answer;
            if (transaction == null) {
                answer = link.send(send);
            } else {
                transaction.add(send);
                answer = CompletableFuture.completedFuture(COLLECTED);
            }
            sequence++;
            return answer;
        } finally {
            lock.unlock();
        }
    }
}
