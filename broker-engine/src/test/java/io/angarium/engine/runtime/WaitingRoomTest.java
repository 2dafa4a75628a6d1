package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.protocol.BrokerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
    private final WaitingRoom room = new WaitingRoom(1_000);
    private final List<String> done = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final NamespaceLink link = (NamespaceLink) new SimulatedEngine(new VirtualClock(), Limits.DEFAULT).link();
    private final Map<Object, Integer> space = new HashMap<>();

    /** Takes one unit of space of its lane. */
    private final class Try implements Attempt {
        private final String name;
        private final Object lane;
        private final long bytes;
        private final long deadline;
        private final List<Long> producers;

        Try(String name, Object lane, long bytes, long deadline, Long... producers) {
            this.name = name;
            this.lane = lane;
            this.bytes = bytes;
            this.deadline = deadline;
            this.producers = List.of(producers);
        }

        @Override
        public NamespaceLink link() {
            return link;
        }

        @Override
        public long sizeBytes() {
            return bytes;
        }

        @Override
        public List<Object> lanes() {
            return List.of(lane);
        }

        @Override
        public List<Long> producers() {
            return producers;
        }

        @Override
        public long deadlineMillis() {
            return deadline;
        }

        @Override
        public @Nullable Lack tryOnce() {
            int left = space.getOrDefault(lane, 0);
            if (left == 0 && !lane.equals("empty")) {
                return new Lack(lane, "no space");
            }
            space.put(lane, left - 1);
            done.add(name);
            return null;
        }

        @Override
        public void fail(BrokerException cause) {
            failed.add(name + ": " + cause.getMessage());
        }

        @Override
        public String describe() {
            return name;
        }
    }

    private Try attempt(String name, Object lane, long deadline) {
        return new Try(name, lane, 100, deadline);
    }

    @Test
    void whatFindsSpaceDoesNotWait() {
        space.put("full", 1);

        room.submit(attempt("a", "full", 10));

        assertThat(done).containsExactly("a");
        assertThat(room.size()).isZero();
    }

    @Test
    void firstComeFirstServedEvenIfTheLaterOneWouldFindSpace() {
        room.submit(attempt("a", "full", 10));
        space.put("full", 1);

        room.submit(attempt("b", "full", 11));
        room.retry();

        assertThat(done).containsExactly("a");
        assertThat(room.size()).isEqualTo(1);
    }

    @Test
    void otherLanesAreNotHeldUp() {
        room.submit(attempt("a", "full", 10));

        room.submit(attempt("b", "empty", 11));

        assertThat(done).containsExactly("b");
    }

    @Test
    void whoHasWaitedLongEnoughFailsNamingTheLimit() {
        room.submit(attempt("a", "full", 10));
        room.submit(attempt("b", "full", 20));
        assertThat(room.nextDeadlineMillis()).isEqualTo(10);

        room.expire(10, 5);

        assertThat(failed).hasSize(1).first().asString().contains("a waited 5 ms", "no space");
        assertThat(room.nextDeadlineMillis()).isEqualTo(20);
    }

    @Test
    void theWaitingRoomItselfIsBounded() {
        room.submit(new Try("a", "full", 900, 10));

        room.submit(new Try("b", "full", 200, 11));

        assertThat(failed).hasSize(1).first().asString().contains("b found no space", "900 bytes wait");
        assertThat(room.size()).isEqualTo(1);
    }

    @Test
    void aLinkThatEndsTakesItsAttemptsWithIt() {
        room.submit(attempt("a", "full", 10));

        room.linkEnded(link, new BrokerException(io.angarium.protocol.ErrorReason.CLOSED, "closed"));

        assertThat(failed).containsExactly("a: closed");
        assertThat(room.size()).isZero();
        assertThat(room.nextDeadlineMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLaterSendOfAProducerWaitsForTheEarlierOneAlthoughItHasSpace() {
        room.submit(new Try("a", "full", 100, 10, 7L));

        room.submit(new Try("b", "empty", 100, 11, 7L));
        room.submit(new Try("c", "empty", 100, 12, 8L));

        assertThat(done).as("another producer is not held up").containsExactly("c");
        space.put("full", 1);
        room.retry();
        assertThat(done).containsExactly("c", "a", "b");
        assertThat(room.size()).isZero();
    }

    @Test
    void theOrderOfAProducerHoldsWhenAnEarlierOneWaitsForSomethingElseInTheMeantime() {
        room.submit(new Try("a", "full", 100, 10, 7L));
        room.submit(new Try("b", "narrow", 100, 11, 7L));
        room.submit(new Try("c", "empty", 100, 12, 7L));
        space.put("full", 1);
        room.retry();
        assertThat(done).containsExactly("a");

        room.submit(new Try("d", "empty", 100, 13, 7L));
        space.put("narrow", 1);
        room.retry();

        assertThat(done).containsExactly("a", "b", "c", "d");
    }

    @Test
    void whatFailsDoesNotHoldUpThoseOfItsProducerBehindIt() {
        room.submit(new Try("a", "full", 100, 10, 7L));
        room.submit(new Try("b", "empty", 100, 11, 7L));

        room.expire(10, 5);
        room.retry();

        assertThat(done).containsExactly("b");
        room.submit(new Try("c", "empty", 100, 12, 7L));
        assertThat(done).containsExactly("b", "c");
    }

    @Test
    void whatUsesTheNumbersOfSeveralProducersWaitsForAllOfThem() {
        room.submit(new Try("a", "full", 100, 10, 7L));
        room.submit(new Try("b", "narrow", 100, 10, 8L));
        room.submit(new Try("both", "empty", 100, 11, 7L, 8L));
        room.submit(new Try("c", "empty", 100, 12, 8L));
        space.put("full", 1);
        room.retry();
        assertThat(done).containsExactly("a");

        space.put("narrow", 1);
        room.retry();

        assertThat(done).containsExactly("a", "b", "both", "c");
    }
}
