package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Receivers with selectors: cursors, and the index for equality. */
class SelectorTest {
    private final Namespace broker =
            new Namespace(new EntitySettings(0, Duration.ofMinutes(10), null, null, 0, 0, false));

    @Test
    void aReceiverGetsWhatItsSelectorSelectsInOrder() {
        broker.toQueue("q").with("n", 1).send();
        broker.toQueue("q").with("n", 5).send();
        broker.toQueue("q").with("n", 7).priority(9).send();
        broker.toQueue("q").with("n", 9).nonPersistent().send();

        assertThat(broker.numbers(broker.selecting("a", "q", "n > 2"), 10)).containsExactly(3L, 2L, 4L);
    }

    @Test
    void nothingIsLookedAtTwice_T09() {
        for (int i = 0; i < 500; i++) {
            broker.toQueue("q").with("n", 1).send();
        }
        long receiver = broker.selecting("a", "q", "n > 2");
        assertThat(broker.receive(receiver, 1)).isEmpty();
        assertThat(broker.propertyReads).isEqualTo(500);

        broker.toQueue("q").with("n", 3).send();
        assertThat(broker.numbers(receiver, 1)).containsExactly(501L);
        assertThat(broker.receive(receiver, 1)).isEmpty();
        assertThat(broker.propertyReads).isEqualTo(501);
    }

    @Test
    void aSearchIsCutIntoPiecesAndGoesOnWhereItWas() {
        for (int i = 0; i < 2_500; i++) {
            broker.toQueue("q").with("n", 1).send();
        }
        broker.toQueue("q").with("n", 3).send();
        long receiver = broker.selecting("a", "q", "n > 2");

        List<Boolean> more = new ArrayList<>();
        List<LockedMessage> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Received received = broker.receiveOnce(receiver, 1);
            more.add(received.more());
            found.addAll(received.messages());
        }

