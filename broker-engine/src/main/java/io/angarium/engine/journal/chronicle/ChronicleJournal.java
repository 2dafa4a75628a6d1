package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalConfig;
import io.angarium.engine.journal.JournalException;
import io.angarium.engine.journal.ReadOnlyJournal;
import io.angarium.engine.journal.SegmentedJournal;
import java.nio.file.Path;
import java.util.Map;

/** The journal on a Chronicle Queue; the default. */
public final class ChronicleJournal {
    /** Name of the format; a store of another one is foreign. */
    private static final String FORMAT = "chronicle";

    /**
     * Settings of the library that can only be made through system properties: no telemetry, no advertisement in the log, no
     * thread that watches disks. What the application has set itself stays.
     */
    private static final Map<String, String> LIBRARY_SETTINGS = Map.of(
            "chronicle.analytics.disable", "true",
            "chronicle.announcer.disable", "true",
            "chronicle.disk.monitor.disable", "true");

    private ChronicleJournal() {}

    /**
     * Opens the store, or makes it if the folder is empty or absent; see {@link SegmentedJournal#open}.
     *
     * @throws JournalException IN_USE, FOREIGN; INACCESSIBLE also if the folder is on a network file system, or if the JVM does
     *     not let the library in (the message names the flags that do). Then no file was touched
     */
    public static Journal open(JournalConfig config) {
        FileSystems.requireLocal(config.folder());
        prepareLibrary();
        return SegmentedJournal.open(config, FORMAT, ChronicleSegments::open);
    }

    /**
     * Opens a store to read it only; see {@link ReadOnlyJournal#open}. The library is not needed for that.
     *
     * @throws JournalException IN_USE, FOREIGN, CORRUPT, INACCESSIBLE
     */
    public static ReadOnlyJournal openReadOnly(Path folder) {
        return ReadOnlyJournal.open(folder, FORMAT, CycleFiles::new);
    }

    /** Must come before the first class of the library is loaded. */
    static void prepareLibrary() {
        JdkAccess.ensure();
        LIBRARY_SETTINGS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
