package io.angarium.engine.journal.file;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.ReadOnlyJournal;
import io.angarium.engine.journal.SegmentedJournal;
import java.nio.file.Path;

/** The journal on plain, preallocated files: the reference, and the choice for {@code journal=file}. */
public final class FileJournal {
    /** Name of the format; a store of another one is foreign. */
    private static final String FORMAT = "file";

    private FileJournal() {}

    /**
     * Opens the store, or makes it if the folder is empty or absent; see {@link SegmentedJournal#open}.
     *
     * @throws io.angarium.engine.journal.JournalException IN_USE, FOREIGN, INACCESSIBLE
     */
    public static Journal open(JournalConfig config) {
        return SegmentedJournal.open(config, FORMAT, FileSegments::open);
    }

    /**
     * Opens a store to read it only; see {@link ReadOnlyJournal#open}.
     *
     * @throws io.angarium.engine.journal.JournalException IN_USE, FOREIGN, CORRUPT, INACCESSIBLE
     */
    public static ReadOnlyJournal openReadOnly(Path folder) {
        return ReadOnlyJournal.open(folder, FORMAT, PlainFiles::new);
    }
}
