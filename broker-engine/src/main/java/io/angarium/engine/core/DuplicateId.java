package io.angarium.engine.core;

/**
 * 128-bit hash of an application's MessageId, by which duplicates are found (S-05). The hash function is part of the
 * stored format and never changes.
 *
 * @param high upper half
 * @param low lower half
 */
public record DuplicateId(long high, long low) {
    private static final long C1 = 0x87C37B91114253D5L;
    private static final long C2 = 0x4CF5AD432745937FL;

    /** The hash of a MessageId: MurmurHash3 x64 128 of its UTF-16 code units, seed 0, four to a word. */
    public static DuplicateId of(String messageId) {
        long high = 0;
        long low = 0;
        int length = messageId.length();
        int at = 0;
        for (; at + 8 <= length; at += 8) {
            high = (Long.rotateLeft(high ^ mixFirst(word(messageId, at, at + 4)), 27) + low) * 5 + 0x52DCE729;
            low = (Long.rotateLeft(low ^ mixSecond(word(messageId, at + 4, at + 8)), 31) + high) * 5 + 0x38495AB5;
        }
        high ^= mixFirst(word(messageId, at, Math.min(length, at + 4)));
        low ^= mixSecond(word(messageId, Math.min(length, at + 4), length));
        high ^= length * 2L;
        low ^= length * 2L;
        high += low;
        low += high;
        high = finish(high);
        low = finish(low);
        high += low;
        low += high;
        return new DuplicateId(high, low);
    }

    private static long word(String text, int from, int to) {
        long word = 0;
        for (int i = to - 1; i >= from; i--) {
            word = word << 16 | text.charAt(i);
        }
        return word;
    }

    private static long mixFirst(long word) {
        return Long.rotateLeft(word * C1, 31) * C2;
    }

    private static long mixSecond(long word) {
        return Long.rotateLeft(word * C2, 33) * C1;
    }

    private static long finish(long hash) {
        long mixed = hash;
        mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ (mixed >>> 33);
    }
}
