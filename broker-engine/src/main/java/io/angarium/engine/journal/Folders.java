package io.angarium.engine.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What can be done with a folder beyond {@link java.nio.file.Files}. */
public final class Folders {
    private Folders() {}

    /** Returns when the folder's entries (files made, renamed, removed) are on disk. Only where the system knows it: not on Windows. */
    public static void force(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
