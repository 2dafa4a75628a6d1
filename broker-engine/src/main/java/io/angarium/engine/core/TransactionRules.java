package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.TRANSACTION_ROLLED_BACK;

import io.angarium.engine.core.Event.Committed;
import io.angarium.engine.core.Event.DeadLettered;
import io.angarium.engine.core.Event.Settled;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.SettleResult;

/** Transactions: all of it or nothing, once. */
final class TransactionRules {
    private final NamespaceState state;
    private final SendRules sending;
    private final SettleRules settling;

    TransactionRules(NamespaceState state, SendRules sending, SettleRules settling) {
        this.state = state;
        this.sending = sending;
        this.settling = settling;
    }

    void commit(Draft draft, CommitCommand command) {
        ProducerTable.Producer known = state.producers().find(command.producerId(), draft.nowMillis());
        if (known != null && command.producerSequence() <= known.lastSequence) {
            // Durable, so that the answer waits for the disk as the first one did.
            draft.add(committed(command, draft.nowMillis(), true));
            return;
        }
        SettleResult settled = settling.settle(draft, command.settlements(), command.linkId());
        if (!settled.lost().isEmpty()) {
            throw new BrokerException(
                    TRANSACTION_ROLLED_BACK,
                    "the transaction was rolled back, because it settles "
                            + settled.lost().size()
                            + " messages whose locks are lost; the first: "
                            + settled.lost().get(0).description());
        }
        SendRules.Batch batch = new SendRules.Batch(false);
        for (Event event : draft.events()) {
            if (event instanceof Settled gone) {
                freed(batch, gone.entityId(), gone.sequenceNumber());
            } else if (event instanceof DeadLettered gone) {
                freed(batch, gone.entityId(), gone.sequenceNumber());
            }
        }
        for (int i = 0; i < command.sends().size(); i++) {
            sending.send(draft, command.sends().get(i), i, batch);
        }
        if (command.producerId() != 0) {
            draft.add(committed(command, draft.nowMillis(), draft.isDurable()));
        }
    }

    /** What a transaction takes from an entity makes room for what it sends there. */
    private void freed(SendRules.Batch batch, int entityId, long sequence) {
        QueuedMessage message = state.existing(entityId).find(sequence);
        if (message != null) {
            batch.freed(entityId, message.content.sizeBytes);
        }
    }

    private static Committed committed(CommitCommand command, long nowMillis, boolean durable) {
        return new Committed(command.producerId(), command.producerSequence(), nowMillis, durable);
    }
}
