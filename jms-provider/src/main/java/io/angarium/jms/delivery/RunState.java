package io.angarium.jms.delivery;

/** Whether a connection is started: one flag for all its sessions and consumers. Thread-safe. */
public final class RunState {
    private volatile boolean running;

    /** Whether messages may be handed over. */
    public boolean running() {
        return running;
    }

    /** Starts or stops; what waits for it has to be woken by the caller. */
    public void set(boolean started) {
        running = started;
    }
}
