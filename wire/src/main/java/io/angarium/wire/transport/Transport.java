package io.angarium.wire.transport;

import io.angarium.wire.frame.Frame;
import io.angarium.wire.frame.FrameCodec;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection: writes the handshake, frames about the connection, and those of a {@link CountedFlow}, as many as the
 * network takes, and flushes once for all that have gathered; hands on what comes in; watches over silence. Methods are
 * thread-safe where they say so, else confined to the event loop.
 */
public final class Transport extends ChannelInboundHandlerAdapter {
    /** After so many heartbeats without a frame the peer is taken to be gone. */
    private static final int SILENT_HEARTBEATS = 3;

    private final Peer peer;
    private final Channel channel;
    private final Framing framing;
    private final FrameDecoder decoder;
    private final Queue<Frame> first = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private volatile @Nullable CountedFlow flow;
    private CountedFlow.@Nullable Taker taker;
    private @Nullable List<ByteBuffer> large;
    private @Nullable Future<?> heartbeats;
    private boolean sentSinceHeartbeat;
    private int silentHeartbeats;
    private LongSupplier clock = () -> 0;
    private @Nullable Throwable failure;
    private boolean ended;

    /** Whose connection it is. Called in the event loop. */
    public interface Peer {
        /** The other side speaks a version of ours, which this side has to say if it is the broker. */
        void greeted(Transport transport) throws ProtocolException;

        /** A frame of the handshake has come. */
        void handshake(Transport transport, Frame.Handshake frame) throws ProtocolException;

        /**
         * The connection has ended; told once.
         *
         * @param cause why, if it was not simply closed
         */
        void ended(Transport transport, @Nullable Throwable cause);
    }

    private Transport(Channel channel, Peer peer, FrameDecoder decoder) {
        this.channel = channel;
        this.peer = peer;
        this.decoder = decoder;
        this.framing = new Framing(channel);
    }

    /**
     * Puts a connection in front of a peer.
     *
     * @param maxFrameBytes largest frame of the handshake
     */
    public static Transport on(Channel channel, long maxFrameBytes, Peer peer) {
        FrameDecoder decoder = new FrameDecoder(maxFrameBytes);
        Transport transport = new Transport(channel, peer, decoder);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(decoder, transport);
        return transport;
    }

    /** Says which versions this side speaks. */
    public void greet() {
        ChannelFuture unused = channel.writeAndFlush(Preface.OURS.bytes(), channel.voidPromise());
    }

    /** Sends a frame of the handshake or about the connection, before all others. Thread-safe. */
    public void send(Frame frame) {
        first.add(frame);
        wake();
    }

    /**
     * The handshake is over: from now on the connection carries a link.
     *
     * @param maxFrameBytes largest frame from now on
     * @param heartbeatMillis see {@link Frame.Opened}
     * @param clock what to say in a {@link Frame.Pong}, in milliseconds
     */
    public void carry(
            CountedFlow link, CountedFlow.Taker takes, long maxFrameBytes, int heartbeatMillis, LongSupplier clock) {
        flow = link;
        taker = takes;
        this.clock = clock;
        decoder.maxFrameBytes(maxFrameBytes);
        heartbeats = channel.eventLoop()
                .scheduleWithFixedDelay(this::heartbeat, heartbeatMillis, heartbeatMillis, TimeUnit.MILLISECONDS);
    }

    /** Closes the connection after what waits has been written. Thread-safe. */
    public void closeWhenWritten() {
        channel.eventLoop().execute(() -> {
            drain();
            ChannelFuture unused =
                    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        });
    }

    /** Closes the connection at once. Thread-safe. */
    public void close() {
        ChannelFuture unused = channel.close();
    }

    /** The other end, for a log line. Thread-safe. */
    public String remoteAddress() {
        return String.valueOf(channel.remoteAddress());
    }

    /** The connection underneath. */
    public Channel channel() {
        return channel;
    }

    // ---- out

    /** Something is there to be written. Thread-safe. */
    void wake() {
        if (awake.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::drain);
        }
    }

    private void drain() {
        awake.set(false);
        if (!channel.isActive()) {
            return;
        }
        boolean wrote = writeFirst();
        CountedFlow link = flow;
        while (link != null && channel.isWritable()) {
            if (large == null) {
                Frame.Counted frame = link.next(this);
                if (frame == null) {
                    break;
                }
                writeCounted(frame);
            } else {
                writePart(large);
            }
            wrote = true;
            if (!channel.isWritable()) {
                framing.push();
            }
        }
        if (wrote) {
            sentSinceHeartbeat = true;
            framing.flush();
        }
    }

    private boolean writeFirst() {
        boolean wrote = false;
        for (Frame frame = first.poll(); frame != null; frame = first.poll()) {
            List<ByteBuffer> pieces = FrameCodec.encode(frame);
            framing.write(pieces, (int) Framing.size(pieces));
            wrote = true;
        }
        return wrote;
    }

    private void writeCounted(Frame.Counted frame) {
        List<ByteBuffer> pieces = FrameCodec.encode(frame);
        long bytes = Framing.size(pieces);
        if (Framing.isSmall(bytes)) {
            framing.write(pieces, (int) bytes);
        } else {
            writePart(pieces);
        }
    }

    private void writePart(List<ByteBuffer> pieces) {
        large = framing.writePart(pieces) ? null : pieces;
        framing.push();
        writeFirst(); // a heartbeat need not wait for a gigabyte
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            wake();
        }
    }

    private void heartbeat() {
        CountedFlow link = flow;
        if (link == null) {
            return;
        }
        if (++silentHeartbeats > SILENT_HEARTBEATS) {
            fail(new IOException("nothing was heard from the peer for " + SILENT_HEARTBEATS + " heartbeats"));
            return;
        }
        Frame.Received told = link.toTell(true);
        if (told != null) {
            send(told);
        } else if (!sentSinceHeartbeat) {
            send(new Frame.Ping(0));
        }
        sentSinceHeartbeat = false;
    }

    // ---- in

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object in) throws ProtocolException {
        silentHeartbeats = 0;
        if (in instanceof Preface preface) {
            if (!preface.speaks(Preface.VERSION)) {
                throw new ProtocolException("the peer speaks the versions " + preface.lowest() + " to "
                        + preface.highest() + " of the protocol, this side speaks version " + Preface.VERSION);
            }
            peer.greeted(this);
        } else if (in instanceof Frame.Handshake handshake) {
            if (flow != null) {
                throw new ProtocolException("a second handshake");
            }
            peer.handshake(this, handshake);
        } else {
            CountedFlow link = flow;
            CountedFlow.Taker takes = taker;
            if (link == null || takes == null) {
                throw new ProtocolException("a frame before the handshake");
            }
            if (in instanceof Frame.Counted counted) {
                link.receive(this, counted, takes);
                Frame.Received told = link.toTell(false);
                if (told != null) {
                    send(told);
                }
            } else {
                control(link, in);
            }
        }
    }

    private void control(CountedFlow link, Object in) throws ProtocolException {
        if (in instanceof Frame.Received told) {
            link.receivedByPeer(this, told.count());
        } else if (in instanceof Frame.Ping ping) {
            send(new Frame.Pong(ping.number(), clock.getAsLong()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(cause.getCause() instanceof ProtocolException protocol ? protocol : cause);
    }

    private void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!ended) {
            ended = true;
            framing.release();
            large = null;
            if (heartbeats != null) {
                heartbeats.cancel(false);
            }
            peer.ended(this, failure);
        }
    }
}
