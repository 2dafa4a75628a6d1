package io.angarium.tck.conformance;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** What an application server has: sessions with a listener, each run by a thread when it was loaded. Thread-safe. */
final class ServerPool implements ServerSessionPool, AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<ServerSession> idle = new LinkedBlockingQueue<>();
    private final List<Session> sessions = new ArrayList<>();

    /** What the listeners do. */
    @FunctionalInterface
    interface Work {
        void take(Session session, Message message) throws JMSException;
    }

    ServerPool(Connection connection, int size, int mode, Work work) throws JMSException {
        for (int i = 0; i < size; i++) {
            Session session = connection.createSession(mode);
            session.setMessageListener(message -> {
                try {
                    work.take(session, message);
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            });
            sessions.add(session);
            idle.add(new Member(session));
        }
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

    @Override
    public void close() throws JMSException {
        for (Session session : sessions) {
            session.close();
        }
        threads.shutdown();
    }
}
