package io.angarium.wire.transport;

import io.angarium.wire.frame.Frame;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The counted frames of one link in both directions, each exactly once and in order, over as many connections as it takes:
 * what the other side has not said to have received is kept, and sent again on the next connection. Bounded by what the
 * link lets be under way: credit, and the window of sends. Thread-safe.
 */
public final class CountedFlow {
    /** What a frame without message is taken to weigh. */
    private static final int SMALL_BYTES = 64;
    /** After so many frames or bytes the other side is told, so that it need not keep them. */
    private static final int TELL_FRAMES = 64;

    private static final int TELL_BYTES = 128 * 1024;

    private final Runnable roomAgain;
    /** Held while a frame is taken, so that the next connection waits for it. Taken before {@link #lock}. */
    private final ReentrantLock receiving = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Frame.Counted> unsent = new ArrayDeque<>();
    /** Sent, and not yet known to be received. */
    private final ArrayDeque<Frame.Counted> sent = new ArrayDeque<>();

    private long lastNumber;
    private long lastReceivedByPeer;
    private long keptBytes;
    private long received;
    private int untoldFrames;
    private long untoldBytes;
    private @Nullable Transport transport;

    /** @param roomAgain told when the other side has received something, without any lock */
    public CountedFlow(Runnable roomAgain) {
        this.roomAgain = roomAgain;
    }

    /** Takes a frame that has come in; no other one is taken at the same time. */
    public interface Taker {
        /**
         * Takes the next frame.
         *
         * @param number of the frame, from 1
         */
        void take(long number, Frame.Counted frame) throws ProtocolException;
    }

    /** Sends a frame when there is a connection; returns its number. */
    public long send(Frame.Counted frame) {
        Transport current;
        long number;
        lock.lock();
        try {
            unsent.add(frame);
            keptBytes += bytes(frame);
            number = ++lastNumber;
            current = transport;
        } finally {
            lock.unlock();
        }
        if (current != null) {
            current.wake();
        }
        return number;
    }

    /** Goes on over a connection; the one before gets and gives nothing more. */
    public void attach(Transport next, long receivedByPeer) throws ProtocolException {
        receiving.lock();
        try {
            lock.lock();
            try {
                transport = next;
                drop(receivedByPeer);
                for (Iterator<Frame.Counted> again = sent.descendingIterator(); again.hasNext(); ) {
                    unsent.addFirst(again.next());
                }
                sent.clear();
            } finally {
                lock.unlock();
            }
        } finally {
            receiving.unlock();
        }
        next.wake();
    }

    /** A connection is lost; nothing happens if there is another one by now. */
    public boolean detach(Transport lost) {
        lock.lock();
        try {
            if (transport != lost) {
                return false;
            }
            transport = null;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The connection that the link uses now. */
    public @Nullable Transport transport() {
        lock.lock();
        try {
            return transport;
        } finally {
            lock.unlock();
        }
    }

    /** How many frames have been received. */
    public long received() {
        lock.lock();
        try {
            return received;
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of the frames that are kept for the other side. */
    public long keptBytes() {
        lock.lock();
        try {
            return keptBytes;
        } finally {
            lock.unlock();
        }
    }

    /** The next frame for this connection, or null. */
    Frame.@Nullable Counted next(Transport asking) {
        lock.lock();
        try {
            if (transport != asking) {
                return null;
            }
            Frame.Counted frame = unsent.poll();
            if (frame != null) {
                sent.add(frame);
            }
            return frame;
        } finally {
            lock.unlock();
        }
    }

    void receivedByPeer(Transport told, long count) throws ProtocolException {
        lock.lock();
        try {
            if (transport != told) {
                return;
            }
            drop(count);
        } finally {
            lock.unlock();
        }
        roomAgain.run();
    }

    private void drop(long receivedByPeer) throws ProtocolException {
        if (receivedByPeer < lastReceivedByPeer || receivedByPeer > lastReceivedByPeer + sent.size()) {
            throw new ProtocolException("the peer says to have received " + receivedByPeer + " frames; it had received "
                    + lastReceivedByPeer + " and " + sent.size() + " were sent since");
        }
        while (lastReceivedByPeer < receivedByPeer) {
            keptBytes -= bytes(sent.remove());
            lastReceivedByPeer++;
        }
    }

    /** Takes a frame from a connection, unless there is another one by now. */
    void receive(Transport from, Frame.Counted frame, Taker taker) throws ProtocolException {
        receiving.lock();
        try {
            long number;
            lock.lock();
            try {
                if (transport != from) {
                    return;
                }
                number = ++received;
                untoldFrames++;
                untoldBytes += bytes(frame);
            } finally {
                lock.unlock();
            }
            taker.take(number, frame);
        } finally {
            receiving.unlock();
        }
    }

    /** What to tell the other side, or null if it can wait. */
    Frame.@Nullable Received toTell(boolean atOnce) {
        lock.lock();
        try {
            if (untoldFrames == 0 || (!atOnce && untoldFrames < TELL_FRAMES && untoldBytes < TELL_BYTES)) {
                return null;
            }
            untoldFrames = 0;
            untoldBytes = 0;
            return new Frame.Received(received);
        } finally {
            lock.unlock();
        }
    }

    private static long bytes(Frame.Counted frame) {
        if (frame instanceof Frame.SendMessage send) {
            return SMALL_BYTES + send.send().message().sizeBytes();
        } else if (frame instanceof Frame.Deliver deliver) {
            return SMALL_BYTES + deliver.delivery().message().sizeBytes();
        } else if (frame instanceof Frame.CommitWork work) {
            return SMALL_BYTES + work.commit().messageBytes();
        } else if (frame instanceof Frame.PrepareBranch prepare) {
            return SMALL_BYTES + prepare.commit().messageBytes();
        }
        return SMALL_BYTES;
    }
}
