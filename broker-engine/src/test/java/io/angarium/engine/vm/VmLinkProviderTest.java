package io.angarium.engine.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.TestClient;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.LinkProvider;
import io.angarium.protocol.LinkProvider.ConnectRequest;
import java.net.URI;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VmLinkProviderTest {
    private static final Address QUEUE = Address.queue("q");

    @TempDir
    Path folder;

    private static BrokerLink connect(String uri) {
        return new VmLinkProvider()
                .connect(new ConnectRequest(URI.create(uri), Set.of("prefetch"), null, null, failure -> {}));
    }

    private String store(String name) {
        return "store=" + folder.resolve(name) + "&journal=file";
    }

    @Test
    void theProviderIsFoundByItsScheme() {
        URI uri = URI.create("angarium:vm:any");

        assertThat(ServiceLoader.load(LinkProvider.class))
                .filteredOn(provider -> provider.supports(uri))
                .hasOnlyElementsOfType(VmLinkProvider.class)
                .hasSize(1);
        assertThat(new VmLinkProvider().supports(URI.create("angarium:tcp://host")))
                .isFalse();
    }

    @Test
    void linksToOneNameShareOneBroker() {
        try (TestClient first = new TestClient(connect("angarium:vm:shared"));
                TestClient second = new TestClient(connect("angarium:vm:shared?prefetch=5"))) {
            first.send(QUEUE, "hello");

            assertThat(second.receive(QUEUE).credit(1).nextText()).isEqualTo("hello");
            assertThat(second.link().info().clientOptions()).containsEntry("prefetch", "5");
            assertThat(second.link().info().brokerName()).isEqualTo("shared");
        }
    }

    @Test
    void aThrowAwayBrokerEndsWithItsLastLink() {
        BrokerLink first = connect("angarium:vm:thrown-away");
        BrokerLink second = connect("angarium:vm:thrown-away");
        new TestClient(first).send(QUEUE, "gone");

        first.close();
        assertThat(Broker.running("thrown-away")).isPresent();
        second.close();

        assertThat(Broker.running("thrown-away")).isEmpty();
        try (TestClient again = new TestClient(connect("angarium:vm:thrown-away"))) {
            assertThat(again.receive(QUEUE).credit(1).drained()).isEmpty();
        }
    }

    @Test
    void aStoreOutlivesTheBrokerThatAUriOpened() {
        try (TestClient client = new TestClient(connect("angarium:vm:kept?" + store("kept")))) {
            client.send(QUEUE, "kept");
        }

        try (TestClient client = new TestClient(connect("angarium:vm:kept?" + store("kept")))) {
            assertThat(client.receive(QUEUE).credit(1).nextText()).isEqualTo("kept");
        }
    }

    @Test
    void otherOptionsForARunningNameAreRefusedNamingBoth() {
        try (BrokerLink link = connect("angarium:vm:one?" + store("a"))) {
            assertThat(link.info().brokerName()).isEqualTo("one");

            assertThatThrownBy(() -> connect("angarium:vm:one?" + store("b")))
                    .isInstanceOfSatisfying(
                            BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.CONFIGURATION))
                    .hasMessageContaining(folder.resolve("a").toString())
                    .hasMessageContaining(folder.resolve("b").toString());
            assertThatThrownBy(() -> connect("angarium:vm:one?maxMessageBytes=5MiB"))
                    .hasMessageContaining("maxMessageBytes=5242880");
        }
    }

    @Test
    void aNameAloneJoinsWhateverRuns() {
        try (BrokerLink link = connect("angarium:vm:joined?" + store("joined"));
                BrokerLink other = connect("angarium:vm:joined")) {
            assertThat(other.info().linkId()).isNotEqualTo(link.info().linkId());
            assertThat(Broker.running("joined").orElseThrow().config().store()).isEqualTo(folder.resolve("joined"));
        }
    }

    @Test
    void aBrokerThatTheApplicationOpenedIsFoundByItsNameAndStays() {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("opened"))) {
            try (TestClient client = new TestClient(connect("angarium:vm:opened"))) {
                client.send(QUEUE, "stays", TestMessages.VOLATILE);
            }

            assertThat(Broker.running("opened")).containsSame(broker);
            assertThat(broker.entity("q").orElseThrow().live()).isEqualTo(1);
        }
        assertThat(Broker.running("opened")).isEmpty();
    }

    @Test
    void aSecondBrokerOfTheSameNameIsRefused() {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("twice"))) {
            assertThat(broker.entities()).isEmpty();

            assertThatThrownBy(() -> Broker.open(BrokerConfig.throwAway("twice")))
                    .hasMessageContaining("twice")
                    .hasMessageContaining("runs in this JVM already");
        }
    }

    @Test
    void aConnectionThatFailsLeavesNoBrokerBehind() {
        assertThatThrownBy(() -> connect("angarium:vm:broken?store=/dev/null&journal=file"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.STORE_UNUSABLE))
                .hasMessageContaining("/dev/null");

        assertThat(Broker.running("broken")).isEmpty();
    }
}
