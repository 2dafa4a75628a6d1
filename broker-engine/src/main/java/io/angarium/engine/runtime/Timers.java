package io.angarium.engine.runtime;

import io.angarium.engine.clock.BrokerClock;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.BrokerException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the core do what is due, has hand-overs written that last, and ends sends that have waited long enough. One alarm for
 * the namespace, set to the earliest due time. Confined to the namespace lock, except {@link #run}.
 */
final class Timers {
    private static final Logger LOG = LoggerFactory.getLogger(Timers.class);
    /** After so many pieces of work others get the lock before the next. */
    private static final int ROUNDS = 16;
    /** When a full or failed store keeps the core from doing what is due, it tries again after this time. */
    private static final long RETRY_MILLIS = 1000;

    private final Namespace namespace;
    private final BrokerClock.Alarm alarm;
    private long armedMillis = Long.MAX_VALUE;
    private long notBeforeMillis = Long.MIN_VALUE;
    private long noStartsBeforeMillis = Long.MIN_VALUE;

    Timers(Namespace namespace, BrokerClock clock) {
        this.namespace = namespace;
        alarm = clock.alarm("angarium-" + namespace.name() + "-timers", this::run);
    }

    /** Sets the alarm if something is due earlier than it is set for; one that is set too early does no harm. */
    void arm() {
        long due = Math.min(
                Math.max(notBeforeMillis, namespace.core().nextDueMillis()),
                Math.max(noStartsBeforeMillis, namespace.core().nextStartMillis()));
        if (namespace.waitingRoom().size() > 0) {
            due = Math.min(due, namespace.waitingRoom().nextDeadlineMillis());
        }
        if (due < armedMillis) {
            armedMillis = due;
            alarm.set(due);
        }
    }

    private void run() {
        namespace.enter();
        try {
            armedMillis = Long.MAX_VALUE;
            long now = namespace.now();
            namespace.waitingRoom().expire(now, namespace.limits().sendTimeout().toMillis());
            for (int i = 0; i < ROUNDS && namespace.core().nextDueMillis() <= now; i++) {
                namespace.carryOut(namespace.core().tick(now), List.of(), true);
            }
            notBeforeMillis = Long.MIN_VALUE;
            startDeliveries(now);
        } catch (JournalException | BrokerException e) {
            notBeforeMillis = namespace.now() + RETRY_MILLIS;
            noStartsBeforeMillis = notBeforeMillis;
            LOG.warn("broker {}: what is due has to wait: {}", namespace.name(), e.getMessage());
        } finally {
            namespace.leave();
        }
    }

    /**
     * Without the reserve: settlements need it more. When there is no space, a hand-over that ends in time needs no record,
     * and for the others there is a next time.
     */
    private void startDeliveries(long nowMillis) {
        if (namespace.failure() != null) {
            noStartsBeforeMillis = Long.MAX_VALUE;
            return;
        }
        noStartsBeforeMillis = Long.MIN_VALUE;
        try {
            for (int i = 0; i < ROUNDS && namespace.core().nextStartMillis() <= nowMillis; i++) {
                namespace.carryOut(namespace.core().startDeliveries(nowMillis), List.of(), false);
            }
        } catch (JournalException e) {
            noStartsBeforeMillis = nowMillis + RETRY_MILLIS;
            LOG.debug("broker {}: hand-overs are not written: {}", namespace.name(), e.getMessage());
        }
    }

    /** Nothing happens by itself any more. */
    void close() {
        alarm.close();
    }
}
