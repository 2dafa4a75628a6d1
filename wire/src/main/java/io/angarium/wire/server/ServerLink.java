package io.angarium.wire.server;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Commit;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Send;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.CountedFlow;
import io.angarium.wire.transport.ProtocolException;
import io.angarium.wire.transport.Transport;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A client's link at the broker: carries out the requests that come in and answers them. Outlives the connections that carry
 * it. Frames are taken one at a time; answers come from any thread.
 */
final class ServerLink implements CountedFlow.Taker {
    private final ServerLinks links;
    private final BrokerLink link;
    private final long key;
    private final long windowBytes;
    private final CountedFlow flow = new CountedFlow(this::roomAgain);
    private final Map<Long, RemoteReceiver> receivers = new ConcurrentHashMap<>();
    private final AtomicLong unansweredBytes = new AtomicLong();
    private volatile @Nullable String clientId;
    private @Nullable Future<?> end;

    ServerLink(ServerLinks links, BrokerLink link, long key, long windowBytes) {
        this.links = links;
        this.link = link;
        this.key = key;
        this.windowBytes = windowBytes;
    }

    BrokerLink link() {
        return link;
    }

    String id() {
        return link.info().linkId();
    }

    long key() {
        return key;
    }

    CountedFlow flow() {
        return flow;
    }

    @Nullable
    String clientId() {
        return clientId;
    }

    /** What ends the link if its client does not come back in time; null if it is here. Guarded by the caller. */
    void endsBy(@Nullable Future<?> next) {
        Future<?> before = end;
        end = next;
        if (before != null) {
            before.cancel(false);
        }
    }

    private void roomAgain() {
        receivers.values().forEach(RemoteReceiver::handOn);
    }

    @Override
    public void take(long number, Frame.Counted frame) throws ProtocolException {
        if (frame instanceof Frame.SendMessage send) {
            send(number, send.send());
        } else if (frame instanceof Frame.Settle settle) {
            answer(number, link.settle(settle.settlements()), result -> new Frame.Settled(number, result));
        } else if (frame instanceof Frame.Credit credit) {
            receiver(credit.receiverId()).credit(credit.messages());
        } else if (frame instanceof Frame.HandedOver handedOver) {
            link.handedOver(handedOver.lockToken());
        } else if (frame instanceof Frame.CommitWork work) {
            work(number, work.commit(), link::commit);
        } else if (frame instanceof Frame.Attach attach) {
            attach(number, attach.receiver());
        } else if (frame instanceof Frame.Drain drain) {
            receiver(drain.receiverId()).takeBack();
            answer(number, link.drain(drain.receiverId()), done -> new Frame.Done(number));
        } else if (frame instanceof Frame.Detach detach) {
            receivers.remove(detach.receiverId());
            answer(number, link.closeReceiver(detach.receiverId()), done -> new Frame.Done(number));
        } else {
            rare(number, frame);
        }
    }

    private void rare(long number, Frame.Counted frame) throws ProtocolException {
        if (frame instanceof Frame.Resolve resolve) {
            answer(number, link.resolve(resolve.address()), done -> new Frame.Done(number));
        } else if (frame instanceof Frame.BrowseQueue browse) {
            answer(number, link.browse(browse.browse()), page -> new Frame.Page(number, page));
        } else if (frame instanceof Frame.CreateTemporary create) {
            answer(number, link.createTemporary(create.type()), address -> new Frame.Created(number, address));
        } else if (frame instanceof Frame.DeleteTemporary delete) {
            answer(number, link.deleteTemporary(delete.address()), done -> new Frame.Done(number));
        } else if (frame instanceof Frame.Unsubscribe unsubscribe) {
            answer(number, link.unsubscribe(unsubscribe.subscription()), done -> new Frame.Done(number));
        } else if (frame instanceof Frame.PrepareBranch prepare) {
            work(number, prepare.commit(), commit -> link.prepare(prepare.branch(), commit));
        } else if (frame instanceof Frame.FinishBranch finish) {
            answer(number, link.finish(finish.branch(), finish.commit()), done -> new Frame.Done(number));
        } else if (frame instanceof Frame.ListBranches) {
            answer(number, link.preparedBranches(), branches -> new Frame.Branches(number, branches));
        } else if (frame instanceof Frame.Identify identify) {
            links.free(identify.clientId(), () -> identify(number, identify.clientId()));
        } else if (frame instanceof Frame.Close) {
            links.close(this, () -> flow.send(new Frame.Done(number)));
        } else {
            throw new ProtocolException(
                    "a client does not send " + frame.getClass().getSimpleName());
        }
    }

