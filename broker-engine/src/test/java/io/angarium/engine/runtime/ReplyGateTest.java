package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReplyGateTest {
    private final ReplyGate gate = new ReplyGate();
    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final CompletableFuture<String> second = new CompletableFuture<>();

    @Test
    void aReplyIsReleasedWhenItsRecordAndAllBeforeAreOnDisk() {
        gate.park(5, 100, first, "first");
        gate.park(7, 100, second, "second");

        gate.durable(6);
        gate.release();

        assertThat(first).isCompletedWithValue("first");
        assertThat(second).isNotDone();
        assertThat(gate.unwrittenBytes()).isEqualTo(100);
    }

    @Test
    void theDurableRecordNeverGoesBack() {
        gate.durable(6);
        gate.durable(4);

        assertThat(gate.durableRecord()).isEqualTo(6);
    }

    @Test
    void whenTheJournalFailsWhatIsOnDiskIsConfirmedAndTheRestFails() {
        gate.park(5, 100, first, "first");
        gate.park(7, 100, second, "second");
        gate.durable(5);

        gate.fail(new BrokerException(ErrorReason.STORE_FAILED, "broken"));
        gate.release();

        assertThat(first).isCompletedWithValue("first");
        assertThat(second).isCompletedExceptionally();
        assertThat(gate.unwrittenBytes()).isZero();
    }

    @Test
    void aReplyThatParksAnotherOneWhileItIsReleasedDoesNotLoseIt() {
        gate.durable(9);
        CompletableFuture<Void> chained = first.thenRun(() -> {
            gate.park(8, 0, second, "second");
            gate.release();
        });
        gate.park(5, 0, first, "first");

        gate.release();

        assertThat(chained).isCompleted();
        assertThat(second).isCompletedWithValue("second");
        assertThat(gate.hasReleasable()).isFalse();
    }
}
