package io.angarium.engine.runtime;

import io.angarium.engine.runtime.Background.Worker;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker with a thread of its own. */
final class ThreadWorker implements Worker {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadWorker.class);

    private final Runnable task;
    private final Thread thread;
    private volatile boolean woken;
    private volatile boolean closed;

    ThreadWorker(String name, Runnable task) {
        this.task = task;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            if (!woken) {
                LockSupport.park(this);
                continue;
            }
            woken = false;
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("{}: a task failed; the next one will run", thread.getName(), e);
            }
        }
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (isCurrent()) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
