package io.angarium.wire.frame;

import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
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
import io.angarium.protocol.ValueReader;
import io.angarium.protocol.ValueWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Encodes and decodes frames: one byte of type, then the fields in the order of the record. Stateless. */
public final class FrameCodec {
    private static final Map<Class<?>, Kind<?>> BY_CLASS = new HashMap<>();
    private static final @Nullable Kind<?>[] BY_CODE = new Kind<?>[128];

    static {
        // 1 to 9: the handshake and the connection
        kind(1, Frame.Open.class, FrameCodec::putOpen, FrameCodec::getOpen);
        kind(2, Frame.Opened.class, FrameCodec::putOpened, FrameCodec::getOpened);
        kind(
                3,
                Frame.Refused.class,
                (f, out) -> put(out, f.reason()).putString(f.text()),
                in -> new Frame.Refused(constant(in, ErrorReason.values()), in.getText()));
        kind(4, Frame.Received.class, (f, out) -> put(out, f.count()), in -> new Frame.Received(in.getLong()));
        kind(5, Frame.Ping.class, (f, out) -> put(out, f.number()), in -> new Frame.Ping(in.getLong()));
        kind(
                6,
                Frame.Pong.class,
                (f, out) -> put(out, f.number()).putLong(f.nowMillis()),
                in -> new Frame.Pong(in.getLong(), in.getLong()));
        // 16 to 63: requests
        kind(
                16,
                Frame.Identify.class,
                (f, out) -> out.small().putString(f.clientId()),
                in -> new Frame.Identify(in.getText()));
        kind(
                17,
                Frame.Resolve.class,
                (f, out) -> out.small().putAddress(f.address()),
                in -> new Frame.Resolve(requireAddress(in)));
        kind(
                18,
                Frame.CreateTemporary.class,
                (f, out) -> put(out, f.type()),
                in -> new Frame.CreateTemporary(constant(in, EntityType.values())));
        kind(
                19,
                Frame.DeleteTemporary.class,
                (f, out) -> out.small().putAddress(f.address()),
                in -> new Frame.DeleteTemporary(requireAddress(in)));
        kind(20, Frame.SendMessage.class, (f, out) -> putSend(f.send(), out), in -> new Frame.SendMessage(getSend(in)));
        kind(21, Frame.Attach.class, FrameCodec::putAttach, FrameCodec::getAttach);
        kind(
                22,
                Frame.Credit.class,
                (f, out) -> put(out, f.receiverId()).putInt(f.messages()),
                in -> new Frame.Credit(in.getLong(), positive(in.getInt())));
        kind(23, Frame.Drain.class, (f, out) -> put(out, f.receiverId()), in -> new Frame.Drain(in.getLong()));
        kind(24, Frame.Detach.class, (f, out) -> put(out, f.receiverId()), in -> new Frame.Detach(in.getLong()));
        kind(25, Frame.HandedOver.class, (f, out) -> put(out, f.lockToken()), in -> new Frame.HandedOver(in.getLong()));
        kind(
                26,
                Frame.Settle.class,
                (f, out) -> putSettlements(f.settlements(), out.small()),
                in -> new Frame.Settle(getSettlements(in)));
        kind(
                27,
                Frame.CommitWork.class,
                (f, out) -> putCommit(f.commit(), out),
                in -> new Frame.CommitWork(getCommit(in)));
        kind(28, Frame.BrowseQueue.class, FrameCodec::putBrowse, FrameCodec::getBrowse);
        kind(
                29,
                Frame.Unsubscribe.class,
                (f, out) -> putSubscription(f.subscription(), out.small()),
                in -> new Frame.Unsubscribe(getSubscription(in)));
        kind(30, Frame.Close.class, (f, out) -> {}, in -> new Frame.Close());
        kind(
                31,
                Frame.PrepareBranch.class,
                (f, out) -> {
                    putBranch(f.branch(), out);
                    putCommit(f.commit(), out);
                },
                in -> new Frame.PrepareBranch(getBranch(in), getCommit(in)));
        kind(
                32,
                Frame.FinishBranch.class,
                (f, out) -> {
                    putBranch(f.branch(), out);
                    out.small().putByte(f.commit() ? 1 : 0);
                },
                in -> new Frame.FinishBranch(getBranch(in), flag(in)));
        kind(33, Frame.ListBranches.class, (f, out) -> {}, in -> new Frame.ListBranches());
        // 64 to 95: answers
        kind(64, Frame.Done.class, (f, out) -> put(out, f.request()), in -> new Frame.Done(in.getLong()));
        kind(
                65,
                Frame.Failed.class,
                (f, out) -> {
                    put(out, f.request());
                    put(out, f.reason()).putString(f.text());
                },
                in -> new Frame.Failed(in.getLong(), constant(in, ErrorReason.values()), in.getText()));
        kind(
                66,
                Frame.Created.class,
                (f, out) -> put(out, f.request()).putAddress(f.address()),
                in -> new Frame.Created(in.getLong(), requireAddress(in)));
        kind(
                67,
                Frame.Sent.class,
                (f, out) -> put(out, f.request())
                        .putLong(f.result().sequenceNumber())
                        .putByte(f.result().duplicate() ? 1 : 0),
                in -> new Frame.Sent(in.getLong(), new SendResult(in.getLong(), flag(in))));
        kind(68, Frame.Settled.class, FrameCodec::putSettled, FrameCodec::getSettled);
        kind(69, Frame.Page.class, FrameCodec::putPage, FrameCodec::getPage);
        kind(72, Frame.Branches.class, FrameCodec::putBranches, FrameCodec::getBranches);
        kind(
                70,
                Frame.Deliver.class,
                (f, out) -> {
                    put(out, f.receiverId());
                    putDelivery(f.delivery(), out);
                },
                in -> new Frame.Deliver(in.getLong(), getDelivery(in)));
        kind(
                71,
                Frame.Ended.class,
                (f, out) -> put(out, f.reason()).putString(f.text()),
                in -> new Frame.Ended(constant(in, ErrorReason.values()), in.getText()));
    }