    private void identify(long number, String id) {
        answer(number, link.identify(id), done -> {
            clientId = id;
            return new Frame.Done(number);
        });
    }

    private void attach(long number, OpenReceiver request) {
        RemoteReceiver receiver = new RemoteReceiver(request.receiverId(), link, flow);
        // before it is open, as the client may give it credit without waiting for the answer
        if (receivers.putIfAbsent(request.receiverId(), receiver) != null) {
            flow.send(new Frame.Failed(
                    number, ErrorReason.ILLEGAL_STATE, "the link has a receiver " + request.receiverId() + " already"));
            return;
        }
        CompletableFuture<Void> opening = link.openReceiver(request, receiver);
        CompletableFuture<Void> unused = opening.whenComplete((done, failure) -> {
            if (failure != null) {
                receivers.remove(request.receiverId(), receiver);
            }
        });
        answer(number, opening, done -> new Frame.Done(number));
    }

    private RemoteReceiver receiver(long id) {
        RemoteReceiver receiver = receivers.get(id);
        // one that is closed by now, or could not be opened: what it was sent does no harm
        return receiver == null ? new RemoteReceiver(id, link, flow) : receiver;
    }

    private void send(long number, Send send) throws ProtocolException {
        long bytes = send.message().sizeBytes();
        takeRoom(bytes);
        answer(number, link.send(send), bytes, result -> new Frame.Sent(number, result));
    }

    private void work(long number, Commit work, Function<Commit, CompletableFuture<Void>> request)
            throws ProtocolException {
        long bytes = work.messageBytes();
        takeRoom(bytes);
        answer(number, request.apply(work), bytes, done -> new Frame.Done(number));
    }

    /** One message or transaction may be larger than the window if nothing else is under way. */
    private void takeRoom(long bytes) throws ProtocolException {
        long before = unansweredBytes.getAndAdd(bytes);
        if (before > 0 && before + bytes > windowBytes) {
            throw new ProtocolException("the client has sent " + (before + bytes)
                    + " bytes without waiting for an answer; its window is " + windowBytes);
        }
    }

    private <T> void answer(long number, CompletableFuture<T> future, Function<T, Frame.Reply> frame) {
        answer(number, future, 0, frame);
    }

    private <T> void answer(long number, CompletableFuture<T> future, long bytes, Function<T, Frame.Reply> frame) {
        CompletableFuture<T> unused = future.whenComplete((result, failure) -> {
            unansweredBytes.addAndGet(-bytes);
            flow.send(failure == null ? frame.apply(result) : failed(number, failure));
        });
    }

    private static Frame.Failed failed(long number, Throwable failure) {
        if (failure instanceof BrokerException refused) {
            return new Frame.Failed(number, refused.reason(), String.valueOf(refused.getMessage()));
        }
        return new Frame.Failed(number, ErrorReason.STORE_FAILED, "the broker failed: " + failure);
    }

    /** The broker has ended the link. */
    void endedByBroker(BrokerException cause) {
        flow.send(new Frame.Ended(cause.reason(), String.valueOf(cause.getMessage())));
        Transport transport = flow.transport();
        if (transport != null) {
            transport.closeWhenWritten();
        }
    }
}
