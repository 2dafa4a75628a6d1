package io.angarium.wire.client;

import io.angarium.protocol.BrokerException;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.CountedFlow;
import io.angarium.wire.transport.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a client has asked and what has not been answered. An answer belongs to the request whose number it bears and to no
 * other. Messages beyond the broker's window wait here for answers, in order. Futures are completed without a lock.
 * Thread-safe.
 */
final class Requests {
    private final CountedFlow flow;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, Asked<?>> asked = new HashMap<>();
    /** Bounded by the callers: a thread waits for its send, or a session bounds its asynchronous ones. */
    private final ArrayDeque<Asked<?>> waiting = new ArrayDeque<>();

    private long windowBytes = Long.MAX_VALUE;
    private long underWayBytes;
    private @Nullable BrokerException ended;

    Requests(CountedFlow flow) {
        this.flow = flow;
    }

    private record Asked<T>(
            Frame.Request frame, long bytes, Function<Frame.Reply, T> result, CompletableFuture<T> future) {
        void complete(Frame.Reply reply) throws ProtocolException {
            if (reply instanceof Frame.Failed failed) {
                future.completeExceptionally(new BrokerException(failed.reason(), failed.text()));
                return;
            }
            T value;
            try {
                value = result.apply(reply);
            } catch (ClassCastException e) {
                throw new ProtocolException(
                        "the broker answered " + frame.getClass().getSimpleName() + " with "
                                + reply.getClass().getSimpleName());
            }
            future.complete(value);
        }
    }

    void window(long bytes) {
        lock.lock();
        try {
            windowBytes = bytes;
        } finally {
            lock.unlock();
        }
    }

    <T> CompletableFuture<T> ask(Frame.Request frame, Function<Frame.Reply, T> result) {
        return ask(frame, 0, result);
    }

    /** @param bytes of the messages in it, for the window */
    <T> CompletableFuture<T> ask(Frame.Request frame, long bytes, Function<Frame.Reply, T> result) {
        Asked<T> asking = new Asked<>(frame, bytes, result, new CompletableFuture<>());
        BrokerException refused;
        lock.lock();
        try {
            refused = ended;
            if (refused == null) {
                if (bytes > 0 && (!waiting.isEmpty() || !fits(bytes))) {
                    waiting.add(asking);
                } else {
                    send(asking);
                }
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            asking.future.completeExceptionally(refused);
        }
        return asking.future;
    }

    /** Asks for nothing; nothing happens when the link has ended. */
    void tell(Frame.Request frame) {
        lock.lock();
        try {
            if (ended == null) {
                flow.send(frame);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(long bytes) {
        return underWayBytes == 0 || underWayBytes + bytes <= windowBytes;
    }

    private void send(Asked<?> asking) {
        underWayBytes += asking.bytes;
        asked.put(flow.send(asking.frame), asking);
    }

    void answered(Frame.Reply reply) throws ProtocolException {
        Asked<?> answered;
        lock.lock();
        try {
            answered = asked.remove(reply.request());
            if (answered == null) {
                if (ended != null) {
                    return;
                }
                throw new ProtocolException("the broker answered a request " + reply.request() + " that nobody asked");
            }
            underWayBytes -= answered.bytes;
            while (!waiting.isEmpty() && fits(waiting.element().bytes)) {
                send(waiting.remove());
            }
        } finally {
            lock.unlock();
        }
        answered.complete(reply);
    }

    /** Fails what is not answered and everything from now on; only the first time. */
    boolean end(BrokerException cause) {
        List<Asked<?>> failing;
        lock.lock();
        try {
            if (ended != null) {
                return false;
            }
            ended = cause;
            failing = new ArrayList<>(asked.values());
            failing.addAll(waiting);
            asked.clear();
            waiting.clear();
        } finally {
            lock.unlock();
        }
        failing.forEach(asking -> asking.future.completeExceptionally(cause));
        return true;
    }
}
