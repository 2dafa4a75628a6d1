package io.angarium.jms.sending;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.SendResult;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the completion listeners of one session's asynchronous sends: one at a time, in the order of the sends, from a
 * thread of the session (Jakarta Messaging 3.1 §7.3). At most a given number of sends wait; one more waits for space.
 * The thread starts with the first asynchronous send and ends with the session. Thread-safe.
 */
public final class CompletionQueue {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionQueue.class);

    private final String name;
    private final int maxWaiting;
    private final long sendTimeoutMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<Entry> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private @Nullable Thread thread;

    @GuardedBy("lock")
    private @Nullable Object calling;

    @GuardedBy("lock")
    private boolean ended;

    /** Is told how one send ended. */
    @FunctionalInterface
    public interface Callback {
        /** Takes the outcome; null if the message was sent. */
        void done(@Nullable JMSException failure);
    }

    private record Entry(Object producer, CompletableFuture<SendResult> answer, Callback callback) {}

    /**
     * @param name of the thread
     * @param maxWaiting sends that may wait for their callback
     * @param sendTimeoutMillis how long an answer may take once it is the next one
     */
    public CompletionQueue(String name, int maxWaiting, long sendTimeoutMillis) {
        this.name = name;
        this.maxWaiting = maxWaiting;
        this.sendTimeoutMillis = sendTimeoutMillis;
    }

    /**
     * Waits until one more send may wait; before the send. A callback that sends is not held up, as its own entry ends
     * with it.
     */
    public void awaitSpace() {
        lock.lock();
        try {
            while (waiting.size() >= maxWaiting && !ended && !isCalling()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds a send whose answer is to come. */
    public void add(Object producer, CompletableFuture<SendResult> answer, Callback callback) {
        lock.lock();
        try {
            waiting.addLast(new Entry(producer, answer, callback));
            changed.signalAll();
            if (thread == null) {
                thread = new Thread(this::run, name);
                thread.setDaemon(true);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all sends are complete and all callbacks have returned. */
    public void awaitAll() {
        lock.lock();
        try {
            while (!waiting.isEmpty()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the calling thread is inside a callback of this session. */
    public boolean isCalling() {
        lock.lock();
        try {
            return Thread.currentThread().equals(thread) && calling != null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the calling thread is inside a callback of this producer. */
    public boolean isCalling(Object producer) {
        lock.lock();
        try {
            return Thread.currentThread().equals(thread) && producer.equals(calling);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread when all callbacks have returned. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (Entry next = next(); next != null; next = next()) {
            JMSException failure = await(next.answer());
            call(next, failure);
            lock.lock();
            try {
                calling = null;
                waiting.removeFirst();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private @Nullable Entry next() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !ended) {
                changed.awaitUninterruptibly();
            }
            return waiting.peekFirst();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable JMSException await(CompletableFuture<SendResult> answer) {
        CompletableFuture<@Nullable JMSException> outcome = answer.handle(
                (sent, failed) -> failed == null ? null : LinkCalls.failure(failed, "the asynchronous send"));
        while (true) {
            try {
                return outcome.get(sendTimeoutMillis, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return LinkCalls.noAnswer("the asynchronous send", sendTimeoutMillis, "sendTimeout", e);
            } catch (InterruptedException e) {
                // only a callback can have interrupted this thread; with the flag restored it could never wait again
                LOG.warn("{}: a completion listener has interrupted its thread; going on", name);
            } catch (ExecutionException e) {
                return LinkCalls.failure(e, "the asynchronous send");
            }
        }
    }

    private void call(Entry entry, @Nullable JMSException failure) {
        lock.lock();
        try {
            calling = entry.producer();
        } finally {
            lock.unlock();
        }
        try {
            entry.callback().done(failure);
        } catch (Throwable e) {
            LOG.warn("{}: the application's completion listener failed", name, e);
        }
    }
}
