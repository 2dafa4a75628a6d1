package io.angarium.engine.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserTest {
    private static final int FEW = PasswordHash.MIN_ITERATIONS;
    private static final String KEY = "a".repeat(42) + "A";

    @Test
    void aHashMatchesItsPasswordOnly() {
        PasswordHash hash =
                PasswordHash.parse(User.withPassword("ann", "Grüße", FEW).passwordHash());

        assertThat(hash.matches("Grüße")).isTrue();
        assertThat(hash.matches("grüße")).isFalse();
        assertThat(hash.matches("Grüße ")).isFalse();
    }

    @Test
    void theSamePasswordHasAnotherHashEachTime() {
        User ann = User.withPassword("ann", "secret", FEW);
        User bob = User.withPassword("bob", "secret", FEW);

        assertThat(ann.passwordHash()).isNotEqualTo(bob.passwordHash());
    }

    /** The test vector of RFC 7914 §11 for PBKDF2 with HMAC-SHA-256, its first 32 bytes. */
    @Test
    void theKeyIsThatOfAnyOtherProgram() {
        byte[] salt = "NaCl".getBytes(StandardCharsets.US_ASCII);

        assertThat(PasswordHash.derive("Password", salt, 80_000))
                .asHexString()
                .isEqualToIgnoringCase("4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56");
    }

    @Test
    void theHashSaysHowItWasMade() {
        assertThat(User.withPassword("ann", "secret", 2_000).line())
                .matches("ann:pbkdf2-sha256\\$2000\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
    }

    @Test
    void nothingOfThePasswordIsShown() {
        User ann = User.withPassword("ann", "secret", FEW);

        assertThat(ann.line()).doesNotContain("secret");
        assertThat(ann.toString()).isEqualTo("User[ann]");
        assertThat(Users.of(ann).toString()).doesNotContain("pbkdf2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ann", "ann ", "a:b", "a\nb", "#ann", "\u00a0"})
    void aNameThatAFileCouldNotHoldIsRefused(String name) {
        assertThatThrownBy(() -> User.withPassword(name, "secret", FEW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("user name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "{plain}secret",
                "pbkdf2-sha256$600000$AAAAAAAAAAAAAAAAAAAAAA",
                "pbkdf2-sha1$600000$AAAAAAAAAAA$" + "x"
            })
    void whatIsNoHashIsRefusedWithoutShowingIt(String hash) {
        assertThatThrownBy(() -> new User("ann", hash))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pbkdf2-sha256$ITERATIONS$SALT$KEY")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "999", "10000001", "99999999"})
    void tooFewAndTooManyIterationsAreRefused(String iterations) {
        assertThatThrownBy(() -> new User("ann", "pbkdf2-sha256$" + iterations + "$AAAAAAAAAAAAAAAAAAAAAA$" + KEY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000 to 10000000");
    }

    @Test
    void anEmptyPasswordIsRefused() {
        assertThatThrownBy(() -> User.withPassword("ann", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
    }
}
