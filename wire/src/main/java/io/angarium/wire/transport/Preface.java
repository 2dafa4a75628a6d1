package io.angarium.wire.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The first eight bytes of each side: {@code "ANGM"}, the lowest and the highest version that the client speaks (from the
 * broker: the version it chose, twice, or what it speaks if none fits), two bytes 0. No other protocol that may come to the
 * same port begins like this (AMQP: {@code "AMQP"}, TLS: 0x16).
 *
 * @param lowest lowest version
 * @param highest highest version
 */
record Preface(int lowest, int highest) {
    static final int BYTES = 8;
    static final int VERSION = 1;
    static final Preface OURS = new Preface(VERSION, VERSION);

    private static final int MAGIC = 0x414E474D;

    /** @throws ProtocolException if these bytes are something else */
    static Preface read(ByteBuf in) throws ProtocolException {
        int magic = in.readInt();
        if (magic != MAGIC) {
            throw new ProtocolException(
                    String.format("the peer does not speak this protocol; it began with the bytes %08x", magic));
        }
        Preface preface = new Preface(in.readUnsignedByte(), in.readUnsignedByte());
        in.skipBytes(2);
        return preface;
    }

    ByteBuf bytes() {
        return Unpooled.buffer(BYTES)
                .writeInt(MAGIC)
                .writeByte(lowest)
                .writeByte(highest)
                .writeShort(0);
    }

    boolean speaks(int version) {
        return lowest <= version && version <= highest;
    }
}
