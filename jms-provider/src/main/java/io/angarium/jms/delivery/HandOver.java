package io.angarium.jms.delivery;

import io.angarium.jms.failure.JmsErrors;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.Settlement;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands one message after the other to the application, and settles what the session settles by itself.
 *
 * <p>Thread-safe. The lock {@link #turn} is held while a message is handed over and while a listener runs; it is the
 * outermost lock of a session.
 */
final class HandOver {
    private final BrokerLink link;
    private final RunState run;
    private final AcknowledgeMapping mode;
    private final Settlements settlements;
    private final ConsumedMessages consumed;
    private final ReentrantLock turn = new ReentrantLock();

    /** Takes what is handed over, in place of the session; null outside distributed transactions. */
    private volatile @Nullable Enlistment enlistment;

    /** The thread in which a listener is running. */
    private volatile @Nullable Thread listening;

    HandOver(
            BrokerLink link,
            RunState run,
            AcknowledgeMapping mode,
            Settlements settlements,
            ConsumedMessages consumed) {
        this.link = link;
        this.run = run;
        this.mode = mode;
        this.settlements = settlements;
        this.consumed = consumed;
    }

    void enlist(@Nullable Enlistment taker) {
        enlistment = taker;
    }

    ReentrantLock turn() {
        return turn;
    }

    /**
     * Whether messages may be handed over to the calling thread: a listener that is still running while its connection
     * stops keeps the full services of the connection (Jakarta Messaging 3.1 §6.1.5).
     */
    boolean deliverable() {
        return run.running() || isListening();
    }

    /** Whether a listener of this session makes the call. */
    boolean isListening() {
        return Thread.currentThread().equals(listening);
    }

    /** Hands over the next message to a receive call, if there is one. */
    <M> @Nullable M take(ReceiverFlow flow, Reception<M> reception) throws JMSException {
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

    /**
     * Runs a listener for the next message, if there is one. A listener that fails gets the message again in the modes in
     * which the session settles by itself; in the others the application decides (Jakarta Messaging 3.1 §8.7).
     */
    <M> void dispatch(Supply flow, Reception<M> reception, Consumer<M> listener, Consumer<Throwable> failed)
            throws JMSException {
        Delivery delivery = nextUnexpired(flow);
        if (delivery == null) {
            return;
        }
        settlements.beforeHandOver();
        M message = open(flow, delivery, reception);
        handOver(flow, delivery);
        boolean succeeded = call(listener, message, failed);
        long lockToken = delivery.lockToken();
        if (mode.settlesByItself() && succeeded) {
            settleConsumed(lockToken);
        } else if (mode.settlesByItself() && consumed.remove(lockToken)) {
            Settlement back = Settlement.of(lockToken, mode.givenBack());
            settlements.giveBack(List.of(flow), List.of(back), "returning a message whose listener failed");
        }
    }

    private <M> M open(Supply flow, Delivery delivery, Reception<M> reception) throws JMSException {
        try {
            return reception.open(delivery);
        } catch (MessageFormatException e) {
            if (mode.restoresUnfitMessage() && enlistment == null) {
                flow.putBack(delivery);
            } else {
                handOver(flow, delivery);
            }
            throw e;
        } catch (IllegalArgumentException e) {
            settlements.giveBack(
                    List.of(),
                    List.of(Settlement.of(delivery.lockToken(), mode.givenBack())),
                    "returning a damaged message");
            throw JmsErrors.of(
                    "message " + delivery.sequenceNumber() + " of " + flow.name() + " is damaged: " + e.getMessage(),
                    e);
        }
    }

    private @Nullable Delivery nextUnexpired(Supply flow) throws JMSException {
        Delivery delivery = flow.poll();
        while (delivery != null && hasExpired(delivery) && mode != AcknowledgeMapping.NONE) {
            settlements.giveBack(
                    List.of(),
                    List.of(Settlement.of(delivery.lockToken(), mode.unseen())),
                    "returning an expired message");
            delivery = flow.poll();
        }
        return delivery;
    }

    private boolean hasExpired(Delivery delivery) {
        long expiration = delivery.message().expirationMillis();
        return expiration != 0 && expiration <= link.currentTimeMillis();
    }

    private void handOver(Supply flow, Delivery delivery) {
        if (mode != AcknowledgeMapping.NONE) {
            link.handedOver(delivery.lockToken());
            Enlistment taker = enlistment;
            if (taker == null) {
                consumed.add(delivery.lockToken(), flow.receiver());
            } else {
                taker.consumed(delivery.lockToken());
            }
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
}
