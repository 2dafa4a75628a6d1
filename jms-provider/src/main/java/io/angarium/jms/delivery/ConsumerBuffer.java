package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the link has delivered to one consumer and the application has not been handed, and how much more the broker may
 * deliver. Never holds more than the credit that was given. Thread-safe; never calls the link, because the link calls it
 * under locks of its own.
 */
final class ConsumerBuffer implements DeliveryListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<Delivery> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private int credit;

    @GuardedBy("lock")
    private boolean ended;

    @GuardedBy("lock")
    private @Nullable Runnable arrival;

    @Override
    public void delivered(Delivery delivery) {
        Runnable told;
        lock.lock();
        try {
            waiting.addLast(delivery);
            credit = Math.max(0, credit - 1);
            changed.signalAll();
            told = arrival;
        } finally {
            lock.unlock();
        }
        if (told != null) {
            told.run();
        }
    }

    /** Sets what is told after each delivery, or null; it must be short and take no other lock than a leaf. */
    void onArrival(@Nullable Runnable told) {
        lock.lock();
        try {
            arrival = told;
        } finally {
            lock.unlock();
        }
    }

    /**
     * How much credit is to be given so that buffered messages and credit together reach the window; counted as given.
     * Nothing while more than half of the window is there, so that credit goes in portions.
     */
    int grant(int window) {
        lock.lock();
        try {
            int there = waiting.size() + credit;
            if (ended || there * 2 > window || there >= window) {
                return 0;
            }
            credit += window - there;
            return window - there;
        } finally {
            lock.unlock();
        }
    }

    /** The broker has taken all credit back. */
    void creditIsGone() {
        lock.lock();
        try {
            credit = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a message may be handed over, credit is missing, or the buffer has ended.
     *
     * @param nanos longest wait
     * @param deliverable whether messages may be handed over now; asked again after each {@link #wake()}
     * @return what is left of {@code nanos}; 0 or less when it ran out
     */
    long await(long nanos, BooleanSupplier deliverable) throws InterruptedException {
        long left = nanos;
        lock.lockInterruptibly();
        try {
            while (left > 0 && !ended && !(deliverable.getAsBoolean() && (credit == 0 || !waiting.isEmpty()))) {
                left = changed.awaitNanos(left);
            }
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Lets every waiting thread look again, and the listener if something is there. */
    void wake() {
        Runnable told;
        lock.lock();
        try {
            changed.signalAll();
            told = waiting.isEmpty() ? null : arrival;
        } finally {
            lock.unlock();
        }
        if (told != null) {
            told.run();
        }
    }

    /** The next message, or null. */
    @Nullable
    Delivery poll() {
        lock.lock();
        try {
            return ended ? null : waiting.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Puts a message back as the next one. */
    void putBack(Delivery delivery) {
        lock.lock();
        try {
            waiting.addFirst(delivery);
        } finally {
            lock.unlock();
        }
    }

    /** Takes everything out, in order. */
    List<Delivery> takeAll() {
        lock.lock();
        try {
            List<Delivery> all = new ArrayList<>(waiting);
            waiting.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is handed over any more; waiting threads return. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }
}
