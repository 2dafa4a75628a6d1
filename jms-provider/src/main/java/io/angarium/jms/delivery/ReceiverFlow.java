package io.angarium.jms.delivery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One receiver of the link: gives credit, takes it back, and buffers what comes.
 *
 * <p>Thread-safe. Lock order: the session's turn, {@code flow}, locks of the link, the buffer's lock. {@code flow} makes
 * giving and taking back credit one after the other, so that no credit is given after a stop has taken it back.
 */
public final class ReceiverFlow implements Supply {
    private final BrokerLink link;
    private final LinkCalls calls;
    private final OpenReceiver request;
    private final BooleanSupplier deliverable;
    private final ConsumerBuffer buffer = new ConsumerBuffer();
    private final ReentrantLock flow = new ReentrantLock();
    private final Condition noReceiver = flow.newCondition();

    @GuardedBy("flow")
    private int receiving;

    /** Who still needs the receiver after its consumer was closed; it closes with the last of them. */
    private final AtomicInteger holders = new AtomicInteger();

    private volatile int window;

    /**
     * Opens the receiver at the broker.
     *
     * @param deliverable whether messages may be handed over to the calling thread now
     */
    ReceiverFlow(BrokerLink link, LinkCalls calls, OpenReceiver request, BooleanSupplier deliverable)
            throws JMSException {
        this.link = link;
        this.calls = calls;
        this.request = request;
        this.deliverable = deliverable;
        calls.await(
                link.openReceiver(request, buffer),
                "opening a consumer on " + request.source().address().name());
    }

    @Override
    public String name() {
        return request.source().address().name();
    }

    @Override
    public ReceiverFlow receiver() {
        return this;
    }

    /**
     * Whether the subscription lives only as long as its receivers: then the receiver must stay open until what it handed
     * over is settled.
     */
    boolean endsSubscription() {
        return request.source() instanceof Source.Subscription s && (s.id() == null || !s.id().durable());
    }

    /** Whether messages may be handed over to the calling thread now. */
    boolean deliverable() {
        return deliverable.getAsBoolean();
    }

    /** Keeps up to so many messages or credit from now on; 0 for only what a receive call asks for. */
    void window(int messages) {
        window = messages;
    }

    int window() {
        return window;
    }

    /** Gives what is missing to the window if messages may be handed over. */
    void topUp() throws JMSException {
        giveUpTo(window);
    }

    /** Gives credit so that at least one message can come. */
    void askForOne() throws JMSException {
        giveUpTo(Math.max(1, window));
    }

    private void giveUpTo(int messages) throws JMSException {
        flow.lock();
        try {
            int missing = deliverable() ? buffer.grant(messages) : 0;
            if (missing > 0) {
                link.credit(request.receiverId(), missing);
            }
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        } finally {
            flow.unlock();
        }
    }

    /** Takes all credit back; afterwards nothing more comes before credit is given again. */
    void drain() throws JMSException {
        flow.lock();
        try {
            calls.awaitToTheEnd(link.drain(request.receiverId()), "taking back the credit of " + name());
            buffer.creditIsGone();
        } finally {
            flow.unlock();
        }
    }

    /** Drains first; messages without lock stay here. */
    @Override
    public void giveBackUnseen(AcknowledgeMapping mode, List<Settlement> settlements) throws JMSException {
        drain();
        if (request.mode() == ReceiveMode.RECEIVE_AND_DELETE) {
            return;
        }
        for (Delivery delivery : buffer.takeAll()) {
            settlements.add(Settlement.of(delivery.lockToken(), mode.unseen()));
        }
    }

    @Override
    public @Nullable Delivery poll() {
        return deliverable() ? buffer.poll() : null;
    }

    @Override
    public void putBack(Delivery delivery) {
        buffer.putBack(delivery);
    }

    boolean isEmpty() {
        return buffer.isEmpty();
    }

    /** Waits as {@link ConsumerBuffer#await}; the flow counts who waits, for {@link #end()}. */
    long await(long nanos) throws InterruptedException {
        return buffer.await(nanos, deliverable);
    }

    /** Lets waiting threads and the listener look at the connection's state again. */
    void wake() {
        buffer.wake();
    }

    void onArrival(@Nullable Runnable told) {
        buffer.onArrival(told);
    }

    /** A receive call begins. */
    void receiveBegins() {
        flow.lock();
        try {
            receiving++;
        } finally {
            flow.unlock();
        }
    }

    /** A receive call ends. */
    void receiveEnds() {
        flow.lock();
        try {
            receiving--;
            noReceiver.signalAll();
        } finally {
            flow.unlock();
        }
    }

    /** Hands nothing over any more; receive calls that wait return null. */
    void end() {
        buffer.end();
    }

    boolean hasEnded() {
        return buffer.hasEnded();
    }

    /** Waits until no receive call is under way; only after {@link #end()}, so it is short. */
    void awaitReceiveCalls() {
        flow.lock();
        try {
            while (receiving > 0) {
                noReceiver.awaitUninterruptibly();
            }
        } finally {
            flow.unlock();
        }
    }

    /** Somebody needs the receiver although its consumer is closed. */
    void hold() {
        holders.incrementAndGet();
    }

    /** Ends a {@link #hold()}; the last one closes the receiver. */
    void letGo() throws JMSException {
        if (holders.decrementAndGet() == 0) {
            close();
        }
    }

    /** Closes the receiver at the broker, which releases what was not handed over. */
    void close() throws JMSException {
        calls.awaitToTheEnd(link.closeReceiver(request.receiverId()), "closing the consumer on " + name());
    }
}
