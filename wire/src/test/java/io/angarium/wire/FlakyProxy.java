package io.angarium.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A network between a client and a broker that cuts connections, or lets them hang. */
final class FlakyProxy implements AutoCloseable {
    private final InetSocketAddress target;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean swallowing;
    private volatile boolean refusing;

    FlakyProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Connections so far. */
    int accepted() {
        return accepted.get();
    }

    /** Cuts all connections when so many more bytes have passed, in the middle of whatever is passing. */
    void cutAfter(long bytes) {
        left.set(bytes);
    }

    /** Takes what comes and lets nothing through any more, on present connections. */
    void swallow(boolean on) {
        swallowing = on;
    }

    /** Closes new connections at once. */
    void refuse(boolean on) {
        refusing = on;
    }

    void cut() {
        left.set(Long.MAX_VALUE);
        open.forEach(FlakyProxy::close);
        open.clear();
    }

    private void accept() throws IOException {
        while (!listening.isClosed()) {
            Socket client = listening.accept();
            accepted.incrementAndGet();
            if (refusing) {
                close(client);
                continue;
            }
            Socket server = new Socket(target.getAddress(), target.getPort());
            open.add(client);
            open.add(server);
            start(() -> pump(client, server));
            start(() -> pump(server, client));
        }
    }

    private void pump(Socket from, Socket to) throws IOException {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                long after = left.addAndGet(-read);
                if (after < 0) {
                    out.write(buffer, 0, (int) Math.max(0, read + after));
                    cut();
                    return;
                }
                if (!swallowing) {
                    out.write(buffer, 0, read);
                }
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (SocketException e) {
                        // the other direction, or the test, has cut it: that is what it is for
                        Thread.currentThread().interrupt();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "flaky-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
