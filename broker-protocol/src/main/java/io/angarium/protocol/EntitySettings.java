package io.angarium.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be set for one queue, topic or subscription.
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><th>setting</th><th>default</th><th>why</th></tr>
 * <tr><td>maxDeliveryCount</td><td>10</td><td>failed deliveries before a message is dead-lettered; 0 for no limit</td></tr>
 * <tr><td>duplicateWindow</td><td>10 min</td><td>how long an application's MessageId is remembered; zero for off; else
 * 20 s to 7 d (S-15)</td></tr>
 * <tr><td>strictLockDuration</td><td>none</td><td>a lock that the link does not renew by itself; none: the lock lives as
 * long as the link</td></tr>
 * <tr><td>defaultTimeToLive</td><td>none</td><td>default and ceiling of the time-to-live</td></tr>
 * <tr><td>maxMessages, maxBytes</td><td>none (0)</td><td>a send beyond waits, then fails</td></tr>
 * <tr><td>deadLetterOnExpiration</td><td>false</td><td>whether expired messages go to the dead-letter subqueue</td></tr>
 * </table>
 */
public record EntitySettings(
        int maxDeliveryCount,
        Duration duplicateWindow,
        @Nullable Duration strictLockDuration,
        @Nullable Duration defaultTimeToLive,
        long maxMessages,
        long maxBytes,
        boolean deadLetterOnExpiration) {

    private static final Duration MIN_WINDOW = Duration.ofSeconds(20);
    private static final Duration MAX_WINDOW = Duration.ofDays(7);

    /** The defaults of the table above. */
    public static final EntitySettings DEFAULT =
            new EntitySettings(10, Duration.ofMinutes(10), null, null, 0, 0, false);

    /** @throws IllegalArgumentException if a value is outside its range */
    public EntitySettings {
        check(maxDeliveryCount >= 0, "maxDeliveryCount", maxDeliveryCount, "0 (no limit) or more");
        check(
                duplicateWindow.isZero()
                        || (duplicateWindow.compareTo(MIN_WINDOW) >= 0 && duplicateWindow.compareTo(MAX_WINDOW) <= 0),
                "duplicateWindow",
                duplicateWindow,
                "zero (off), or 20 s to 7 days");
        check(
                strictLockDuration == null || strictLockDuration.toMillis() > 0,
                "strictLockDuration",
                strictLockDuration,
                "at least 1 ms");
        check(
                defaultTimeToLive == null || defaultTimeToLive.toMillis() > 0,
                "defaultTimeToLive",
                defaultTimeToLive,
                "at least 1 ms");
        check(maxMessages >= 0, "maxMessages", maxMessages, "0 (no limit) or more");
        check(maxBytes >= 0, "maxBytes", maxBytes, "0 (no limit) or more");
    }

    private static void check(boolean fits, String setting, @Nullable Object value, String allowed) {
        if (!fits) {
            throw new IllegalArgumentException(setting + " is " + value + ", allowed: " + allowed);
        }
    }
}
