package io.angarium.engine.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
    private static final User ANN = User.withPassword("ann", "secret", PasswordHash.MIN_ITERATIONS);
    private static final User BOB = User.withPassword("bob", "other", PasswordHash.MIN_ITERATIONS);

    private final Authentication listed = Authentication.of(Users.of(ANN, BOB));

    @Test
    void aKnownUserWithTheRightPasswordPassesAgainAndAgain() {
        assertPasses(listed, "ann", "secret");
        assertPasses(listed, "bob", "other");
        assertPasses(listed, "ann", "secret");
    }

    @Test
    void aWrongPasswordIsRefusedBeforeAndAfterARightOne() {
        assertRefused(listed, "ann", "wrong");
        assertPasses(listed, "ann", "secret");
        assertRefused(listed, "ann", "wrong");
        assertRefused(listed, "ann", "other");
        assertPasses(listed, "ann", "secret");
    }

    @Test
    void noPasswordIsAWrongOne() {
        assertRefused(listed, "ann", null);
        assertRefused(listed, "ann", "");
    }

    @Test
    void anUnknownUserIsRefusedWithTheSameWordsAsAWrongPassword() {
        String unknown = messageOf("eve", "secret");
        String wrong = messageOf("ann", "t0psecret");

        assertThat(unknown.replace("eve", "ann")).isEqualTo(wrong);
        assertThat(wrong).contains("\"shop\"").doesNotContain("t0psecret");
    }

    @Test
    void theNameOfAUserIsExact() {
        assertRefused(listed, "Ann", "secret");
        assertRefused(listed, "", "secret");
    }

    @Test
    void nobodyIsAnonymousWhereThereAreUsers() {
        assertRefused(listed, null, null).hasMessageContaining("without user name");
        assertRefused(listed, null, "secret");
    }

    @Test
    void anonymousClientsPassWhereTheyAreAllowedAndWrongPasswordsStillDoNot() {
        Authentication open = Authentication.of(new Users.Listed(List.of(ANN), true));

        assertPasses(open, null, null);
        assertPasses(open, "ann", "secret");
        assertRefused(open, "ann", "wrong");
        assertRefused(open, "eve", null);
    }

    @Test
    void everybodyPassesWhereThereAreNoUsers() {
        Authentication everybody = Authentication.of(Users.everybody());

        assertPasses(everybody, null, null);
        assertPasses(everybody, "eve", "whatever");
    }

    @Test
    void aListNeedsUsersOfDifferentNames() {
        assertThatThrownBy(() -> Users.of()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Users.of(ANN, User.withPassword("ann", "2", PasswordHash.MIN_ITERATIONS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"ann\" is listed twice");
    }

    private String messageOf(String user, String password) {
        try {
            listed.require("shop", user, password);
        } catch (BrokerException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError(user + " was let in");
    }

    private static void assertPasses(Authentication authentication, @Nullable String user, @Nullable String password) {
        assertThatCode(() -> authentication.require("shop", user, password)).doesNotThrowAnyException();
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(
            Authentication authentication, @Nullable String user, @Nullable String password) {
        return assertThatThrownBy(() -> authentication.require("shop", user, password))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.SECURITY));
    }
}
