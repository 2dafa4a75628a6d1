package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.Settlement;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a connection consumer has loaded into a session and the session has not handed over: one load at a time, so at most
 * the consumer's {@code maxMessages} (Jakarta Messaging 3.1 §9.2). Thread-safe; its lock comes
 * before the buffer's of the receiver and is a leaf otherwise.
 */
final class LoadedMessages implements Supply {
    private final BooleanSupplier deliverable;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Delivery> waiting = new ArrayDeque<>();

    /** Whose messages are waiting; the last one's when none are. */
    @GuardedBy("lock")
    private @Nullable ReceiverFlow origin;

    /** Whose message is being handed over. */
    @GuardedBy("lock")
    private @Nullable ReceiverFlow inHand;

    @GuardedBy("lock")
    private boolean ended;

    LoadedMessages(BooleanSupplier deliverable) {
        this.deliverable = deliverable;
    }

    /**
     * Takes a load.
     *
     * @return false, and nothing was taken, if the session or the connection consumer has ended, the connection is stopped,
     *     or an earlier load is not finished
     */
    boolean load(ReceiverFlow from, List<Delivery> deliveries) {
        lock.lock();
        try {
            if (ended || from.hasEnded() || !waiting.isEmpty() || !deliverable.getAsBoolean()) {
                return false;
            }
            origin = from;
            waiting.addAll(deliveries);
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String name() {
        ReceiverFlow from = origin();
        return from == null ? "a connection consumer" : from.name();
    }

    @Override
    public ReceiverFlow receiver() {
        lock.lock();
        try {
            if (inHand == null) {
                throw new AssertionError("no message is being handed over");
            }
            return inHand;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Delivery poll() {
        lock.lock();
        try {
            if (nothingToHandOver()) {
                return null;
            }
            inHand = origin;
            return waiting.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** The message that was polled is settled or belongs to what the session has consumed. */
    void handedOver() {
        lock.lock();
        try {
            inHand = null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void putBack(Delivery delivery) {
        lock.lock();
        try {
            waiting.addFirst(delivery);
        } finally {
            lock.unlock();
        }
    }

    /** Also what the connection consumer keeps ready, which comes later in the order. */
    @Override
    public void giveBackUnseen(AcknowledgeMapping mode, List<Settlement> settlements) throws JMSException {
        if (mode == AcknowledgeMapping.NONE) {
            return;
        }
        ReceiverFlow from = origin();
        takeBack(mode, settlements);
        if (from != null && !from.hasEnded()) {
            from.giveBackUnseen(mode, settlements);
        }
    }

    /**
     * Appends a settlement for everything that waits here. Messages without lock stay, or are lost if their connection
     * consumer has ended.
     */
    void takeBack(AcknowledgeMapping mode, List<Settlement> settlements) {
        lock.lock();
        try {
            if (mode != AcknowledgeMapping.NONE) {
                waiting.forEach(delivery -> settlements.add(Settlement.of(delivery.lockToken(), mode.unseen())));
                waiting.clear();
            } else if (originHasEnded()) {
                waiting.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #takeBack}, if their connection consumer has ended; else nothing. */
    void takeBackEnded(AcknowledgeMapping mode, List<Settlement> settlements) {
        lock.lock();
        try {
            if (originHasEnded()) {
                takeBack(mode, settlements);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a message of this receiver waits here or is being handed over. */
    boolean isFrom(ReceiverFlow flow) {
        lock.lock();
        try {
            return inHand == flow || (origin == flow && !waiting.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing can be handed over now. */
    boolean isIdle() {
        lock.lock();
        try {
            return nothingToHandOver();
        } finally {
            lock.unlock();
        }
    }

    /** Hands nothing over any more. */
    void end() {
        lock.lock();
        try {
            ended = true;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean nothingToHandOver() {
        return ended || waiting.isEmpty() || originHasEnded() || !deliverable.getAsBoolean();
    }

    @GuardedBy("lock")
    private boolean originHasEnded() {
        return origin != null && origin.hasEnded();
    }

    private @Nullable ReceiverFlow origin() {
        lock.lock();
        try {
            return origin;
        } finally {
            lock.unlock();
        }
    }
}
