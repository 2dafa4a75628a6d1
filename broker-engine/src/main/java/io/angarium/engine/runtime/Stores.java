package io.angarium.engine.runtime;

import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.JournalConfig.Sync;
import io.angarium.engine.journal.JournalException;
import io.angarium.engine.journal.ReadOnlyJournal;
import io.angarium.engine.journal.chronicle.ChronicleJournal;
import io.angarium.engine.journal.file.FileJournal;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the journals of a broker, and deletes what must not outlive it. */
final class Stores {
    private static final Logger LOG = LoggerFactory.getLogger(Stores.class);

    private Stores() {}

    /** @throws BrokerException STORE_UNUSABLE */
    static Journal open(Path folder, JournalKind kind, Limits limits) {
        JournalConfig config = JournalConfig.at(folder).withSegmentBytes(limits.segmentBytes());
        return kind == JournalKind.FILE ? FileJournal.open(config) : ChronicleJournal.open(config);
    }

    /**
     * How an existing store was written.
     *
     * @throws BrokerException STORE_UNUSABLE if there is none
     */
    private static JournalKind kindOf(Path folder) {
        Path id = folder.resolve("store.id");
        try {
            return Files.readString(id, StandardCharsets.US_ASCII).contains("format=file ")
                    ? JournalKind.FILE
                    : JournalKind.CHRONICLE;
        } catch (IOException e) {
            throw new BrokerException(
                    ErrorReason.STORE_UNUSABLE, "there is no store in " + folder + ": cannot read " + id + ": " + e, e);
        }
    }

    /**
     * Opens an existing store without changing anything.
     *
     * @throws BrokerException STORE_UNUSABLE if there is none
     * @throws JournalException if it cannot be opened
     */
    static ReadOnlyJournal openReadOnly(Path folder) {
        return kindOf(folder) == JournalKind.FILE
                ? FileJournal.openReadOnly(folder)
                : ChronicleJournal.openReadOnly(folder);
    }

    /** A journal that is never forced, for what is thrown away. */
    static Journal openThrowAway(Path folder, Limits limits) {
        return FileJournal.open(JournalConfig.at(folder)
                .withSync(Sync.NONE)
                .withMinFreeBytes(0)
                .withSegmentBytes(Math.max(32 << 20, limits.segmentBytes() / 2)));
    }

    static Path temporaryFolder(String name) {
        try {
            return Files.createTempDirectory("angarium-" + name + "-");
        } catch (IOException e) {
            throw new BrokerException(
                    ErrorReason.STORE_UNUSABLE, "cannot make a temporary folder for a throw-away store: " + e, e);
        }
    }

    /** Deletes a folder with everything in it; what cannot be deleted is logged and left. */
    static void delete(@Nullable Path folder) {
        if (folder == null || !Files.exists(folder)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted; delete it by hand", folder, e);
        }
    }

    static BrokerException unusable(String broker, JournalException e) {
        return new BrokerException(ErrorReason.STORE_UNUSABLE, "broker " + broker + ": " + e.getMessage(), e);
    }
}
