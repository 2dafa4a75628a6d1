package io.angarium.jms.delivery;

import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one session to the application, one at a time, and settles them as the session's mode says.
 *
 * <p>Thread-safe. The lock {@code turn} is held while a message is handed over and while a listener runs, so whoever
 * gets it (stop, close, recover) knows that no delivery is in progress. It is the outermost lock of a session.
 */
public final class SessionDeliveries {
    private final BrokerLink link;
    private final LinkCalls calls;
    private final RunState run;
    private final AcknowledgeMapping mode;
    private final AtomicLong receiverIds;
    private final Settlements settlements;
    private final ConsumedMessages consumed = new ConsumedMessages();
    private final ReentrantLock turn = new ReentrantLock();
    private final List<ReceiverFlow> flows = new CopyOnWriteArrayList<>();
    private final List<ReceiverFlow> retired = new CopyOnWriteArrayList<>();

    /** The thread in which a listener is running. */
    private volatile @Nullable Thread listening;

    /**
     * @param receiverIds gives each receiver of the link its number
     * @param strict whether an automatic acknowledgement must be on disk before the next message is handed over
     * @param unreported gets failures for which nobody waits
     */
    public SessionDeliveries(
            BrokerLink link,
            LinkCalls calls,
            RunState run,
            AcknowledgeMapping mode,
            AtomicLong receiverIds,
            boolean strict,
            Consumer<JMSException> unreported) {
        this.link = link;
        this.calls = calls;
        this.run = run;
        this.mode = mode;
        this.receiverIds = receiverIds;
        this.settlements = new Settlements(link, calls, strict, unreported);
    }

    /** The acknowledge mode of the session. */
    public AcknowledgeMapping mode() {
        return mode;
    }

    /**
     * Opens a receiver without credit.
     *
     * @param window messages that are kept ready; 0 for only what a receive call asks for
     */
    public ReceiverFlow open(Source source, int window) throws JMSException {
        OpenReceiver request = new OpenReceiver(receiverIds.incrementAndGet(), source, mode.receiveMode());
        ReceiverFlow flow = new ReceiverFlow(link, calls, request, this::deliverable);
        flow.window(window);
        flows.add(flow);
        flow.topUp();
        return flow;
    }

    /**
     * Whether messages may be handed over to the calling thread: a listener that is still running while its connection
     * stops keeps the full services of the connection (Jakarta Messaging 3.1 §6.1.5).
     */
    private boolean deliverable() {
        return run.running() || Thread.currentThread().equals(listening);
    }

    /**
     * Receives the next message of a consumer.
     *
     * @param waitNanos longest wait in real time; 0 for only what is there
     * @return null if there was none in time or the consumer was closed
     */
    public <M> @Nullable M receive(ReceiverFlow flow, long waitNanos, Reception<M> reception) throws JMSException {
        flow.receiveBegins();
        try {
            long left = waitNanos;
            while (true) {
                M message = takeOver(flow, reception);
                if (message != null || flow.hasEnded()) {
                    return message;
                }
                if (left <= 0) {
                    return lastChance(flow, reception, waitNanos);
                }
                if (flow.deliverable()) {
                    settlements.completeBatch();
                    flow.askForOne();
                }
                left = flow.await(left);
            }
        } finally {
            flow.receiveEnds();
        }
    }

    /**
     * The time is up. A receiver that asked for one message takes the question back; a message that comes while it does
     * is still returned.
     */
    private <M> @Nullable M lastChance(ReceiverFlow flow, Reception<M> reception, long waitNanos) throws JMSException {
        if (!flow.deliverable()) {
            return null;
        }
        boolean nothingAskedYet = waitNanos <= 0;
        if (nothingAskedYet) {
            settlements.completeBatch();
            flow.askForOne();
        }
        if (nothingAskedYet || flow.window() == 0) {
            flow.drain();
        }
        M message = takeOver(flow, reception);
        flow.topUp();
        return message;
    }

    private <M> @Nullable M takeOver(ReceiverFlow flow, Reception<M> reception) throws JMSException {
        turn.lock();
        try {
            Delivery delivery = nextUnexpired(flow);
            if (delivery == null) {
                return null;
            }
            settlements.beforeHandOver();
            M message = open(flow, delivery, reception);
            handOver(flow, delivery);
            if (mode.settlesByItself()) {
                settleConsumed(delivery.lockToken());
            }
            if (flow.window() > 0) {
                flow.topUp();
            }
            return message;
        } finally {
            turn.unlock();
        }
    }

