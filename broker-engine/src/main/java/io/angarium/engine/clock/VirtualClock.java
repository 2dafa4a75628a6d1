package io.angarium.engine.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it: what takes hours of a broker's time then takes milliseconds. Thread-safe;
 * the alarms run in the thread that moves the clock.
 */
public final class VirtualClock implements BrokerClock {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock advancing = new ReentrantLock();
    private final List<VirtualAlarm> alarms = new ArrayList<>();
    private long nowMillis;

    /** A clock that starts at 2026-01-01T00:00Z. */
    public VirtualClock() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** A clock that starts at a given time. */
    public VirtualClock(Instant start) {
        nowMillis = start.toEpochMilli();
    }

    @Override
    public long currentTimeMillis() {
        lock.lock();
        try {
            return nowMillis;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void notBefore(long millis) {
        lock.lock();
        try {
            nowMillis = Math.max(nowMillis, millis);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the clock. Everything that comes due on the way has happened when this method returns, in the order of its
     * times; an action sees the time at which it was due.
     *
     * @throws IllegalArgumentException if the step is negative: the time of a broker never goes backwards
     */
    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("cannot advance by " + step + ": time never goes backwards");
        }
        advancing.lock();
        try {
            long targetMillis = currentTimeMillis() + step.toMillis();
            VirtualAlarm due = nextDue(targetMillis);
            while (due != null) {
                due.action.run();
                due = nextDue(targetMillis);
            }
        } finally {
            advancing.unlock();
        }
    }

    /** Takes the earliest alarm up to the target and moves to its time; moves to the target if there is none. */
    private @Nullable VirtualAlarm nextDue(long targetMillis) {
        lock.lock();
        try {
            VirtualAlarm next = null;
            for (VirtualAlarm alarm : alarms) {
                if (alarm.dueMillis <= targetMillis && (next == null || alarm.dueMillis < next.dueMillis)) {
                    next = alarm;
                }
            }
            nowMillis = Math.max(nowMillis, next == null ? targetMillis : next.dueMillis);
            if (next != null) {
                next.dueMillis = Long.MAX_VALUE;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Alarm alarm(String name, Runnable action) {
        VirtualAlarm alarm = new VirtualAlarm(action);
        lock.lock();
        try {
            alarms.add(alarm);
        } finally {
            lock.unlock();
        }
        return alarm;
    }

    private final class VirtualAlarm implements Alarm {
        private final Runnable action;
        private long dueMillis = Long.MAX_VALUE;

        VirtualAlarm(Runnable action) {
            this.action = action;
        }

        @Override
        public void set(long due) {
            lock.lock();
            try {
                dueMillis = due;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                alarms.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
