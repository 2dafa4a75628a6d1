package io.angarium.jms.delivery;

import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.failure.LinkCalls;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
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
 * <p>Thread-safe. Whoever gets the {@linkplain HandOver#turn turn} (stop, close, recover) knows that no delivery is in
 * progress.
 */
public final class SessionDeliveries {
    private final BrokerLink link;
    private final LinkCalls calls;
    private final RunState run;
    private final AcknowledgeMapping mode;
    private final AtomicLong receiverIds;
    /** Names the session among those of its link. */
    private final AtomicLong firstReceiverId = new AtomicLong();

    private final Settlements settlements;
    private final ConsumedMessages consumed = new ConsumedMessages();
    private final HandOver handOver;
    private final LoadedMessages loaded;
    private final ReentrantLock turn;
    private final List<ReceiverFlow> flows = new CopyOnWriteArrayList<>();
    private final List<ReceiverFlow> retired = new CopyOnWriteArrayList<>();

    private volatile boolean ended;

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
        this.settlements = new Settlements(link, calls, mode, strict, unreported);
        this.handOver = new HandOver(link, run, mode, settlements, consumed);
        this.loaded = new LoadedMessages(handOver::deliverable);
        this.turn = handOver.turn();
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
        long receiverId = receiverIds.incrementAndGet();
        firstReceiverId.compareAndSet(0, receiverId);
        OpenReceiver request = new OpenReceiver(receiverId, source, mode.receiveMode(), firstReceiverId.get());
        ReceiverFlow flow = new ReceiverFlow(link, calls, request, handOver::deliverable);
        flow.window(window);
        flows.add(flow);
        if (ended) { // else the end of the session sees the flow
            flow.end();
            flow.close();
            throw new IllegalStateException("the session is closed");
        }
        flow.topUp();
        return flow;
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
                M message = handOver.take(flow, reception);
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
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            takeBackQuestion(flow);
            throw JmsErrors.of("the thread was interrupted while receiving from " + flow.name(), e);
        } finally {
            flow.receiveEnds();
        }
    }

    /** Nobody waits any more, so nothing may come; what a consumer keeps ready by itself it may keep. */
    private void takeBackQuestion(ReceiverFlow flow) throws JMSException {
        if (flow.window() == 0) {
            settlements.giveBack(List.of(flow), List.of(), "ending an interrupted receive");
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
        M message = handOver.take(flow, reception);
        flow.topUp();
        return message;
    }

    /**
     * Runs the listener for the next message of a consumer, if there is one.
     *
     * @param listener gets the message
     * @param failed is told what the listener threw
     * @return whether more is waiting
     */
    <M> boolean dispatch(ReceiverFlow flow, Reception<M> reception, Consumer<M> listener, Consumer<Throwable> failed)
            throws JMSException {
        turn.lock();
        try {
            handOver.dispatch(flow, reception, listener, failed);
            closeRetired();
            flow.topUp();
            return !flow.isEmpty();
        } finally {
            turn.unlock();
        }
    }

    /**
     * Takes messages of a connection consumer, for {@link #dispatchLoaded}.
     *
     * @return false, and nothing was taken, if the session or the connection consumer has ended, the connection is stopped,
     *     or an earlier load is not finished
     */
    boolean load(ReceiverFlow from, List<Delivery> deliveries) throws JMSException {
        List<Settlement> ended = new ArrayList<>();
        loaded.takeBackEnded(mode, ended);
        settlements.giveBack(List.of(), ended, "returning messages of a connection consumer that was closed");
        if (!loaded.load(from, deliveries)) {
            return false;
        }
        if (mode == AcknowledgeMapping.NONE) {
            for (Delivery delivery : deliveries) {
                settlements.completeSoon(delivery.lockToken());
            }
        }
        return true;
    }

    /** Whether a message that a connection consumer has loaded can be handed over now. */
    public boolean hasLoaded() {
        return !loaded.isIdle();
    }

    /**
     * Runs the listener for the next message that a connection consumer has loaded, if there is one, in the calling thread.
     *
     * @param failed is told what the listener threw
     */
    public <M> void dispatchLoaded(Reception<M> reception, Consumer<M> listener, Consumer<Throwable> failed)
            throws JMSException {
        turn.lock();
        try {
            try {
                handOver.dispatch(loaded, reception, listener, failed);
            } finally {
                loaded.handedOver();
            }
            closeRetired();
        } finally {
            turn.unlock();
        }
    }

    /**
     * A connection consumer ends: waits for a listener that is running for a message of it, gives back what was loaded and
     * not handed over. A receiver whose subscription ends with it is held until what the session has of it is settled.
     */
    void endLoads(ReceiverFlow from) throws JMSException {
        // what is put off could not be settled once its subscription is gone
        settlements.completeBatch();
        if (!loaded.isFrom(from) && !consumed.hasFrom(from)) {
            return;
        }
        turn.lock();
        try {
            giveBackLoad(from);
            if (from.endsSubscription() && consumed.hasFrom(from)) {
                from.hold();
                retired.add(from);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Gives back what a connection consumer has loaded and was not handed over. */
    void giveBackLoad(ReceiverFlow from) throws JMSException {
        List<Settlement> unseen = new ArrayList<>();
        if (loaded.isFrom(from)) {
            loaded.takeBack(mode, unseen);
        }
        settlements.giveBack(List.of(), unseen, "returning messages that were loaded from " + from.name());
    }

    /** Whether a listener of this session makes the call. */
    public boolean isListening() {
        return handOver.isListening();
    }

    /** Whether the session has consumers of its own. */
    public boolean hasConsumers() {
        return !flows.isEmpty();
    }

    private List<Supply> supplies() {
        List<Supply> all = new ArrayList<>(flows);
        all.add(loaded);
        return all;
    }

    /** Completes everything that the session has consumed; returns when that is on disk. */
    public void acknowledgeAll() throws JMSException {
        List<Settlement> all = consumed.completed();
        consumed.forget(all);
        settlements.complete(all);
        closeRetired();
    }

    /** Completes one message; nothing if it is settled already. */
    public void acknowledge(long lockToken) throws JMSException {
        if (consumed.remove(lockToken)) {
            settlements.complete(List.of(Settlement.of(lockToken, Outcome.COMPLETE)));
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
            settlements.giveBack(supplies(), seen, "recovering the session");
            closeRetired();
            for (ReceiverFlow flow : flows) {
                flow.topUp();
            }
        } finally {
            turn.unlock();
        }
    }

    /** What is handed over from now on is somebody else's to settle; null ends that. */
    public void enlist(@Nullable Enlistment taker) {
        handOver.enlist(taker);
    }

    /**
     * Settles what somebody else has taken in {@link #enlist} and gives up. What waits at consumers goes back before it, so
     * that the order stays; unless a listener is running, which may be the one that makes the call wait.
     */
    public void giveBack(List<Settlement> seen) throws JMSException {
        if (!turn.tryLock()) {
            settlements.giveBack(List.of(), seen, "rolling back");
            return;
        }
        try {
            settlements.giveBack(supplies(), seen, "rolling back");
            for (ReceiverFlow flow : flows) {
                flow.topUp();
            }
        } finally {
            turn.unlock();
        }
    }

    /** What a commit has to complete, in the order of consumption. */
    public List<Settlement> settlementsToCommit() throws JMSException {
        return consumed.completed();
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
            settlements.giveBack(supplies(), List.of(), "stopping");
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
                settlements.giveBack(List.of(flow), List.of(), "ending the listener");
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
                flow.hold();
                retired.add(flow);
                settlements.giveBack(List.of(flow), List.of(), "closing the consumer on " + flow.name());
            } else {
                flow.close();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Closes receivers of non-durable subscriptions that had to wait for the settlement of their messages. */
    private void closeRetired() throws JMSException {
        if (retired.isEmpty()) {
            return;
        }
        for (ReceiverFlow flow : List.copyOf(retired)) {
            if (!consumed.hasFrom(flow) && retired.remove(flow)) {
                flow.letGo();
            }
        }
    }

    /** Hands nothing over any more and lets waiting receive calls return; the first half of closing the session. */
    public void end() {
        ended = true;
        flows.forEach(ReceiverFlow::end);
        loaded.end();
    }

    /**
     * Gives back what is consumed and not settled, closes all receivers, waits for acknowledgements under way; after
     * {@link #end()}. Waits for a listener that is running.
     *
     * @param quiet run when nothing is being handed over any more, before anything is given back
     */
    public void close(Runnable quiet) throws JMSException {
        flows.forEach(ReceiverFlow::awaitReceiveCalls);
        turn.lock();
        try {
            quiet.run();
            settlements.completeBatch();
            List<Settlement> seen = consumed.end(mode.givenBack());
            consumed.forget(seen);
            settlements.giveBack(supplies(), seen, "closing the session");
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
    public void idle() throws JMSException {
        settlements.completeBatch();
    }
}