    private <M> M open(ReceiverFlow flow, Delivery delivery, Reception<M> reception) throws JMSException {
        try {
            return reception.open(delivery);
        } catch (MessageFormatException e) {
            if (mode.restoresUnfitMessage()) {
                flow.putBack(delivery);
            } else {
                handOver(flow, delivery);
            }
            throw e;
        } catch (IllegalArgumentException e) {
            settle(List.of(Settlement.of(delivery.lockToken(), mode.givenBack())), "returning a damaged message");
            throw JmsErrors.of(
                    "message " + delivery.sequenceNumber() + " of " + flow.name() + " is damaged: " + e.getMessage(),
                    e);
        }
    }

    private @Nullable Delivery nextUnexpired(ReceiverFlow flow) throws JMSException {
        Delivery delivery = flow.poll();
        while (delivery != null && hasExpired(delivery) && mode != AcknowledgeMapping.NONE) {
            settle(List.of(Settlement.of(delivery.lockToken(), mode.unseen())), "returning an expired message");
            delivery = flow.poll();
        }
        return delivery;
    }

    private boolean hasExpired(Delivery delivery) {
        long expiration = delivery.message().expirationMillis();
        return expiration != 0 && expiration <= link.currentTimeMillis();
    }

    private void handOver(ReceiverFlow flow, Delivery delivery) {
        if (mode != AcknowledgeMapping.NONE) {
            link.handedOver(delivery.lockToken());
            consumed.add(delivery.lockToken(), flow);
        }
    }

    private void settleConsumed(long lockToken) throws JMSException {
        if (!consumed.remove(lockToken)) {
            return;
        }
        if (mode == AcknowledgeMapping.AUTO) {
            settlements.completeSoon(lockToken);
        } else {
            settlements.completeLazily(lockToken);
        }
    }

    /**
     * Runs the listener for the next message of a consumer, if there is one. A listener that fails gets the message again
     * in the modes in which the session settles by itself; in the others the application decides (Jakarta Messaging 3.1
     * §8.7).
     *
     * @param listener gets the message
     * @param failed is told what the listener threw
     * @return whether more is waiting
     */
    <M> boolean dispatch(ReceiverFlow flow, Reception<M> reception, Consumer<M> listener, Consumer<Throwable> failed)
            throws JMSException {
        turn.lock();
        try {
            Delivery delivery = nextUnexpired(flow);
            if (delivery == null) {
                flow.topUp();
                return false;
            }
            settlements.beforeHandOver();
            M message = open(flow, delivery, reception);
            handOver(flow, delivery);
            boolean succeeded = call(listener, message, failed);
            afterListener(flow, delivery, succeeded);
            return !flow.isEmpty();
        } finally {
            turn.unlock();
        }
    }

    /** Whatever the application throws, the session's other consumers go on. */
    private <M> boolean call(Consumer<M> listener, M message, Consumer<Throwable> failed) {
        listening = Thread.currentThread();
        try {
            listener.accept(message);
            return true;
        } catch (Throwable e) {
            failed.accept(e);
            return false;
        } finally {
            listening = null;
        }
    }

    private void afterListener(ReceiverFlow flow, Delivery delivery, boolean succeeded) throws JMSException {
        long lockToken = delivery.lockToken();
        if (mode.settlesByItself() && succeeded) {
            settleConsumed(lockToken);
        } else if (mode.settlesByItself() && consumed.remove(lockToken)) {
            giveBack(List.of(flow), List.of(Settlement.of(lockToken, mode.givenBack())), "returning a failed message");
        }
        closeRetired();
        flow.topUp();
    }

    /** Completes everything that the session has consumed; returns when that is on disk. */
    public void acknowledgeAll() throws JMSException {
        List<Settlement> all = consumed.settlements(Outcome.COMPLETE);
        consumed.forget(all);
        settlements.settle(all, "acknowledging", true);
        closeRetired();
    }

    /** Completes one message; nothing if it is settled already. */
    public void acknowledge(long lockToken) throws JMSException {
        if (consumed.remove(lockToken)) {
            settlements.settle(List.of(Settlement.of(lockToken, Outcome.COMPLETE)), "acknowledging", true);
            closeRetired();
        }
    }

