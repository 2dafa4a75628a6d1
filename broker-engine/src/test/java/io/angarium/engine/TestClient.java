package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.Message;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A blocking client over a link, for tests. */
public final class TestClient implements AutoCloseable {
    private final BrokerLink link;
    /** Unique for ever, also in stores that outlive this process. */
    private final long producerId = UUID.randomUUID().getMostSignificantBits();

    private final AtomicLong sequence = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong receivers = new AtomicLong();

    public TestClient(BrokerLink link) {
        this.link = link;
    }

    public static TestClient of(Broker broker) {
        return new TestClient(broker.link(null, null, failure -> {}));
    }

    public BrokerLink link() {
        return link;
    }

    /** Waits for a future; the broker's exception as it is. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.orTimeout(20, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BrokerException broker) {
                throw broker;
            }
            throw e;
        }
    }

    public CompletableFuture<SendResult> sendAsync(Address to, Message message) {
        return link.send(new Send(producerId, sequence.incrementAndGet(), to, message));
    }

    public SendResult send(Address to, String text) {
        return send(to, text, TestMessages.PERSISTENT);
    }

    public SendResult send(Address to, String text, TestMessages kind) {
        return await(sendAsync(to, kind.to(to, text)));
    }

    public void send(Address to, int count) {
        List<CompletableFuture<SendResult>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(sendAsync(to, TestMessages.PERSISTENT.to(to, "m" + i)));
        }
        all.forEach(TestClient::await);
    }

    public void commit(List<Send> sends, List<Settlement> settlements) {
        await(link.commit(new Commit(-producerId, commits.incrementAndGet(), sends, settlements)));
    }

    public Send newSend(Address to, String text) {
        return new Send(0, 0, to, TestMessages.PERSISTENT.to(to, text));
    }

    public Inbox receive(Address queue) {
        return receive(queue, null);
    }

    public Inbox receive(Address queue, @Nullable String selector) {
        return open(new Source.Queue(queue, selector), ReceiveMode.PEEK_LOCK);
    }

    public Inbox subscribe(Address topic, String name) {
        return open(
                new Source.Subscription(topic, new SubscriptionId(name, null, true), true, null, false),
                ReceiveMode.PEEK_LOCK);
    }

    public Inbox open(Source source, ReceiveMode mode) {
        Inbox inbox = new Inbox(receivers.incrementAndGet());
        await(link.openReceiver(new OpenReceiver(inbox.id, source, mode), inbox));
        return inbox;
    }

    public SettleResult settle(Delivery delivery, Outcome outcome) {
        return await(link.settle(List.of(Settlement.of(delivery.lockToken(), outcome))));
    }

    public void complete(Delivery delivery) {
        assertThat(settle(delivery, Outcome.COMPLETE).lost()).isEmpty();
    }

    /** Hands over and abandons. */
    public void fail(Delivery delivery) {
        link.handedOver(delivery.lockToken());
        assertThat(settle(delivery, Outcome.ABANDON).lost()).isEmpty();
    }

    @Override
    public void close() {
        link.close();
    }

    /** What a receiver was delivered. */
    public final class Inbox implements DeliveryListener {
        private final long id;
        private final LinkedBlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();

        private Inbox(long id) {
            this.id = id;
        }

        @Override
        public void delivered(Delivery delivery) {
            deliveries.add(delivery);
        }

        public long id() {
            return id;
        }

        public Inbox credit(int messages) {
            link.credit(id, messages);
            return this;
        }

        /** What was delivered so far and not taken. */
        public int size() {
            return deliveries.size();
        }

        /** The next delivery, which is there or on its way. */
        public Delivery next() {
            try {
                Delivery delivery = deliveries.poll(20, TimeUnit.SECONDS);
                assertThat(delivery).as("a delivery within 20 s").isNotNull();
                return delivery;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }

        public String nextText() {
            return TestMessages.text(next().message());
        }

        /** With one more credit. */
        public Delivery nextWithCredit() {
            credit(1);
            return next();
        }

        /** Takes the credit back and says what came and was not taken, as texts. */
        public List<String> drained() {
            await(link.drain(id));
            List<Delivery> left = new ArrayList<>();
            deliveries.drainTo(left);
            return left.stream().map(d -> TestMessages.text(d.message())).toList();
        }

        public void close() {
            await(link.closeReceiver(id));
        }
    }
}
