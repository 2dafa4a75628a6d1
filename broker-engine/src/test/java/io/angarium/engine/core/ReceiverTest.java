package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.filter.Selectors;
import io.angarium.protocol.Address;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import org.junit.jupiter.api.Test;

/** How far a receiver with a selector has looked. */
class ReceiverTest {
    private static final int LANE = 8;

    private final NamespaceState state = new NamespaceState(NamespacePolicy.DEFAULT, text -> null, new StateListener() {
        @Override
        public void recordReleased(long record) {}

        @Override
        public void ready(int entityId) {}
    });
    private final Receiver receiver = new Receiver(
            new ReceiverRequest(1, "l", null, new Source.Queue(Address.queue("q"), null), ReceiveMode.PEEK_LOCK),
            new Entity(1, state),
            new LinkState("l"),
            Selectors.parse("kind = 'a'"));

    @Test
    void whatComesBackBehindTheCursorIsLookedAtAgain() {
        receiver.moveCursor(LANE, 100);

        receiver.lookAt(LANE, 40);
        receiver.lookAt(LANE, 20);
        receiver.lookAt(LANE, 100);
        receiver.lookAt(LANE, 101);
        receiver.lookAt(LANE + 2, 5);

        assertThat(receiver.revisit(LANE, 0)).isEqualTo(20);
        assertThat(receiver.revisit(LANE, 21)).isEqualTo(40);
        assertThat(receiver.revisit(LANE, 41))
                .as("those from the cursor on are not behind it")
                .isEqualTo(-1);
        assertThat(receiver.revisit(LANE + 2, 0)).isEqualTo(-1);
        assertThat(receiver.cursor(LANE)).isEqualTo(100);
    }

    @Test
    void whatWasLookedAtAgainIsForgottenAndTheCursorNeverGoesBack() {
        receiver.moveCursor(LANE, 100);
        receiver.lookAt(LANE, 20);
        receiver.lookAt(LANE, 40);

        receiver.moveCursor(LANE, 40);

        assertThat(receiver.revisit(LANE, 0)).isEqualTo(40);
        assertThat(receiver.cursor(LANE)).isEqualTo(100);
    }

    @Test
    void withMoreThanAThousandToLookAtAgainItStartsOverFromTheFirst() {
        receiver.moveCursor(LANE, 5_000);
        for (int i = 0; i < 1_000; i++) {
            receiver.lookAt(LANE, 3_000 - i);
        }
        assertThat(receiver.revisit(LANE, 0)).isEqualTo(2_001);
        assertThat(receiver.cursor(LANE)).isEqualTo(5_000);

        receiver.lookAt(LANE, 4_000);

        assertThat(receiver.cursor(LANE)).isEqualTo(2_001);
        assertThat(receiver.revisit(LANE, 0)).isEqualTo(-1);
    }
}
