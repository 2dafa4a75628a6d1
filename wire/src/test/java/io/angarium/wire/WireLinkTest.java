package io.angarium.wire;

import static io.angarium.wire.Network.QUEUE;
import static io.angarium.wire.Network.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Browse;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.wire.Network.Client;
import io.angarium.wire.Network.Inbox;
import io.angarium.wire.frame.SampleFrames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a link does over the network, when nothing goes wrong there. */
class WireLinkTest {
    private final Network network = Network.start();
    private final Client client = network.client();

    @AfterEach
    void close() {
        client.close();
        network.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 32 * 1024, 100_000, 131_072, 5_000_000})
    void aMessageOfAnySizeIsSentDeliveredAndSettled(int bytes) throws InterruptedException {
        await(client.send(1, 1, bytes));
        Inbox inbox = client.receive(1);

        Delivery delivery = inbox.next();

        assertThat(delivery.message()).isEqualTo(SampleFrames.plain(bytes));
        inbox.complete(delivery);
        assertThat(network.broker().entity("orders").orElseThrow().live()).isZero();
    }

    @Test
    void aRefusalComesWithItsReasonAndText() {
        assertThatThrownBy(() -> await(client.link().resolve(Address.queue(""))))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.INVALID_DESTINATION))
                .hasMessageContaining("name");
    }

    @Test
    void aTransactionIsOneRequest() throws InterruptedException {
        await(client.send(1, 1, 10));
        Delivery delivery = client.receive(1).next();
        Address results = Address.queue("results");

        await(client.link()
                .commit(new Commit(
                        7,
                        1,
                        List.of(new Send(0, 0, results, SampleFrames.plain(20))),
                        List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE)))));

        assertThat(network.broker().entity("orders").orElseThrow().live()).isZero();
        assertThat(network.broker().entity("results").orElseThrow().live()).isOne();
    }

    @Test
    void drainingTellsWhenNothingMoreComes() throws InterruptedException {
        Inbox inbox = client.receive(10);
        await(client.send(1, 1, 10));
        inbox.next();

        await(client.link().drain(inbox.id()));
        await(client.send(1, 2, 10));

        assertThat(inbox.size()).isZero();
        client.link().credit(inbox.id(), 1);
        assertThat(inbox.next()).isNotNull();
    }

    @Test
    void aPageOfAQueueIsSeenWithoutLockingIt() {
        await(client.send(1, 1, 10));
        await(client.send(1, 2, 20));

        var page = await(client.link().browse(new Browse(QUEUE, null, null, 1)));
        var rest = await(client.link().browse(new Browse(QUEUE, null, page.next(), 10)));

        assertThat(page.messages()).hasSize(1);
        assertThat(rest.messages())
                .singleElement()
                .satisfies(delivery ->
                        assertThat(delivery.message().body().remaining()).isEqualTo(20));
    }

    @Test
    void aTemporaryQueueEndsWithTheLink() {
        Address temporary = await(client.link().createTemporary(EntityType.QUEUE));
        assertThat(network.broker().entity(temporary.name())).isPresent();

        client.close();

        assertThat(network.broker().entity(temporary.name())).isEmpty();
    }

    @Test
    void whatAClosedLinkIsAskedFailsAndTheBrokerHasForgottenIt() throws InterruptedException {
        client.close();

        assertThatThrownBy(() -> await(client.send(1, 1, 10)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("is closed");
        Network.eventually("the link is forgotten", () -> network.listener().links() == 0);
    }

    @Test
    void aLinkThatTheBrokerEndsTellsItsClientOnce() {
        network.broker().close();

        assertThat(client.closed().reason()).isEqualTo(ErrorReason.CLOSED);
        assertThatThrownBy(() -> await(client.send(1, 1, 10))).isInstanceOf(BrokerException.class);
    }

    @Test
    void aMessageThatIsTooLargeIsRefusedBeforeItIsSent() {
        long most = client.link().info().maxMessageBytes();

        assertThatThrownBy(() -> await(client.send(1, 1, (int) most)))
                .hasMessageContaining("maxMessageBytes")
                .hasMessageContaining("orders");
    }

    @Test
    void moreSendsThanTheWindowHoldsWaitForAnswersAndAllArriveInOrder() throws InterruptedException {
        try (Network narrow = Network.start(settings -> settings.withWindowBytes(10_000));
                Client sender = narrow.client()) {
            List<CompletableFuture<?>> sends = new ArrayList<>();
            for (int i = 1; i <= 100; i++) {
                sends.add(sender.send(1, i, 1_000 + i));
            }
            Inbox inbox = sender.receive(100);
            sends.forEach(Network::await);

            for (int i = 1; i <= 100; i++) {
                assertThat(inbox.next().message().body().remaining()).isEqualTo(1_000 + i);
            }
        }
    }

    @Test
    void aReceiverOfANumberThatIsTakenIsRefused() {
        Inbox inbox = client.receive(0);

        assertThatThrownBy(() -> await(client.link()
                        .openReceiver(
                                new OpenReceiver(inbox.id(), new Source.Queue(QUEUE, null), ReceiveMode.PEEK_LOCK),
                                delivery -> {})))
                .hasMessageContaining("already");
    }
}
