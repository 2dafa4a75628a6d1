package io.angarium.engine.journal;

/** The journal on segment files: format, group commit, index, space and recovery, the same for every {@link SegmentStore}. */
public final class SegmentedJournal {
    private SegmentedJournal() {}

    /**
     * Opens the store, or makes it if the folder is empty or absent; {@link Journal#replay} comes next.
     *
     * @param format name of the segments' format; a store opened with another one is FOREIGN
     * @throws JournalException IN_USE, FOREIGN, INACCESSIBLE; then no file of the store was touched
     */
    public static Journal open(JournalConfig config, String format, SegmentStore.Opener opener) {
        throw new UnsupportedOperationException("comes with the next commit");
    }
}
