package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.protocol.BrokerException;
import jakarta.jms.JMSException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one thread in which a session runs all its message listeners, in turn among its consumers (Jakarta Messaging 3.1
 * §6.2.13). It starts with the first listener and ends with the session. Thread-safe; its lock is a leaf.
 */
public final class ListenerThread {
    private final SessionDeliveries deliveries;
    private final String name;
    private final Consumer<JMSException> unreported;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Consumers that may have a message; at most as many as the session has. */
    @GuardedBy("lock")
    private final Map<ReceiverFlow, Dispatch> ready = new LinkedHashMap<>();

    @GuardedBy("lock")
    private @Nullable Thread thread;

    @GuardedBy("lock")
    private boolean ended;

    /** Runs one listener for one message. */
    @FunctionalInterface
    private interface Dispatch {
        boolean run() throws JMSException;
    }

    /**
     * @param name of the thread
     * @param unreported gets failures of the link for which nobody waits
     */
    public ListenerThread(SessionDeliveries deliveries, String name, Consumer<JMSException> unreported) {
        this.deliveries = deliveries;
        this.name = name;
        this.unreported = unreported;
    }

    /**
     * Has a listener called for every message of a consumer from now on.
     *
     * @param window messages to keep ready
     * @param failed is told what the listener threw
     */
    public <M> void listen(
            ReceiverFlow flow, int window, Reception<M> reception, Consumer<M> listener, Consumer<Throwable> failed)
            throws JMSException {
        start();
        Dispatch dispatch = () -> deliveries.dispatch(flow, reception, listener, failed);
        deliveries.changeArrival(flow, window, () -> put(flow, dispatch));
    }

    /** Ends listening; messages that are ready are given back unless the consumer keeps a window by itself. */
    public void unlisten(ReceiverFlow flow, int window) throws JMSException {
        deliveries.changeArrival(flow, window, null);
        lock.lock();
        try {
            ready.remove(flow);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the calling thread is this one, that is, whether a listener is calling. */
    public boolean isCurrent() {
        lock.lock();
        try {
            return Thread.currentThread().equals(thread);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread after the listener that is running. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        lock.lock();
        try {
            if (thread == null && !ended) {
                thread = new Thread(this::run, name);
                thread.setDaemon(true);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    private void put(ReceiverFlow flow, Dispatch dispatch) {
        lock.lock();
        try {
            ready.put(flow, dispatch);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (Map.Entry<ReceiverFlow, Dispatch> next = take(); next != null; next = take()) {
            boolean more;
            try {
                more = next.getValue().run();
            } catch (JMSException e) {
                unreported.accept(e);
                more = !next.getKey().isEmpty();
            } catch (BrokerException e) {
                unreported.accept(JmsErrors.of(e));
                more = !next.getKey().isEmpty();
            }
            if (more && next.getKey().deliverable()) {
                put(next.getKey(), next.getValue());
            }
        }
    }

    private Map.@Nullable Entry<ReceiverFlow, Dispatch> take() {
        Map.Entry<ReceiverFlow, Dispatch> next = poll();
        if (next == null) {
            idle();
            next = await();
        }
        return next;
    }

    private void idle() {
        try {
            deliveries.idle();
        } catch (JMSException e) {
            unreported.accept(e);
        }
    }

    private Map.@Nullable Entry<ReceiverFlow, Dispatch> poll() {
        lock.lock();
        try {
            Iterator<Map.Entry<ReceiverFlow, Dispatch>> first = ready.entrySet().iterator();
            if (ended || !first.hasNext()) {
                return null;
            }
            Map.Entry<ReceiverFlow, Dispatch> entry = first.next();
            Map.Entry<ReceiverFlow, Dispatch> copy = Map.entry(entry.getKey(), entry.getValue());
            first.remove();
            return copy;
        } finally {
            lock.unlock();
        }
    }

    private Map.@Nullable Entry<ReceiverFlow, Dispatch> await() {
        lock.lock();
        try {
            while (!ended && ready.isEmpty()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        return poll();
    }
}
