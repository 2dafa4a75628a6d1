package io.angarium.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {
    private static final int DAMAGED_FRAMES = Integer.getInteger("angarium.damagedFrames", 700_000);

    static List<Frame> frames() {
        return SampleFrames.all();
    }

    static byte[] bytes(Frame frame) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuffer piece : FrameCodec.encode(frame)) {
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("frames")
    void whatIsDecodedIsWhatWasEncoded(Frame frame) {
        assertThat(FrameCodec.decode(ByteBuffer.wrap(bytes(frame)))).isEqualTo(frame);
    }

    @Test
    void thereIsASampleOfEveryKind() {
        Set<Class<?>> kinds = new HashSet<>();
        addKinds(Frame.class, kinds);

        assertThat(frames()).extracting(Object::getClass).containsAll(kinds);
    }

    private static void addKinds(Class<?> type, Set<Class<?>> kinds) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        if (permitted == null) {
            kinds.add(type);
        } else {
            Arrays.stream(permitted).forEach(each -> addKinds(each, kinds));
        }
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameThatEndsTooEarlyOrTooLateIsRefused(Frame frame) {
        byte[] bytes = bytes(frame);

        for (int length = 0; length < bytes.length; length += 1 + length / 50) {
            ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length).slice();
            assertThatThrownBy(() -> FrameCodec.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> FrameCodec.decode(ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void damagedFramesAreRefusedOrMeanSomethingElseButNothingBreaks() {
        List<byte[]> samples = frames().stream()
                .map(FrameCodecTest::bytes)
                .filter(bytes -> bytes.length < 1_000)
                .toList();
        int refused = 0;
        for (int seed = 0; seed < DAMAGED_FRAMES; seed++) {
            Random random = new Random(seed);
            byte[] bytes = samples.get(random.nextInt(samples.size())).clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            refused += isRefused(bytes, seed) ? 1 : 0;
        }

        assertThat(refused).isBetween(DAMAGED_FRAMES / 20, DAMAGED_FRAMES - 1);
    }

    private static boolean isRefused(byte[] bytes, int seed) {
        try {
            Frame frame = FrameCodec.decode(ByteBuffer.wrap(bytes));
            // whatever it is now, it can be used: nothing of it fails later
            assertThat(FrameCodec.decode(ByteBuffer.wrap(bytes(frame))))
                    .as("seed %d", seed)
                    .isEqualTo(frame);
            if (frame instanceof Frame.SendMessage send) {
                assertThat(send.send().message().decodeHead()).isNotNull();
            }
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
