package io.angarium.engine.runtime;

import io.angarium.engine.core.Browsed;
import io.angarium.engine.core.Decision;
import io.angarium.engine.core.Done;
import io.angarium.engine.core.EntityDefinition;
import io.angarium.engine.core.LockedMessage;
import io.angarium.engine.core.NamespaceCore;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.ReceiverRequest;
import io.angarium.engine.journal.JournalException;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.LinkInfo;
import io.angarium.protocol.Message;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A link in the same JVM: each request takes the namespace's lock, lets the core decide, and carries the decision out. The
 * first of the six classes of a message's life. Thread-safe.
 */
final class NamespaceLink implements BrokerLink {
    private final Namespace namespace;
    private final LinkInfo info;
    private final Consumer<BrokerException> closedListener;
    private final Runnable onEnd;
    private final AtomicBoolean told = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Confined to the namespace lock, as are the next two. */
    private final Map<Long, Receiver> receivers = new HashMap<>();

    private Origin origin;
    private long temporaries;
    private boolean closed;

    /**
     * @param closedListener told when the broker ends the link
     * @param onEnd run once when the link has ended, whoever ended it
     */
    NamespaceLink(Namespace namespace, LinkInfo info, Consumer<BrokerException> closedListener, Runnable onEnd) {
        this.namespace = namespace;
        this.info = info;
        this.closedListener = closedListener;
        this.onEnd = onEnd;
        origin = new Origin(info.linkId(), null);
    }

    /** What the core is asked. */
    @FunctionalInterface
    private interface Operation<R> {
        Decision<R> decide(NamespaceCore core, long nowMillis);
    }

    @Override
    public LinkInfo info() {
        return info;
    }

    Origin origin() {
        return origin;
    }

    @Override
    public long currentTimeMillis() {
        return namespace.clock().currentTimeMillis();
    }

    // ---- requests

    @Override
    public CompletableFuture<Void> identify(String clientId) {
        return locked(future -> {
            if (clientId.isBlank()) {
                throw new BrokerException(ErrorReason.INVALID_CLIENT_ID, "the client identifier is empty");
            }
            if (origin.clientId() != null) {
                throw new BrokerException(
                        ErrorReason.INVALID_CLIENT_ID,
                        "the connection has the client identifier \"" + origin.clientId() + "\" already");
            }
            namespace.links().identify(this, clientId);
            origin = new Origin(info.linkId(), clientId);
            namespace.reply(0, 0, future, null);
        });
    }

    @Override
    public CompletableFuture<Void> resolve(Address address) {
        return perform(false, (core, now) -> core.resolve(address, now), entity -> null);
    }

    @Override
    public CompletableFuture<Address> createTemporary(EntityType type) {
        return perform(
                false,
                (core, now) -> core.createTemporary(
                        type, info.linkId(), "temporary-" + info.linkId() + "-" + ++temporaries, now),
                entity -> new Address(type, entity.path(), true));
    }

    @Override
    public CompletableFuture<Void> deleteTemporary(Address address) {
        return perform(true, (core, now) -> core.deleteTemporary(address, info.linkId(), now), done -> null);
    }

    @Override
    public CompletableFuture<SendResult> send(Send send) {
        return attempt(List.of(send), () -> new SendAttempt(namespace, this, send));
    }

    @Override
    public CompletableFuture<Void> commit(Commit commit) {
        return attempt(commit.sends(), () -> new CommitAttempt(namespace, this, commit));
    }

    @Override
    public CompletableFuture<Void> prepare(BranchId branch, Commit commit) {
        return attempt(commit.sends(), () -> new PrepareAttempt(namespace, this, branch, commit));
    }

    @Override
    public CompletableFuture<Void> finish(BranchId branch, boolean commit) {
        if (!commit) {
            return perform(true, (core, now) -> core.rollbackBranch(branch, now), done -> null);
        }
        if (isClosed()) {
            return CompletableFuture.failedFuture(closedException());
        }
        PreparedSends prepared;
        try {
            prepared = PreparedSends.read(namespace, branch);
        } catch (BrokerException e) {
            return CompletableFuture.failedFuture(e);
        } catch (JournalException e) {
            return CompletableFuture.failedFuture(namespace.translate(e));
        }
        return attempt(List.of(), () -> new FinishAttempt(namespace, this, prepared));
    }

    @Override
    public CompletableFuture<List<BranchId>> preparedBranches() {
        return locked(future -> namespace.reply(
                namespace.lastRecord(), 0, future, namespace.core().preparedBranches()));
    }

