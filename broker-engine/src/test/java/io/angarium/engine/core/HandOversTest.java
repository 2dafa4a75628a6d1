package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.Event.Target;
import io.angarium.protocol.Address;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ring of hand-overs beside a plain list. */
class HandOversTest {
    private static final int WAIT = HandOvers.WRITTEN_AFTER_MILLIS;

    private final NamespaceState state = new NamespaceState(NamespacePolicy.DEFAULT, text -> null, new StateListener() {
        @Override
        public void recordReleased(long record) {}

        @Override
        public void ready(int entityId) {}
    });
    private final Entity entity = new Entity(7, state);
    private final Receiver receiver = new Receiver(
            new ReceiverRequest(1, "l", null, new Source.Queue(Address.queue("q"), null), ReceiveMode.PEEK_LOCK),
            entity,
            new LinkState("l"),
            null);
    private final HandOvers handOvers = new HandOvers();

    private record HandOver(Lock lock, long millis) {}

    private Lock lock(long sequence) {
        MessageInfo info = new MessageInfo(true, 4, 0, Long.MAX_VALUE, 0, 1, null, 0, 0);
        QueuedMessage message =
                new QueuedMessage(new Content(info, new ContentRef(sequence, 0, 1, List.of())), entity, sequence, 0);
        Lock lock = new Lock(sequence, message, receiver, Long.MAX_VALUE);
        message.lock(lock);
        return lock;
    }

    static LongStream seeds() {
        return LongStream.range(0, 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsDueIsWhatHasNotEndedInItsOrder(long seed) {
        Random random = new Random(seed);
        List<HandOver> model = new ArrayList<>();
        int endedPercent = random.nextInt(60);
        long now = 1_000;
        for (int i = 1; i < 1_500; i++) {
            now += random.nextInt(3);
            Lock lock = lock(i);
            handOvers.add(lock, now);
            model.add(new HandOver(lock, now));
            while (!model.isEmpty() && random.nextInt(100) < endedPercent) {
                Lock ended = model.remove(random.nextInt(model.size())).lock();
                if (random.nextBoolean()) {
                    ended.message.lock(null);
                } else {
                    ended.message.deliveryStarted(true);
                }
            }
            while (model.size() > 200) {
                model.remove(0).lock().message.lock(null);
            }

            handOvers.dropEnded();

            assertThat(handOvers.nextDueMillis())
                    .as("seed %d", seed)
                    .isEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.get(0).millis() + WAIT);
            long at = now + random.nextInt(WAIT + 2);
            assertThat(handOvers.due(at))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(model.stream()
                            .filter(m -> m.millis() + WAIT <= at)
                            .map(m -> new Target(7, m.lock().message.sequence))
                            .toList());
        }
    }

    @Test
    void aFullRingGivesEachOnce() {
        for (int i = 1; i <= 16; i++) {
            handOvers.add(lock(i), 0);
        }

        assertThat(handOvers.due(WAIT)).hasSize(16).doesNotHaveDuplicates();
        assertThat(handOvers.due(WAIT - 1)).isEmpty();
    }

    @Test
    void noMoreAreGivenAtATimeThanAnEventMayHold() {
        for (int i = 1; i <= 4_100; i++) {
            handOvers.add(lock(i), 0);
        }

        assertThat(handOvers.due(WAIT)).hasSize(4_096);
    }

    @Test
    void itHoldsNoMoreThanTwiceWhatLasts() {
        Lock lasting = lock(1);
        handOvers.add(lasting, 0);
        for (int i = 2; i <= 10_000; i++) {
            Lock lock = lock(i);
            handOvers.add(lock, i);
            lock.message.lock(null);
            handOvers.dropEnded();
        }
        assertThat(handOvers.capacity()).isEqualTo(16);

        for (int i = 0; i < 7; i++) {
            handOvers.add(lock(20_000 + i), 20_000);
        }
        for (int i = 0; i < 100; i++) {
            Lock lock = lock(30_000 + i);
            handOvers.add(lock, 30_000);
            lock.message.lock(null);
        }
        assertThat(handOvers.capacity()).as("8 of 16 last").isEqualTo(16);
        handOvers.add(lock(40_000), 40_000);
        for (int i = 0; i < 16; i++) {
            handOvers.add(lock(50_000 + i), 50_000);
        }
        assertThat(handOvers.capacity()).isEqualTo(32);
        assertThat(handOvers.due(100_000)).hasSize(25).startsWith(new Target(7, 1));
    }
}
