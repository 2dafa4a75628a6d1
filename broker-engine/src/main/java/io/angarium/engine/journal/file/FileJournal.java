package io.angarium.engine.journal.file;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.SegmentedJournal;

/** The journal on plain, preallocated files: the reference, and the choice for {@code journal=file}. */
public final class FileJournal {
    private FileJournal() {}

    /**
     * Opens the store, or makes it if the folder is empty or absent; see {@link SegmentedJournal#open}.
     *
     * @throws io.angarium.engine.journal.JournalException IN_USE, FOREIGN, INACCESSIBLE
     */
    public static Journal open(JournalConfig config) {
        return SegmentedJournal.open(config, "file", FileSegments::open);
    }
}
