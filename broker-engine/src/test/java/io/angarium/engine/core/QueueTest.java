package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The life of a message in a queue (S-20 to S-27). */
class QueueTest {
    private final Namespace broker = new Namespace();

    private static EntitySettings limits(long maxMessages, long maxBytes) {
        return new EntitySettings(10, Duration.ZERO, null, null, maxMessages, maxBytes, false);
    }

    @Test
    void messagesAreReceivedInTheOrderInWhichTheyWereSent_S20() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        broker.toQueue("q").send();

        assertThat(broker.numbers(broker.receiver("link", "q"), 10)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void higherPrioritiesComeFirstAndEachInItsOrder() {
        for (int priority : new int[] {4, 9, 0, 9, 5, 0}) {
            broker.toQueue("q").priority(priority).send();
        }

        assertThat(broker.numbers(broker.receiver("link", "q"), 10)).containsExactly(2L, 4L, 5L, 1L, 3L, 6L);
    }

    @Test
    void persistentAndOtherMessagesOfOnePriorityComeInTheirCommonOrder() {
        broker.toQueue("q").nonPersistent().send();
        broker.toQueue("q").send();
        broker.toQueue("q").nonPersistent().send();
        broker.toQueue("q").send();

        assertThat(broker.numbers(broker.receiver("link", "q"), 10)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aMessageThatIsNotOnDiskYetIsNotGivenAndDoesNotHoldUpOthers() {
        broker.toQueue("q").send();
        long onDisk = broker.record;
        broker.toQueue("q").send();
        broker.toQueue("q").nonPersistent().send();
        broker.toQueue("q").priority(2).nonPersistent().send();
        broker.durable = onDisk;
        long receiver = broker.receiver("link", "q");

        assertThat(broker.numbers(receiver, 10)).containsExactly(1L, 3L, 4L);

        broker.durable = broker.record;
        assertThat(broker.numbers(receiver, 10)).containsExactly(2L);
    }

    @Test
    void aReceiverGetsNoMoreMessagesAndBytesThanItMayHaveButAtLeastOneMessage() {
        broker.toQueue("q").size(500).send();
        broker.toQueue("q").size(300).send();
        broker.toQueue("q").size(300).send();
        broker.toQueue("q").size(100).send();
        long receiver = broker.receiver("link", "q");

        assertThat(received(receiver, 10, 400)).containsExactly(1L);
        assertThat(received(receiver, 10, 600)).containsExactly(2L, 3L);
        broker.toQueue("q").size(100).send();
        assertThat(received(receiver, 1, 600)).containsExactly(4L);
    }

    private List<Long> received(long receiver, int max, long maxBytes) {
        return broker
                .apply(broker.core.receive(receiver, max, maxBytes, Long.MAX_VALUE, broker.now), List.of())
                .messages()
                .stream()
                .map(LockedMessage::sequenceNumber)
                .toList();
    }

    @Test
    void aLockedMessageIsNotGivenToAnotherReceiver_S23() {
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
    void anAbandonedMessageComesBackAtItsOriginalPlaceAndIsCounted_S24() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");

        broker.abandon("link", broker.receiveOne(receiver));

        List<LockedMessage> again = broker.receive(receiver, 2);
        assertThat(again).extracting(LockedMessage::sequenceNumber).containsExactly(1L, 2L);
        assertThat(again).extracting(LockedMessage::deliveryCount).containsExactly(2, 1);
    }

    @Test
    void aReleasedMessageComesBackAndIsNotCounted_T10() {
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");

        broker.settle("link", Outcome.RELEASE, broker.receiveOne(receiver));

        assertThat(broker.receiveOne(receiver).deliveryCount()).isEqualTo(1);
    }

    @Test
    void failedDeliveriesAreCountedAcrossARestart_S26() {
        broker.toQueue("q").send();
        broker.abandon("link", broker.receiveOne(broker.receiver("link", "q")));

        broker.restart();

        assertThat(broker.receiveOne(broker.receiver("link", "q")).deliveryCount())
                .isEqualTo(2);
    }

    @Test
    void aReceiverThatDeletesGetsEachMessageOnce_S22() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        broker.toQueue("q").send();
        long receiver = broker.receiver(
                "link", null, new Source.Queue(Address.queue("q"), null), ReceiveMode.RECEIVE_AND_DELETE);

        LockedMessage message = broker.receiveOne(receiver);

        assertThat(message.lockToken()).isZero();
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(1, 1, 0, 0, 0, 0));
        assertThat(broker.released).containsExactly(message.content().record());
    }

    @Test
    void settlingTwiceSaysThatTheSecondIsLostAndDoesNothing() {
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("link", "q"));
        broker.complete("link", message);

        SettleResult again = broker.complete("link", message);

        assertThat(again.lost()).hasSize(1);
        assertThat(again.lost().get(0).lockToken()).isEqualTo(message.lockToken());
        assertThat(again.lost().get(0).description()).contains("settled already");
        assertThat(broker.lastEvents).isEmpty();
        assertThat(broker.complete("nobody", message).lost()).hasSize(1);
    }

