package io.angarium.engine.runtime;

import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.ReceiveMode;

/** An open receiver: its credit and where its deliveries go. Confined to the namespace lock. */
final class Receiver {
    /** Credit cannot add up to more than this. */
    private static final int MOST_CREDIT = 1 << 30;

    private final long key;
    private final int entityId;
    private final ReceiveMode mode;
    private final Outbox outbox;
    private int credit;
    private int creditPeriod;
    /** Deletions on delivery that wait for the disk; what comes later must not overtake them. */
    private int parked;

    Receiver(long key, int entityId, ReceiveMode mode, DeliveryListener listener, Reading reading) {
        this.key = key;
        this.entityId = entityId;
        this.mode = mode;
        outbox = new Outbox(listener, (locked, period) -> reading.locked(locked, this, period));
    }

    long key() {
        return key;
    }

    int entityId() {
        return entityId;
    }

    boolean deletes() {
        return mode == ReceiveMode.RECEIVE_AND_DELETE;
    }

    Outbox outbox() {
        return outbox;
    }

    int credit() {
        return credit;
    }

    void addCredit(int messages) {
        credit = (int) Math.min(MOST_CREDIT, (long) credit + messages);
    }

    void takeBackCredit() {
        credit = 0;
        creditPeriod++;
    }

    /** Counts how often all credit was taken back. */
    int creditPeriod() {
        return creditPeriod;
    }

    /** For a message that could not be delivered after all; not if the credit was taken back in the meantime. */
    void giveCreditBack(int period) {
        if (period == creditPeriod) {
            addCredit(1);
        }
    }

    void delivered(int messages) {
        credit -= messages;
    }

    int parked() {
        return parked;
    }

    void park(int change) {
        parked += change;
    }
}
