package io.angarium.wire.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an encoded frame stands on the connection: its length in four bytes and itself; a large one as parts of
 * {@link #PART_BYTES}, between which frames about the connection may stand. Confined to the event loop.
 */
final class Framing {
    static final int LENGTH_BYTES = 4;
    /** Largest chunk between two lengths. */
    static final int MAX_CHUNK_BYTES = 128 * 1024;

    static final int PART_BYTES = 64 * 1024;
    /** First byte of a chunk that is a part of a frame, and of the last part. */
    static final byte PART = 126;

    static final byte LAST_PART = 127;

    /** What is written together. */
    private static final int BATCH_BYTES = 64 * 1024;

    private final Channel channel;
    private @Nullable ByteBuf batch;

    Framing(Channel channel) {
        this.channel = channel;
    }

    /** Small enough to be written in one piece. */
    static boolean isSmall(long bytes) {
        return bytes <= MAX_CHUNK_BYTES;
    }

    static long size(List<ByteBuffer> pieces) {
        long bytes = 0;
        for (ByteBuffer piece : pieces) {
            bytes += piece.remaining();
        }
        return bytes;
    }

    void write(List<ByteBuffer> pieces, int bytes) {
        ByteBuf out = room(LENGTH_BYTES + bytes);
        out.writeInt(bytes);
        for (ByteBuffer piece : pieces) {
            out.writeBytes(piece);
        }
    }

    /** Writes the next part of a large frame, moving the positions of its pieces; says whether it was the last. */
    boolean writePart(List<ByteBuffer> pieces) {
        int bytes = (int) Math.min(PART_BYTES, size(pieces));
        boolean last = bytes == size(pieces);
        ByteBuf out = room(LENGTH_BYTES + 1 + bytes);
        out.writeInt(1 + bytes).writeByte(last ? LAST_PART : PART);
        Iterator<ByteBuffer> each = pieces.iterator();
        int left = bytes;
        while (left > 0) {
            ByteBuffer piece = each.next();
            int now = Math.min(left, piece.remaining());
            out.writeBytes(piece.slice(piece.position(), now));
            piece.position(piece.position() + now);
            left -= now;
        }
        return last;
    }

    private ByteBuf room(int bytes) {
        ByteBuf open = batch;
        if (open != null && open.writableBytes() >= bytes) {
            return open;
        }
        push();
        open = channel.alloc().directBuffer(Math.max(BATCH_BYTES, bytes));
        batch = open;
        return open;
    }

    /** Hands what was written to the channel. */
    void push() {
        ByteBuf full = batch;
        if (full != null) {
            batch = null;
            ChannelFuture unused = channel.write(full, channel.voidPromise());
        }
    }

    /** Hands what was written to the network. */
    void flush() {
        push();
        channel.flush();
    }

    /** Throws away what was not handed on. */
    void release() {
        ByteBuf open = batch;
        if (open != null) {
            batch = null;
            open.release();
        }
    }
}
