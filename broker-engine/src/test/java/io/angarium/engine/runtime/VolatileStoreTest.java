package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.journal.Journal;
import io.angarium.engine.journal.JournalException;
import io.angarium.engine.journal.SimulatedJournal;
import io.angarium.protocol.Address;
import io.angarium.protocol.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolatileStoreTest {
    private static final Address QUEUE = Address.queue("q");

    private int opened;
    private int woken;
    private final VolatileStore store = new VolatileStore(1_000, () -> {
        opened++;
        return SimulatedJournal.open(SimulatedJournal.Disk.endless());
    });

    private static Message message(String text) {
        return TestMessages.VOLATILE.to(QUEUE, text);
    }

    @Test
    void aMessageWithinTheBudgetStaysInMemory() {
        long id = store.put(message("small"));

        assertThat(id).isNegative();
        assertThat(store.inMemory(id)).isEqualTo(message("small"));
        assertThat(store.diskBytes()).isZero();
    }

    @Test
    void aMessageBeyondTheBudgetIsOnDiskAndIsReadBack() {
        store.put(message("x".repeat(700)));

        long id = store.put(message("y".repeat(700)));

        assertThat(store.inMemory(id)).isNull();
        assertThat(store.read(id)).isEqualTo(message("y".repeat(700)));
        assertThat(store.memoryBytes()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void whatIsReleasedMakesRoomInMemory() {
        long first = store.put(message("x".repeat(700)));
        store.release(first);

        long second = store.put(message("y".repeat(700)));

        assertThat(store.inMemory(second)).isNotNull();
        assertThat(store.read(first)).isNull();
    }

    @Test
    void oldSegmentsAreGivenBackAndWhatLivesInThemMovesOn() {
        store.put(message("x".repeat(900)));
        long kept = store.put(message("kept" + "k".repeat(500)));
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            others.add(store.put(message("y".repeat(900))));
        }
        long before = store.diskBytes();
        others.forEach(store::release);

        int cleaned = 0;
        for (Journal.Segment old = store.cleanable(); old != null; old = store.cleanable()) {
            store.moveOut(old);
            store.delete(old);
            cleaned++;
        }

        assertThat(cleaned).isPositive();
        assertThat(store.diskBytes()).isLessThan(before / 2);
        assertThat(store.read(kept)).isEqualTo(message("kept" + "k".repeat(500)));
    }

    /** Making its files takes some milliseconds, for which the namespace lock should not be held. */
    @Test
    void theSpillJournalIsOpenedInTheBackgroundBeforeItIsNeeded() {
        store.whenWanted(() -> woken++);
        store.openIfWanted();
        store.put(message("x".repeat(300)));
        assertThat(List.of(woken, opened)).containsExactly(0, 0);

        store.put(message("x".repeat(300)));
        store.openIfWanted();
        assertThat(List.of(woken, opened)).containsExactly(1, 1);
        store.put(message("y".repeat(700)));
        store.openIfWanted();

        assertThat(List.of(woken, opened)).containsExactly(1, 1);
    }

    @Test
    void aSpillJournalThatCannotBeOpenedAheadIsTriedAgainWhenItIsNeeded() {
        VolatileStore unlucky = new VolatileStore(1_000, () -> {
            if (opened++ == 0) {
                throw new JournalException(JournalException.Kind.FULL, "no space for a test");
            }
            return SimulatedJournal.open(SimulatedJournal.Disk.endless());
        });
        unlucky.put(message("x".repeat(700)));
        unlucky.openIfWanted();

        long id = unlucky.put(message("y".repeat(700)));

        assertThat(unlucky.read(id)).isEqualTo(message("y".repeat(700)));
        assertThat(opened).isEqualTo(2);
    }
}
