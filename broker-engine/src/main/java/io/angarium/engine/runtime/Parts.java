package io.angarium.engine.runtime;

import io.angarium.protocol.Message;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message cut into blocks, for bodies too large for one record: four bytes with the size of the head, the head, the body,
 * cut every {@link #BLOCK_BYTES}. Cutting copies the head only.
 */
final class Parts {
    /** Largest message that is written in one piece, and size of a block of a larger one. */
    static final int BLOCK_BYTES = 1 << 20;

    private Parts() {}

    static List<ByteBuffer> cut(Message message) {
        ByteBuffer head = message.head();
        ByteBuffer prefixed = ByteBuffer.allocate(4 + head.remaining());
        prefixed.putInt(head.remaining()).put(head.duplicate()).flip();
        List<ByteBuffer> blocks = new ArrayList<>();
        slice(prefixed, blocks);
        slice(message.body(), blocks);
        return blocks;
    }

    private static void slice(ByteBuffer bytes, List<ByteBuffer> blocks) {
        int end = bytes.limit();
        for (int at = bytes.position(); at < end; at += BLOCK_BYTES) {
            blocks.add(bytes.slice(at, Math.min(BLOCK_BYTES, end - at)));
        }
    }

    /** The head of a message, if these first blocks have all of it; else null. */
    static @Nullable ByteBuffer head(List<ByteBuffer> blocks) {
        int size = blocks.stream().mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer first = blocks.get(0);
        int headBytes = first.getInt(first.position());
        if (size < 4 + headBytes) {
            return null;
        }
        ByteBuffer head = ByteBuffer.allocate(4 + headBytes);
        for (ByteBuffer block : blocks) {
            head.put(block.slice(block.position(), Math.min(block.remaining(), head.remaining())));
        }
        return head.slice(4, headBytes);
    }

    static Message join(List<ByteBuffer> blocks) {
        int size = blocks.stream().mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer whole = ByteBuffer.allocate(size);
        blocks.forEach(block -> whole.put(block.duplicate()));
        whole.flip();
        int headBytes = whole.getInt();
        ByteBuffer head = whole.slice(4, headBytes);
        return new Message(head, whole.slice(4 + headBytes, size - 4 - headBytes));
    }
}
