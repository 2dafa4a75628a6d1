package io.angarium.engine.journal.chronicle;

import io.angarium.engine.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Knows on which file systems a memory-mapped queue cannot live. */
final class FileSystems {
    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "afs",
            "ncpfs",
            "fuse.sshfs",
            "fuse.glusterfs",
            "glusterfs");

    private FileSystems() {}

    /**
     * @param folder need not exist; the nearest folder above it that does decides
     * @throws JournalException INACCESSIBLE if it is on a network file system
     */
    static void requireLocal(Path folder) {
        @Nullable Path there = folder.toAbsolutePath();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null) {
            return;
        }
        String type;
        try {
            type = Files.getFileStore(there).type();
        } catch (IOException e) {
            throw new JournalException(
                    JournalException.Kind.INACCESSIBLE,
                    "Cannot tell the file system of " + there + ": " + e.getMessage(),
                    e);
        }
        if (isNetwork(type)) {
            throw new JournalException(
                    JournalException.Kind.INACCESSIBLE,
                    "The store " + folder + " is on a network file system (" + type
                            + "), where memory-mapped files are not reliable; put it on a local disk");
        }
    }

    static boolean isNetwork(String type) {
        return NETWORK.contains(type.toLowerCase(Locale.ROOT));
    }
}
