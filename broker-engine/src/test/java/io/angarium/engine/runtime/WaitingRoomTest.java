package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.protocol.BrokerException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
    private final WaitingRoom room = new WaitingRoom(1_000);
    private final List<String> done = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final NamespaceLink link = (NamespaceLink) new SimulatedEngine(new VirtualClock(), Limits.DEFAULT).link();
    private int space;

    /** Takes one unit of space of its lane. */
    private final class Try implements Attempt {
        private final String name;
        private final Object lane;
        private final long bytes;
        private final long deadline;

        Try(String name, Object lane, long bytes, long deadline) {
            this.name = name;
            this.lane = lane;
            this.bytes = bytes;
            this.deadline = deadline;
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
        public long deadlineMillis() {
            return deadline;
        }

        @Override
        public @Nullable Lack tryOnce() {
            if (space == 0 && lane.equals("full")) {
                return new Lack(lane, "no space");
            }
            space -= lane.equals("full") ? 1 : 0;
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
        space = 1;

        room.submit(attempt("a", "full", 10));

        assertThat(done).containsExactly("a");
        assertThat(room.size()).isZero();
    }

    @Test
    void firstComeFirstServedEvenIfTheLaterOneWouldFindSpace() {
        room.submit(attempt("a", "full", 10));
        space = 1;

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
}
