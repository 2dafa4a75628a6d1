package io.angarium.wire.client;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.LinkProvider.ConnectRequest;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.EventLoops;
import io.angarium.wire.transport.ProtocolException;
import io.angarium.wire.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects a link to its broker and, when a connection is lost, connects it again, trying the addresses in turn with growing
 * pauses. All of it happens in one event loop; methods are thread-safe where they say so.
 */
final class Connector implements Transport.Peer {
    static final Logger LOG = LoggerFactory.getLogger(Connector.class);

    private static final String VERSION = "0.1";
    private static final int ATTEMPT_MILLIS = 5_000;
    private static final int FIRST_PAUSE_MILLIS = 20;
    private static final int LONGEST_PAUSE_MILLIS = 2_000;
    /** What a frame has beside its messages; a page of a browser may have many. */
    private static final long FRAME_BYTES = Integer.MAX_VALUE - 8L;

    private static final int HANDSHAKE_BYTES = 64 * 1024;

    private final WireUri uri;
    private final ConnectRequest request;
    private final EventLoop loop;
    private final ClientLink link;
    private final CompletableFuture<@Nullable Void> first = new CompletableFuture<>();
    private final StringBuilder tried = new StringBuilder();
    private int next;
    private int failures;
    private long deadlineNanos;
    private Frame.@Nullable Resume resume;
    private @Nullable Transport current;
    private volatile boolean ended;

    Connector(WireUri uri, ConnectRequest request, EventLoop loop) {
        this.uri = uri;
        this.request = request;
        this.loop = loop;
        link = new ClientLink(uri, this, request.closed());
    }

    /** Connects for the first time; blocks. Thread-safe. */
    ClientLink connect() {
        long millis = uri.connectTimeout().toMillis();
        deadlineNanos = RemoteClock.deadlineNanos(millis);
        loop.execute(this::attempt);
        try {
            // the attempts end by themselves; this is for a loop that hangs
            first.get(millis + ATTEMPT_MILLIS, TimeUnit.MILLISECONDS);
            return link;
        } catch (ExecutionException e) {
            end();
            throw e.getCause() instanceof BrokerException refused ? refused : failed(e);
        } catch (TimeoutException e) {
            end();
            throw failed(e);
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
            throw new BrokerException(ErrorReason.TIMEOUT, "interrupted while connecting to " + uri.options(), e);
        }
    }

    private BrokerException failed(Throwable cause) {
        return new BrokerException(ErrorReason.TIMEOUT, "connecting to " + uri.options() + " failed", cause);
    }

    boolean inEventLoop() {
        return loop.inEventLoop();
    }

    /** The link has ended; gives up what is under way. Thread-safe. */
    void end() {
        if (!ended) {
            loop.execute(this::endOnce);
        }
    }

    private void endOnce() {
        if (!ended) {
            ended = true;
            if (current != null) {
                current.closeWhenWritten();
            }
            ClientLoops.release();
        }
    }

    private void attempt() {
        if (ended) {
            return;
        }
        long left = RemoteClock.leftMillis(deadlineNanos);
        if (left <= 0) {
            giveUp();
            return;
        }
        InetSocketAddress address = uri.addresses().get(next);
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(EventLoops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(ATTEMPT_MILLIS, left))
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(256 << 10, 512 << 10))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        current = Transport.on(channel, HANDSHAKE_BYTES, Connector.this);
                    }
                })
                .connect(address);
        connecting.addListener(done -> {
            Transport transport = current;
            if (connecting.isSuccess() && transport != null) {
                transport.greet();
                closeIfNotOpen(transport, Math.min(ATTEMPT_MILLIS, left));
            } else {
                again(address, connecting.cause());
            }
        });
    }

    private void closeIfNotOpen(Transport transport, long millis) {
        var unused = loop.schedule(
                () -> {
                    if (link.flow().transport() != transport) {
                        transport.close();
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    private void again(InetSocketAddress address, @Nullable Throwable cause) {
        failures++;
        next = (next + 1) % uri.addresses().size();
        if (!first.isDone() && tried.length() < 1_000) {
            tried.append(tried.length() == 0 ? "" : "; ")
                    .append(address.getHostString())
                    .append(':')
                    .append(address.getPort())
                    .append(' ')
                    .append(cause == null ? "closed the connection" : cause.getMessage());
        }
        // at first each address is tried once
        if (!first.isDone() && failures >= uri.addresses().size()) {
            giveUp();
            return;
        }
        int doubled = FIRST_PAUSE_MILLIS << Math.min(10, failures - 1);
        int pause = Math.min(LONGEST_PAUSE_MILLIS, doubled);
        var unused = loop.schedule(
                this::attempt, pause / 2 + ThreadLocalRandom.current().nextInt(pause / 2 + 1), TimeUnit.MILLISECONDS);
    }

    private void giveUp() {
        if (first.isDone()) {
            link.lost(new BrokerException(
                    ErrorReason.CLOSED,
                    "the connection to broker " + link.info().brokerName()
                            + " was lost and could not be made again within "
                            + uri.reconnectTimeout().toSeconds() + " s"));
        } else {
            first.completeExceptionally(new BrokerException(
                    ErrorReason.TIMEOUT,
                    "no broker could be reached with " + uri.options() + ": " + tried
                            + "; check the addresses and that the broker runs"));
        }
    }

    @Override
    public void greeted(Transport transport) {
        transport.send(new Frame.Open(
                request.user(),
                request.password(),
                resume == null
                        ? null
                        : new Frame.Resume(
                                resume.linkId(), resume.key(), link.flow().received()),
                VERSION));
    }

    @Override
    public void handshake(Transport transport, Frame.Handshake frame) throws ProtocolException {
        if (frame instanceof Frame.Refused refused) {
            BrokerException cause = new BrokerException(refused.reason(), refused.text());
            if (!first.completeExceptionally(cause)) {
                link.lost(cause);
            }
        } else if (frame instanceof Frame.Opened opened) {
            if (first.isDone() && !opened.resumed()) {
                link.lost(new BrokerException(
                        ErrorReason.CLOSED,
                        "the connection to broker " + opened.brokerName()
                                + " was lost, and the broker does not know it any more: it was restarted, or it took too"
                                + " long to come back"));
                return;
            }
            open(transport, opened);
        } else {
            throw new ProtocolException(
                    "a broker does not begin with " + frame.getClass().getSimpleName());
        }
    }

    private void open(Transport transport, Frame.Opened opened) throws ProtocolException {
        failures = 0;
        resume = new Frame.Resume(opened.linkId(), opened.key(), 0);
        link.opened(opened);
        transport.carry(link.flow(), link, FRAME_BYTES, opened.heartbeatMillis(), link.clock()::currentTimeMillis);
        link.flow().attach(transport, opened.received());
        first.complete(null);
    }

    @Override
    public void ended(Transport transport, @Nullable Throwable cause) {
        boolean carried = link.flow().detach(transport);
        if (transport != current || ended) {
            return;
        }
        current = null;
        if (cause instanceof ProtocolException) {
            LOG.warn("the connection to {} was closed: {}", transport.remoteAddress(), cause.getMessage());
        }
        if (carried) {
            LOG.info("the connection to broker {} was lost", link.info().brokerName());
            deadlineNanos = RemoteClock.deadlineNanos(uri.reconnectTimeout().toMillis());
            attempt();
        } else if (!first.isCompletedExceptionally()) {
            again(uri.addresses().get(next), cause);
        }
    }
}
