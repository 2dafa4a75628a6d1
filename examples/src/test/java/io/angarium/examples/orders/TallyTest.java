package io.angarium.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The proof has to be able to fail. */
class TallyTest {
    private static final Order GOOD = order("W-1", "TB-2201");
    private static final Order HOPELESS = order("W-2", "KB-0417");
    private static final Ledger.Entry RESULT = entry("ID:1", "W-1", Fulfilment.totalCents(GOOD), 1);

    @Test
    void oneResultForAGoodOrderAndADeadLetterForAHopelessOneAreRight() {
        Tally tally = Tally.of(List.of(GOOD, HOPELESS), List.of(RESULT), List.of("W-2"));

        assertThat(tally).isEqualTo(new Tally(2, 1, 0, 1, List.of()));
    }

    @Test
    void aResultOfALaterAttemptIsCountedAsSuch() {
        Ledger.Entry later = entry("ID:1", "W-1", Fulfilment.totalCents(GOOD), 2);

        Tally tally = Tally.of(List.of(GOOD), List.of(later), List.of());

        assertThat(tally).isEqualTo(new Tally(1, 1, 1, 0, List.of()));
    }

    @Test
    void anOrderThatWasLostIsFound() {
        Tally tally = Tally.of(List.of(GOOD), List.of(), List.of());

        assertThat(tally.wrong()).singleElement().asString().startsWith("W-1 has 0 results");
    }

    @Test
    void anOrderThatWasProcessedTwiceIsFound() {
        Ledger.Entry again = entry("ID:2", "W-1", Fulfilment.totalCents(GOOD), 1);

        Tally tally = Tally.of(List.of(GOOD), List.of(RESULT, again), List.of());

        assertThat(tally.processedOnce()).isZero();
        assertThat(tally.wrong()).singleElement().asString().startsWith("W-1 has 2 results");
    }

    @Test
    void aWrongAmountIsFound() {
        Tally tally = Tally.of(List.of(GOOD), List.of(entry("ID:1", "W-1", 1, 1)), List.of());

        assertThat(tally.wrong()).hasSize(1);
    }

    @Test
    void anOrderThatIsBothProcessedAndDeadLetteredIsFound() {
        Tally tally = Tally.of(List.of(GOOD), List.of(RESULT), List.of("W-1"));

        assertThat(tally.wrong()).singleElement().asString().contains("and is dead-lettered");
    }

    @Test
    void aSecondDeadLetterAndAResultOfSomebodyElsesOrderAreFound() {
        Tally tally = Tally.of(List.of(HOPELESS), List.of(entry("ID:9", "W-9", 100, 1)), List.of("W-2", "W-2"));

        assertThat(tally.wrong())
                .containsExactlyInAnyOrder(
                        "W-2 has a dead letter too many", "W-9 has a result, but is not for this subscription");
    }

    private static Ledger.Entry entry(String messageId, String orderId, long totalCents, int attempt) {
        return new Ledger.Entry(messageId, "domestic", orderId, totalCents, attempt);
    }

    private static Order order(String id, String sku) {
        return new Order(
                id,
                OffsetDateTime.parse("2026-11-27T08:00:00Z"),
                "C1",
                "Mia Koch",
                "DE",
                sku,
                "Product",
                2,
                5_95,
                "card",
                "web");
    }
}
