package io.angarium.engine.runtime;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.runtime.Attempt.Lack;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Back-pressure: sends that found no space wait here, first come first served for each limit, and go on by themselves when
 * there is space, or fail at their deadline (T-42). Nothing passes an earlier attempt of its producer, whatever that waits
 * for: the core takes a producer's number that is lower than the last one for a repetition. Settlements never wait. Bounded
 * by {@code waitingBytes} and {@link #MOST}. Confined to the namespace lock.
 */
final class WaitingRoom {
    /** The lane of everything that concerns the store as a whole. */
    static final Object STORE = "store";
    /** Most attempts that wait, as one without body costs memory as well. */
    static final int MOST = 100_000;

    private final long budgetBytes;
    private final Map<Object, Deque<Waiting>> lanes = new LinkedHashMap<>();
    /** What waits, by producer, in the order of arrival. */
    private final Map<Long, Set<Waiting>> byProducer = new HashMap<>();

    private int size;
    private long bytes;

    private static final class Waiting {
        private final Attempt attempt;
        private Lack lack;

        Waiting(Attempt attempt, Lack lack) {
            this.attempt = attempt;
            this.lack = lack;
        }
    }

    WaitingRoom(long budgetBytes) {
        this.budgetBytes = budgetBytes;
    }

    int size() {
        return size;
    }

    /** Tries an attempt, unless others wait for the same or its producer waits; it waits if there is no space. */
    void submit(Attempt attempt) {
        Lack lack = size == 0 ? null : lackOfThoseBefore(attempt);
        if (lack == null) {
            lack = attempt.tryOnce();
        }
        if (lack == null) {
            return;
        }
        if (size >= MOST || (bytes > 0 && bytes + attempt.sizeBytes() > budgetBytes)) {
            attempt.fail(new BrokerException(
                    ErrorReason.RESOURCE_ALLOCATION,
                    attempt.describe() + " found no space (" + lack.limit() + "), and " + size + " sends of " + bytes
                            + " bytes wait already; slow down, receive or purge messages, or raise the limit"));
        } else {
            Waiting waiting = new Waiting(attempt, lack);
            size++;
            bytes += attempt.sizeBytes();
            for (Long producer : attempt.producers()) {
                byProducer
                        .computeIfAbsent(producer, unused -> new LinkedHashSet<>())
                        .add(waiting);
            }
            queue(waiting);
        }
    }

    private @Nullable Lack lackOfThoseBefore(Attempt attempt) {
        for (Object lane : attempt.lanes()) {
            Deque<Waiting> queue = lanes.get(lane);
            if (queue != null) {
                return new Lack(
                        lane,
                        requireNonNull(queue.peekFirst(), "a lane is never empty")
                                .lack
                                .limit());
            }
        }
        return lackOfProducer(attempt);
    }

    /** What an earlier attempt of the same producer waits for: the later one waits there as well, behind it. */
    private @Nullable Lack lackOfProducer(Attempt attempt) {
        for (Long producer : attempt.producers()) {
            Set<Waiting> mine = byProducer.get(producer);
            Waiting first = mine == null ? null : mine.iterator().next();
            if (first != null && first.attempt != attempt) {
                return first.lack;
            }
        }
        return null;
    }

    /** Keeps the order of arrival, which is that of the deadlines, also for an attempt that comes from another lane. */
    private void queue(Waiting waiting) {
        Deque<Waiting> queue = lanes.computeIfAbsent(waiting.lack.lane(), unused -> new ArrayDeque<>());
        Deque<Waiting> later = new ArrayDeque<>();
        while (!queue.isEmpty() && queue.getLast().attempt.deadlineMillis() > waiting.attempt.deadlineMillis()) {
            later.push(queue.removeLast());
        }
        queue.addLast(waiting);
        queue.addAll(later);
    }

    private void left(Waiting waiting) {
        size--;
        bytes -= waiting.attempt.sizeBytes();
        for (Long producer : waiting.attempt.producers()) {
            Set<Waiting> mine = byProducer.get(producer);
            if (mine != null && mine.remove(waiting) && mine.isEmpty()) {
                byProducer.remove(producer);
            }
        }
    }

    /** Lets go on what can; called when there is more space. */
    void retry() {
        for (Object lane : new ArrayList<>(lanes.keySet())) {
            Deque<Waiting> queue = lanes.get(lane);
            while (queue != null && !queue.isEmpty()) {
                Waiting first = queue.removeFirst();
                Lack lack = lackOfProducer(first.attempt);
                if (lack == null) {
                    lack = first.attempt.tryOnce();
                }
                if (lack == null) {
                    left(first);
                    continue;
                }
                first.lack = lack;
                if (lack.lane().equals(lane)) {
                    queue.addFirst(first);
                    break;
                }
                queue(first);
            }
            if (queue != null && queue.isEmpty()) {
                lanes.remove(lane);
            }
        }
    }

    /** When the next attempt must be given up; {@code Long.MAX_VALUE} if none waits. */
    long nextDeadlineMillis() {
        long next = Long.MAX_VALUE;
        for (Deque<Waiting> queue : lanes.values()) {
            next = Math.min(next, queue.getFirst().attempt.deadlineMillis());
        }
        return next;
    }

    /** Gives up what has waited long enough. */
    void expire(long nowMillis, long timeoutMillis) {
        failAll(
                waiting -> waiting.attempt.deadlineMillis() <= nowMillis,
                waiting -> new BrokerException(
                        ErrorReason.RESOURCE_ALLOCATION,
                        waiting.attempt.describe() + " waited " + timeoutMillis + " ms for space in vain: "
                                + waiting.lack.limit() + "; receive or purge messages, or raise the limit"));
    }

    /** Gives up what a link that ends has waiting. */
    void linkEnded(NamespaceLink link, BrokerException cause) {
        failAll(waiting -> waiting.attempt.link() == link, waiting -> cause);
    }

    /** Gives up everything. */
    void failAll(BrokerException cause) {
        failAll(waiting -> true, waiting -> cause);
    }

    private void failAll(Predicate<Waiting> which, java.util.function.Function<Waiting, BrokerException> causeOf) {
        List<Waiting> failed = new ArrayList<>();
        for (Iterator<Deque<Waiting>> queues = lanes.values().iterator(); queues.hasNext(); ) {
            Deque<Waiting> queue = queues.next();
            queue.removeIf(waiting -> which.test(waiting) && failed.add(waiting));
            if (queue.isEmpty()) {
                queues.remove();
            }
        }
        for (Waiting waiting : failed) {
            left(waiting);
            waiting.attempt.fail(causeOf.apply(waiting));
        }
    }
}
