package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends one session's settlements: at once and awaited, pipelined, or in batches. At most {@value #MAX_UNDER_WAY}
 * pipelined ones are under way. Thread-safe.
 */
final class Settlements {
    private static final int MAX_UNDER_WAY = 1_024;
    private static final int LAZY_BATCH = 64;
    private static final String ACKNOWLEDGING = "acknowledging";

    private final BrokerLink link;
    private final LinkCalls calls;
    private final AcknowledgeMapping mode;
    private final boolean strict;
    private final Consumer<JMSException> unreported;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<CompletableFuture<SettleResult>> underWay = new ArrayDeque<>();

    @GuardedBy("lock")
    private final List<Settlement> lazy = new ArrayList<>(LAZY_BATCH);

    /**
     * @param strict whether a pipelined settlement must be on disk before the next message is handed over
     * @param unreported gets what goes wrong with a settlement for which nobody waits
     */
    Settlements(
            BrokerLink link,
            LinkCalls calls,
            AcknowledgeMapping mode,
            boolean strict,
            Consumer<JMSException> unreported) {
        this.link = link;
        this.calls = calls;
        this.mode = mode;
        this.strict = strict;
        this.unreported = unreported;
    }

    /** Called before a message is handed over. */
    void beforeHandOver() throws JMSException {
        if (strict) {
            awaitUnderWay(0);
        }
    }

    /** Completes a message without waiting for the disk. */
    void completeSoon(long lockToken) throws JMSException {
        settleSoon(List.of(Settlement.of(lockToken, Outcome.COMPLETE)));
    }

    /** Completes a message with the next batch. */
    void completeLazily(long lockToken) throws JMSException {
        boolean full;
        lock.lock();
        try {
            lazy.add(Settlement.of(lockToken, Outcome.COMPLETE));
            full = lazy.size() >= LAZY_BATCH;
        } finally {
            lock.unlock();
        }
        if (full) {
            completeBatch();
        }
    }

    /** Sends the batch as it is. */
    void completeBatch() throws JMSException {
        List<Settlement> batch;
        lock.lock();
        try {
            if (lazy.isEmpty()) {
                return;
            }
            batch = List.copyOf(lazy);
            lazy.clear();
        } finally {
            lock.unlock();
        }
        settleSoon(batch);
    }

    /**
     * Completes messages for an application that waits for it.
     *
     * @throws JMSException if a message was not locked any more; somebody else may have it
     */
    void complete(List<Settlement> settlements) throws JMSException {
        if (settlements.isEmpty()) {
            return;
        }
        SettleResult result = calls.awaitToTheEnd(link.settle(settlements), ACKNOWLEDGING);
        if (!result.lost().isEmpty()) {
            throw lost(result);
        }
    }

    /**
     * Gives back, in one call and awaited, what receivers have not handed over and what the application had. A lock that
     * is lost is given back already.
     *
     * @param seen settlements of messages that the application had
     */
    void giveBack(List<? extends Supply> receivers, List<Settlement> seen, String operation) throws JMSException {
        List<Settlement> all = new ArrayList<>();
        for (Supply receiver : receivers) {
            receiver.giveBackUnseen(mode, all);
        }
        all.addAll(seen);
        if (mode != AcknowledgeMapping.NONE && !all.isEmpty()) {
            calls.awaitToTheEnd(link.settle(all), operation);
        }
    }

    /** Sends what is lazy and waits for everything that is under way. */
    void finish() throws JMSException {
        completeBatch();
        awaitUnderWay(0);
    }

    private void settleSoon(List<Settlement> settlements) throws JMSException {
        CompletableFuture<SettleResult> answer = link.settle(settlements).whenComplete(this::report);
        if (answer.isDone()) {
            return;
        }
        lock.lock();
        try {
            underWay.addLast(answer);
        } finally {
            lock.unlock();
        }
        awaitUnderWay(MAX_UNDER_WAY);
    }

    private void awaitUnderWay(int allowed) throws JMSException {
        CompletableFuture<SettleResult> oldest = oldestAbove(allowed);
        while (oldest != null) {
            if (!oldest.isDone()) {
                calls.awaitToTheEnd(oldest.handle((done, failed) -> SettleResult.ALL), ACKNOWLEDGING);
            }
            oldest = oldestAbove(allowed);
        }
    }

    private @Nullable CompletableFuture<SettleResult> oldestAbove(int allowed) {
        lock.lock();
        try {
            while (!underWay.isEmpty() && underWay.getFirst().isDone()) {
                underWay.removeFirst();
            }
            return underWay.size() > allowed ? underWay.getFirst() : null;
        } finally {
            lock.unlock();
        }
    }

    private void report(@Nullable SettleResult result, @Nullable Throwable failed) {
        if (failed != null) {
            unreported.accept(LinkCalls.failure(failed, ACKNOWLEDGING));
        } else if (result != null && !result.lost().isEmpty()) {
            unreported.accept(lost(result));
        }
    }

    private static JMSException lost(SettleResult result) {
        SettleResult.LostLock first = result.lost().get(0);
        int others = result.lost().size() - 1;
        JMSException error = new JMSException(
                ACKNOWLEDGING + ": " + first.description() + (others == 0 ? "" : "; and " + others + " more"),
                "LOCK_LOST");
        return JmsErrors.withCause(error, null);
    }
}
