package io.angarium.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.clock.BrokerClock.Alarm;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    @Test
    void aClockThatIsBehindWhatTheStoreHasSeenRunsOnFromThere() {
        BrokerClock clock = BrokerClock.system();
        long ahead = clock.currentTimeMillis() + TimeUnit.HOURS.toMillis(1);

        clock.notBefore(ahead);

        long first = clock.currentTimeMillis();
        assertThat(first).isGreaterThanOrEqualTo(ahead);
        long later = first;
        while (later == first) {
            later = clock.currentTimeMillis(); // it does not stand still for the hour
        }
        assertThat(later).isGreaterThan(first);
    }

    @Test
    void anAlarmRunsWhenItsTimeHasComeAndNotBefore() throws InterruptedException {
        BrokerClock clock = BrokerClock.system();
        Semaphore runs = new Semaphore(0);
        long[] ranAt = new long[1];
        try (Alarm alarm = clock.alarm("test-alarm", () -> {
            ranAt[0] = clock.currentTimeMillis();
            runs.release();
        })) {
            long due = clock.currentTimeMillis() + 20;
            alarm.set(due + 60_000);
            alarm.set(due);

            assertThat(runs.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            assertThat(ranAt[0]).isGreaterThanOrEqualTo(due);
        }
    }

    @Test
    void anAlarmThatFailsRunsAgain() throws InterruptedException {
        BrokerClock clock = BrokerClock.system();
        CountDownLatch twice = new CountDownLatch(2);
        Alarm[] alarm = new Alarm[1];
        alarm[0] = clock.alarm("test-alarm", () -> {
            twice.countDown();
            alarm[0].set(0);
            if (twice.getCount() == 1) {
                throw new IllegalStateException("the first run fails");
            }
        });
        try {
            alarm[0].set(0);

            assertThat(twice.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            alarm[0].close();
        }
    }
}