    private FrameCodec() {}

    private record Kind<F extends Frame>(
            int code, Class<F> type, BiConsumer<F, Pieces> put, Function<ValueReader, F> get) {
        void encode(Frame frame, Pieces out) {
            out.small().putByte(code);
            put.accept(type.cast(frame), out);
        }
    }

    private static <F extends Frame> void kind(
            int code, Class<F> type, BiConsumer<F, Pieces> put, Function<ValueReader, F> get) {
        Kind<F> kind = new Kind<>(code, type, put, get);
        BY_CLASS.put(type, kind);
        BY_CODE[code] = kind;
    }

    /** Encodes a frame; large bodies in it are not copied and must not change. */
    public static List<ByteBuffer> encode(Frame frame) {
        Kind<?> kind = BY_CLASS.get(frame.getClass());
        if (kind == null) {
            throw new IllegalStateException("no encoding for " + frame.getClass());
        }
        Pieces out = new Pieces(frame instanceof Frame.SendMessage || frame instanceof Frame.Deliver ? 1536 : 64);
        kind.encode(frame, out);
        return out.end();
    }

    /**
     * Decodes a whole frame; messages in it are views of the buffer.
     *
     * @throws IllegalArgumentException if these bytes are no frame
     */
    public static Frame decode(ByteBuffer bytes) {
        ValueReader in = new ValueReader(bytes);
        int code = in.getByte();
        Kind<?> kind = code < 0 ? null : BY_CODE[code];
        if (kind == null) {
            throw new IllegalArgumentException("a frame of unknown type " + code);
        }
        Frame frame = kind.get().apply(in);
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(
                    "bytes behind the end of a frame of type " + kind.type().getSimpleName());
        }
        return frame;
    }

    // ---- handshake

    private static void putOpen(Frame.Open open, Pieces pieces) {
        ValueWriter out =
                pieces.small().putString(open.user()).putString(open.password()).putString(open.clientVersion());
        Frame.Resume resume = open.resume();
        if (resume == null) {
            out.putString(null);
        } else {
            out.putString(resume.linkId()).putLong(resume.key()).putLong(resume.received());
        }
    }

    private static Frame.Open getOpen(ValueReader in) {
        String user = in.getString();
        String password = in.getString();
        String version = in.getText();
        String linkId = in.getString();
        Frame.Resume resume = linkId == null ? null : new Frame.Resume(linkId, in.getLong(), in.getLong());
        return new Frame.Open(user, password, resume, version);
    }

    private static void putOpened(Frame.Opened opened, Pieces out) {
        out.small()
                .putString(opened.linkId())
                .putLong(opened.key())
                .putByte(opened.resumed() ? 1 : 0)
                .putLong(opened.received())
                .putString(opened.brokerName())
                .putString(opened.brokerVersion())
                .putLong(opened.maxMessageBytes())
                .putLong(opened.windowBytes())
                .putInt(opened.heartbeatMillis())
                .putLong(opened.nowMillis());
    }

    private static Frame.Opened getOpened(ValueReader in) {
        return new Frame.Opened(
                in.getText(),
                in.getLong(),
                flag(in),
                in.getLong(),
                in.getText(),
                in.getText(),
                in.getLong(),
                in.getLong(),
                positive(in.getInt()),
                in.getLong());
    }

    // ---- requests

    private static void putSend(Send send, Pieces out) {
        put(out, send.producerId()).putLong(send.producerSequence()).putAddress(send.destination());
        putMessage(send.message(), out);
    }

    private static Send getSend(ValueReader in) {
        return new Send(in.getLong(), in.getLong(), requireAddress(in), getMessage(in));
    }

    private static void putMessage(Message message, Pieces out) {
        out.small().putBuffer(message.head());
        out.putBody(message.body());
    }

    private static Message getMessage(ValueReader in) {
        Message message = new Message(in.getBuffer(), in.getBuffer());
        message.requireWellFormed();
        return message;
    }

    private static void putAttach(Frame.Attach attach, Pieces pieces) {
        OpenReceiver receiver = attach.receiver();
        put(pieces, receiver.receiverId()).putLong(receiver.sessionId());
        ValueWriter out = put(pieces, receiver.mode());
        out.putAddress(receiver.source().address());
        if (receiver.source() instanceof Source.Subscription subscription) {
            out.putByte(1).putString(subscription.selector());
            out.putByte(subscription.shared() ? 1 : 0).putByte(subscription.noLocal() ? 1 : 0);
            SubscriptionId id = subscription.id();
            if (id == null) {
                out.putString(null);
            } else {
                putSubscription(id, out);
            }
        } else if (receiver.source() instanceof Source.Queue queue) {
            out.putByte(0).putString(queue.selector());
        }
    }

    private static Frame.Attach getAttach(ValueReader in) {
        long id = in.getLong();
        long sessionId = in.getLong();
        ReceiveMode mode = constant(in, ReceiveMode.values());
        Address address = requireAddress(in);
        boolean ofSubscription = flag(in);
        String selector = in.getString();
        Source source;
        if (ofSubscription) {
            boolean shared = flag(in);
            boolean noLocal = flag(in);
            String name = in.getString();
            SubscriptionId subscription = name == null ? null : new SubscriptionId(name, in.getString(), flag(in));
            source = new Source.Subscription(address, subscription, shared, selector, noLocal);
        } else {
            source = new Source.Queue(address, selector);
        }
        return new Frame.Attach(new OpenReceiver(id, source, mode, sessionId));
    }

    private static void putSubscription(SubscriptionId id, ValueWriter out) {
        out.putString(id.name()).putString(id.clientId()).putByte(id.durable() ? 1 : 0);
    }

    private static SubscriptionId getSubscription(ValueReader in) {
        return new SubscriptionId(in.getText(), in.getString(), flag(in));
    }

    private static void putSettlements(List<Settlement> settlements, ValueWriter out) {
        out.putInt(settlements.size());
        for (Settlement settlement : settlements) {
            out.putLong(settlement.lockToken()).putByte(code(settlement.outcome()));
            if (settlement.outcome() == Outcome.DEAD_LETTER) {
                out.putString(settlement.reason()).putString(settlement.description());
            }
        }
    }

    private static List<Settlement> getSettlements(ValueReader in) {
        int count = in.getCount(9);
        List<Settlement> settlements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long token = in.getLong();
            Outcome outcome = constant(in, Outcome.values());
            settlements.add(
                    outcome == Outcome.DEAD_LETTER
                            ? new Settlement(token, outcome, in.getString(), in.getString())
                            : Settlement.of(token, outcome));
        }
        return settlements;
    }

    private static void putCommit(Commit commit, Pieces out) {
        put(out, commit.producerId()).putLong(commit.producerSequence());
        putSettlements(commit.settlements(), out.small());
        out.small().putInt(commit.sends().size());
        commit.sends().forEach(send -> putSend(send, out));
    }

    private static Commit getCommit(ValueReader in) {
        long producerId = in.getLong();
        long sequence = in.getLong();
        List<Settlement> settlements = getSettlements(in);
        int count = in.getCount(20);
        List<Send> sends = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            sends.add(getSend(in));
        }
        return new Commit(producerId, sequence, sends, settlements);
    }

    private static void putBranch(BranchId branch, Pieces out) {
        out.small().putInt(branch.formatId()).putBytes(branch.globalBytes()).putBytes(branch.branchBytes());
    }

    private static BranchId getBranch(ValueReader in) {
        return BranchId.of(in.getInt(), in.getBytes(), in.getBytes());
    }

    private static void putBrowse(Frame.BrowseQueue frame, Pieces out) {
        Browse browse = frame.browse();
        out.small().putAddress(browse.queue()).putString(browse.selector()).putInt(browse.maxMessages());
        putCursor(browse.after(), out.small());
    }

    private static Frame.BrowseQueue getBrowse(ValueReader in) {
        Address queue = requireAddress(in);
        String selector = in.getString();
        int most = positive(in.getInt());
        return new Frame.BrowseQueue(new Browse(queue, selector, getCursor(in), most));
    }

    private static void putCursor(Browse.@Nullable Cursor cursor, ValueWriter out) {
        if (cursor == null) {
            out.putByte(-1);
        } else {
            out.putByte(cursor.priority()).putLong(cursor.sequenceNumber());
        }
    }

    private static Browse.@Nullable Cursor getCursor(ValueReader in) {
        int priority = in.getByte();
        return priority == -1 ? null : new Browse.Cursor(priority, in.getLong());
    }

    // ---- answers

    private static void putSettled(Frame.Settled settled, Pieces out) {
        put(out, settled.request()).putInt(settled.result().lost().size());
        settled.result()
                .lost()
                .forEach(lost -> out.small().putLong(lost.lockToken()).putString(lost.description()));
    }

    private static Frame.Settled getSettled(ValueReader in) {
        long request = in.getLong();
        int count = in.getCount(12);
        List<SettleResult.LostLock> lost = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lost.add(new SettleResult.LostLock(in.getLong(), in.getText()));
        }
        return new Frame.Settled(request, count == 0 ? SettleResult.ALL : new SettleResult(lost));
    }

    private static void putDelivery(Delivery delivery, Pieces out) {
        put(out, delivery.lockToken())
                .putLong(delivery.sequenceNumber())
                .putInt(delivery.deliveryCount())
                .putLong(delivery.enqueuedAtMillis())
                .putMap(delivery.annotations());
        putMessage(delivery.message(), out);
    }

    private static Delivery getDelivery(ValueReader in) {
        return new Delivery(in.getLong(), in.getLong(), in.getInt(), in.getLong(), in.getMap(), getMessage(in));
    }

    private static void putPage(Frame.Page frame, Pieces out) {
        BrowsePage page = frame.page();
        put(out, frame.request());
        putCursor(page.next(), out.small());
        out.small().putInt(page.messages().size());
        page.messages().forEach(delivery -> putDelivery(delivery, out));
    }

    @SuppressWarnings("NullAway") // it does not see in a class file that the cursor of a page may be null
    private static Frame.Page getPage(ValueReader in) {
        long request = in.getLong();
        Browse.Cursor next = getCursor(in);
        int count = in.getCount(32);
        List<Delivery> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(getDelivery(in));
        }
        return new Frame.Page(request, new BrowsePage(messages, next));
    }

    private static void putBranches(Frame.Branches branches, Pieces out) {
        put(out, branches.request()).putInt(branches.branches().size());
        branches.branches().forEach(branch -> putBranch(branch, out));
    }

    private static Frame.Branches getBranches(ValueReader in) {
        long request = in.getLong();
        int count = in.getCount(12);
        List<BranchId> branches = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            branches.add(getBranch(in));
        }
        return new Frame.Branches(request, branches);
    }

    // ---- values

    private static ValueWriter put(Pieces out, long value) {
        return out.small().putLong(value);
    }

    /** The order of the constants of these enumerations is part of the protocol; new ones come at the end. */
    private static ValueWriter put(Pieces out, Enum<?> constant) {
        return out.small().putByte(code(constant));
    }

    @SuppressWarnings("EnumOrdinal") // see above
    private static int code(Enum<?> constant) {
        return constant.ordinal();
    }

    private static <E> E constant(ValueReader in, E[] values) {
        int ordinal = in.getByte();
        if (ordinal < 0 || ordinal >= values.length) {
            throw new IllegalArgumentException("no constant " + ordinal + " of " + values[0].getClass());
        }
        return values[ordinal];
    }

    private static boolean flag(ValueReader in) {
        int value = in.getByte();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException(value + " where 0 or 1 must be");
        }
        return value == 1;
    }

    private static int positive(int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(value + " where a positive number must be");
        }
        return value;
    }

    private static Address requireAddress(ValueReader in) {
        Address address = in.getAddress();
        if (address == null) {
            throw new IllegalArgumentException("no address where one must be");
        }
        return address;
    }
}
