package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection consumer's work: a receiver of the link locks messages, and a thread of its own loads them into the sessions
 * of an application server's pool and starts these (Jakarta Messaging 3.1 §9.2.5). The sessions settle them.
 *
 * <p>Thread-safe. The lock {@code loading} is held while messages go from the receiver to a session, never while foreign
 * code runs; it comes before the receiver's locks and a session's leaf locks.
 */
public final class ServerLoads {
    /** How long nothing is loaded after the application server failed. */
    private static final long PAUSE_SECONDS = 1;

    private final Setup setup;
    private final ReceiverFlow flow;
    private final ReentrantLock loading = new ReentrantLock();

    /** A leaf, so that the link can end this under locks of its own. */
    private final ReentrantLock waiting = new ReentrantLock();

    private final Condition ending = waiting.newCondition();
    private final AtomicBoolean ended = new AtomicBoolean();

    @GuardedBy("waiting")
    private @Nullable Thread waitingForPool;

    /**
     * What a connection consumer needs of its connection and its application server.
     *
     * @param receiverId number of its receiver
     * @param window messages that it keeps ready for the next session
     * @param maxMessages most messages in one load
     * @param target finds the deliveries of a session of the pool, and fails for a session of another connection
     * @param report gets what goes wrong, as nobody waits for it
     */
    public record Setup(
            BrokerLink link,
            LinkCalls calls,
            RunState run,
            long receiverId,
            int window,
            int maxMessages,
            ServerSessionPool pool,
            Target target,
            Consumer<JMSException> report) {}

    /** Finds the deliveries behind a session of the API. */
    @FunctionalInterface
    public interface Target {
        /**
         * The deliveries behind a session.
         *
         * @throws JMSException if it is not a session of the same connection
         */
        SessionDeliveries of(@Nullable Session session) throws JMSException;
    }

    private ServerLoads(Setup setup, ReceiverFlow flow) {
        this.setup = setup;
        this.flow = flow;
    }

    /**
     * Opens the receiver and starts the thread.
     *
     * @param name of the thread
     */
    public static ServerLoads start(Setup setup, Source source, String name) throws JMSException {
        OpenReceiver request =
                new OpenReceiver(setup.receiverId, source, ReceiveMode.PEEK_LOCK, OpenReceiver.SEVERAL_SESSIONS);
        ReceiverFlow flow = new ReceiverFlow(setup.link, setup.calls, request, setup.run::running);
        flow.window(setup.window);
        ServerLoads loads = new ServerLoads(setup, flow);
        Thread thread = new Thread(loads::run, name);
        thread.setDaemon(true);
        thread.start();
        return loads;
    }

    /** The connection was started. */
    public void resume() {
        flow.wake();
    }

    /** The connection was stopped: loads nothing more and gives back what is ready. */
    public void pause() throws JMSException {
        loading.lock();
        try {
            giveBackReady();
        } finally {
            loading.unlock();
        }
        if (setup.run.running()) {
            resume();
        }
    }

