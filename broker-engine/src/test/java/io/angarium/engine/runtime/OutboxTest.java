package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.ContentRef;
import io.angarium.engine.core.LockedMessage;
import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.DeliveryListener;
import io.angarium.protocol.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final List<Delivery> delivered = new ArrayList<>();
    private final Map<Long, Message> onDisk = new HashMap<>();
    private final List<Integer> periods = new ArrayList<>();

    private Outbox outbox(DeliveryListener listener) {
        return new Outbox(listener, (locked, period) -> {
            periods.add(period);
            return onDisk.get(locked.sequenceNumber());
        });
    }

    private static LockedMessage locked(long sequence) {
        return new LockedMessage(
                7, sequence, 100 + sequence, 2, 5_000, Map.of("a", 1), new ContentRef(sequence, 0, 10, List.of()));
    }

    private static Message message(String text) {
        return TestMessages.PERSISTENT.to(Address.queue("q"), text);
    }

    private List<String> texts() {
        return delivered.stream().map(d -> TestMessages.text(d.message())).toList();
    }

    @Test
    void nothingIsDeliveredBeforeItIsDrained() {
        Outbox outbox = outbox(delivered::add);

        outbox.add(locked(1), message("m"), 0);
        assertThat(delivered).isEmpty();
        outbox.drain();

        assertThat(delivered)
                .containsExactly(new Delivery(
                        101, 1, 2, 5_000, Map.of("a", 1), delivered.get(0).message()));
    }

    @Test
    void whatIsNotInMemoryIsReadAndKeepsItsPlace() {
        Outbox outbox = outbox(delivered::add);
        onDisk.put(2L, message("from disk"));

        outbox.add(locked(1), message("first"), 0);
        outbox.add(locked(2), null, 5);
        outbox.add(locked(3), message("third"), 0);
        outbox.drain();

        assertThat(texts()).containsExactly("first", "from disk", "third");
        assertThat(periods).containsExactly(5);
    }

    @Test
    void whatCannotBeReadIsLeftOutAndTheNextOneIsDelivered() {
        Outbox outbox = outbox(delivered::add);

        outbox.add(locked(1), null, 0);
        outbox.add(locked(2), message("next"), 0);
        outbox.drain();

        assertThat(texts()).containsExactly("next");
    }

    @Test
    void aMarkIsReachedWhenAllBeforeItIsDeliveredAlsoIfItIsClosed() {
        List<String> order = new ArrayList<>();
        Outbox outbox = outbox(delivery -> order.add(TestMessages.text(delivery.message())));
        outbox.add(locked(1), message("before"), 0);
        CompletableFuture<Void> mark = outbox.mark().thenRun(() -> order.add("mark"));
        outbox.add(locked(2), message("behind"), 0);
        assertThat(mark).isNotDone();

        outbox.drain();
        outbox.close();
        CompletableFuture<Void> last = outbox.mark();
        outbox.drain();

        assertThat(order).containsExactly("before", "mark", "behind");
        assertThat(last).isCompleted();
    }

    @Test
    void aClosedOneDeliversNothingMore() {
        Outbox outbox = outbox(delivered::add);
        outbox.add(locked(1), message("m"), 0);

        outbox.close();
        outbox.drain();

        assertThat(delivered).isEmpty();
    }

    @Test
    void whatIsReadWhileItIsClosedIsNotDelivered() {
        Outbox[] outbox = new Outbox[1];
        outbox[0] = new Outbox(delivered::add, (locked, period) -> {
            outbox[0].close();
            return message("too late");
        });
        outbox[0].add(locked(1), null, 0);

        outbox[0].drain();

        assertThat(delivered).isEmpty();
    }

    @Test
    void aListenerThatFailsGetsTheNextOne() {
        AtomicInteger calls = new AtomicInteger();
        Outbox outbox = outbox(delivery -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("the listener of a test fails");
            }
        });
        outbox.add(locked(1), message("first"), 0);
        outbox.add(locked(2), message("second"), 0);

        outbox.drain();

        assertThat(calls).hasValue(2);
    }

    @Test
    void aListenerThatDrainsIsNotCalledWithinItself() {
        List<String> order = new ArrayList<>();
        Outbox[] outbox = new Outbox[1];
        outbox[0] = outbox(delivery -> {
            String text = TestMessages.text(delivery.message());
            order.add(text);
            if (text.equals("first")) {
                outbox[0].add(locked(2), message("second"), 0);
                outbox[0].drain();
            }
            order.add("end of " + text);
        });
        outbox[0].add(locked(1), message("first"), 0);

        outbox[0].drain();

        assertThat(order).containsExactly("first", "end of first", "second", "end of second");
    }

    @Test
    void oneThreadDeliversAtATimeAndNothingIsLeftBehind() throws InterruptedException {
        int count = 20_000;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Outbox outbox = outbox(delivery -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            delivered.add(delivery);
            inside.decrementAndGet();
        });
        CountDownLatch drained = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                        for (int j = 0; j < count; j++) {
                            outbox.drain();
                        }
                        drained.countDown();
                    })
                    .start();
        }
        for (int i = 1; i <= count; i++) {
            outbox.add(locked(i), message("m"), 0);
            outbox.drain();
        }
        assertThat(drained.await(60, TimeUnit.SECONDS)).isTrue();

        assertThat(most).hasValue(1);
        assertThat(delivered).extracting(Delivery::sequenceNumber).isSorted().hasSize(count);
    }

    @Test
    void theMarkOfWhoWillDrainIsSetOnceUntilItIsTakenBack() {
        Outbox outbox = outbox(delivered::add);

        assertThat(List.of(outbox.touch(), outbox.touch())).containsExactly(true, false);
        outbox.untouch();

        assertThat(outbox.touch()).isTrue();
    }
}
