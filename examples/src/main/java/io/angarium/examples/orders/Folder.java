package io.angarium.examples.orders;

import java.nio.file.Path;

/** What is where in the folder of a run. */
final class Folder {
    private Folder() {}

    static Path store(Path folder) {
        return folder.resolve("store");
    }

    static Path ledger(Path folder) {
        return folder.resolve("results.tsv");
    }
}
