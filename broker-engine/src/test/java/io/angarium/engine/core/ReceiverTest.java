package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.filter.Selectors;
import io.angarium.protocol.ReceiveMode;
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
            1, new Entity(1, state), new LinkState("l"), ReceiveMode.PEEK_LOCK, Selectors.parse("kind = 'a'"));

    @Test
    void whatComesBackBehindTheCursorIsLookedAtAgain() {
        receiver.moveCursor(LANE, 100);

        receiver.becameReady(LANE, 40);
        receiver.becameReady(LANE, 20);
        receiver.becameReady(LANE, 100);
        receiver.becameReady(LANE, 101);
        receiver.becameReady(LANE + 2, 5);

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
        receiver.becameReady(LANE, 20);
        receiver.becameReady(LANE, 40);

        receiver.moveCursor(LANE, 40);

        assertThat(receiver.revisit(LANE, 0)).isEqualTo(40);
        assertThat(receiver.cursor(LANE)).isEqualTo(100);
    }

    @Test
    void withMoreThanAThousandToLookAtAgainItStartsOverFromTheFirst() {
        receiver.moveCursor(LANE, 5_000);
        for (int i = 0; i < 1_000; i++) {
            receiver.becameReady(LANE, 3_000 - i);
        }
        assertThat(receiver.revisit(LANE, 0)).isEqualTo(2_001);
        assertThat(receiver.cursor(LANE)).isEqualTo(5_000);

        receiver.becameReady(LANE, 4_000);

        assertThat(receiver.cursor(LANE)).isEqualTo(2_001);
        assertThat(receiver.revisit(LANE, 0)).isEqualTo(-1);
    }
}
