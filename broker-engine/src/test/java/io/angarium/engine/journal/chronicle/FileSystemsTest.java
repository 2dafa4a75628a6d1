package io.angarium.engine.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSystemsTest {
    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "SMB", "smb3", "fuse.sshfs"})
    void networkFileSystemsAreKnownByTheirType(String type) {
        assertThat(FileSystems.isNetwork(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "NTFS"})
    void localFileSystemsAreTaken(String type) {
        assertThat(FileSystems.isNetwork(type)).isFalse();
    }

    @Test
    void aFolderThatIsNotThereYetIsJudgedByTheOneAboveIt(@TempDir Path folder) {
        assertThatCode(() -> FileSystems.requireLocal(folder.resolve("not/there/yet")))
                .doesNotThrowAnyException();
    }
}
