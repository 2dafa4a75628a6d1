package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
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

    void add(long lockToken, ReceiverFlow from) {
        lock.lock();
        try {
            byToken.put(lockToken, from);
        } finally {
            lock.unlock();
        }
    }

    /** Takes one out; false if it is not there any more. */
    boolean remove(long lockToken) {
        lock.lock();
        try {
            return byToken.remove(lockToken) != null;
        } finally {
            lock.unlock();
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
