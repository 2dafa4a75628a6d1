package io.angarium.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.LinkProvider.ConnectRequest;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.wire.client.WireLinkProvider;
import io.angarium.wire.server.WireListener;
import io.angarium.wire.server.WireSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireLinkTest {
    private static final Address QUEUE = Address.queue("orders");

    private final Broker broker = Broker.open(BrokerConfig.throwAway("wire"));
    private final WireListener listener = WireListener.open(
            WireSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), broker::link);
    private BrokerLink link;

    @BeforeEach
    void connect() {
        link = connect("angarium://127.0.0.1:" + listener.address().getPort());
    }

    @AfterEach
    void close() {
        link.close();
        listener.close();
        broker.close();
    }

    private static BrokerLink connect(String uri) {
        return new WireLinkProvider().connect(new ConnectRequest(URI.create(uri), Set.of(), null, null, failure -> {}));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.orTimeout(20, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof BrokerException broker ? broker : e;
        }
    }

    private static Message message(int bytes) {
        byte[] body = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            body[i] = (byte) (i * 31);
        }
        return Message.of(
                new MessageHead(BodyType.BYTES, true, 4, 0, 0, 0, null, null, null, null, null, QUEUE, null, Map.of()),
                ByteBuffer.wrap(body));
    }

    @Test
    void aMessageIsSentDeliveredAndSettled() throws InterruptedException {
        for (int bytes : new int[] {0, 10, 100_000, 131_072, 5_000_000}) {
            await(link.send(new Send(0, 0, QUEUE, message(bytes))));
            LinkedBlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
            await(link.openReceiver(
                    new OpenReceiver(bytes, new Source.Queue(QUEUE, null), ReceiveMode.PEEK_LOCK), deliveries::add));
            link.credit(bytes, 1);

            Delivery delivery = deliveries.poll(20, TimeUnit.SECONDS);

            assertThat(delivery).isNotNull();
            assertThat(delivery.message().body()).isEqualTo(message(bytes).body());
            link.handedOver(delivery.lockToken());
            assertThat(await(link.settle(List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE))))
                            .lost())
                    .isEmpty();
            await(link.closeReceiver(bytes));
        }
        assertThat(broker.entity("orders").orElseThrow().live()).isZero();
    }

    @Test
    void aRefusalComesWithItsReasonAndText() {
        assertThatThrownBy(() -> await(link.resolve(Address.queue(""))))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("name");
    }
}