    private <R> CompletableFuture<R> attempt(List<Send> sends, Supplier<StoreAttempt<R>> newAttempt) {
        for (Send send : sends) {
            long most = namespace.limits().maxMessageBytes();
            if (send.message().sizeBytes() > most) {
                return CompletableFuture.failedFuture(new BrokerException(
                        ErrorReason.RESOURCE_ALLOCATION,
                        "a message of " + send.message().sizeBytes() + " bytes to "
                                + send.destination().name() + " is larger than broker " + namespace.name()
                                + " takes; its limit maxMessageBytes is " + most));
            }
        }
        namespace.enter();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(closedException());
            }
            StoreAttempt<R> attempt = newAttempt.get();
            namespace.waitingRoom().submit(attempt);
            return attempt.future();
        } finally {
            namespace.leave();
        }
    }

    @Override
    public CompletableFuture<SettleResult> settle(List<Settlement> settlements) {
        return locked(future -> {
            Decision<SettleResult> decision = namespace.core().settle(settlements, info.linkId(), namespace.now());
            namespace.reply(namespace.carryOutInPieces(decision), 0, future, decision.reply());
        });
    }

    @Override
    public void handedOver(long lockToken) {
        namespace.enter();
        try {
            if (!closed) {
                namespace.carryOut(
                        namespace.core().handedOver(lockToken, info.linkId(), namespace.now()), List.of(), true);
            }
        } finally {
            namespace.leave();
        }
    }

    @Override
    public CompletableFuture<Void> unsubscribe(SubscriptionId subscription) {
        return perform(true, (core, now) -> core.unsubscribe(subscription, now), done -> null);
    }

    @Override
    public CompletableFuture<BrowsePage> browse(Browse browse) {
        CompletableFuture<Browsed> found = find(browse);
        CompletableFuture<BrowsePage> page = new CompletableFuture<>();
        CompletableFuture<Browsed> unused = found.whenComplete((browsed, failure) -> {
            if (failure != null) {
                page.completeExceptionally(failure);
            } else {
                page.complete(readPage(browsed));
            }
        });
        return page;
    }

    /** What a page will show; its messages are read afterwards. */
    CompletableFuture<Browsed> find(Browse browse) {
        return locked(future -> future.complete(
                namespace.core().browse(browse, info.linkId(), namespace.gate().durableRecord(), namespace.now())));
    }

    /** Outside the lock. A message that was settled in the meantime and is not on disk any more is left out. */
    @SuppressWarnings("NullAway") // it does not see in a class file that the cursor of a page may be null
    BrowsePage readPage(Browsed browsed) {
        List<Delivery> page = new ArrayList<>(browsed.messages().size());
        for (LockedMessage found : browsed.messages()) {
            Message message = namespace.reading().seen(found);
            if (message != null) {
                page.add(Outbox.delivery(found, message));
            }
        }
        return new BrowsePage(page, browsed.next());
    }

    // ---- receivers

    @Override
    public CompletableFuture<Void> openReceiver(OpenReceiver request, DeliveryListener listener) {
        return locked(future -> {
            if (receivers.containsKey(request.receiverId())) {
                throw new BrokerException(
                        ErrorReason.ILLEGAL_STATE, "the link has a receiver " + request.receiverId() + " already");
            }
            long key = namespace.links().newReceiverKey();
            Decision<EntityDefinition> decision = namespace
                    .core()
                    .openReceiver(
                            new ReceiverRequest(
                                    key,
                                    info.linkId(),
                                    origin.clientId(),
                                    request.source(),
                                    request.mode(),
                                    request.sessionId()),
                            namespace.now());
            long record = namespace.carryOut(decision, List.of(), false);
            Receiver receiver =
                    new Receiver(key, decision.reply().entityId(), request.mode(), listener, namespace.reading());
            receivers.put(request.receiverId(), receiver);
            namespace.dispatcher().add(receiver);
            namespace.reply(record, 0, future, null);
        });
    }

    @Override
    public void credit(long receiverId, int messages) {
        namespace.enter();
        try {
            Receiver receiver = receivers.get(receiverId);
            if (receiver != null) {
                receiver.addCredit(messages);
                namespace.dispatcher().credited(receiver);
            }
        } finally {
            namespace.leave();
        }
    }

    @Override
    public CompletableFuture<Void> drain(long receiverId) {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        namespace.enter();
        try {
            Receiver receiver = receivers.get(receiverId);
            if (receiver == null) {
                drained.complete(null);
            } else {
                receiver.takeBackCredit();
                drained = namespace.dispatcher().mark(receiver);
            }
        } finally {
            namespace.leave();
        }
        return drained;
    }

    @Override
    public CompletableFuture<Void> closeReceiver(long receiverId) {
        List<CompletableFuture<Void>> delivered = new ArrayList<>(1);
        CompletableFuture<Void> closing = locked(future -> {
            Receiver receiver = receivers.remove(receiverId);
            if (receiver == null) {
                namespace.reply(0, 0, future, null);
                return;
            }
            delivered.add(stop(receiver));
            Decision<Done> decision = namespace.core().closeReceiver(receiver.key(), namespace.now());
            namespace.reply(namespace.carryOut(decision, List.of(), true), 0, future, null);
        });
        if (delivered.isEmpty()) {
            return closing;
        }
        CompletableFuture<Void> both = new CompletableFuture<>();
        CompletableFuture<Void> unused = closing.whenComplete((nothing, failure) -> {
            if (failure != null) {
                both.completeExceptionally(failure);
            } else {
                passOn(delivered.get(0), both);
            }
        });
        return both;
    }

    private static void passOn(CompletableFuture<Void> from, CompletableFuture<Void> to) {
        CompletableFuture<Void> unused = from.thenRun(() -> to.complete(null));
    }

    private CompletableFuture<Void> stop(Receiver receiver) {
        receiver.outbox().close();
        namespace.dispatcher().remove(receiver);
        return namespace.dispatcher().mark(receiver);
    }

    // ---- how a request is carried out

    /**
     * Futures are completed directly and never derived from each other, as a derived one would fail with a
     * CompletionException around the BrokerException.
     */
    private <R, T> CompletableFuture<T> perform(
            boolean reserve, Operation<R> operation, Function<R, @Nullable T> answer) {
        return locked(future -> {
            Decision<R> decision = operation.decide(namespace.core(), namespace.now());
            long record = namespace.carryOut(decision, List.of(), reserve);
            namespace.reply(record, 0, future, answer.apply(decision.reply()));
        });
    }

    private <R> CompletableFuture<R> locked(Consumer<CompletableFuture<R>> request) {
        CompletableFuture<R> future = new CompletableFuture<>();
        namespace.enter();
        try {
            if (closed) {
                throw closedException();
            }
            request.accept(future);
        } catch (BrokerException e) {
            future.completeExceptionally(e);
        } catch (JournalException e) {
            future.completeExceptionally(namespace.translate(e));
        } finally {
            namespace.leave();
        }
        return future;
    }

    // ---- end

    private boolean isClosed() {
        namespace.enter();
        try {
            return closed;
        } finally {
            namespace.leave();
        }
    }

    private BrokerException closedException() {
        return new BrokerException(
                ErrorReason.CLOSED,
                "the connection " + info.linkId() + " to broker " + info.brokerName() + " is closed");
    }

    @Override
    public void close() {
        CompletableFuture<Void> end = end(closedException());
        if (namespace.onOwnThread()) {
            CompletableFuture<Void> unused = end.thenRun(this::tellEnded); // it would wait for itself
        } else {
            end.join();
            tellEnded();
        }
    }

    /** The broker ends the link. */
    void endedByBroker(BrokerException cause) {
        end(cause).join();
        if (!told.get()) {
            closedListener.accept(cause);
        }
        tellEnded();
    }

    private void tellEnded() {
        if (told.compareAndSet(false, true)) {
            onEnd.run();
        }
    }

    /** Ends the link; the future completes when what was under way is done. */
    CompletableFuture<Void> end(BrokerException cause) {
        namespace.enter();
        try {
            if (!closed) {
                closed = true;
                List<CompletableFuture<Void>> delivered = new ArrayList<>();
                receivers.values().forEach(receiver -> delivered.add(stop(receiver)));
                receivers.clear();
                namespace.waitingRoom().linkEnded(this, cause);
                long record = namespace.links().end(this);
                // Replies of this link that are still parked are in earlier records, or in this one.
                CompletableFuture<Void> durable = new CompletableFuture<>();
                namespace.whenSettled(Math.max(record, namespace.lastRecord()), durable);
                delivered.add(durable);
                CompletableFuture<Void> unused = CompletableFuture.allOf(delivered.toArray(new CompletableFuture<?>[0]))
                        .whenComplete((nothing, failure) -> ended.complete(null));
            }
        } finally {
            namespace.leave();
        }
        return ended;
    }
}