    /** Loads nothing more; returns at once. */
    public void end() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        flow.end();
        waiting.lock();
        try {
            ending.signalAll();
            if (waitingForPool != null) {
                waitingForPool.interrupt();
            }
        } finally {
            waiting.unlock();
        }
    }

    /**
     * After {@link #end()}: waits for listeners that are running for messages of this consumer, gives back what they were
     * not handed, and closes the receiver; one whose subscription ends with it closes when all is settled.
     *
     * @param sessions all of the connection
     */
    public void close(List<SessionDeliveries> sessions) throws JMSException {
        flow.hold();
        loading.lock();
        try {
            giveBackReady();
        } finally {
            loading.unlock();
        }
        try {
            for (SessionDeliveries session : sessions) {
                session.endLoads(flow);
            }
        } finally {
            flow.letGo();
        }
    }

    private void run() {
        while (!flow.hasEnded()) {
            try {
                flow.topUp();
                flow.await(Long.MAX_VALUE);
                if (!flow.isEmpty() && flow.deliverable() && !flow.hasEnded()) {
                    loadNext();
                }
            } catch (JMSException e) {
                failed(e);
            } catch (BrokerException e) {
                failed(JmsErrors.of(e));
            } catch (InterruptedException e) {
                // only a pool can have left it behind
                failed(JmsErrors.of("the server session pool interrupted the connection consumer's thread", e));
            }
        }
    }

    /**
     * What was ready may be gone once there is a server session; then it is started for nothing, which is its way back into
     * its pool.
     */
    private void loadNext() throws JMSException {
        ServerSession server = fromPool();
        if (server == null) {
            return;
        }
        SessionDeliveries session = setup.target.of(sessionOf(server));
        boolean taken = load(session);
        start(server, session);
        if (!taken && setup.run.running() && !flow.hasEnded()) {
            throw new JMSException("the session of a server session is closed, or has not run what was loaded into it"
                    + " before; each start() must lead to its run()");
        }
    }

    /** Foreign code: may block, and throw what it likes; null when this has ended. */
    private @Nullable ServerSession fromPool() throws JMSException {
        if (!waitForPool()) {
            return null;
        }
        try {
            ServerSession server = setup.pool.getServerSession();
            if (server == null) {
                throw new JMSException("the server session pool gave null instead of a server session");
            }
            return server;
        } catch (RuntimeException e) {
            throw foreign("giving a server session", e);
        } finally {
            poolHasAnswered();
        }
    }

    private boolean waitForPool() {
        waiting.lock();
        try {
            waitingForPool = Thread.currentThread();
            return !ended.get();
        } finally {
            waiting.unlock();
        }
    }

    /** From here on nobody interrupts the thread; an interrupt that came was for the pool and is over with it. */
    private void poolHasAnswered() {
        waiting.lock();
        try {
            waitingForPool = null;
            boolean unused = Thread.interrupted();
        } finally {
            waiting.unlock();
        }
    }

    private static Session sessionOf(ServerSession server) throws JMSException {
        try {
            return server.getSession();
        } catch (RuntimeException e) {
            throw foreign("giving the session of a server session", e);
        }
    }

    /** False if the session does not take what is ready; then it is given back. */
    private boolean load(SessionDeliveries session) throws JMSException {
        loading.lock();
        try {
            List<Delivery> load = new ArrayList<>();
            Delivery next = flow.poll();
            while (next != null) {
                load.add(next);
                next = load.size() < setup.maxMessages ? flow.poll() : null;
            }
            if (load.isEmpty() || session.load(flow, load)) {
                return true;
            }
            release(load);
            return false;
        } finally {
            loading.unlock();
        }
    }

    private void start(ServerSession server, SessionDeliveries session) throws JMSException {
        try {
            server.start();
        } catch (JMSException e) {
            session.giveBackLoad(flow);
            throw e;
        } catch (RuntimeException e) {
            session.giveBackLoad(flow);
            throw foreign("starting a server session", e);
        }
    }

    private void giveBackReady() throws JMSException {
        List<Settlement> unseen = new ArrayList<>();
        flow.giveBackUnseen(AcknowledgeMapping.AUTO, unseen);
        settle(unseen);
    }

    private void release(List<Delivery> deliveries) throws JMSException {
        List<Settlement> unseen = new ArrayList<>(deliveries.size());
        deliveries.forEach(delivery -> unseen.add(Settlement.of(delivery.lockToken(), Outcome.RELEASE)));
        settle(unseen);
    }

    private void settle(List<Settlement> unseen) throws JMSException {
        if (!unseen.isEmpty()) {
            setup.calls.awaitToTheEnd(setup.link.settle(unseen), "returning messages to " + flow.name());
        }
    }

    private static JMSException foreign(String what, RuntimeException thrown) {
        return JmsErrors.of("the application server failed in " + what + ": " + thrown, thrown);
    }

    /** Tells, and lets some time pass, so that a pool that fails again and again is not asked without pause. */
    private void failed(JMSException problem) {
        if (ended.get()) {
            return;
        }
        setup.report.accept(problem);
        waiting.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(PAUSE_SECONDS);
            while (left > 0 && !ended.get()) {
                left = ending.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting.unlock();
        }
    }
}
