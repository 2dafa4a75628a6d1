package io.angarium.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/**
 * The least that any broker has to do: the bytes of a message are appended to a file, and the sender goes on when they were
 * forced to disk, together with those of everybody who waits at the time. The file is allocated before, as journals do.
 */
final class PlainFile implements Contender {
    private static final int MAX_WAITING = 4096;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final long ALLOCATED_BYTES = 128L << 20;

    private final int payloadBytes;
    private final FileChannel channel;
    private final BlockingQueue<CompletableFuture<Void>> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] payload;
    private final Thread writer;

    PlainFile(Path folder, int payloadBytes) throws IOException {
        this.payloadBytes = payloadBytes;
        payload = Payload.of(payloadBytes);
        channel = FileChannel.open(
                folder.resolve("plain.log"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.READ);
        allocate();
        writer = new Thread(this::write, "plain-file");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public String name() {
        return "plain file";
    }

    @Override
    public Operation operation() {
        return new Operation() {
            @Override
            public void once() throws Exception {
                CompletableFuture<Void> done = new CompletableFuture<>();
                waiting.put(done);
                done.get();
            }

            @Override
            public void close() {
                // nothing of its own
            }
        };
    }

    private void allocate() throws IOException {
        while (channel.position() < ALLOCATED_BYTES) {
            channel.write(buffer.clear());
        }
        channel.force(true);
        channel.position(0);
        buffer.clear();
    }

    private void write() {
        List<CompletableFuture<Void>> batch = new ArrayList<>(MAX_WAITING);
        try {
            while (true) {
                batch.add(waiting.take());
                waiting.drainTo(batch, MAX_WAITING - 1);
                for (int i = 0; i < batch.size(); i++) {
                    append();
                }
                flush();
                channel.force(false);
                batch.forEach(done -> done.complete(null));
                batch.clear();
            }
        } catch (IOException e) {
            batch.forEach(done -> done.completeExceptionally(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void append() throws IOException {
        if (buffer.remaining() < payloadBytes + 2 * Integer.BYTES) {
            flush();
        }
        buffer.putInt(payloadBytes).putInt(0).put(payload);
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
        if (channel.position() > ALLOCATED_BYTES - BUFFER_BYTES) {
            channel.position(0); // round and round, as with segments that are used again
        }
    }

    @Override
    public void close() throws IOException {
        writer.interrupt(); // nobody waits any more
        Threads.join(writer);
        channel.close();
    }
}
