package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Message groups: who gets the messages of a group, and when. */
class GroupTest {
    private final Namespace broker =
            new Namespace(new EntitySettings(2, Duration.ofMinutes(10), null, null, 0, 0, false));

    private void send(String... groups) {
        for (String group : groups) {
            broker.toQueue("q").group(group).send();
        }
    }

    private LockedMessage[] take(long receiver, int max) {
        return broker.receive(receiver, max).toArray(LockedMessage[]::new);
    }

    @Test
    void aGroupGoesToOneReceiverAndOthersGetOtherGroups() {
        send("a", "a", "b", "a", "b", "c");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");

        assertThat(broker.numbers(first, 1)).containsExactly(1L);
        assertThat(broker.numbers(second, 1)).containsExactly(3L);
        assertThat(broker.numbers(first, 1)).containsExactly(2L);
        assertThat(broker.numbers(second, 10)).containsExactly(5L, 6L);
        assertThat(broker.numbers(first, 10)).containsExactly(4L);
    }

    @Test
    void aGroupStaysWithItsReceiverWhileNothingOfItIsThere() {
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        send("a");
        broker.complete("l1", broker.receiveOne(first));

        send("a");

        assertThat(broker.receive(second, 1)).isEmpty();
        assertThat(broker.numbers(first, 1)).containsExactly(2L);
    }

    @Test
    void messagesWithoutGroupGoToAnybody() {
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        send("a");
        broker.receiveOne(first);
        send("a");
        broker.toQueue("q").send();
        broker.toQueue("q").send();

        assertThat(broker.numbers(second, 1)).containsExactly(3L);
        assertThat(broker.numbers(first, 5)).containsExactly(2L, 4L);
    }

