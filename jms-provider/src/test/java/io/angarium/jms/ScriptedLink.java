package io.angarium.jms;

import static java.util.Objects.requireNonNull;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.LinkInfo;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A link that writes down what the client asks and answers as the test says. Each receiver gets what the test has
 * {@linkplain #ready made ready}, as far as its credit goes; it stands for the client's side of the contract only, what
 * the broker makes of settlements is not simulated.
 */
final class ScriptedLink implements BrokerLink {
    private static final class Receiver {
        private final DeliveryListener listener;
        private final Deque<Delivery> ready = new ArrayDeque<>();
        private int credit;

        Receiver(DeliveryListener listener) {
            this.listener = listener;
        }
    }

    private final List<String> calls = new ArrayList<>();
    private final Map<Long, Receiver> receivers = new HashMap<>();
    private final List<Send> sends = new ArrayList<>();
    private final List<Commit> commits = new ArrayList<>();
    private Supplier<CompletableFuture<SendResult>> sendAnswer =
            () -> CompletableFuture.completedFuture(new SendResult(1, false));
    private Supplier<CompletableFuture<SettleResult>> settleAnswer =
            () -> CompletableFuture.completedFuture(SettleResult.ALL);
    private Supplier<CompletableFuture<Void>> commitAnswer = () -> CompletableFuture.completedFuture(null);
    private @Nullable Delivery duringDrain;

    /** What the client has asked, in order, as text; forgotten when it is read. */
    synchronized List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    synchronized List<Send> sends() {
        return List.copyOf(sends);
    }

    synchronized List<Commit> commits() {
        return List.copyOf(commits);
    }

    synchronized void answerSends(Supplier<CompletableFuture<SendResult>> answer) {
        sendAnswer = answer;
    }

    synchronized void answerSettlements(Supplier<CompletableFuture<SettleResult>> answer) {
        settleAnswer = answer;
    }

    synchronized void answerCommits(Supplier<CompletableFuture<Void>> answer) {
        commitAnswer = answer;
    }

    /** Has messages with these lock tokens ready for a receiver. */
    synchronized void ready(long receiverId, long... lockTokens) {
        Receiver receiver = receiver(receiverId);
        for (long token : lockTokens) {
            receiver.ready.add(delivery(token));
        }
        deliver(receiver);
    }

    /** Lets a message come while the next drain is under way. */
    synchronized void readyDuringDrain(long lockToken) {
        duringDrain = delivery(lockToken);
    }

    private Receiver receiver(long receiverId) {
        return requireNonNull(receivers.get(receiverId), "a receiver is opened before it is used");
    }

    private static Delivery delivery(long lockToken) {
        MessageHead head = new MessageHead(
                BodyType.TEXT,
                true,
                4,
                1,
                0,
                0,
                null,
                null,
                "ID:" + lockToken,
                null,
                null,
                Address.queue("q"),
                null,
                Map.of());
        byte[] text = ("\u0001message " + lockToken).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new Delivery(lockToken, lockToken, 1, 1, Map.of(), Message.of(head, ByteBuffer.wrap(text)));
    }

    private static void deliver(Receiver receiver) {
        while (receiver.credit > 0 && !receiver.ready.isEmpty()) {
            receiver.credit--;
            receiver.listener.delivered(receiver.ready.removeFirst());
        }
    }

    @Override
    public LinkInfo info() {
        return new LinkInfo("scripted", "0.1", "L1", 1 << 20, false, Map.of());
    }

    @Override
    public long currentTimeMillis() {
        return 1_000;
    }

    @Override
    public synchronized CompletableFuture<Void> identify(String clientId) {
        calls.add("identify " + clientId);
        return done();
    }

    @Override
    public CompletableFuture<Void> resolve(Address address) {
        return done();
    }

    @Override
    public CompletableFuture<Address> createTemporary(EntityType type) {
        return CompletableFuture.completedFuture(new Address(type, "temporary", true));
    }

    @Override
    public CompletableFuture<Void> deleteTemporary(Address address) {
        return done();
    }

    @Override
    public synchronized CompletableFuture<SendResult> send(Send send) {
        sends.add(send);
        return sendAnswer.get();
    }

    @Override
    public synchronized CompletableFuture<Void> openReceiver(OpenReceiver request, DeliveryListener listener) {
        receivers.put(request.receiverId(), new Receiver(listener));
        calls.add("open " + request.receiverId());
        return done();
    }

    @Override
    public synchronized void credit(long receiverId, int messages) {
        calls.add("credit " + receiverId + " " + messages);
        Receiver receiver = receiver(receiverId);
        receiver.credit += messages;
        deliver(receiver);
    }

    @Override
    public synchronized CompletableFuture<Void> drain(long receiverId) {
        calls.add("drain " + receiverId);
        Receiver receiver = receiver(receiverId);
        if (duringDrain != null) {
            receiver.listener.delivered(duringDrain);
            duringDrain = null;
        }
        receiver.credit = 0;
        return done();
    }

    @Override
    public synchronized CompletableFuture<Void> closeReceiver(long receiverId) {
        calls.add("close " + receiverId);
        return done();
    }

    @Override
    public synchronized void handedOver(long lockToken) {
        calls.add("handed over " + lockToken);
    }

    @Override
    public synchronized CompletableFuture<SettleResult> settle(List<Settlement> settlements) {
        calls.add(
                settlements.stream().map(s -> s.outcome() + " " + s.lockToken()).collect(Collectors.joining(", ")));
        return settleAnswer.get();
    }

    @Override
    public synchronized CompletableFuture<Void> commit(Commit commit) {
        commits.add(commit);
        calls.add("commit " + commit.sends().size() + " sends, "
                + commit.settlements().stream()
                        .map(s -> s.outcome() + " " + s.lockToken())
                        .toList());
        return commitAnswer.get();
    }

    @Override
    public synchronized CompletableFuture<Void> prepare(BranchId branch, Commit commit) {
        commits.add(commit);
        calls.add("prepare " + branch);
        return commitAnswer.get();
    }

    @Override
    public synchronized CompletableFuture<Void> finish(BranchId branch, boolean commit) {
        calls.add((commit ? "commit " : "roll back ") + branch);
        return commitAnswer.get();
    }

    @Override
    public CompletableFuture<List<BranchId>> preparedBranches() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<BrowsePage> browse(Browse browse) {
        return CompletableFuture.failedFuture(new BrokerException(
                io.angarium.protocol.ErrorReason.INVALID_SELECTOR, "the script has nothing to browse"));
    }

    @Override
    public CompletableFuture<Void> unsubscribe(SubscriptionId subscription) {
        return done();
    }

    @Override
    public synchronized void close() {
        calls.add("close link");
    }

    private static CompletableFuture<Void> done() {
        return CompletableFuture.completedFuture(null);
    }
}
