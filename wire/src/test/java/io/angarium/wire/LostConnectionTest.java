package io.angarium.wire;

import static io.angarium.wire.Network.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Delivery;
import io.angarium.wire.Network.Client;
import io.angarium.wire.Network.Inbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are cut or hang while the broker lives: nobody above the link notices. */
class LostConnectionTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverIsCutEachMessageArrivesOnceAndInOrder(long seed) throws Exception {
        Random random = new Random(seed);
        int messages = 300;
        try (Network network = Network.start();
                FlakyProxy proxy = new FlakyProxy(network.address());
                Client sender = Network.client(proxy.port(), "");
                Client receiver = Network.client(proxy.port(), "")) {
            List<CompletableFuture<?>> sends = new ArrayList<>();
            Inbox inbox = receiver.receive(messages);
            for (int i = 1; i <= messages; i++) {
                // without a number of its own: were a frame carried out twice, nothing else would notice
                sends.add(sender.send(0, 0, i * (random.nextInt(20) == 0 ? 1_000 : 1)));
                if (random.nextInt(30) == 0) {
                    proxy.cutAfter(random.nextInt(20_000));
                }
                if (random.nextInt(3) > 0 || i == messages) {
                    sends.forEach(Network::await);
                }
            }
            sends.forEach(Network::await);
            List<Integer> got = new ArrayList<>();
            for (int i = 1; i <= messages; i++) {
                Delivery delivery = inbox.next();
                got.add((int) delivery.sequenceNumber());
                if (random.nextInt(30) == 0) {
                    proxy.cutAfter(random.nextInt(5_000));
                }
                inbox.complete(delivery);
            }

            assertThat(got)
                    .as("seed %d", seed)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .hasSize(messages);
            assertThat(proxy.accepted()).as("seed %d", seed).isGreaterThan(2);
            assertThat(network.broker().entity("orders").orElseThrow().live()).isZero();
            assertThat(network.broker().entity("orders").orElseThrow().accepted())
                    .isEqualTo(messages);
        }
    }

    @Test
    void aConnectionThatHangsIsNoticedByItsSilence() throws Exception {
        try (Network network = Network.start(settings -> settings.withHeartbeat(Duration.ofMillis(100)));
                FlakyProxy proxy = new FlakyProxy(network.address());
                Client client = Network.client(proxy.port(), "")) {
            proxy.swallow(true);
            CompletableFuture<?> sending = client.send(0, 0, 10);
            Network.eventually("a second connection", () -> proxy.accepted() > 1);
            proxy.swallow(false);
            proxy.cut();

            await(sending);

            assertThat(network.broker().entity("orders").orElseThrow().accepted())
                    .isOne();
        }
    }

    @Test
    void aClientThatDoesNotComeBackLosesItsLocks() throws Exception {
        try (Network network = Network.start(settings -> settings.withResume(Duration.ofMillis(200)));
                FlakyProxy proxy = new FlakyProxy(network.address());
                Client gone = Network.client(proxy.port(), "");
                Client other = network.client()) {
            await(other.send(1, 1, 10));
            gone.receive(1).next();
            proxy.refuse(true);
            proxy.cut();

            assertThat(other.receive(1).next().deliveryCount()).isOne(); // it was never handed over
            proxy.refuse(false);
            assertThat(gone.closed()).hasMessageContaining("does not know it any more");
        }
    }

    @Test
    void aClientThatWasKilledDoesNotKeepItsIdentifierFromTheNext() throws Exception {
        try (Network network = Network.start();
                FlakyProxy proxy = new FlakyProxy(network.address());
                Client killed = Network.client(proxy.port(), "");
                Client next = network.client()) {
            await(killed.link().identify("shop"));
            proxy.refuse(true);
            proxy.cut();
            Network.eventually("the broker has noticed", () -> identifies(next));

            assertThat(network.listener().links()).isOne();
        }
    }

    private static boolean identifies(Client next) {
        return next.link()
                .identify("shop")
                .handle((done, failure) -> failure == null)
                .join();
    }

    @Test
    void aConnectionThatStaysLostIsGivenUpInTime() throws Exception {
        try (Network network = Network.start();
                FlakyProxy proxy = new FlakyProxy(network.address());
                Client client = Network.client(proxy.port(), "?reconnectTimeout=300ms")) {
            proxy.refuse(true);
            proxy.cut();

            assertThat(client.closed()).hasMessageContaining("could not be made again");
        }
    }
}
