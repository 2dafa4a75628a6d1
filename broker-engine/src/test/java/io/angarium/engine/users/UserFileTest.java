package io.angarium.engine.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFileTest {
    private static final int FEW = PasswordHash.MIN_ITERATIONS;

    @TempDir
    Path folder;

    private final User ann = User.withPassword("ann", "secret", FEW);
    private final User bob = User.withPassword("Bob & Söhne", "secret", FEW);

    @Test
    void aLineIsAUserAndTheRestIsIgnored() throws IOException {
        Path file = write("# of the shop\n\n" + ann.line() + "\n  " + bob.line() + "  \n# end\n");

        assertThat(UserFile.read(file)).containsExactly(ann, bob);
    }

    @Test
    void linesMayEndAsOnAnotherSystem() throws IOException {
        assertThat(UserFile.read(write(ann.line() + "\r\n" + bob.line()))).containsExactly(ann, bob);
    }

    @Test
    void aPasswordInClearIsRefusedNamingTheLineAndNotThePassword() throws IOException {
        Path file = write(ann.line() + "\nbob:t0psecret\n");

        assertRefused(file, "line 2", "pbkdf2-sha256", "UserLine").hasMessageNotContaining("t0psecret");
    }

    @Test
    void aLineWithoutColonIsRefusedWithoutShowingIt() throws IOException {
        assertRefused(write("t0psecret\n"), "line 1", "name:hash").hasMessageNotContaining("t0psecret");
    }

    @Test
    void aLineWithoutNameIsRefused() throws IOException {
        assertRefused(write("#\n:" + ann.passwordHash()), "line 2", "name:hash");
    }

    @Test
    void aUserWhoIsListedTwiceIsRefused() throws IOException {
        assertRefused(write(ann.line() + "\n" + ann.line()), "line 2", "\"ann\" is listed twice");
    }

    @Test
    void aFileWithoutUsersIsRefused() throws IOException {
        assertRefused(write("# nobody yet\n"), "lists no user");
    }

    @Test
    void aFileThatDoesNotExistIsRefused() {
        assertRefused(folder.resolve("missing"), "does not exist");
    }

    @Test
    void aFolderIsRefused() {
        assertRefused(folder, "cannot be read");
    }

    @Test
    void aFileThatIsNotUtf8IsRefused() throws IOException {
        Path file = Files.write(folder.resolve("latin"), "Jörg:x".getBytes(StandardCharsets.ISO_8859_1));

        assertRefused(file, "not UTF-8");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("users"), text);
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ?> assertRefused(Path file, String... named) {
        return assertThatThrownBy(() -> Authentication.of(Users.inFile(file)))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.CONFIGURATION))
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(named);
    }
}
