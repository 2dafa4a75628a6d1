package io.angarium.engine.clock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wall clock, made monotonic. When the wall clock is set back, time neither jumps back nor stands still: it runs on at
 * the pace of the machine's own timer until the wall clock has caught up; otherwise messages would not expire for as long
 * as the clock was set back.
 */
final class SystemClock implements BrokerClock {
    private static final Logger LOG = LoggerFactory.getLogger(SystemClock.class);
    private static final long LONGEST_SLEEP_MILLIS = 60_000;

    private final ReentrantLock lock = new ReentrantLock();
    private long anchorMillis = System.currentTimeMillis();
    private long anchorNanos = System.nanoTime();

    @Override
    public long currentTimeMillis() {
        lock.lock();
        try {
            return follow(System.currentTimeMillis());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void notBefore(long millis) {
        lock.lock();
        try {
            follow(Math.max(millis, System.currentTimeMillis()));
        } finally {
            lock.unlock();
        }
    }

    private long follow(long wallMillis) {
        long elapsedNanos = System.nanoTime() - anchorNanos;
        long running = anchorMillis + elapsedNanos / 1_000_000;
        if (wallMillis > running) {
            anchorMillis = wallMillis;
            anchorNanos += elapsedNanos;
            return wallMillis;
        }
        return running;
    }

    @Override
    public Alarm alarm(String name, Runnable action) {
        return new SystemAlarm(name, action);
    }

    private final class SystemAlarm implements Alarm {
        private final ReentrantLock alarmLock = new ReentrantLock();
        private final Condition changed = alarmLock.newCondition();
        private final Runnable action;
        private long dueMillis = Long.MAX_VALUE;
        private boolean closed;

        SystemAlarm(String name, Runnable action) {
            this.action = action;
            Thread thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void set(long due) {
            alarmLock.lock();
            try {
                if (due < dueMillis) {
                    changed.signal();
                }
                dueMillis = due;
            } finally {
                alarmLock.unlock();
            }
        }

        @Override
        public void close() {
            alarmLock.lock();
            try {
                closed = true;
                changed.signal();
            } finally {
                alarmLock.unlock();
            }
        }

        private void run() {
            try {
                while (awaitDue()) {
                    try {
                        action.run();
                    } catch (RuntimeException e) {
                        LOG.error(
                                "{}: a timer failed; the next one will run",
                                Thread.currentThread().getName(),
                                e);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                LOG.warn("{}: interrupted, timers end", Thread.currentThread().getName());
            }
        }

        private boolean awaitDue() throws InterruptedException {
            alarmLock.lock();
            try {
                while (!closed) {
                    long waitMillis =
                            dueMillis == Long.MAX_VALUE ? LONGEST_SLEEP_MILLIS : dueMillis - currentTimeMillis();
                    if (waitMillis <= 0) {
                        dueMillis = Long.MAX_VALUE;
                        return true;
                    }
                    // A bounded sleep: a wall clock that is set forward makes the alarm late by a minute at most.
                    long unused = changed.awaitNanos(
                            TimeUnit.MILLISECONDS.toNanos(Math.min(waitMillis, LONGEST_SLEEP_MILLIS)));
                }
                return false;
            } finally {
                alarmLock.unlock();
            }
        }
    }
}
