package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.Message;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, Parts.BLOCK_BYTES - 1, Parts.BLOCK_BYTES, Parts.BLOCK_BYTES + 1, 3 * Parts.BLOCK_BYTES})
    void whatIsCutIsJoinedAgainWhateverItsSize(int bytes) {
        byte[] body = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            body[i] = (byte) (i * 7);
        }
        Message message = TestMessages.PERSISTENT
                .with("text", "a head that is larger than a block is cut as well ".repeat(bytes > 0 ? 30_000 : 1))
                .to(Address.queue("q"), ByteBuffer.wrap(body));

        List<ByteBuffer> blocks = Parts.cut(message);

        assertThat(blocks).allMatch(block -> block.remaining() <= Parts.BLOCK_BYTES);
        assertThat(Parts.join(blocks)).isEqualTo(message);
    }
}
