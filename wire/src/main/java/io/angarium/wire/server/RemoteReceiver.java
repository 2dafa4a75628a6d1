package io.angarium.wire.server;

import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import io.angarium.wire.frame.Frame;
import io.angarium.wire.transport.CountedFlow;

/**
 * A receiver of a client. Its credit is handed on to the broker bit by bit, only while the network takes what is delivered,
 * so that a slow client makes the broker keep a bounded number of bytes for it. Thread-safe.
 */
final class RemoteReceiver implements DeliveryListener {
    /** No more credit is handed on while so much is on the way to the client. */
    private static final long ON_THE_WAY_BYTES = 1L << 20;

    private static final int MOST_AT_ONCE = 64;

    private final long id;
    private final BrokerLink link;
    private final CountedFlow flow;
    private final Object lock = new Object();
    private long held;
    private volatile long lastBytes = 1;

    RemoteReceiver(long id, BrokerLink link, CountedFlow flow) {
        this.id = id;
        this.link = link;
        this.flow = flow;
    }

    @Override
    public void delivered(Delivery delivery) {
        lastBytes = Math.max(1, delivery.message().sizeBytes());
        flow.send(new Frame.Deliver(id, delivery));
    }

    void credit(int messages) {
        synchronized (lock) {
            held += messages;
        }
        handOn();
    }

    /** The client wants nothing more. */
    void takeBack() {
        synchronized (lock) {
            held = 0;
        }
    }

    /** Hands on what the network can take now. */
    void handOn() {
        for (int some = some(); some > 0; some = some()) {
            link.credit(id, some);
        }
    }

    private int some() {
        if (flow.keptBytes() >= ON_THE_WAY_BYTES) {
            return 0;
        }
        synchronized (lock) {
            long fitting = Math.max(1, ON_THE_WAY_BYTES / lastBytes);
            int some = (int) Math.min(Math.min(held, MOST_AT_ONCE), fitting);
            held -= some;
            return some;
        }
    }
}
