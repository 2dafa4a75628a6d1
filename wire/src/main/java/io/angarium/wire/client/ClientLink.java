package io.angarium.wire.client;

import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Commit;
import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.LinkInfo;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.CountedFlow;
import io.angarium.wire.transport.ProtocolException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/** A link to a broker over the network; each call becomes one frame. Thread-safe. */
final class ClientLink implements BrokerLink, CountedFlow.Taker {
    /** How long closing waits for the broker to release what the link has. */
    private static final long CLOSE_MILLIS = 10_000;

    private final CountedFlow flow = new CountedFlow(() -> {});
    private final Requests requests = new Requests(flow);
    private final Map<Long, DeliveryListener> listeners = new ConcurrentHashMap<>();
    private final RemoteClock clock = new RemoteClock();
    private final Consumer<BrokerException> closedListener;
    private final Connector connector;
    private volatile LinkInfo info;

    ClientLink(WireUri uri, Connector connector, Consumer<BrokerException> closedListener) {
        this.connector = connector;
        this.closedListener = closedListener;
        info = new LinkInfo("?", "?", "?", 0, true, uri.options().client());
    }

    CountedFlow flow() {
        return flow;
    }

    RemoteClock clock() {
        return clock;
    }

    /** The broker has accepted. */
    void opened(Frame.Opened opened) {
        clock.set(opened.nowMillis());
        requests.window(opened.windowBytes());
        info = new LinkInfo(
                opened.brokerName(),
                opened.brokerVersion(),
                opened.linkId(),
                opened.maxMessageBytes(),
                true,
                info.clientOptions());
    }

    /** The link has ended by itself. */
    void lost(BrokerException cause) {
        if (requests.end(cause)) {
            connector.end();
            closedListener.accept(cause);
        }
    }

    @Override
    public void take(long number, Frame.Counted frame) throws ProtocolException {
        if (frame instanceof Frame.Deliver deliver) {
            DeliveryListener listener = listeners.get(deliver.receiverId());
            if (listener != null) {
                listener.delivered(deliver.delivery());
            }
        } else if (frame instanceof Frame.Reply reply) {
            requests.answered(reply);
        } else if (frame instanceof Frame.Ended ended) {
            lost(new BrokerException(ended.reason(), ended.text()));
        } else {
            throw new ProtocolException(
                    "a broker does not send " + frame.getClass().getSimpleName());
        }
    }

    @Override
    public LinkInfo info() {
        return info;
    }

    @Override
    public long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    @Override
    public CompletableFuture<Void> identify(String clientId) {
        return request(new Frame.Identify(clientId));
    }

    @Override
    public CompletableFuture<Void> resolve(Address address) {
        return request(new Frame.Resolve(address));
    }

    @Override
    public CompletableFuture<Address> createTemporary(EntityType type) {
        return requests.ask(new Frame.CreateTemporary(type), reply -> ((Frame.Created) reply).address());
    }

    @Override
    public CompletableFuture<Void> deleteTemporary(Address address) {
        return request(new Frame.DeleteTemporary(address));
    }

    @Override
    public CompletableFuture<SendResult> send(Send send) {
        return sized(new Frame.SendMessage(send), List.of(send), reply -> ((Frame.Sent) reply).result());
    }

    @Override
    public CompletableFuture<Void> commit(Commit commit) {
        return sized(new Frame.CommitWork(commit), commit.sends(), ClientLink::done);
    }

    @Override
    public CompletableFuture<Void> prepare(BranchId branch, Commit commit) {
        return sized(new Frame.PrepareBranch(branch, commit), commit.sends(), ClientLink::done);
    }

    @Override
    public CompletableFuture<Void> finish(BranchId branch, boolean commit) {
        return request(new Frame.FinishBranch(branch, commit));
    }

    @Override
    public CompletableFuture<List<BranchId>> preparedBranches() {
        return requests.ask(new Frame.ListBranches(), reply -> ((Frame.Branches) reply).branches());
    }

    /** Messages that are too large are not sent: they would only be refused after the way. */
    private <T> CompletableFuture<T> sized(Frame.Request frame, List<Send> sends, Function<Frame.Reply, T> result) {
        long bytes = 0;
        for (Send send : sends) {
            long most = info.maxMessageBytes();
            if (send.message().sizeBytes() > most) {
                return CompletableFuture.failedFuture(new BrokerException(
                        ErrorReason.RESOURCE_ALLOCATION,
                        "a message of " + send.message().sizeBytes() + " bytes to "
                                + send.destination().name() + " is larger than broker " + info.brokerName()
                                + " takes; its limit maxMessageBytes is " + most));
            }
            bytes += send.message().sizeBytes();
        }
        return requests.ask(frame, bytes, result);
    }

    @Override
    public CompletableFuture<Void> openReceiver(OpenReceiver request, DeliveryListener listener) {
        if (listeners.putIfAbsent(request.receiverId(), listener) != null) {
            return CompletableFuture.failedFuture(new BrokerException(
                    ErrorReason.ILLEGAL_STATE, "the link has a receiver " + request.receiverId() + " already"));
        }
        CompletableFuture<Void> opening = request(new Frame.Attach(request));
        CompletableFuture<Void> unused = opening.whenComplete((done, failure) -> {
            if (failure != null) {
                listeners.remove(request.receiverId(), listener);
            }
        });
        return opening;
    }

    @Override
    public void credit(long receiverId, int messages) {
        requests.tell(new Frame.Credit(receiverId, messages));
    }

    @Override
    public CompletableFuture<Void> drain(long receiverId) {
        return request(new Frame.Drain(receiverId));
    }

    @Override
    public CompletableFuture<Void> closeReceiver(long receiverId) {
        listeners.remove(receiverId);
        return request(new Frame.Detach(receiverId));
    }

    @Override
    public void handedOver(long lockToken) {
        requests.tell(new Frame.HandedOver(lockToken));
    }

    @Override
    public CompletableFuture<SettleResult> settle(List<Settlement> settlements) {
        return requests.ask(new Frame.Settle(settlements), reply -> ((Frame.Settled) reply).result());
    }

    @Override
    public CompletableFuture<BrowsePage> browse(Browse browse) {
        return requests.ask(new Frame.BrowseQueue(browse), reply -> ((Frame.Page) reply).page());
    }

    @Override
    public CompletableFuture<Void> unsubscribe(SubscriptionId subscription) {
        return request(new Frame.Unsubscribe(subscription));
    }

    private CompletableFuture<Void> request(Frame.Request frame) {
        return requests.ask(frame, ClientLink::done);
    }

    @SuppressWarnings("NullAway") // the only value of a Void
    private static Void done(Frame.Reply reply) {
        Frame.Done unused = (Frame.Done) reply;
        return null;
    }

    @Override
    public void close() {
        CompletableFuture<Void> closing = request(new Frame.Close());
        if (flow.transport() != null && !connector.inEventLoop()) {
            awaitBounded(closing);
        }
        boolean first = requests.end(new BrokerException(
                ErrorReason.CLOSED,
                "the connection " + info.linkId() + " to broker " + info.brokerName() + " is closed"));
        if (first) {
            connector.end();
        }
    }

    /** Whatever comes out of it, the link is closed on this side; the broker ends it when it hears nothing more. */
    private static void awaitBounded(CompletableFuture<Void> closing) {
        try {
            closing.get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            Connector.LOG.debug("the broker did not answer when the link was closed", e);
        }
    }
}