        assertThat(more).containsExactly(true, true, false);
        assertThat(found).extracting(LockedMessage::sequenceNumber).containsExactly(2_501L);
        assertThat(broker.propertyReads).isEqualTo(2_501);
    }

    @Test
    void aMessageThatComesBackBehindTheCursorIsLookedAtAgain() {
        broker.toQueue("q").with("n", 3).send();
        broker.toQueue("q").with("n", 1).send();
        broker.toQueue("q").with("n", 4).send();
        long everything = broker.receiver("a", "q");
        long selecting = broker.selecting("b", "q", "n > 2");
        LockedMessage first = broker.receiveOne(everything);
        assertThat(broker.numbers(selecting, 10)).containsExactly(3L);

        broker.abandon("a", first);

        assertThat(broker.numbers(selecting, 10)).containsExactly(1L);
        assertThat(broker.receive(selecting, 10)).isEmpty();
    }

    @Test
    void aMessageThatMatchesOnlyAfterAFailedDeliveryIsFound() {
        broker.toQueue("q").send();
        long second = broker.selecting("b", "q", "JMSXDeliveryCount > 1");
        assertThat(broker.receive(second, 1)).isEmpty();

        broker.abandon("a", broker.receiveOne(broker.receiver("a", "q")));

        assertThat(broker.receiveOne(second).deliveryCount()).isEqualTo(2);
    }

    @Test
    void aMessageThatComesBackAndIsTakenBySomebodyElseIsSkipped() {
        broker.toQueue("q").with("n", 3).send();
        broker.toQueue("q").with("n", 3).send();
        long everything = broker.receiver("a", "q");
        long selecting = broker.selecting("b", "q", "n > 2");
        List<LockedMessage> both = broker.receive(everything, 2);
        broker.toQueue("q").with("n", 4).send();
        assertThat(broker.numbers(selecting, 1)).containsExactly(3L);

        broker.settle("a", Outcome.RELEASE, both.get(0), both.get(1));
        broker.receiveOne(everything);

        assertThat(broker.numbers(selecting, 10)).containsExactly(2L);
    }

    @Test
    void aScheduledMessageIsFoundWhenItsTimeHasCome() {
        broker.toQueue("q").with("n", 3).delay(100).send();
        broker.toQueue("q").with("n", 1).send();
        long selecting = broker.selecting("b", "q", "n > 2");
        assertThat(broker.receive(selecting, 10)).isEmpty();

        broker.advance(100);

        assertThat(broker.numbers(selecting, 10)).containsExactly(1L);
    }

    @Test
    void whenVeryManyComeBackTheSearchStartsOverAndFindsThemAll() {
        for (int i = 0; i < 1_500; i++) {
            broker.toQueue("q").with("n", i % 2).send();
        }
        long everything = broker.receiver("a", "q");
        long selecting = broker.selecting("b", "q", "n = 1");
        LockedMessage[] all = broker.receive(everything, 1_500).toArray(LockedMessage[]::new);
        broker.toQueue("q").with("n", 0).send();
        assertThat(broker.receive(selecting, 10)).isEmpty();

        broker.settle("a", Outcome.RELEASE, all);

        assertThat(broker.numbers(selecting, 2_000)).hasSize(750).isSorted();
    }

    @Test
    void severalReceiversWithSelectorsDrainAQueueTogether_T49() {
        List<Long> receivers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            receivers.add(broker.selecting("l" + i, "q", i < 4 ? "n = " + i : "kind = 'k" + i + "'"));
        }
        for (int i = 0; i < 400; i++) {
            broker.toQueue("q").with("n", i % 8).with("kind", "k" + i % 8).send();
        }

        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<LockedMessage> found = broker.receive(receivers.get(i), 100);
            assertThat(found).hasSize(50);
            broker.complete("l" + i, found.toArray(LockedMessage[]::new));
            found.forEach(m -> all.add(m.sequenceNumber()));
        }

        assertThat(all).doesNotHaveDuplicates().hasSize(400);
        assertThat(broker.status("q").live()).isZero();
    }

    @Test
    void aFewMessagesBehindManyAreFoundAtOnceByTheIndex() {
        for (int i = 0; i < 5_000; i++) {
            broker.toQueue("q")
                    .nonPersistent()
                    .with("JMSCorrelationID", i % 1_000 == 999 ? "mine" : "c" + i)
                    .send();
        }
        long first = broker.selecting("a", "q", "JMSCorrelationID = 'c17'");
        assertThat(broker.numbers(first, 1)).containsExactly(18L);
        broker.propertyReads = 0;

        long receiver = broker.selecting("b", "q", "JMSCorrelationID = 'mine'");
        Received received = broker.receiveOnce(receiver, 10);

        assertThat(received.more()).isFalse();
        assertThat(received.messages())
                .extracting(LockedMessage::sequenceNumber)
                .containsExactly(1_000L, 2_000L, 3_000L, 4_000L, 5_000L);
        assertThat(broker.propertyReads).isEqualTo(5);
    }

    @Test
    void theIndexIsFilledInPieces() {
        for (int i = 0; i < 2_500; i++) {
            broker.toQueue("q").nonPersistent().with("k", "v" + i).send();
        }
        long receiver = broker.selecting("a", "q", "k = 'v0'");

        assertThat(broker.receiveOnce(receiver, 1)).isEqualTo(new Received(List.of(), true));
        assertThat(broker.receiveOnce(receiver, 1)).isEqualTo(new Received(List.of(), true));
        assertThat(broker.receiveOnce(receiver, 1).messages()).hasSize(1);
        assertThat(broker.propertyReads).isEqualTo(2_501);
    }

    @Test
    void theIndexFollowsWhatIsTakenAndComesBack() {
        broker.toQueue("q").with("k", "v").send();
        broker.toQueue("q").with("k", "v").send();
        broker.toQueue("q").with("k", "v").priority(8).send();
        broker.toQueue("q").with("k", "v").nonPersistent().send();
        broker.toQueue("q").with("k", 5).send();
        broker.toQueue("q").send();
        long indexed = broker.selecting("a", "q", "k = 'v'");
        long everything = broker.receiver("b", "q");
        LockedMessage taken = broker.receiveOne(everything);
        assertThat(taken.sequenceNumber()).isEqualTo(3);
        assertThat(broker.numbers(indexed, 2)).containsExactly(1L, 2L);

        broker.abandon("b", taken);
        assertThat(broker.numbers(indexed, 5)).containsExactly(3L, 4L);
        assertThat(broker.numbers(everything, 5)).containsExactly(5L, 6L);
        broker.toQueue("q").with("k", "v").send();
        assertThat(broker.numbers(indexed, 5)).containsExactly(7L);
    }

    @Test
    void theIndexKnowsWhatSomebodyElseHasAndWhenItComesBack() {
        broker.toQueue("q").with("k", "v").send();
        broker.toQueue("q").with("k", "v").send();
        broker.toQueue("q").with("k", "v").send();
        long first = broker.selecting("a", "q", "k = 'v'");
        long second = broker.selecting("a", "q", "k = 'v'");
        assertThat(broker.numbers(first, 1)).containsExactly(1L);
        long everything = broker.receiver("b", "q");
        LockedMessage taken = broker.receiveOne(everything);
        assertThat(taken.sequenceNumber()).isEqualTo(2);

        assertThat(broker.numbers(second, 1)).containsExactly(3L);
        broker.abandon("b", taken);
        assertThat(broker.numbers(first, 5)).containsExactly(2L);
        assertThat(broker.receive(second, 5)).isEmpty();
    }

    @Test
    void theIndexIsCaughtUpWithWhatComesBackInPiecesToo() {
        for (int i = 0; i < 2_200; i++) {
            broker.toQueue("q")
                    .nonPersistent()
                    .with("k", i == 2_100 ? "v" : "w")
                    .send();
        }
        long indexed = broker.selecting("a", "q", "k = 'v'");
        assertThat(broker.receive(indexed, 1)).hasSize(1);
        LockedMessage[] all = broker.receive(broker.receiver("b", "q"), 2_200).toArray(LockedMessage[]::new);
        assertThat(all).hasSize(2_199);
        broker.propertyReads = 0;

        broker.settle("b", Outcome.RELEASE, all);

        assertThat(broker.receiveOnce(indexed, 1)).isEqualTo(new Received(List.of(), true));
        assertThat(broker.propertyReads).isEqualTo(1_000);
        assertThat(broker.receiveOnce(indexed, 1)).isEqualTo(new Received(List.of(), true));
        assertThat(broker.receiveOnce(indexed, 1)).isEqualTo(new Received(List.of(), false));
        assertThat(broker.propertyReads).isEqualTo(2_199);
    }

    @Test
    void anIndexThatNoReceiverNeedsMakesRoomForAnother() {
        for (int i = 0; i < 300; i++) {
            broker.toQueue("q")
                    .nonPersistent()
                    .with("k5", i == 250 ? "v" : "w" + i)
                    .send();
        }
        List<Long> receivers = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            long receiver = broker.selecting("a", "q", "k" + i + " = 'v'");
            broker.receive(receiver, 1);
            receivers.add(receiver);
        }
        broker.close(receivers.get(2));
        broker.receive(broker.selecting("a", "q", "k5 = 'none'"), 1);
        broker.propertyReads = 0;

        assertThat(broker.receive(broker.selecting("a", "q", "k5 = 'v'"), 1)).hasSize(1);
        assertThat(broker.propertyReads).isEqualTo(1);
        assertThat(broker.receive(receivers.get(0), 1)).isEmpty();
        assertThat(broker.propertyReads).isEqualTo(1);
    }

    @Test
    void whatIsTakenBeforeTheIndexHasSeenItIsNotLookedFor() {
        broker.toQueue("q").with("k", "v").send();
        long indexed = broker.selecting("a", "q", "k = 'v'");
        LockedMessage first = broker.receiveOne(indexed);
        broker.abandon("a", first);
        LockedMessage again = broker.receiveOne(broker.receiver("b", "q"));
        broker.complete("b", again);

        assertThat(broker.receive(indexed, 5)).isEmpty();
    }

    @Test
    void aSelectorWithAnEqualityAndMoreIsCheckedInFull() {
        broker.toQueue("q").with("k", "v").with("n", 1).send();
        broker.toQueue("q").with("k", "v").with("n", 2).send();
        long receiver = broker.selecting("a", "q", "k = 'v' AND n = 2");

        assertThat(broker.numbers(receiver, 5)).containsExactly(2L);
        assertThat(broker.receive(receiver, 5)).isEmpty();
        assertThat(broker.propertyReads).isEqualTo(4);
    }

    @Test
    void withMoreReceiversThanIndexesSomeSearchWithout() {
        List<Long> receivers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            broker.toQueue("q").with("k" + i, "v").send();
            receivers.add(broker.selecting("a", "q", "k" + i + " = 'v'"));
        }
        for (long receiver : receivers) {
            assertThat(broker.receive(receiver, 5)).hasSize(1);
        }
        long reads = broker.propertyReads;
        for (long receiver : receivers) {
            assertThat(broker.receive(receiver, 5)).isEmpty();
        }
        assertThat(broker.propertyReads).isEqualTo(reads);
    }

    @Test
    void morePropertiesThanAreIndexedAtATimeAreAllSearched() {
        for (int i = 0; i < 6; i++) {
            broker.toQueue("q").with("k" + i, "v").send();
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 6; i++) {
                long receiver = broker.selecting("a", "q", "k" + i + " = 'v'");
                LockedMessage found = broker.receiveOne(receiver);
                assertThat(found.sequenceNumber()).isEqualTo(i + 1);
                broker.settle("a", Outcome.RELEASE, found);
                broker.close(receiver);
            }
        }
    }

    @Test
    void anIndexedMessageThatIsNotOnDiskIsNotGiven() {
        broker.toQueue("q").with("k", "v").send();
        broker.durable = 0L;
        long receiver = broker.selecting("a", "q", "k = 'v'");
        assertThat(broker.receive(receiver, 1)).isEmpty();

        broker.durable = broker.record;
        assertThat(broker.numbers(receiver, 1)).containsExactly(1L);
    }

    @Test
    void aSelectedMessageThatDoesNotFitIsGivenNextTime() {
        broker.toQueue("q").with("n", 3).size(100).send();
        broker.toQueue("q").with("n", 3).size(100).send();
        long receiver = broker.selecting("a", "q", "n = 3");

        assertThat(some(receiver, 150)).containsExactly(1L);
        assertThat(some(receiver, 150)).containsExactly(2L);
    }

    private List<Long> some(long receiver, long maxBytes) {
        return broker
                .apply(broker.core.receive(receiver, 5, maxBytes, Long.MAX_VALUE, broker.now), List.of())
                .messages()
                .stream()
                .map(LockedMessage::sequenceNumber)
                .toList();
    }

    @Test
    void aSelectingReceiverMayDeleteWhatItGets() {
        broker.toQueue("q").with("n", 1).send();
        broker.toQueue("q").with("n", 3).send();
        long receiver = broker.receiver(
                "a", null, new Source.Queue(Address.queue("q"), "n = 3"), ReceiveMode.RECEIVE_AND_DELETE);

        assertThat(broker.numbers(receiver, 5)).containsExactly(2L);
        assertThat(broker.status("q").live()).isEqualTo(1);
    }

    @Test
    void anEventOfAReceiverThatIsClosedMeanwhileDoesNothing() {
        long receiver = broker.selecting("a", "q", "n = 3");
        broker.close(receiver);

        broker.core.apply(
                List.of(new Event.CursorMoved(receiver, 8, 5), new Event.ReceiverClosed(receiver)), List.of(), 0);

        assertThat(broker.status("q").receivers()).isZero();
    }

    @Test
    void noPassingMessageIsLookedAtTwiceEither() {
        for (int i = 0; i < 50; i++) {
            broker.toQueue("q").with("n", 1).nonPersistent().send();
        }
        long receiver = broker.selecting("a", "q", "n > 2");
        assertThat(broker.receive(receiver, 1)).isEmpty();
        assertThat(broker.receive(receiver, 1)).isEmpty();

        assertThat(broker.propertyReads).isEqualTo(50);
        assertThat(broker.lastEvents)
                .as("a search that looks at nothing changes nothing")
                .isEmpty();
    }
}
