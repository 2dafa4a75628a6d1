package io.angarium.engine.journal;

import io.angarium.engine.journal.chronicle.ChronicleJournal;
import io.angarium.engine.journal.chronicle.LibraryReader;
import io.angarium.engine.journal.file.FileJournal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The journals that must keep the contract. */
enum JournalKind {
    /** In memory, for simulations. */
    SIMULATED {
        @Override
        Journal open(JournalConfig config) {
            return SimulatedJournal.open(
                    DISKS.computeIfAbsent(config.folder().toString(), folder -> SimulatedJournal.Disk.of(config)));
        }
    },
    /** Plain files. */
    FILE {
        @Override
        Journal open(JournalConfig config) {
            return FileJournal.open(config);
        }

        @Override
        ReadOnlyJournal openReadOnly(Path store) {
            return FileJournal.openReadOnly(store);
        }
    },
    /** Cycles of a Chronicle Queue. */
    CHRONICLE {
        @Override
        Journal open(JournalConfig config) {
            return ChronicleJournal.open(config);
        }

        @Override
        ReadOnlyJournal openReadOnly(Path store) {
            return ChronicleJournal.openReadOnly(store);
        }

        @Override
        List<byte[]> readByOthers(Path store) {
            return LibraryReader.documents(store.resolve("journal"));
        }
    };

    /** The disks of simulated journals, by the folder that they stand for. */
    private static final Map<String, SimulatedJournal.Disk> DISKS = new ConcurrentHashMap<>();

    /** Opens the store of a configuration, or makes it. */
    abstract Journal open(JournalConfig config);

    /** Opens a store to read it only. */
    ReadOnlyJournal openReadOnly(Path store) {
        throw new UnsupportedOperationException("there are no files in " + store);
    }

    /** What somebody who knows the files but not the journal reads in a closed store, piece by piece; nothing if there is nobody. */
    List<byte[]> readByOthers(Path store) {
        return List.of();
    }

    /** Whether there are files that can be damaged. */
    boolean hasFiles() {
        return this != SIMULATED;
    }
}
