package io.angarium.wire.server;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.LinkInfo;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.ProtocolException;
import io.angarium.wire.transport.Transport;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a client: its handshake and its end. Confined to the event loop. */
final class ServerPeer implements Transport.Peer {
    /** Largest frame before it is known who the client is: names and a password. */
    static final int HANDSHAKE_BYTES = 16 * 1024;
    /** What a frame has beside its messages, or for many settlements. */
    private static final long FRAME_EXTRA_BYTES = 4L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ServerPeer.class);

    private final ServerLinks links;
    private boolean opening;
    private boolean ended;
    private boolean broken;
    private @Nullable ServerLink link;

    ServerPeer(ServerLinks links) {
        this.links = links;
    }

    /** Gives the client its time to say who it is. */
    void begin(Transport transport) {
        var unused = transport
                .channel()
                .eventLoop()
                .schedule(
                        () -> {
                            if (link == null && !ended) {
                                LOG.info("{} did not say who it is in time; closed", transport.remoteAddress());
                                transport.close();
                            }
                        },
                        links.settings().handshake().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void greeted(Transport transport) {
        transport.greet();
    }

    @Override
    public void handshake(Transport transport, Frame.Handshake frame) throws ProtocolException {
        if (!(frame instanceof Frame.Open open) || opening) {
            throw new ProtocolException("a client begins with one Open, not with "
                    + frame.getClass().getSimpleName());
        }
        opening = true;
        ServerLink known = links.find(open.resume());
        if (known != null) {
            resume(transport, known, open);
        } else {
            links.blocking().execute(() -> openNew(transport, open));
        }
    }

    private void openNew(Transport transport, Frame.Open open) {
        try {
            ServerLink opened = links.open(open);
            transport.channel().eventLoop().execute(() -> carry(transport, opened, 0, false));
        } catch (BrokerException e) {
            transport.send(new Frame.Refused(e.reason(), String.valueOf(e.getMessage())));
            transport.closeWhenWritten();
        }
    }

    private void resume(Transport transport, ServerLink known, Frame.Open open) {
        Transport before = known.flow().transport();
        if (before != null) {
            before.close(); // the client knows that it is lost before we do
        }
        Frame.Resume resume = open.resume();
        carry(transport, known, resume == null ? 0 : resume.received(), true);
    }

    private void carry(Transport transport, ServerLink opened, long receivedByClient, boolean resumed) {
        link = opened;
        LinkInfo info = opened.link().info();
        transport.carry(
                opened.flow(),
                opened,
                frameBytes(info),
                (int) links.settings().heartbeat().toMillis(),
                opened.link()::currentTimeMillis);
        try {
            opened.flow().attach(transport, receivedByClient);
            links.attached(opened);
            // behind it in this event loop comes what the link has to send, and nothing that was received is uncounted
            transport.send(new Frame.Opened(
                    opened.id(),
                    opened.key(),
                    resumed,
                    opened.flow().received(),
                    info.brokerName(),
                    info.brokerVersion(),
                    info.maxMessageBytes(),
                    links.settings().windowBytes(),
                    (int) links.settings().heartbeat().toMillis(),
                    opened.link().currentTimeMillis()));
        } catch (ProtocolException e) {
            LOG.warn("{}: {}; closed", transport.remoteAddress(), e.getMessage());
            transport.close();
        }
        if (ended) {
            leave(opened, transport);
        }
    }

    /** A client that breaks the rules need not come back. */
    private void leave(ServerLink carried, Transport transport) {
        if (links.detached(carried, transport) && broken) {
            links.close(carried, () -> {});
        }
    }

    /** A transaction may be as large as the window, or as one message. */
    private long frameBytes(LinkInfo info) {
        long bytes = Math.max(info.maxMessageBytes(), links.settings().windowBytes()) + FRAME_EXTRA_BYTES;
        return Math.min(Integer.MAX_VALUE - 8L, bytes);
    }

    @Override
    public void ended(Transport transport, @Nullable Throwable cause) {
        ended = true;
        if (cause instanceof ProtocolException) {
            LOG.warn("{}: {}; closed", transport.remoteAddress(), cause.getMessage());
        } else if (cause != null && !(cause instanceof IOException)) {
            LOG.error("the connection of {} failed", transport.remoteAddress(), cause);
        }
        broken = cause instanceof ProtocolException;
        ServerLink carried = link;
        if (carried != null) {
            leave(carried, transport);
        }
    }
}
