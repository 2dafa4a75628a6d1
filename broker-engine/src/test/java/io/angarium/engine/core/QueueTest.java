package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of a message in a queue. */
class QueueTest {
    private final Namespace broker = new Namespace();

    @Test
    void messagesAreReceivedInTheOrderInWhichTheyWereSent() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        broker.toQueue("q").send();

        assertThat(broker.numbers(broker.receiver("link", "q"), 10)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void higherPrioritiesComeFirstAndEachInItsOrder() {
        broker.toQueue("q").priority(4).send();
        broker.toQueue("q").priority(9).send();
        broker.toQueue("q").priority(0).send();
        broker.toQueue("q").priority(9).send();

        assertThat(broker.numbers(broker.receiver("link", "q"), 10)).containsExactly(2L, 4L, 1L, 3L);
    }

    @Test
    void aLockedMessageIsNotGivenToAnotherReceiver() {
        broker.toQueue("q").send();
        long first = broker.receiver("a", "q");
        long second = broker.receiver("b", "q");

        broker.receiveOne(first);

        assertThat(broker.receive(second, 1)).isEmpty();
    }

    @Test
    void aCompletedMessageIsGoneAlsoAfterARestart() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");

        broker.complete("link", broker.receiveOne(receiver));
        broker.restart();

        assertThat(broker.numbers(broker.receiver("link", "q"), 10)).containsExactly(2L);
        assertThat(broker.liveRecords).hasSize(2);
    }

    @Test
    void anAbandonedMessageComesBackAtItsOriginalPlaceAndIsCounted() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");

        broker.abandon("link", broker.receiveOne(receiver));

        List<LockedMessage> again = broker.receive(receiver, 2);
        assertThat(again).extracting(LockedMessage::sequenceNumber).containsExactly(1L, 2L);
        assertThat(again).extracting(LockedMessage::deliveryCount).containsExactly(2, 1);
    }

    @Test
    void aReleasedMessageComesBackAndIsNotCounted() {
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");

        broker.settle("link", Outcome.RELEASE, broker.receiveOne(receiver));

        assertThat(broker.receiveOne(receiver).deliveryCount()).isEqualTo(1);
    }
}
