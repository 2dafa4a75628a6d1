package io.angarium.wire;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.LinkProvider.ConnectRequest;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.wire.client.WireLinkProvider;
import io.angarium.wire.frame.SampleFrames;
import io.angarium.wire.server.WireListener;
import io.angarium.wire.server.WireSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A broker with a listener, and clients of it, for tests. */
final class Network implements AutoCloseable {
    static final Address QUEUE = Address.queue("orders");
    static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int PATIENCE_SECONDS = Integer.getInteger("angarium.patience", 30);

    private static final AtomicInteger BROKERS = new AtomicInteger();

    private final Broker broker;
    private final WireListener listener;

    private Network(BrokerConfig config, WireSettings settings) {
        broker = Broker.open(config);
        listener = WireListener.open(settings, broker::link);
    }

    static Network start() {
        return start(settings -> settings);
    }

    static Network start(UnaryOperator<WireSettings> settings) {
        return new Network(
                BrokerConfig.throwAway("wire" + BROKERS.incrementAndGet()), settings.apply(WireSettings.at(ANY_PORT)));
    }

    Broker broker() {
        return broker;
    }

    WireListener listener() {
        return listener;
    }

    InetSocketAddress address() {
        return listener.address();
    }

    Client client() {
        return client(address().getPort(), "");
    }

    static Client client(int port, String query) {
        return new Client("angarium://127.0.0.1:" + port + query);
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof BrokerException broker ? broker : e;
        }
    }

    @Override
    public void close() {
        listener.close();
        broker.close();
    }

    /** A link with what tests do with it. */
    static final class Client implements AutoCloseable {
        private final BrokerLink link;
        private final CompletableFuture<BrokerException> closed = new CompletableFuture<>();
        private long receivers;

        private Client(String uri) {
            link = connect(uri, closed::complete);
        }

        static BrokerLink connect(String uri, Consumer<BrokerException> closed) {
            return new WireLinkProvider()
                    .connect(new ConnectRequest(URI.create(uri), Set.of("clientID"), null, null, closed));
        }

        BrokerLink link() {
            return link;
        }

        /** Waits until the link has ended by itself. */
        BrokerException closed() {
            return await(closed);
        }

        CompletableFuture<?> send(long producer, long number, int bodyBytes) {
            return link.send(new Send(producer, number, QUEUE, SampleFrames.plain(bodyBytes)));
        }

        Inbox receive(int credit) {
            return receive(new Source.Queue(QUEUE, null), credit);
        }

        Inbox receive(Source source, int credit) {
            Inbox inbox = new Inbox(link, ++receivers);
            await(link.openReceiver(new OpenReceiver(inbox.id, source, ReceiveMode.PEEK_LOCK), inbox.deliveries::add));
            if (credit > 0) {
                link.credit(inbox.id, credit);
            }
            return inbox;
        }

        @Override
        public void close() {
            link.close();
        }
    }

    /** What a receiver has got. */
    static final class Inbox {
        private final BrokerLink link;
        private final long id;
        private final LinkedBlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();

        private Inbox(BrokerLink link, long id) {
            this.link = link;
            this.id = id;
        }

        long id() {
            return id;
        }

        int size() {
            return deliveries.size();
        }

        Delivery next() throws InterruptedException {
            Delivery delivery = poll(PATIENCE_SECONDS * 1_000L);
            if (delivery == null) {
                throw new AssertionError("no delivery within " + PATIENCE_SECONDS + " s");
            }
            return delivery;
        }

        @Nullable
        Delivery poll(long millis) throws InterruptedException {
            return deliveries.poll(millis, TimeUnit.MILLISECONDS);
        }

        void complete(Delivery delivery) {
            link.handedOver(delivery.lockToken());
            var lost = await(link.settle(List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE))))
                    .lost();
            if (!lost.isEmpty()) {
                throw new AssertionError(lost);
            }
        }
    }

    /** Waits for a condition that somebody else makes true. */
    static void eventually(String what, java.util.function.BooleanSupplier condition) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < PATIENCE_SECONDS * 100; i++) {
            if (condition.getAsBoolean() || never.await(10, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
        throw new AssertionError(what + " did not come true within " + PATIENCE_SECONDS + " s");
    }
}
