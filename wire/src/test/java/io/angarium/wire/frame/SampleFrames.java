package io.angarium.wire.frame;

import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Message;
import io.angarium.protocol.MessageHead;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Frames of every kind, with and without what may be absent. */
public final class SampleFrames {
    private static final Address QUEUE = Address.queue("orders");
    private static final Address TOPIC = new Address(EntityType.TOPIC, "temporary-1", true);
    private static final SubscriptionId SUBSCRIPTION = new SubscriptionId("s", "client", true);

    private SampleFrames() {}

    private static ByteBuffer body(int bytes) {
        byte[] body = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            body[i] = (byte) (i * 31);
        }
        return ByteBuffer.wrap(body);
    }

    /** A persistent message with nothing special about it. */
    public static Message plain(int bodyBytes) {
        return Message.of(
                new MessageHead(BodyType.BYTES, true, 4, 0, 0, 0, null, null, null, null, null, QUEUE, null, Map.of()),
                body(bodyBytes));
    }

    private static Message message(int bodyBytes) {
        return Message.of(
                new MessageHead(
                        BodyType.BYTES,
                        true,
                        7,
                        1,
                        2,
                        3,
                        "dup",
                        "group",
                        "ID:1",
                        new byte[] {1, 2},
                        "type",
                        QUEUE,
                        TOPIC,
                        Map.of("b", true, "i", 1, "l", 2L, "s", "text", "d", 1.5)),
                body(bodyBytes));
    }

    @SuppressWarnings("NullAway") // it does not see in a class file that the cursor of a page may be null
    public static List<Frame> all() {
        Send send = new Send(1, 2, QUEUE, message(100));
        Commit commit = new Commit(
                5,
                6,
                List.of(send, new Send(1, 3, TOPIC, message(40_000)), send),
                List.of(Settlement.of(9, Outcome.COMPLETE)));
        Delivery delivery = new Delivery(1, 2, 3, 4, Map.of("reason", "x"), message(50));
        BranchId branch = BranchId.of(1, new byte[] {1, 2, 3}, new byte[] {});
        return List.of(
                new Frame.Open("user", "secret", new Frame.Resume("link", 4, 5), "1"),
                new Frame.Open(null, null, null, "1"),
                new Frame.Opened("link", 1, true, 2, "broker", "1", 3, 4, 5, 6),
                new Frame.Refused(ErrorReason.SECURITY, "no"),
                new Frame.Received(7),
                new Frame.Ping(1),
                new Frame.Pong(1, 2),
                new Frame.Identify("client"),
                new Frame.Resolve(QUEUE),
                new Frame.CreateTemporary(EntityType.TOPIC),
                new Frame.DeleteTemporary(TOPIC),
                new Frame.SendMessage(send),
                new Frame.SendMessage(new Send(0, 0, TOPIC, message(200_000))),
                new Frame.Attach(new OpenReceiver(1, new Source.Queue(QUEUE, "a = 1"), ReceiveMode.PEEK_LOCK, 7)),
                new Frame.Attach(new OpenReceiver(
                        1,
                        new Source.Subscription(TOPIC, SUBSCRIPTION, true, null, true),
                        ReceiveMode.RECEIVE_AND_DELETE)),
                new Frame.Attach(new OpenReceiver(
                        1, new Source.Subscription(TOPIC, null, false, "x", false), ReceiveMode.PEEK_LOCK)),
                new Frame.Credit(1, 2),
                new Frame.Drain(1),
                new Frame.Detach(1),
                new Frame.HandedOver(1),
                new Frame.Settle(List.of(
                        Settlement.of(1, Outcome.ABANDON), new Settlement(2, Outcome.DEAD_LETTER, "why", null))),
                new Frame.CommitWork(commit),
                new Frame.PrepareBranch(branch, commit),
                new Frame.FinishBranch(branch, true),
                new Frame.ListBranches(),
                new Frame.BrowseQueue(new Browse(QUEUE, null, null, 10)),
                new Frame.BrowseQueue(new Browse(QUEUE, "s", new Browse.Cursor(9, 77), 1)),
                new Frame.Unsubscribe(SUBSCRIPTION),
                new Frame.Close(),
                new Frame.Done(1),
                new Frame.Failed(1, ErrorReason.TIMEOUT, "late"),
                new Frame.Created(1, TOPIC),
                new Frame.Sent(1, new SendResult(2, true)),
                new Frame.Settled(1, SettleResult.ALL),
                new Frame.Settled(1, new SettleResult(List.of(new SettleResult.LostLock(4, "gone")))),
                new Frame.Page(1, new BrowsePage(List.of(delivery, delivery), new Browse.Cursor(1, 2))),
                new Frame.Page(1, new BrowsePage(List.of(), null)),
                new Frame.Branches(1, List.of(branch, branch)),
                new Frame.Deliver(1, delivery),
                new Frame.Ended(ErrorReason.CLOSED, "bye"));
    }
}
