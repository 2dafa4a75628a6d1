package io.angarium.wire.server;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.wire.transport.EventLoops;
import io.angarium.wire.transport.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Takes the connections of clients and gives them links to a broker. Thread-safe. */
public final class WireListener implements AutoCloseable {
    /** Threads for opening and closing links, which may block; they end when there is nothing to do. */
    private static final int BLOCKING_THREADS = 8;

    private static final int BACKLOG = 1024;

    private final EventLoopGroup loops;
    private final ExecutorService blocking;
    private final ServerLinks links;
    private final Channel listening;

    private WireListener(EventLoopGroup loops, ExecutorService blocking, ServerLinks links, Channel listening) {
        this.loops = loops;
        this.blocking = blocking;
        this.links = links;
        this.listening = listening;
    }

    /**
     * Opens a listener.
     *
     * @throws BrokerException CONFIGURATION if it cannot listen at the address
     */
    public static WireListener open(WireSettings settings, LinkSource source) {
        EventLoopGroup loops =
                EventLoops.newGroup("wire-server", Runtime.getRuntime().availableProcessors());
        ExecutorService blocking = blockingThreads();
        ServerLinks links = new ServerLinks(source, settings, loops, blocking);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(EventLoops.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(256 << 10, 512 << 10))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        ServerPeer peer = new ServerPeer(links);
                        peer.begin(Transport.on(channel, ServerPeer.HANDSHAKE_BYTES, peer));
                    }
                });
        ChannelFuture bound = bootstrap.bind(settings.address()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            Future<?> unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            blocking.shutdown();
            throw new BrokerException(
                    ErrorReason.CONFIGURATION,
                    "cannot listen at " + settings.address() + ": "
                            + bound.cause().getMessage() + "; choose another address or port, or end who uses it",
                    bound.cause());
        }
        return new WireListener(loops, blocking, links, bound.channel());
    }

    private static ExecutorService blockingThreads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                BLOCKING_THREADS, BLOCKING_THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "wire-server-blocking");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** How many links clients have, with a connection or waiting for one. */
    public int links() {
        return links.size();
    }

    /** Takes no more connections; those that there are go on. */
    public void closeToNewClients() {
        listening.close().awaitUninterruptibly();
    }

    /** Takes no more connections, ends all links as their clients would, and waits for the end of its threads. */
    @Override
    public void close() {
        closeToNewClients();
        links.closeAll();
        blocking.shutdown();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
