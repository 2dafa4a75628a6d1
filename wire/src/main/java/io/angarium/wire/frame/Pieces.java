package io.angarium.wire.frame;

import io.angarium.protocol.ValueWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** An encoded frame under way: small things are copied together, large bodies stay where they are. */
final class Pieces {
    /** From this size on a body is not copied. */
    private static final int LARGE_BYTES = 32 * 1024;

    private final List<ByteBuffer> pieces = new ArrayList<>(1);
    private ValueWriter small;

    Pieces(int sizeHintBytes) {
        small = new ValueWriter(sizeHintBytes);
    }

    ValueWriter small() {
        return small;
    }

    void putBody(ByteBuffer body) {
        if (body.remaining() < LARGE_BYTES) {
            small.putBuffer(body);
        } else {
            small.putInt(body.remaining());
            pieces.add(small.toBuffer());
            pieces.add(body.duplicate());
            small = new ValueWriter(256);
        }
    }

    List<ByteBuffer> end() {
        ByteBuffer last = small.toBuffer();
        if (pieces.isEmpty() || last.hasRemaining()) {
            pieces.add(last);
        }
        return pieces;
    }
}
