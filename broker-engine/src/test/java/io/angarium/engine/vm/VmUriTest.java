package io.angarium.engine.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.BrokerConfig;
import io.angarium.engine.admin.JournalKind;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VmUriTest {
    private static final Set<String> CLIENT = Set.of("prefetch", "acknowledge");

    @Test
    void aUriWithoutOptionsDescribesAThrowAwayBroker() {
        BrokerConfig config = parse("angarium:vm:orders").config();

        assertThat(config.name()).isEqualTo("orders");
        assertThat(config.store()).isNull();
        assertThat(config.journal()).isEqualTo(JournalKind.FILE);
        assertThat(config.autoCreate()).isTrue();
    }

    /** Also S-17: the window is set where everything else is. */
    @Test
    void everyOptionIsRead() {
        BrokerConfig config = parse(
                        "angarium:vm:a?store=/tmp/x%20y&journal=file&autoCreate=false&maxMessageBytes=100MiB"
                                + "&maxStoreBytes=1GiB&sendTimeout=500ms&maxMessages=7&maxBytes=2KiB&duplicateWindow=12h"
                                + "&maxDeliveryCount=3&defaultTimeToLive=7d&strictLockDuration=60s&deadLetterOnExpiration=true")
                .config();

        assertThat(config.store()).isEqualTo(Path.of("/tmp/x y"));
        assertThat(config.journal()).isEqualTo(JournalKind.FILE);
        assertThat(config.autoCreate()).isFalse();
        assertThat(config.limits().maxMessageBytes()).isEqualTo(100 << 20);
        assertThat(config.limits().maxStoreBytes()).isEqualTo(1 << 30);
        assertThat(config.limits().sendTimeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.entitySettings().maxMessages()).isEqualTo(7);
        assertThat(config.entitySettings().maxBytes()).isEqualTo(2048);
        assertThat(config.entitySettings().duplicateWindow()).isEqualTo(Duration.ofHours(12));
        assertThat(config.entitySettings().maxDeliveryCount()).isEqualTo(3);
        assertThat(config.entitySettings().defaultTimeToLive()).isEqualTo(Duration.ofDays(7));
        assertThat(config.entitySettings().strictLockDuration()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.entitySettings().deadLetterOnExpiration()).isTrue();
    }

    @Test
    void theOptionsOfTheClientAreHandedOn() {
        VmUri uri = parse("angarium:vm:a?prefetch=10&store=/tmp/x&acknowledge=strict");

        assertThat(uri.clientOptions())
                .containsOnlyKeys("prefetch", "acknowledge")
                .containsEntry("prefetch", "10");
        assertThat(uri.options().text("store")).isEqualTo("/tmp/x");
    }

    @Test
    void anUnknownOptionIsNamedWithItsValueAndTheKnownOnes() {
        assertThatThrownBy(() -> parse("angarium:vm:a?stoer=/tmp/x"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.CONFIGURATION))
                .hasMessageContaining("stoer")
                .hasMessageContaining("/tmp/x")
                .hasMessageContaining("store")
                .hasMessageContaining("prefetch");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            angarium:vm:                          | name
            angarium:vm:a/b                       | a/b
            angarium:vm:a?store                   | store
            angarium:vm:a?store=                  | store
            angarium:vm:a?journal=kafka           | journal
            angarium:vm:a?autoCreate=yes          | autoCreate
            angarium:vm:a?maxMessageBytes=1MB     | maxMessageBytes
            angarium:vm:a?maxMessageBytes=2GiB    | maxMessageBytes
            angarium:vm:a?maxStoreBytes=99999999TiB | maxStoreBytes
            angarium:vm:a?sendTimeout=30          | sendTimeout
            angarium:vm:a?duplicateWindow=1s      | duplicateWindow
            angarium:vm:a?maxDeliveryCount=-1     | maxDeliveryCount
            angarium:vm:a?store=/a&store=/b       | twice
            """)
    void aMalformedUriIsRefusedNamingWhatDoesNotFit(String uri, String named) {
        assertThatThrownBy(() -> parse(uri).config())
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.CONFIGURATION))
                .hasMessageContaining(named)
                .hasMessageContaining(uri);
    }

    private static VmUri parse(String uri) {
        return VmUri.parse(URI.create(uri), CLIENT);
    }
}
