package io.angarium.engine.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.users.User;
import io.angarium.engine.users.Users;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.LinkProvider.ConnectRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The users of a broker, at the URI of a broker in the same JVM. */
class VmUsersTest {
    private static final User ANN = User.withPassword("ann", "t0psecret", 1_000);

    @TempDir
    Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void writeUsers() throws IOException {
        file = Files.writeString(folder.resolve("users"), ANN.line());
    }

    @Test
    void aBrokerWithUsersLetsThemIn() {
        try (BrokerLink link = connect("angarium:vm:u1?users=" + file, "ann", "t0psecret");
                BrokerLink again = connect("angarium:vm:u1", "ann", "t0psecret")) {
            assertThat(again.info().linkId()).isNotEqualTo(link.info().linkId());
        }
    }

    @Test
    void aStrangerOpensNoBrokerAndNoStore() {
        Path store = folder.resolve("store");

        assertRefused(
                ErrorReason.SECURITY, "angarium:vm:u2?journal=file&users=" + file + "&store=" + store, "eve", "x");

        assertThat(Broker.running("u2")).isEmpty();
        assertThat(store).doesNotExist();
    }

    @Test
    void aStrangerIsRefusedByARunningBrokerAndEndsIt() {
        try (BrokerLink link = connect("angarium:vm:u3?users=" + file, "ann", "t0psecret")) {
            assertThat(link.info().brokerName()).isEqualTo("u3");

            assertRefused(ErrorReason.SECURITY, "angarium:vm:u3", "ann", "wr0ng")
                    .hasMessageNotContaining("wr0ng");
            assertRefused(ErrorReason.SECURITY, "angarium:vm:u3", null, null);
            assertThat(Broker.running("u3")).isPresent();
        }
        assertThat(Broker.running("u3")).isEmpty();
    }

    @Test
    void anonymousClientsAreLetInWhereTheUriSaysSo() {
        try (BrokerLink link = connect("angarium:vm:u4?anonymous=true&users=" + file, null, null)) {
            assertThat(link.info().brokerName()).isEqualTo("u4");

            assertRefused(ErrorReason.SECURITY, "angarium:vm:u4", "eve", "x");
            assertRefused(ErrorReason.CONFIGURATION, "angarium:vm:u4?anonymous=false", "ann", "t0psecret");
        }
    }

    @Test
    void otherUsersThanThoseOfTheRunningBrokerAreRefusedNamingBoth() throws IOException {
        Path other = Files.copy(file, folder.resolve("others"));
        try (BrokerLink link = connect("angarium:vm:u5?users=" + file, "ann", "t0psecret")) {
            assertThat(link.info().brokerName()).isEqualTo("u5");

            assertRefused(ErrorReason.CONFIGURATION, "angarium:vm:u5?users=" + other, "ann", "t0psecret")
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining(other.toString());
        }
    }

    @Test
    void usersThatTheApplicationListsAreAskedForEveryLink() {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("u6").withUsers(Users.of(ANN)))) {
            assertRefused(ErrorReason.SECURITY, "angarium:vm:u6", null, null);
            assertThatThrownBy(() -> broker.link("ann", "wr0ng", failure -> {})).isInstanceOf(BrokerException.class);
            broker.link("ann", "t0psecret", failure -> {}).close();
            connect("angarium:vm:u6", "ann", "t0psecret").close();
        }
    }

    @Test
    void aMalformedFileOpensNoBroker() throws IOException {
        Files.writeString(file, "ann:t0psecret");

        assertRefused(ErrorReason.CONFIGURATION, "angarium:vm:u7?users=" + file, "ann", "t0psecret")
                .hasMessageContaining(file + ", line 1")
                .hasMessageNotContaining("t0psecret");
        assertThat(Broker.running("u7")).isEmpty();
    }

    @Test
    void anonymousNeedsUsers() {
        assertRefused(ErrorReason.CONFIGURATION, "angarium:vm:u8?anonymous=false", null, null)
                .hasMessageContaining("users=FILE");
    }

    @Test
    void aPasswordInTheUriIsNotShownAndNotHandedOn() {
        String secret = "password=t0psecret";

        assertRefused(ErrorReason.CONFIGURATION, "angarium:vm:u9?" + secret + "&journal=kafka", null, null)
                .hasMessageContaining("kafka")
                .hasMessageNotContaining("t0psecret");
        assertRefused(ErrorReason.CONFIGURATION, "angarium:vm:u9?passwort=t0psecret", null, null)
                .hasMessageContaining("unknown option \"passwort\"")
                .hasMessageNotContaining("t0psecret");
        try (BrokerLink link = connect("angarium:vm:u9?" + secret, null, null)) {
            assertThat(link.info().toString()).doesNotContain("t0psecret");
        }
    }

    @Test
    void aRequestToConnectDoesNotShowThePassword() {
        ConnectRequest request = request("angarium:vm:u?password=t0psecret", "ann", "t0psecret");

        assertThat(request.toString()).contains("ann").doesNotContain("t0psecret");
        assertThat(VmUri.parse(request.uri(), request.clientOptionNames()).toString())
                .doesNotContain("t0psecret");
    }

    @Test
    void neitherPasswordsNorHashesAreLogged() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        root.setLevel(Level.TRACE);
        try {
            connect("angarium:vm:u10?users=" + file, "ann", "t0psecret").close();
            assertRefused(ErrorReason.SECURITY, "angarium:vm:u10?users=" + file, "ann", "wr0ng");
        } finally {
            root.detachAppender(log);
            root.setLevel(before);
        }

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).doesNotContain("t0psecret", "wr0ng", "pbkdf2"));
    }

    private static BrokerLink connect(String uri, @Nullable String user, @Nullable String password) {
        return new VmLinkProvider().connect(request(uri, user, password));
    }

    private static ConnectRequest request(String uri, @Nullable String user, @Nullable String password) {
        return new ConnectRequest(URI.create(uri), Set.of("password"), user, password, failure -> {});
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(
            ErrorReason reason, String uri, @Nullable String user, @Nullable String password) {
        return assertThatThrownBy(() -> connect(uri, user, password))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
