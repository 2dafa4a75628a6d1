package io.angarium.jms;

import io.angarium.jms.failure.RuntimeErrors;
import io.angarium.protocol.Address;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Delivery;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Enumeration;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a queue without locking or consuming (Jakarta Messaging 3.1 §8.9), also on a stopped connection. An
 * enumeration reads page after page and so shows the queue as it is while it reads. For the session's thread.
 */
final class AngariumBrowser implements QueueBrowser {
    private final AngariumSession session;
    private final Address address;
    private final @Nullable Queue queue;
    private final @Nullable String selector;
    private volatile boolean closed;

    AngariumBrowser(AngariumSession session, @Nullable Queue queue, @Nullable String selector) throws JMSException {
        this.session = session;
        this.address = Destinations.queue(queue);
        this.queue = queue;
        this.selector = Sources.orNull(selector);
        page(null, 1);
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        requireOpen();
        return queue;
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        requireOpen();
        return selector;
    }

    /** A new enumeration from the queue's head; it ends when the browser is closed. */
    @Override
    public Enumeration<Message> getEnumeration() throws JMSException {
        requireOpen();
        return new Pages();
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() throws JMSException {
        session.requireOpen();
        if (closed) {
            throw new IllegalStateException("the browser of " + address.name() + " is closed");
        }
    }

    private BrowsePage page(Browse.@Nullable Cursor after, int maxMessages) throws JMSException {
        return session.connection()
                .calls()
                .await(
                        session.connection().link().browse(new Browse(address, selector, after, maxMessages)),
                        "browsing " + address.name());
    }

    @SuppressWarnings("JdkObsolete") // as the interface has it
    private final class Pages implements Enumeration<Message> {
        private final Deque<Delivery> read = new ArrayDeque<>();
        private Browse.@Nullable Cursor next;
        private boolean started;

        @Override
        public boolean hasMoreElements() {
            while (read.isEmpty() && !closed && !session.isClosed() && (!started || next != null)) {
                BrowsePage page = RuntimeErrors.ask(
                        () -> page(next, session.connection().options().browsePage()));
                started = true;
                next = page.next();
                read.addAll(page.messages());
            }
            return !closed && !session.isClosed() && !read.isEmpty();
        }

        @Override
        public Message nextElement() {
            if (!hasMoreElements()) {
                throw new NoSuchElementException("no more messages in " + address.name());
            }
            return RuntimeErrors.ask(() -> session.messages().received(read.removeFirst()));
        }
    }
}
