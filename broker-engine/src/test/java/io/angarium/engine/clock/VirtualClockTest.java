package io.angarium.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.clock.BrokerClock.Alarm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final VirtualClock clock = new VirtualClock(START);
    private final List<String> fired = new ArrayList<>();

    @Test
    void timeStandsStillUntilTheClockIsMoved() {
        assertThat(clock.currentTimeMillis()).isEqualTo(START.toEpochMilli());

        clock.advance(Duration.ofHours(3));

        assertThat(clock.currentTimeMillis())
                .isEqualTo(START.plus(Duration.ofHours(3)).toEpochMilli());
    }

    @Test
    void everythingDueOnTheWayHappensInTheOrderOfItsTimes() {
        Alarm later = alarm("later");
        Alarm sooner = alarm("sooner");
        later.set(START.toEpochMilli() + 2000);
        sooner.set(START.toEpochMilli() + 1000);

        clock.advance(Duration.ofSeconds(5));

        assertThat(fired).containsExactly("sooner at 1000", "later at 2000");
    }

    @Test
    void anAlarmThatSetsItselfAgainRunsAgainInTheSameStep() {
        Alarm[] self = new Alarm[1];
        self[0] = clock.alarm("repeating", () -> {
            fired.add("at " + sinceStart());
            self[0].set(clock.currentTimeMillis() + 1000);
        });
        self[0].set(START.toEpochMilli() + 1000);

        clock.advance(Duration.ofMillis(3500));

        assertThat(fired).containsExactly("at 1000", "at 2000", "at 3000");
        assertThat(sinceStart()).isEqualTo(3500);
    }

    @Test
    void aNewTimeReplacesTheOneBeforeAndAClosedAlarmNeverRuns() {
        Alarm moved = alarm("moved");
        moved.set(START.toEpochMilli() + 1000);
        moved.set(START.toEpochMilli() + 3000);
        Alarm closed = alarm("closed");
        closed.set(START.toEpochMilli() + 1000);
        closed.close();

        clock.advance(Duration.ofSeconds(5));

        assertThat(fired).containsExactly("moved at 3000");
    }

    @Test
    void aStepBackIsRefused() {
        assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("never goes backwards");
    }

    @Test
    void notBeforeMovesTheClockForwardOnly() {
        clock.notBefore(START.toEpochMilli() - 5000);
        assertThat(sinceStart()).isZero();

        clock.notBefore(START.toEpochMilli() + 5000);
        assertThat(sinceStart()).isEqualTo(5000);
    }

    private Alarm alarm(String name) {
        return clock.alarm(name, () -> fired.add(name + " at " + sinceStart()));
    }

    private long sinceStart() {
        return clock.currentTimeMillis() - START.toEpochMilli();
    }
}
