package io.angarium.benchmarks.load;

/** Waits for threads. */
final class Threads {
    private Threads() {}

    /** Waits until a thread has ended; an interrupt is kept for later. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
