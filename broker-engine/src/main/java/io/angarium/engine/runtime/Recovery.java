package io.angarium.engine.runtime;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.Event;
import io.angarium.engine.journal.EventCodec;
import io.angarium.engine.journal.Journal;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays the journal into the core, metadata only, and releases what nobody needs: contents that were settled, and parts of
 * bodies whose last record was never written (T-37). Used once.
 */
final class Recovery implements Journal.ReplayListener {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final Namespace namespace;
    private final Set<Long> unownedParts = new LinkedHashSet<>();
    private long records;
    private long latestMillis;

    private Recovery(Namespace namespace) {
        this.namespace = namespace;
    }

    /** Replays and opens the namespace in a new epoch; returns the number of records. */
    static long run(Namespace namespace) {
        Recovery recovery = new Recovery(namespace);
        namespace.contents().deferReleases();
        namespace.journal().replay(recovery);
        namespace.core().endReplay();
        namespace.contents().resumeReleases().forEach(namespace.journal()::release);
        recovery.unownedParts.forEach(namespace.journal()::release);
        namespace.clock().notBefore(recovery.latestMillis);
        return recovery.records;
    }

    @Override
    public void record(long record, ByteBuffer metadata, boolean live) {
        records++;
        EventCodec.Decoded decoded = EventCodec.decode(record, metadata);
        if (decoded.part()) {
            if (live) {
                unownedParts.add(record);
            }
            return;
        }
        for (ContentRef content : decoded.contents()) {
            if (content != null && !content.parts().isEmpty()) {
                content.parts().forEach(unownedParts::remove);
            }
        }
        namespace.core().apply(decoded.events(), decoded.contents(), record);
        for (Event event : decoded.events()) {
            latestMillis = Math.max(latestMillis, timeOf(event));
        }
    }

    private static long timeOf(Event event) {
        if (event instanceof Event.Enqueued e) {
            return e.info().enqueuedAtMillis();
        } else if (event instanceof Event.Opened e) {
            return e.nowMillis();
        } else if (event instanceof Event.Committed e) {
            return e.nowMillis();
        } else if (event instanceof Event.DeadLettered e) {
            return e.nowMillis();
        } else if (event instanceof Event.Prepared e) {
            return e.nowMillis();
        } else if (event instanceof Event.DuplicateIds e) {
            return e.nowMillis();
        }
        return 0;
    }

    /** Starts the new epoch and waits until it is on disk: no lock of it may be given out before. */
    static void open(Namespace namespace) {
        namespace.enter();
        try {
            Decision<Integer> opening = namespace.core().open(namespace.now());
            tellOfStarted(namespace, opening.events());
            namespace.carryOutInPieces(opening);
        } finally {
            namespace.leave();
        }
        namespace.journal().sync();
    }

    private static void tellOfStarted(Namespace namespace, List<Event> events) {
        int failed = 0;
        int deadLettered = 0;
        for (Event event : events) {
            failed += event instanceof Event.DeliveryFailed ? 1 : 0;
            deadLettered += event instanceof Event.DeadLettered ? 1 : 0;
        }
        if (failed + deadLettered > 0) {
            LOG.warn(
                    "broker {}: messages that were with an application when the broker ended the last time: {}; each has failed"
                            + " once more, dead-lettered for it: {}",
                    namespace.name(),
                    failed + deadLettered,
                    deadLettered);
        }
    }
}
