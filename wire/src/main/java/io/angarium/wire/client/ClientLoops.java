package io.angarium.wire.client;

import io.angarium.wire.transport.EventLoops;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of all client links of this JVM: they start with the first link and end with the last. Shared, as a thread for
 * each of a thousand connections would be too much. Thread-safe.
 */
final class ClientLoops {
    private static final ClientLoops SHARED = new ClientLoops();
    private static final int MOST_THREADS = 4;

    private final Object lock = new Object();
    private int users;
    private @Nullable EventLoopGroup loops;

    private ClientLoops() {}

    static EventLoopGroup acquire() {
        return SHARED.take();
    }

    static void release() {
        SHARED.giveBack();
    }

    private EventLoopGroup take() {
        synchronized (lock) {
            EventLoopGroup group = loops;
            if (group == null) {
                int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
                group = EventLoops.newGroup("wire-client", threads);
                loops = group;
            }
            users++;
            return group;
        }
    }

    private void giveBack() {
        synchronized (lock) {
            EventLoopGroup group = loops;
            if (--users == 0 && group != null) {
                loops = null;
                Future<?> unused = group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
            }
        }
    }
}
