package io.angarium.wire.transport;

import io.angarium.wire.frame.Frame;
import io.angarium.wire.frame.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts what comes in into a {@link Preface} and {@link Frame}s. Never allocates more than has come in, up to the limit.
 * Confined to the event loop.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    private static final byte[] NOTHING = {};

    private boolean prefaced;
    private long maxFrameBytes;
    private byte[] parts = NOTHING;
    private int partsBytes;

    /** @param maxFrameBytes largest frame, put together of its parts, at the beginning */
    FrameDecoder(long maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    void maxFrameBytes(long bytes) {
        maxFrameBytes = bytes;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws ProtocolException {
        if (!prefaced) {
            if (in.readableBytes() >= Preface.BYTES) {
                out.add(Preface.read(in));
                prefaced = true;
            }
            return;
        }
        if (in.readableBytes() < Framing.LENGTH_BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > Framing.MAX_CHUNK_BYTES) {
            throw new ProtocolException(
                    "a frame of " + length + " bytes; 1 to " + Framing.MAX_CHUNK_BYTES + " are allowed");
        }
        if (in.readableBytes() < Framing.LENGTH_BYTES + length) {
            return;
        }
        in.skipBytes(Framing.LENGTH_BYTES);
        int type = in.getByte(in.readerIndex());
        if (type == Framing.PART || type == Framing.LAST_PART) {
            in.skipBytes(1);
            addPart(in, length - 1);
            if (type == Framing.LAST_PART) {
                byte[] whole = parts;
                parts = NOTHING;
                out.add(decode(ByteBuffer.wrap(whole, 0, partsBytes).slice()));
                partsBytes = 0;
            }
        } else {
            byte[] frame = new byte[length];
            in.readBytes(frame);
            out.add(decode(ByteBuffer.wrap(frame)));
        }
    }

    private void addPart(ByteBuf in, int length) throws ProtocolException {
        long sum = (long) partsBytes + length;
        if (sum > maxFrameBytes) {
            throw new ProtocolException("a frame of more than " + maxFrameBytes + " bytes in parts");
        }
        if (sum > parts.length) {
            parts = Arrays.copyOf(parts, (int) Math.min(maxFrameBytes, Math.max(sum, 2L * parts.length)));
        }
        in.readBytes(parts, partsBytes, length);
        partsBytes = (int) sum;
    }

    private Frame decode(ByteBuffer frame) throws ProtocolException {
        if (frame.remaining() > maxFrameBytes) {
            throw new ProtocolException(
                    "a frame of " + frame.remaining() + " bytes where " + maxFrameBytes + " are allowed");
        }
        try {
            return FrameCodec.decode(frame);
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("a damaged frame: " + e.getMessage(), e);
        }
    }
}
