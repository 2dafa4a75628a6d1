package io.angarium.engine.runtime;

import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.VerifyReport;
import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.engine.core.EntityStatus;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.core.StateListener;
import io.angarium.engine.core.filter.Selectors;
import io.angarium.engine.journal.EventCodec;
import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import io.angarium.engine.journal.ReadOnlyJournal;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Replays a store as a broker would, and checks the books and the contents of all live messages; changes nothing in it. Used once.
 */
public final class Verification implements Journal.ReplayListener {
    private static final int MOST_PROBLEMS = 100;

    private final ReadOnlyJournal journal;
    private final NamespaceCore core;
    private final Set<Long> live = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();
    private long records;
    private long contents;

    private Verification(ReadOnlyJournal journal) {
        this.journal = journal;
        core = new NamespaceCore(
                NamespacePolicy.DEFAULT,
                Selectors::parse,
                content -> {
                    throw new IllegalStateException("a replay selects nothing");
                },
                new StateListener() {
                    @Override
                    public void recordReleased(long record) {
                        live.remove(record);
                    }

                    @Override
                    public void ready(int entityId) {
                        // nobody receives here
                    }
                });
    }

    /**
     * Checks a store that no broker has open; others may check it at the same time.
     *
     * @throws BrokerException STORE_UNUSABLE
     */
    public static VerifyReport run(Path store) {
        try (ReadOnlyJournal journal = Stores.openReadOnly(store)) {
            Verification verification = new Verification(journal);
            journal.replay(verification);
            return verification.report(store);
        } catch (JournalException e) {
            throw new BrokerException(ErrorReason.STORE_UNUSABLE, "store " + store + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void record(long record, java.nio.ByteBuffer metadata, boolean isLive) {
        records++;
        EventCodec.Decoded decoded = EventCodec.decode(record, metadata);
        if (isLive && !decoded.part()) {
            live.add(record);
        }
        core.apply(decoded.events(), decoded.contents(), record);
    }

    private VerifyReport report(Path store) {
        core.endReplay();
        List<EntityStatistics> entities = new ArrayList<>();
        for (EntityStatus status : core.statuses()) {
            EntityStatistics figures = Figures.of(status);
            entities.add(figures);
            if (status.definition().kind() != Kind.TOPIC && !figures.balanced()) {
                problem("the books of " + figures.path() + " do not agree: " + figures);
            }
        }
        live.forEach(this::readContents);
        return new VerifyReport(store, records, contents, entities, problems);
    }

    private void readContents(long record) {
        try {
            EventCodec.Decoded decoded = EventCodec.decode(record, journal.readMetadata(record));
            for (ContentRef content : decoded.contents()) {
                if (content != null && content.parts().isEmpty()) {
                    long bytes = (long)
                                    journal.read(record, 2 * content.index()).remaining()
                            + journal.read(record, 2 * content.index() + 1).remaining();
                    checkSize(record, bytes, content.sizeBytes());
                } else if (content != null) {
                    long bytes = 0;
                    for (Long part : content.parts()) {
                        bytes += journal.read(part, 0).remaining();
                    }
                    checkSize(record, bytes - 4, content.sizeBytes());
                }
            }
        } catch (JournalException e) {
            problem("a message in record " + record + " cannot be read: " + e.getMessage());
        }
    }

    private void checkSize(long record, long bytes, long expected) {
        contents++;
        if (bytes != expected) {
            problem("a message in record " + record + " has " + bytes + " bytes instead of " + expected);
        }
    }

    private void problem(String text) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(text);
        }
    }
}