    @Test
    void aMessageThatIsNamedTwiceInOneRequestIsSettledOnce() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");
        LockedMessage first = broker.receiveOne(receiver);
        LockedMessage second = broker.receiveOne(receiver);

        SettleResult result = broker.complete("link", first, first, second);

        assertThat(result.lost()).extracting(SettleResult.LostLock::lockToken).containsExactly(first.lockToken());
        assertThat(broker.status("q").live()).isZero();
    }

    @Test
    void anotherLinkCannotSettleAMessage() {
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));
        broker.receiver("b", "q");

        assertThat(broker.complete("b", message).lost()).hasSize(1);
        assertThat(broker.complete("a", message)).isSameAs(SettleResult.ALL);
    }

    @Test
    void aLockFromBeforeARestartNeverSettlesTheDeliveryOfAnother() {
        broker.toQueue("q").send();
        LockedMessage before = broker.receiveOne(broker.receiver("link", "q"));

        broker.restart();
        LockedMessage after = broker.receiveOne(broker.receiver("link", "q"));

        assertThat(after.lockToken()).isNotEqualTo(before.lockToken());
        SettleResult result = broker.complete("link", before);
        assertThat(result.lost()).hasSize(1);
        assertThat(result.lost().get(0).description()).contains("before the broker was restarted");
        assertThat(broker.complete("link", after).lost()).isEmpty();
    }

    @Test
    void tokensOfAllEpochsDiffer() {
        List<Long> tokens = new ArrayList<>();
        for (int epoch = 0; epoch < 3; epoch++) {
            broker.toQueue("q").send();
            broker.toQueue("q").send();
            broker.receive(broker.receiver("link", "q"), 10).forEach(m -> tokens.add(m.lockToken()));
            broker.restart();
        }

        assertThat(tokens).hasSize(12).doesNotHaveDuplicates();
        assertThat(tokens.get(0)).isEqualTo((1L << 44) + 1);
        assertThat(tokens.get(2)).isEqualTo((2L << 44) + 1);
    }

    @Test
    void nonPersistentMessagesAreGoneAfterARestartAndTheSumsAgree() {
        broker.toQueue("q").send();
        broker.toQueue("q").nonPersistent().send();
        assertThat(broker.status("q").live()).isEqualTo(2);
        assertThat(broker.status("q").liveBytes()).isEqualTo(200);

        broker.restart();

        assertThat(broker.status("q").counters()).isEqualTo(new Counters(1, 0, 0, 0, 0, 0));
        assertThat(broker.status("q").live()).isEqualTo(1);
        assertThat(broker.status("q").liveBytes()).isEqualTo(100);
    }

    @Test
    void onlyPersistentMessagesGoToTheJournal() {
        broker.toQueue("q").send();
        assertThat(broker.lastEvents).allMatch(Event::durable);
        long before = broker.record;

        broker.toQueue("q").nonPersistent().send();
        broker.complete("link", broker.receive(broker.receiver("link", "q"), 2).get(1));

        assertThat(broker.record).isEqualTo(before);
    }

    @Test
    void aQueueThatIsFullRefusesWithTextAndTakesAgainWhenThereIsRoom_T42() {
        broker.define(Address.queue("q"), limits(2, 0));
        broker.toQueue("q").send();
        broker.toQueue("q").send();

        assertRefused(ErrorReason.RESOURCE_ALLOCATION, () -> broker.toQueue("q").send(), "'q'", "maxMessages is 2");

        broker.complete("link", broker.receiveOne(broker.receiver("link", "q")));
        assertThat(broker.toQueue("q").send().sequenceNumber()).isEqualTo(3);
    }

    @Test
    void aQueueTakesAsManyBytesAsItMay() {
        broker.define(Address.queue("q"), limits(0, 250));
        broker.toQueue("q").size(150).send();

        assertRefused(
                ErrorReason.RESOURCE_ALLOCATION,
                () -> broker.toQueue("q").size(101).send(),
                "'q'",
                "250",
                "101");

        assertThat(broker.toQueue("q").size(100).send().sequenceNumber()).isEqualTo(2);
    }

    @Test
    void theMessagesOfATransactionCountForTheLimitTogether() {
        broker.define(Address.queue("q"), limits(2, 0));
        broker.toQueue("q").send();

        assertRefused(
                ErrorReason.RESOURCE_ALLOCATION,
                () -> broker.commit("link", 1, 1, List.of(), broker.toQueue("q"), broker.toQueue("q")));

        assertThat(broker.status("q").live()).isEqualTo(1);
        broker.commit("link", 1, 1, List.of(), broker.toQueue("q"));
        assertThat(broker.status("q").live()).isEqualTo(2);

        broker.define(Address.queue("bytes"), limits(0, 250));
        assertRefused(
                ErrorReason.RESOURCE_ALLOCATION,
                () -> broker.commit(
                        "link",
                        1,
                        2,
                        List.of(),
                        broker.toQueue("bytes").size(150),
                        broker.toQueue("bytes").size(150)));
    }

    @Test
    void receiversAreToldOfWhatIsReadyForThem() {
        broker.toQueue("q").send();
        assertThat(broker.ready).isEmpty();
        long receiver = broker.receiver("link", "q");
        int id = broker.status("q").definition().entityId();

        broker.toQueue("q").send();
        assertThat(broker.ready).containsExactly(id);
        broker.ready.clear();

        broker.abandon("link", broker.receiveOne(receiver));
        assertThat(broker.ready).containsExactly(id);
        broker.ready.clear();

        broker.toQueue("q").delay(100).send();
        assertThat(broker.ready).isEmpty();
        broker.advance(100);
        assertThat(broker.ready).containsExactly(id);
    }

    @Test
    void closingAReceiverReleasesWhatItHasNotHandedOver_T31() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("a", "q");
        List<LockedMessage> messages = broker.receive(receiver, 2);
        broker.handOver("a", messages.get(1));

        broker.close(receiver);

        assertThat(broker.status("q").receivers()).isZero();
        assertThat(broker.status("q").locked()).isEqualTo(1);
        LockedMessage again = broker.receiveOne(broker.receiver("b", "q"));
        assertThat(again.sequenceNumber()).isEqualTo(1);
        assertThat(again.deliveryCount()).isEqualTo(1);
        assertThat(broker.complete("a", messages.get(1)).lost()).isEmpty();
        broker.close(receiver); // does nothing
        assertThat(broker.lastEvents).isEmpty();
    }

    @Test
    void closingAReceiverLeavesWhatOthersOfTheLinkHave() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long first = broker.receiver("a", "q");
        long second = broker.receiver("a", "q");
        LockedMessage kept = broker.receiveOne(first);
        broker.receiveOne(second);

        broker.close(second);

        assertThat(broker.status("q").locked()).isEqualTo(1);
        assertThat(broker.complete("a", kept).lost()).isEmpty();
    }

    @Test
    void whatIsSettledAfterItWasHandedOverDoesNotKeepTheRestFromBeingReleased() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("a", "q");
        List<LockedMessage> messages = broker.receive(receiver, 2);
        broker.handOver("a", messages.get(0));
        broker.complete("a", messages.get(0));

        broker.close(receiver);

        assertThat(broker.status("q").locked()).isZero();
        assertThat(broker.status("q").ready()).isEqualTo(1);
    }

    @Test
    void aContentThatNoEventNeedsIsReleased() {
        broker.liveRecords.add(77L);

        broker.core.apply(List.of(), List.of(new ContentRef(77, 0, 1, List.of())), 77);

        assertThat(broker.released).containsExactly(77L);
    }

    @Test
    void aLinkThatEndsCountsWhatWasHandedOverAndReleasesTheRest_T10() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        List<LockedMessage> messages = broker.receive(broker.receiver("a", "q"), 2);
        broker.handOver("a", messages.get(0));
        broker.handOver("a", messages.get(0)); // once is enough

        broker.releaseLink("a");

        List<LockedMessage> again = broker.receive(broker.receiver("b", "q"), 2);
        assertThat(again).extracting(LockedMessage::deliveryCount).containsExactly(2, 1);
        assertThat(broker.status("q").receivers()).isEqualTo(1);
        assertThat(broker.complete("a", messages.get(0)).lost()).hasSize(1);
        broker.releaseLink("a");
        assertThat(broker.lastEvents).isEmpty();
    }

    @Test
    void aReceiverThatIsNotOpenIsAnError() {
        assertRefused(ErrorReason.CLOSED, () -> broker.receiveOnce(99, 1), "99");
        long receiver = broker.receiver("link", "q");
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.core.openReceiver(
                        new ReceiverRequest(
                                receiver,
                                "link",
                                null,
                                new Source.Queue(Address.queue("q"), null),
                                ReceiveMode.PEEK_LOCK),
                        broker.now),
                "open already");
    }

    @Test
    void rollingBackAHundredThousandKeepsTheOrder_T24_T25() {
        for (int i = 0; i < 100_000; i++) {
            broker.toQueue("q").nonPersistent().send();
        }
        long receiver = broker.receiver("link", "q");
        List<Settlement> settlements = new ArrayList<>();
        for (LockedMessage message : broker.receive(receiver, 100_000)) {
            settlements.add(Settlement.of(message.lockToken(), Outcome.ABANDON));
        }
        java.util.Collections.shuffle(settlements, new java.util.Random(1));

        broker.apply(broker.core.settle(settlements, "link", broker.now), List.of());

        List<Long> numbers = broker.numbers(receiver, 100_000);
        assertThat(numbers).hasSize(100_000).isSorted();
    }

    @Test
    void theNumberOfAMessageIsInTheAnswer() {
        assertThat(broker.toQueue("q").send()).isEqualTo(new SendResult(1, false));
        assertThat(broker.toQueue("q").send()).isEqualTo(new SendResult(2, false));
        broker.restart();
        assertThat(broker.toQueue("q").send()).isEqualTo(new SendResult(3, false));
    }
}
