package io.angarium.engine.admin;

import java.time.Duration;
import java.time.Instant;

/**
 * The figures of a broker's store.
 *
 * @param openedAt when the broker was opened, in its clock
 * @param replayTime how long the replay at the opening took
 * @param segments files of the journal
 * @param diskBytes bytes of the journal on disk
 * @param liveBytes bytes of live messages
 * @param unwrittenBytes bytes on their way to the disk
 * @param flushes forced writes since the opening
 * @param full whether the journal refuses sends for want of space
 * @param waitingSends sends that wait for space
 * @param volatileBytes bytes of non-persistent messages in memory
 */
public record StoreStatistics(
        Instant openedAt,
        Duration replayTime,
        int segments,
        long diskBytes,
        long liveBytes,
        long unwrittenBytes,
        long flushes,
        boolean full,
        int waitingSends,
        long volatileBytes) {}
