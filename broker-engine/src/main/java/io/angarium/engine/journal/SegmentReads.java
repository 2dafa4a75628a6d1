package io.angarium.engine.journal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/**
 * Reads of segments at remembered positions, from any thread, at most {@value #MAX_OPEN} files open. A thread that is interrupted
 * closes the channel it reads from, for everybody: each of them opens it again and goes on, and the interrupt is kept for its owner.
 */
final class SegmentReads implements AutoCloseable {
    private static final int MAX_OPEN = 64;

    private final LongFunction<Path> files;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    SegmentReads(LongFunction<Path> files) {
        this.files = files;
    }

    /**
     * Reads bytes of a segment.
     *
     * @throws EOFException if the file is shorter
     * @throws java.nio.file.NoSuchFileException if the segment is deleted
     */
    ByteBuffer read(long segment, long offset, int bytes) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(bytes);
        boolean interrupted = false;
        try {
            while (into.hasRemaining()) {
                try {
                    FileChannel channel = channel(segment);
                    if (channel.read(into, offset + into.position()) < 0) {
                        throw new EOFException(files.apply(segment) + " ends before position " + (offset + bytes));
                    }
                } catch (ClosedChannelException e) {
                    // this thread or another reader was interrupted, or too many files are open: not the file's fault
                    interrupted |= Thread.interrupted();
                    requireOpen();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return into.flip();
    }

    private FileChannel channel(long segment) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new ClosedChannelException();
            }
            FileChannel channel = open.get(segment);
            if (channel == null || !channel.isOpen()) {
                channel = FileChannel.open(files.apply(segment), StandardOpenOption.READ);
                open.put(segment, channel);
                closeEldest();
            }
            return channel;
        } finally {
            lock.unlock();
        }
    }

    private void closeEldest() throws IOException {
        if (open.size() > MAX_OPEN) {
            var eldest = open.entrySet().iterator();
            FileChannel channel = eldest.next().getValue();
            eldest.remove();
            channel.close();
        }
    }

    private void requireOpen() {
        lock.lock();
        try {
            if (closed) {
                throw new JournalException(JournalException.Kind.CLOSED, "the journal is closed");
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of a segment that is about to be deleted. */
    void forget(long segment) throws IOException {
        FileChannel channel;
        lock.lock();
        try {
            channel = open.remove(segment);
        } finally {
            lock.unlock();
        }
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        List<FileChannel> channels;
        lock.lock();
        try {
            closed = true;
            channels = new ArrayList<>(open.values());
            open.clear();
        } finally {
            lock.unlock();
        }
        for (FileChannel channel : channels) {
            channel.close();
        }
    }
}
