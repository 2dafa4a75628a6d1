package io.angarium.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a {@link ValueWriter} writes, a {@link ValueReader} reads, and nothing else. */
class ValuesTest {
    private static final List<Object> VALUES = List.of(
            true,
            false,
            Byte.MIN_VALUE,
            Short.MAX_VALUE,
            'c',
            '\uffff',
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            0.1f,
            Float.NaN,
            -0.0,
            Double.MIN_VALUE,
            "",
            "größe 数 😀 \0",
            "x".repeat(100_000),
            new byte[0],
            new byte[] {1, 2, 3});

    @Test
    void everyKindOfValueIsReadBackWithItsTypeAndNothingIsLeft() {
        ValueWriter out = new ValueWriter(0);
        VALUES.forEach(out::putValue);
        out.putValue(null);

        ValueReader in = new ValueReader(out.toBuffer());

        for (Object value : VALUES) {
            assertThat(in.getValue()).isEqualTo(value);
        }
        assertThat(in.getValue()).isNull();
        assertThat(in.hasRemaining()).isFalse();
    }

    @Test
    void plainFieldsAreReadBack() {
        ByteBuffer written = new ValueWriter(1)
                .putByte(-1)
                .putInt(Integer.MAX_VALUE)
                .putLong(Long.MIN_VALUE)
                .putString(null)
                .putString("größe")
                .putString("text")
                .putBytes(new byte[] {1})
                .toBuffer();

        ValueReader in = new ValueReader(written);

        assertThat(in.getByte()).isEqualTo((byte) -1);
        assertThat(in.getInt()).isEqualTo(Integer.MAX_VALUE);
        assertThat(in.getLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(in.getString()).isNull();
        assertThat(in.getString()).isEqualTo("größe");
        assertThat(in.getText()).isEqualTo("text");
        assertThat(in.getBytes()).containsExactly(1);
        assertThat(in.hasRemaining()).isFalse();
    }

    @Test
    void aMapKeepsItsOrderAndItsNulls() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 99; i >= 0; i--) {
            map.put("name" + i, i % 3 == 0 ? null : i);
        }

        Map<String, @Nullable Object> read =
                new ValueReader(new ValueWriter(16).putMap(map).toBuffer()).getMap();

        assertThat(new ArrayList<>(read.entrySet())).isEqualTo(new ArrayList<>(map.entrySet()));
    }

    @Test
    void aValueOfAnotherClassIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ValueWriter(16).putValue(new BigDecimal(1)))
                .withMessageContaining("java.math.BigDecimal");
    }

    @Test
    void whatWasWrittenCannotBeChangedThroughTheBuffer() {
        ByteBuffer written = new ValueWriter(16).putInt(1).toBuffer();

        assertThat(written.isReadOnly()).isTrue();
        assertThatThrownBy(() -> written.put((byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
    }

    @Test
    void readingLeavesTheBufferWhereItIs() {
        ByteBuffer written = new ValueWriter(16).putInt(1).putInt(2).toBuffer();
        written.getInt();

        int read = new ValueReader(written).getInt();

        assertThat(read).isEqualTo(2);
        assertThat(written.position()).isEqualTo(4);
    }

    @Test
    void everyTruncationIsRefused() {
        ValueWriter out = new ValueWriter(16);
        VALUES.stream()
                .filter(value -> !(value instanceof String s) || s.length() < 1_000)
                .forEach(out::putValue);
        ByteBuffer whole = out.toBuffer();

        for (int length = 0; length < whole.limit(); length++) {
            ByteBuffer truncated = whole.duplicate().limit(length);
            ValueReader in = new ValueReader(truncated);
            assertThatIllegalArgumentException()
                    .as("length %d", length)
                    .isThrownBy(() -> readValues(in, VALUES.size() - 1));
        }
    }

    private static void readValues(ValueReader in, int values) {
        for (int i = 0; i < values; i++) {
            in.getValue();
        }
    }

    @Test
    void aLengthThatTheBytesDoNotHaveIsRefusedBeforeMemoryIsTaken() {
        for (int length : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -2, 5}) {
            ByteBuffer bytes = new ValueWriter(16).putInt(length).putInt(0).toBuffer();

            assertThatIllegalArgumentException().isThrownBy(() -> new ValueReader(bytes).getString());
            assertThatIllegalArgumentException().isThrownBy(() -> new ValueReader(bytes).getBytes());
            assertThatIllegalArgumentException().isThrownBy(() -> new ValueReader(bytes).getMap());
        }
    }

    @Test
    void aNullWhereATextMustBeIsRefused() {
        ByteBuffer bytes = new ValueWriter(16).putString(null).toBuffer();

        assertThatIllegalArgumentException().isThrownBy(() -> new ValueReader(bytes).getText());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void randomBytesAreReadOrRefusedAndNeverAnythingElse(long seed) {
        Random random = new Random(seed);
        int rounds = 10_000;
        int read = 0;
        for (int i = 0; i < rounds; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            // small numbers, as types and lengths are
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = random.nextInt(3) == 0 ? bytes[j] : (byte) (random.nextInt(16) - 2);
            }
            read += readAll(bytes, seed, i) ? 1 : 0;
        }
        assertThat(read).as("read of %d", rounds).isBetween(rounds / 100, rounds - rounds / 100);
    }

    private static boolean readAll(byte[] bytes, long seed, int round) {
        ValueReader in = new ValueReader(ByteBuffer.wrap(bytes));
        try {
            while (in.hasRemaining()) {
                if (bytes[0] == 1) {
                    in.getMap();
                } else {
                    in.getValue();
                }
            }
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", round " + round, e);
        }
    }
}