    @Test
    void aGroupPassesOnWhenItsReceiverClosesUnsettledMessagesFirstAtTheirPlaces() {
        send("a", "b", "a", "a");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        take(first, 3);
        assertThat(broker.receive(second, 5)).isEmpty();
        broker.ready.clear();

        broker.close(first);

        assertThat(broker.ready).isNotEmpty();
        assertThat(broker.numbers(second, 5)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aGroupPassesOnOnlyWhenNothingOfItIsInFlight_T47() {
        send("a", "a", "a");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        LockedMessage inHand = broker.receiveOne(first);
        broker.handOver("l1", inHand);

        broker.close(first);
        assertThat(broker.receive(second, 5)).isEmpty();
        broker.ready.clear();
        broker.abandon("l1", inHand);

        assertThat(broker.ready).isNotEmpty();
        assertThat(broker.numbers(second, 5)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aSettlementOfTheLastInFlightMessageTellsThatTheGroupIsFree_T47() {
        send("a", "a");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        LockedMessage inHand = broker.receiveOne(first);
        broker.handOver("l1", inHand);
        broker.close(first);
        assertThat(broker.receive(second, 5)).isEmpty();
        broker.ready.clear();

        broker.complete("l1", inHand);

        assertThat(broker.ready).isNotEmpty();
        assertThat(broker.numbers(second, 5)).containsExactly(2L);
    }

    @Test
    void aGroupPassesOnWhenTheLinkOfItsReceiverEnds() {
        send("a", "a");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        broker.handOver("l1", broker.receiveOne(first));
        assertThat(broker.receive(second, 5)).isEmpty();

        broker.releaseLink("l1");

        List<LockedMessage> passed = broker.receive(second, 5);
        assertThat(passed).extracting(LockedMessage::sequenceNumber).containsExactly(1L, 2L);
        assertThat(passed).extracting(LockedMessage::deliveryCount).containsExactly(2, 1);
    }

    @Test
    void anotherReceiverOfTheSameSessionGoesOnAtOnce() {
        send("a", "a", "a");
        long first = broker.inSession("l1", 7, "q");
        long sameSession = broker.inSession("l1", 7, "q");
        long otherSession = broker.inSession("l1", 8, "q");
        long otherLink = broker.inSession("l2", 7, "q");
        broker.handOver("l1", broker.receiveOne(first));
        assertThat(broker.receive(sameSession, 1)).isEmpty();
        broker.ready.clear();

        broker.close(first);

        assertThat(broker.ready).isNotEmpty();
        assertThat(broker.receive(otherSession, 1)).isEmpty();
        assertThat(broker.receive(otherLink, 1)).isEmpty();
        assertThat(broker.numbers(sameSession, 1)).containsExactly(2L);
        assertThat(broker.numbers(broker.inSession("l1", 7, "q"), 1)).isEmpty();
    }

    @Test
    void aReceiverOfSeveralSessionsGetsTheNextMessageOfAGroupWhenTheOneBeforeIsSettled() {
        send("a", "a", "b", "a");
        long shared = broker.inSession("l1", OpenReceiver.SEVERAL_SESSIONS, "q");
        long other = broker.receiver("l2", "q");

        LockedMessage[] both = take(shared, 5);
        assertThat(both).extracting(LockedMessage::sequenceNumber).containsExactly(1L, 3L);
        assertThat(broker.receive(other, 5)).isEmpty();
        broker.ready.clear();
        broker.complete("l1", both[0]);

        assertThat(broker.ready).isNotEmpty();
        assertThat(broker.numbers(shared, 5)).containsExactly(2L);
        assertThat(broker.receive(other, 5)).isEmpty();
    }

    @Test
    void orderWithinAGroupHoldsThroughRollbackWithSeveralReceivers() {
        send("a", "b", "a", "b", "a");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        LockedMessage one = broker.receiveOne(first);
        LockedMessage two = broker.receiveOne(second);
        LockedMessage three = broker.receiveOne(first);
        broker.handOver("l1", one);
        broker.handOver("l1", three);

        broker.abandon("l1", one, three);

        assertThat(broker.numbers(second, 5)).containsExactly(4L);
        assertThat(broker.numbers(first, 5)).containsExactly(1L, 3L, 5L);
        assertThat(two.sequenceNumber()).isEqualTo(2);
    }

    @Test
    void aHigherPriorityGoesFirstWithinAGroupToo() {
        broker.toQueue("q").group("a").send();
        broker.toQueue("q").group("a").priority(9).send();
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");

        assertThat(broker.numbers(first, 1)).containsExactly(2L);
        assertThat(broker.receive(second, 1)).isEmpty();
        assertThat(broker.numbers(first, 1)).containsExactly(1L);
    }

    @Test
    void whatTheOwnerDoesNotSelectIsFreeForAnotherWhoKeepsIt() {
        for (String region : List.of("eu", "us", "us", "eu")) {
            broker.toQueue("q").group("a").with("region", region).send();
        }
        long europe = broker.selecting("l1", "q", "region = 'eu'");
        long first = broker.receiver("l2", "q");
        long second = broker.receiver("l3", "q");

        assertThat(broker.numbers(europe, 1)).containsExactly(1L);
        assertThat(broker.numbers(first, 1)).containsExactly(2L);
        assertThat(broker.receive(second, 5)).isEmpty();
        assertThat(broker.numbers(first, 5)).containsExactly(3L);
        assertThat(broker.numbers(europe, 5)).containsExactly(4L);
    }

    @Test
    void whoWasGivenAGroupFirstHasTheFirstClaim() {
        broker.toQueue("q").group("a").with("region", "eu").send();
        broker.toQueue("q").group("a").with("region", "eu").send();
        long everything = broker.receiver("l1", "q");
        long europe = broker.selecting("l2", "q", "region = 'eu'");
        assertThat(broker.numbers(everything, 1)).containsExactly(1L);
        assertThat(broker.receive(europe, 5)).isEmpty();

        broker.close(everything);

        assertThat(broker.numbers(europe, 5)).containsExactly(1L, 2L);
    }

    @Test
    void aFreedGroupIsFoundBehindAMessageThatSomebodyElseClaims() {
        for (String region : List.of("us", "eu", "eu", "us")) {
            broker.toQueue("q").group("a").with("region", region).send();
        }
        long america = broker.selecting("l1", "q", "region = 'us'");
        long europe = broker.selecting("l2", "q", "region = 'eu'");
        long other = broker.receiver("l3", "q");
        LockedMessage claimed = broker.receiveOne(america);
        broker.receiveOne(europe);
        assertThat(broker.receive(other, 5)).isEmpty();
        broker.settle("l1", Outcome.RELEASE, claimed);

        broker.close(europe);

        assertThat(broker.numbers(other, 5)).containsExactly(2L, 3L);
        assertThat(broker.numbers(america, 5)).containsExactly(1L, 4L);
    }

    @Test
    void afterTheLastMessageOfAGroupTheNextOneGoesToAnybody() {
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        send("a");
        broker.toQueue("q").group("a").endsGroup().send();
        LockedMessage[] both = take(first, 2);
        send("a", "a");

        broker.complete("l1", both[1]);
        assertThat(broker.receive(second, 5)).isEmpty();
        broker.ready.clear();
        broker.complete("l1", both[0]);

        assertThat(broker.ready).isNotEmpty();
        assertThat(broker.numbers(second, 1)).containsExactly(3L);
        assertThat(broker.receive(first, 5)).isEmpty();
    }

    @Test
    void aGroupThatIsDeletedAtDeliveryHasAnOwnerAndAnEndToo() {
        Source queue = new Source.Queue(Address.queue("q"), null);
        long first = broker.receiver("l1", null, queue, ReceiveMode.RECEIVE_AND_DELETE);
        long second = broker.receiver("l2", null, queue, ReceiveMode.RECEIVE_AND_DELETE);
        send("a", "a");
        assertThat(broker.numbers(first, 1)).containsExactly(1L);
        assertThat(broker.receive(second, 1)).isEmpty();

        broker.toQueue("q").group("a").endsGroup().send();
        send("a");
        assertThat(broker.numbers(first, 2)).containsExactly(2L, 3L);

        assertThat(broker.numbers(second, 1)).containsExactly(4L);
    }

    @Test
    void aPoisonMessageLeavesItsGroupForTheDeadLettersWhereItHasAGroupToo() {
        send("a", "a");
        long first = broker.receiver("l1", "q");
        for (int i = 0; i < 2; i++) {
            LockedMessage poison = broker.receiveOne(first);
            broker.handOver("l1", poison);
            broker.abandon("l1", poison);
        }

        assertThat(broker.numbers(first, 5)).containsExactly(2L);
        broker.deadLetter("l1", broker.receiveOne(sendOne(first)), "because", null);
        long one = broker.receiver("l1", "q/$deadletterqueue");
        long other = broker.receiver("l2", "q/$deadletterqueue");
        assertThat(broker.numbers(one, 1)).containsExactly(1L);
        assertThat(broker.receive(other, 1)).isEmpty();
        assertThat(broker.numbers(one, 1)).containsExactly(2L);
    }

    private long sendOne(long receiver) {
        send("a");
        return receiver;
    }

    @Test
    void anExpiredMessageAtTheHeadOfAFreedGroupDoesNotHideTheOthers() {
        broker.toQueue("q").group("a").send();
        broker.toQueue("q").group("a").timeToLive(100).send();
        broker.toQueue("q").group("a").send();
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        LockedMessage inHand = broker.receiveOne(first);
        broker.handOver("l1", inHand);
        assertThat(broker.receive(second, 5)).isEmpty();
        broker.close(first);
        broker.complete("l1", inHand);

        broker.advance(200);

        assertThat(broker.numbers(second, 5)).containsExactly(3L);
    }

    @Test
    void aMessageOfAGroupThatBecomesVisibleLaterGoesToTheOwner() {
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        broker.toQueue("q").group("a").delay(100).send();
        send("a");
        broker.complete("l1", broker.receiveOne(first));

        broker.advance(100);

        assertThat(broker.receive(second, 5)).isEmpty();
        assertThat(broker.numbers(first, 5)).containsExactly(1L);
    }

    @Test
    void browsersSeeMessagesOfAllGroups() {
        send("a", "b", "a");
        broker.receiveOne(broker.receiver("l1", "q"));

        assertThat(broker.browse("q", null, 2)).containsExactly(1L, 2L, 3L);
        assertThat(broker.apply(broker.core.purge(Address.queue("q"), 10, broker.now), List.of()))
                .isEqualTo(2);
    }

    @Test
    void groupsAreFreeAfterARestartAndMessagesKeepTheirGroupThroughCleaning() {
        send("a");
        broker.toQueue("q").group("a").endsGroup().send();
        send("a");
        broker.receiveOne(broker.receiver("l1", "q"));
        broker.clean(broker.journal.size());

        broker.restart();

        long second = broker.receiver("l2", "q");
        long third = broker.receiver("l3", "q");
        LockedMessage[] both = take(second, 2);
        assertThat(both).extracting(LockedMessage::sequenceNumber).containsExactly(1L, 2L);
        assertThat(broker.receive(third, 1)).isEmpty();
        broker.complete("l2", both);
        assertThat(broker.numbers(third, 1)).containsExactly(3L);
    }

    @Test
    void aTransactionSendsAndSettlesMessagesOfAGroupAsAWhole() {
        send("a", "a");
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        LockedMessage one = broker.receiveOne(first);

        broker.commit(
                "l1",
                1,
                1,
                List.of(Settlement.of(one.lockToken(), Outcome.COMPLETE)),
                broker.toQueue("q").group("a"),
                broker.toQueue("q").group("b"));

        assertThat(broker.numbers(second, 5)).containsExactly(4L);
        assertThat(broker.numbers(first, 5)).containsExactly(2L, 3L);
    }

    @Test
    void receiversOfASharedSubscriptionShareItsGroups() {
        SubscriptionId id = new SubscriptionId("s", null, true);
        long first = broker.subscriber("l1", null, "t", id, true, null, false);
        long second = broker.subscriber("l2", null, "t", id, true, null, false);
        long alone = broker.subscriber("l3", "t");
        for (String group : List.of("a", "b", "a", "b")) {
            broker.toTopic("t").group(group).send();
        }

        assertThat(broker.numbers(first, 1)).containsExactly(1L);
        assertThat(broker.numbers(second, 5)).containsExactly(2L, 4L);
        assertThat(broker.numbers(first, 5)).containsExactly(3L);
        assertThat(broker.numbers(alone, 5)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aReceiverThatWasThereBeforeTheFirstGroupTakesPart() {
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        broker.toQueue("q").send();
        LockedMessage plain = broker.receiveOne(first);

        send("a", "a");
        broker.receiveOne(second);
        broker.settle("l1", Outcome.RELEASE, plain);

        assertThat(broker.numbers(first, 5)).containsExactly(1L);
        assertThat(broker.numbers(second, 5)).containsExactly(3L);
    }

    @Test
    void groupsWithoutMessagesAreForgottenBeyondABoundTheOneUsedLongestAgoFirst() {
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        for (int i = 0; i <= MessageGroups.MAX_IDLE + 1; i++) {
            broker.toQueue("q")
                    .nonPersistent()
                    .group(i == MessageGroups.MAX_IDLE ? "g0" : "g" + i)
                    .send();
            broker.complete("l1", broker.receiveOne(first));
        }

        send("g0", "g1", "g2");

        long next = broker.status("q").nextSequence();
        assertThat(broker.numbers(second, 5)).containsExactly(next - 2);
        assertThat(broker.numbers(first, 5)).containsExactly(next - 3, next - 1);
    }

    @Test
    void manyGroupsAreNotSearchedAgainAndAgain() {
        int groups = 100_000;
        int receiverCount = 8;
        int messages = groups + groups / 4;
        for (int i = 0; i < messages; i++) {
            broker.toQueue("q").nonPersistent().group("g" + i % groups).send();
        }
        List<Long> receivers = new ArrayList<>();
        for (int i = 0; i < receiverCount; i++) {
            receivers.add(broker.receiver("l" + i, "q"));
        }
        int calls = 0;
        for (int i = 0; i < groups; i += 50) { // all groups, in turn
            assertThat(broker.receiveOnce(receivers.get(i / 50 % receiverCount), 50)
                            .messages())
                    .hasSize(50);
            calls++;
        }

        int found = groups;
        for (long receiver : receivers) {
            Received received;
            do { // nothing but the end of a search or 1,000 messages that were looked at in vain ends a call
                received = broker.receiveOnce(receiver, Integer.MAX_VALUE);
                found += received.messages().size();
                calls++;
            } while (received.more());
        }

        assertThat(found).isEqualTo(messages);
        // Each receiver has looked at most at every message once, in portions of 1,000.
        assertThat(calls).isLessThan(groups / 50 + receiverCount * (messages / ReceiveRules.SCAN_LIMIT + 2));
    }

    @Test
    void groupsThatPassOnOneByOneAreFoundAtOnce() {
        int groups = 3_000;
        for (int i = 0; i < 2 * groups; i++) {
            broker.toQueue("q").nonPersistent().group("g" + i % groups).send();
        }
        long first = broker.receiver("l1", "q");
        long second = broker.receiver("l2", "q");
        List<LockedMessage> inHand = broker.receive(first, groups);
        inHand.forEach(message -> broker.handOver("l1", message));
        assertThat(broker.receive(second, 1)).isEmpty();
        broker.close(first);
        assertThat(broker.receive(second, 1)).isEmpty();

        int calls = 0;
        List<Long> found = new ArrayList<>();
        for (LockedMessage message : inHand) {
            broker.complete("l1", message);
            Received received = broker.receiveOnce(second, 1);
            calls += received.more() ? 2 : 1;
            received.messages().forEach(m -> found.add(m.sequenceNumber()));
        }

        assertThat(found).hasSize(groups).isSorted();
        assertThat(calls).isEqualTo(groups);
    }

    @Test
    void theNumberOfAGroupLeavesRoomForTheLane() {
        assertThat(MessageInfo.groupOf("a")).isEqualTo(MessageInfo.groupOf("a")).isNotEqualTo(MessageInfo.groupOf("b"));
        assertThat(MessageInfo.groupOf("a") & 31).isZero();
        assertThatThrownBy(() -> new MessageInfo(true, 4, 0, 0, 0, 1, null, 0, 0, 33, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("33");
    }
}
