package io.angarium.engine.core;

import io.angarium.engine.core.Event.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks of durable messages that were handed over and whose hand-over is not written, oldest first. Most are settled before
 * it is due to be written, and leave unwritten. A ring of plain arrays, as every delivery passes through it: no allocation
 * unless it grows. No larger than twice the locks that are held, and what was handed over in the last moments.
 */
final class HandOvers {
    /** What is still unsettled so long after its hand-over is written down. */
    static final int WRITTEN_AFTER_MILLIS = 5;

    /** So many in one event. */
    private static final int AT_A_TIME = 4_096;

    private static final int FIRST_CAPACITY = 16;

    private @Nullable Lock[] locks = new Lock[FIRST_CAPACITY];
    private long[] handedOverMillis = new long[FIRST_CAPACITY];
    private int head;
    private int size;

    /** Places that are held, used or not. */
    int capacity() {
        return locks.length;
    }

    void add(Lock lock, long nowMillis) {
        if (size == locks.length) {
            makeRoom();
        }
        int at = (head + size++) & (locks.length - 1);
        locks[at] = lock;
        handedOverMillis[at] = nowMillis;
    }

    /** Leaves out what has ended behind an old one; grows if that is not much. */
    private void makeRoom() {
        int pending = 0;
        for (int i = 0; i < size; i++) {
            pending += hasEnded(locks[(head + i) & (locks.length - 1)]) ? 0 : 1;
        }
        int capacity = pending > locks.length / 2 ? locks.length * 2 : locks.length;
        @Nullable Lock[] newLocks = new Lock[capacity];
        long[] newTimes = new long[capacity];
        int to = 0;
        for (int i = 0; i < size; i++) {
            int at = (head + i) & (locks.length - 1);
            if (!hasEnded(locks[at])) {
                newLocks[to] = locks[at];
                newTimes[to++] = handedOverMillis[at];
            }
        }
        locks = newLocks;
        handedOverMillis = newTimes;
        head = 0;
        size = to;
    }

    private static boolean hasEnded(@Nullable Lock lock) {
        return lock == null || lock.message.lock() != lock || lock.message.isDeliveryStarted();
    }

    /** Forgets the oldest ones that are settled or written. */
    void dropEnded() {
        while (size > 0 && hasEnded(locks[head])) {
            locks[head] = null;
            head = (head + 1) & (locks.length - 1);
            size--;
        }
    }

    /** When the oldest must be written; {@link Long#MAX_VALUE} if there is none. */
    long nextDueMillis() {
        return size == 0 ? Long.MAX_VALUE : handedOverMillis[head] + WRITTEN_AFTER_MILLIS;
    }

    /** What must be written by now, some of it. */
    List<Target> due(long nowMillis) {
        List<Target> due = new ArrayList<>();
        for (int i = 0; i < size && due.size() < AT_A_TIME; i++) {
            int at = (head + i) & (locks.length - 1);
            if (handedOverMillis[at] + WRITTEN_AFTER_MILLIS > nowMillis) {
                break;
            }
            Lock lock = locks[at];
            if (lock != null && !hasEnded(lock)) {
                due.add(new Target(lock.message.entity.id, lock.message.sequence));
            }
        }
        return due;
    }
}
