package io.angarium.wire.server;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.Transport;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The links that clients have, those among them that wait for their client to come back. Thread-safe. */
final class ServerLinks {
    private final LinkSource source;
    private final WireSettings settings;
    private final ScheduledExecutorService timer;
    private final ExecutorService blocking;
    private final SecureRandom keys = new SecureRandom();
    private final Map<String, ServerLink> links = new ConcurrentHashMap<>();

    /**
     * @param timer for links that wait for their client
     * @param blocking for what may block: opening a link (a password is checked) and closing one
     */
    ServerLinks(LinkSource source, WireSettings settings, ScheduledExecutorService timer, ExecutorService blocking) {
        this.source = source;
        this.settings = settings;
        this.timer = timer;
        this.blocking = blocking;
    }

    WireSettings settings() {
        return settings;
    }

    ExecutorService blocking() {
        return blocking;
    }

    /** Opens a link; may block. */
    ServerLink open(Frame.Open open) {
        AtomicReference<@Nullable ServerLink> made = new AtomicReference<>();
        BrokerLink link = source.open(open.user(), open.password(), cause -> ended(made.get(), cause));
        ServerLink server = new ServerLink(this, link, keys.nextLong(), settings.windowBytes());
        made.set(server);
        links.put(server.id(), server);
        return server;
    }

    private void ended(@Nullable ServerLink link, BrokerException cause) {
        // null: the broker closes while the link is being opened; its first request will say so
        if (link != null) {
            links.remove(link.id());
            link.endedByBroker(cause);
        }
    }

    /** The link that a client wants to go on with, or null if there is none or the key is wrong. */
    @Nullable
    ServerLink find(Frame.@Nullable Resume resume) {
        ServerLink link = resume == null ? null : links.get(resume.linkId());
        return link != null && resume != null && link.key() == resume.key() ? link : null;
    }

    /** The client of a link is here. */
    void attached(ServerLink link) {
        synchronized (link) {
            link.endsBy(null);
        }
    }

    /** The connection of a link is lost; its client has some time to come back. False if it is there already. */
    boolean detached(ServerLink link, Transport lost) {
        synchronized (link) {
            if (!link.flow().detach(lost)) {
                return false;
            }
            if (links.containsKey(link.id())) {
                link.endsBy(timer.schedule(
                        () -> close(link, () -> {}), settings.resume().toMillis(), TimeUnit.MILLISECONDS));
            }
            return true;
        }
    }

    /** Ends links without connection that stand in the way of a client with the same identifier. */
    void free(String clientId, Runnable then) {
        List<ServerLink> gone = new ArrayList<>();
        for (ServerLink link : links.values()) {
            if (clientId.equals(link.clientId()) && link.flow().transport() == null) {
                gone.add(link);
            }
        }
        if (gone.isEmpty()) {
            then.run();
        } else {
            blocking.execute(() -> {
                gone.forEach(this::closeNow);
                then.run();
            });
        }
    }

    /** Ends a link, in another thread. */
    void close(ServerLink link, Runnable then) {
        blocking.execute(() -> {
            closeNow(link);
            then.run();
        });
    }

    private void closeNow(ServerLink link) {
        links.remove(link.id());
        link.link().close();
    }

    /** Ends all links. */
    void closeAll() {
        links.values().forEach(this::closeNow);
    }

    int size() {
        return links.size();
    }
}