    /**
     * Gives back what is not settled, so that the session continues with its first unacknowledged message, in order: the
     * consumed ones count as delivered, the others do not.
     */
    public void recover() throws JMSException {
        turn.lock();
        try {
            settlements.completeBatch();
            List<Settlement> seen = consumed.settlements(mode.givenBack());
            consumed.forget(seen);
            giveBack(flows, seen, "recovering the session");
            closeRetired();
            for (ReceiverFlow flow : flows) {
                flow.topUp();
            }
        } finally {
            turn.unlock();
        }
    }

    private void giveBack(List<ReceiverFlow> from, List<Settlement> seen, String operation) throws JMSException {
        List<Settlement> all = new ArrayList<>();
        for (ReceiverFlow flow : from) {
            flow.giveBackUnseen(mode, all);
        }
        all.addAll(seen);
        settle(all, operation);
    }

    private void settle(List<Settlement> all, String operation) throws JMSException {
        if (mode != AcknowledgeMapping.NONE) {
            settlements.settle(all, operation, false);
        }
    }

    /** What a commit has to complete, in the order of consumption. */
    public List<Settlement> settlementsToCommit() {
        return consumed.settlements(Outcome.COMPLETE);
    }

    /** These settlements are part of a transaction that was committed. */
    public void committed(List<Settlement> settled) throws JMSException {
        consumed.forget(settled);
        closeRetired();
    }

    /**
     * The connection was stopped: waits for a listener that is running, then gives everything back that was not handed
     * over.
     */
    public void pause() throws JMSException {
        turn.lock();
        try {
            giveBack(flows, List.of(), "stopping");
            settlements.completeBatch();
        } finally {
            turn.unlock();
        }
        if (run.running()) {
            resume();
        }
    }

    /** The connection was started. */
    public void resume() throws JMSException {
        for (ReceiverFlow flow : flows) {
            flow.topUp();
            flow.wake();
        }
    }

    /** Lets a consumer's listener be told of arrivals, or no more; waits for a delivery in progress. */
    void changeArrival(ReceiverFlow flow, int window, @Nullable Runnable told) throws JMSException {
        turn.lock();
        try {
            flow.onArrival(told);
            flow.window(window);
            if (told == null) {
                giveBack(List.of(flow), List.of(), "ending the listener");
            }
            flow.topUp();
            if (told != null && !flow.isEmpty()) {
                told.run();
            }
        } finally {
            turn.unlock();
        }
    }

    /**
     * Closes a consumer: waits for a listener or receive call in progress, gives back what was not handed over. What was
     * handed over stays with the session.
     */
    public void close(ReceiverFlow flow) throws JMSException {
        flow.end();
        if (!turn.isHeldByCurrentThread()) {
            flow.awaitReceiveCalls();
        }
        turn.lock();
        try {
            if (!flows.remove(flow)) {
                return;
            }
            if (flow.endsSubscription() && consumed.hasFrom(flow)) {
                retired.add(flow);
                giveBack(List.of(flow), List.of(), "closing the consumer on " + flow.name());
            } else {
                flow.close();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Closes receivers of non-durable subscriptions that had to wait for the settlement of their messages. */
    private void closeRetired() throws JMSException {
        for (ReceiverFlow flow : List.copyOf(retired)) {
            if (!consumed.hasFrom(flow) && retired.remove(flow)) {
                flow.close();
            }
        }
    }

    /** Hands nothing over any more and lets waiting receive calls return; the first half of closing the session. */
    public void end() {
        flows.forEach(ReceiverFlow::end);
    }

    /**
     * Gives back what is consumed and not settled, closes all receivers, waits for acknowledgements under way; after
     * {@link #end()}. Waits for a listener that is running.
     */
    public void close() throws JMSException {
        flows.forEach(ReceiverFlow::awaitReceiveCalls);
        turn.lock();
        try {
            settlements.completeBatch();
            List<Settlement> seen = consumed.settlements(mode.givenBack());
            consumed.forget(seen);
            giveBack(flows, seen, "closing the session");
            closeRetired();
            for (ReceiverFlow flow : flows) {
                flow.close();
            }
            flows.clear();
            settlements.finish();
        } finally {
            turn.unlock();
        }
    }

    /** Sends acknowledgements that were put off; called when there is nothing to do. */
    void idle() throws JMSException {
        settlements.completeBatch();
    }
}
