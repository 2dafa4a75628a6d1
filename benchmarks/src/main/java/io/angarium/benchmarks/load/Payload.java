package io.angarium.benchmarks.load;

import java.util.Random;

/** Bytes that cannot be compressed, always the same. */
final class Payload {
    private Payload() {}

    static byte[] of(int bytes) {
        byte[] payload = new byte[bytes];
        new Random(1).nextBytes(payload);
        return payload;
    }
}
