package io.angarium.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntitySettingsTest {
    @Test
    void theDefaultsAreThoseOfTheTable() {
        EntitySettings settings = EntitySettings.DEFAULT;

        assertThat(settings.maxDeliveryCount()).isEqualTo(10);
        assertThat(settings.duplicateWindow()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.strictLockDuration()).isNull();
        assertThat(settings.defaultTimeToLive()).isNull();
        assertThat(settings.deadLetterOnExpiration()).isFalse();
    }

    /** S-15: 20 s to 7 days. */
    @Test
    void theDuplicateWindowIsOffOrOfTwentySecondsToSevenDays() {
        for (Duration allowed : new Duration[] {Duration.ZERO, Duration.ofSeconds(20), Duration.ofDays(7)}) {
            assertThat(with(10, allowed, null, null, 0, 0).duplicateWindow()).isEqualTo(allowed);
        }
        for (Duration refused :
                new Duration[] {Duration.ofMillis(19_999), Duration.ofDays(7).plusMillis(1), Duration.ofSeconds(-1)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> with(10, refused, null, null, 0, 0))
                    .withMessageContaining("duplicateWindow is " + refused);
        }
    }

    @Test
    void aValueOutsideItsRangeIsRefusedWithItsName() {
        Duration off = Duration.ZERO;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(-1, off, null, null, 0, 0))
                .withMessageContaining("maxDeliveryCount is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(1, off, Duration.ofNanos(1), null, 0, 0))
                .withMessageContaining("strictLockDuration");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(1, off, null, Duration.ZERO, 0, 0))
                .withMessageContaining("defaultTimeToLive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(1, off, null, null, -1, 0))
                .withMessageContaining("maxMessages");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(1, off, null, null, 0, -1))
                .withMessageContaining("maxBytes");
    }

    private static EntitySettings with(
            int maxDeliveryCount,
            Duration duplicateWindow,
            @Nullable Duration strictLockDuration,
            @Nullable Duration defaultTimeToLive,
            long maxMessages,
            long maxBytes) {
        return new EntitySettings(
                maxDeliveryCount, duplicateWindow, strictLockDuration, defaultTimeToLive, maxMessages, maxBytes, false);
    }
}
