package io.angarium.jms.conformance;

import static java.util.Objects.requireNonNull;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What an application server has: sessions, each with a thread when it is started, and a listener that is told. */
final class TestPool implements ServerSessionPool, AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<ServerSession> idle = new LinkedBlockingQueue<>();
    private final List<Session> sessions = new ArrayList<>();

    /** What its sessions' listeners do; the session is given to settle or to close. */
    @FunctionalInterface
    interface Work {
        void receive(Session session, Message message) throws JMSException;
    }

    /** A pool of so many sessions of a connection. */
    TestPool(Connection connection, int size, int mode, Work work) throws JMSException {
        for (int i = 0; i < size; i++) {
            Session session = connection.createSession(mode);
            session.setMessageListener(listener(session, work));
            sessions.add(session);
            idle.add(new Member(session));
        }
    }

    private static MessageListener listener(Session session, Work work) {
        return message -> {
            try {
                work.receive(session, message);
            } catch (JMSException e) {
                throw new IllegalStateException("the work failed", e);
            }
        };
    }

    private final class Member implements ServerSession {
        private final Session session;

        Member(Session session) {
            this.session = session;
        }

        @Override
        public Session getSession() {
            return session;
        }

        @Override
        public void start() {
            threads.execute(() -> {
                session.run();
                idle.add(this);
            });
        }
    }

    @Override
    public ServerSession getServerSession() throws JMSException {
        try {
            return idle.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JMSException("interrupted while waiting for a server session");
        }
    }

    Session session(int index) {
        return sessions.get(index);
    }

    /** Waits until a server session is back in the pool, and leaves it there. */
    void awaitIdle() throws InterruptedException {
        idle.add(requireNonNull(idle.poll(20, TimeUnit.SECONDS), "a server session was expected to come back"));
    }

    /** Closes the sessions; waits for their threads. */
    @Override
    public void close() throws JMSException {
        for (Session session : sessions) {
            session.close();
        }
        threads.shutdown();
    }
}
