package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import jakarta.jms.IllegalStateException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages that the application has been handed and that are not settled yet, in the order of consumption. They
 * belong to the session and not to the consumer, which may be closed meanwhile. As many as the application takes without
 * acknowledging. Thread-safe.
 */
final class ConsumedMessages {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Long, ReceiverFlow> byToken = new LinkedHashMap<>();

    @GuardedBy("lock")
    private boolean ended;

    void add(long lockToken, ReceiverFlow from) {
        lock.lock();
        try {
            byToken.put(lockToken, from);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes one out to be completed; false if it is not there any more.
     *
     * @throws IllegalStateException if the session has closed, and so given it back
     */
    boolean remove(long lockToken) throws IllegalStateException {
        lock.lock();
        try {
            requireNotEnded();
            return byToken.remove(lockToken) != null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * All of them, completed.
     *
     * @throws IllegalStateException if the session has closed, and so given them back
     */
    List<Settlement> completed() throws IllegalStateException {
        lock.lock();
        try {
            requireNotEnded();
            return settlements(Outcome.COMPLETE);
        } finally {
            lock.unlock();
        }
    }

    /** All of them, settled in one way; from now on nothing can be completed any more. */
    List<Settlement> end(Outcome outcome) {
        lock.lock();
        try {
            ended = true;
            return settlements(outcome);
        } finally {
            lock.unlock();
        }
    }

    /** Without it a call that another thread's close has overtaken would succeed, having done nothing. */
    @GuardedBy("lock")
    private void requireNotEnded() throws IllegalStateException {
        if (ended) {
            throw new IllegalStateException("the session is closed; what was not settled was given back");
        }
    }

    /** All of them, settled in one way. */
    List<Settlement> settlements(Outcome outcome) {
        lock.lock();
        try {
            List<Settlement> all = new ArrayList<>(byToken.size());
            byToken.keySet().forEach(token -> all.add(Settlement.of(token, outcome)));
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets those that these settlements name. */
    void forget(List<Settlement> settled) {
        lock.lock();
        try {
            settled.forEach(s -> byToken.remove(s.lockToken()));
        } finally {
            lock.unlock();
        }
    }

    /** Whether something that this receiver handed over is not settled. */
    boolean hasFrom(ReceiverFlow flow) {
        lock.lock();
        try {
            return byToken.containsValue(flow);
        } finally {
            lock.unlock();
        }
    }
}
