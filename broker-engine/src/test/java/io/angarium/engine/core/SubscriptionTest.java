package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Topics and the four kinds of subscription (Jakarta Messaging 3.1 section 4.2; S-28 to S-34). */
class SubscriptionTest {
    private final Namespace broker = new Namespace();

    private static SubscriptionId durable(String name, @Nullable String client) {
        return new SubscriptionId(name, client, true);
    }

    private static SubscriptionId passing(String name, @Nullable String client) {
        return new SubscriptionId(name, client, false);
    }

    @Test
    void everySubscriptionGetsEveryMessageOfTheTopic_S28() {
        long first = broker.subscriber("a", "t");
        long second = broker.durableSubscriber("b", "cb", "t", "s");
        long elsewhere = broker.subscriber("a", "other");

        broker.toTopic("t").send();
        broker.toTopic("t").send();

        assertThat(broker.numbers(first, 5)).containsExactly(1L, 2L);
        assertThat(broker.numbers(second, 5)).containsExactly(1L, 2L);
        assertThat(broker.numbers(elsewhere, 5)).isEmpty();
    }

    @Test
    void aPublicationIsNumberedByItsTopicAndStoredOnce() {
        broker.durableSubscriber("a", "ca", "t", "s");
        broker.durableSubscriber("b", "cb", "t", "s");
        assertThat(broker.toTopic("t").send().sequenceNumber()).isEqualTo(1);
        assertThat(broker.toTopic("t").send().sequenceNumber()).isEqualTo(2);

        assertThat(broker.lastEvents).hasSize(1);
        assertThat(broker.status("t").counters().accepted()).isEqualTo(2);
        assertThat(broker.status("t").live()).isZero();
        assertThat(broker.status("t").nextSequence()).isEqualTo(3);
    }

    @Test
    void theContentIsReleasedWithTheLastSubscriptionThatHasIt() {
        long first = broker.durableSubscriber("a", "ca", "t", "s");
        long second = broker.durableSubscriber("b", "cb", "t", "s");
        broker.toTopic("t").send();
        long record = broker.record;

        broker.complete("a", broker.receiveOne(first));
        assertThat(broker.released).isEmpty();
        broker.complete("b", broker.receiveOne(second));
        assertThat(broker.released).containsExactly(record);
    }

    @Test
    void aMessageThatNobodyTakesIsNotStored() {
        broker.toTopic("t").send();

        assertThat(broker.lastEvents).noneMatch(e -> e instanceof Event.Enqueued && e.durable());
        assertThat(broker.status("t").counters().accepted()).isEqualTo(1);
        assertThat(broker.liveRecords).hasSize(1);
    }

    @Test
    void aMessageForBothKindsOfSubscriptionIsInTheJournalForTheDurableOnesAndSharedByTheOthers() {
        long passing = broker.subscriber("a", "t");
        long durable = broker.durableSubscriber("b", "cb", "t", "s");
        broker.toTopic("t").send();

        assertThat(broker.lastEvents).hasSize(2);
        assertThat(broker.lastEvents.get(0).durable()).isTrue();
        assertThat(broker.lastEvents.get(1)).isInstanceOf(Event.AlsoEnqueued.class);
        LockedMessage one = broker.receiveOne(passing);
        LockedMessage other = broker.receiveOne(durable);
        assertThat(one.content()).isEqualTo(other.content());
        broker.complete("b", other);
        assertThat(broker.released).isEmpty();
        broker.complete("a", one);
        assertThat(broker.released).containsExactly(one.content().record());
    }

    @Test
    void aPersistentMessageForPassingSubscriptionsOnlyCostsNoRecord() {
        long subscriber = broker.subscriber("a", "t");
        long before = broker.record;

        broker.toTopic("t").send();

        assertThat(broker.record).isEqualTo(before);
        assertThat(broker.receiveOne(subscriber).content().isVolatile()).isTrue();
    }

    @Test
    void aDurableSubscriptionGetsWhatWasSentWhileNobodyReceived() {
        broker.close(broker.durableSubscriber("a", "c", "t", "s"));
        broker.toTopic("t").send();
        broker.restart();
        broker.toTopic("t").send();

        assertThat(broker.numbers(broker.durableSubscriber("b", "c", "t", "s"), 5))
                .containsExactly(1L, 2L);
    }

    @Test
    void anUnsharedSubscriptionHasOneReceiver() {
        broker.durableSubscriber("a", "c", "t", "s");

        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.durableSubscriber("b", "c", "t", "s"),
                "'t/Subscriptions/s$c$D'",
                "not shared");
        broker.durableSubscriber("b", "d", "t", "s");
    }

    @Test
    void aSharedSubscriptionDividesItsMessagesAmongItsReceivers() {
        long first = broker.subscriber("a", null, "t", durable("s", null), true, null, false);
        long second = broker.subscriber("b", null, "t", durable("s", null), true, null, false);
        broker.toTopic("t").send();
        broker.toTopic("t").send();

        assertThat(broker.numbers(first, 1)).containsExactly(1L);
        assertThat(broker.numbers(second, 5)).containsExactly(2L);
    }

    @Test
    void sharedAndUnsharedDurableSubscriptionsHaveOneNameSpace() {
        broker.close(broker.durableSubscriber("a", "c", "t", "s"));
        broker.close(broker.subscriber("a", "c", "t", durable("u", "c"), true, null, false));

        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.subscriber("b", "c", "t", durable("s", "c"), true, null, false),
                "is not shared");
        assertRefused(ErrorReason.ILLEGAL_STATE, () -> broker.durableSubscriber("b", "c", "t", "u"), "is shared");
    }

    @Test
    void durableAndNonDurableSubscriptionsHaveDifferentNameSpaces() {
        long durable = broker.subscriber("a", "c", "t", durable("s", "c"), true, null, false);
        long passing = broker.subscriber("a", "c", "t", passing("s", "c"), true, null, false);
        broker.toTopic("t").send();

        assertThat(broker.numbers(durable, 5)).containsExactly(1L);
        assertThat(broker.numbers(passing, 5)).containsExactly(1L);
    }

    @Test
    void aChangeOfTopicSelectorOrNoLocalReplacesADurableSubscriptionThatNobodyUses() {
        broker.close(broker.subscriber("a", "c", "t", durable("s", "c"), false, null, false));
        broker.toTopic("t").send();
        long changed = broker.subscriber("a", "c", "t", durable("s", "c"), false, "x = 'y'", false);
        assertThat(broker.receive(changed, 5)).isEmpty();
        broker.toTopic("t").with("x", "y").send();
        assertThat(broker.numbers(changed, 5)).containsExactly(1L);
        broker.complete(
                "a",
                broker.receive(broker.durableSubscriber("z", "z", "t", "z"), 1).toArray(LockedMessage[]::new));
        broker.releaseLink("a");

        long local = broker.subscriber("a", "c", "t", durable("s", "c"), false, "x = 'y'", true);
        assertThat(broker.receive(local, 5)).isEmpty();
        broker.close(local);
        long moved = broker.subscriber("a", "c", "u", durable("s", "c"), false, "x = 'y'", true);
        assertThat(broker.exists("t/Subscriptions/s$c$D")).isFalse();
        broker.toTopic("u").with("x", "y").from("b", "b").send();
        assertThat(broker.numbers(moved, 5)).containsExactly(1L);
        broker.restart();
        assertThat(broker.exists("u/Subscriptions/s$c$D")).isTrue();
        assertThat(broker.exists("t/Subscriptions/s$c$D")).isFalse();
    }

    @Test
    void anEmptySelectorIsNone() {
        broker.close(broker.subscriber("a", "c", "t", durable("s", "c"), false, null, false));
        broker.toTopic("t").send();

        long same = broker.subscriber("a", "c", "t", durable("s", "c"), false, "  ", false);

        assertThat(broker.numbers(same, 5)).containsExactly(1L);
    }

    @Test
    void aSubscriptionThatIsUsedIsNotReplaced() {
        long shared = broker.subscriber("a", "c", "t", durable("s", "c"), true, null, false);
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.subscriber("b", "c", "t", durable("s", "c"), true, "x = 1", false),
                "open receivers");
        broker.toTopic("t").send();
        LockedMessage message = broker.receiveOne(shared);
        broker.handOver("a", message);
        broker.close(shared);
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.subscriber("b", "c", "u", durable("s", "c"), true, null, false),
                "1 messages",
                "not settled");

        broker.complete("a", message);
        broker.subscriber("b", "c", "u", durable("s", "c"), true, null, false);
    }

    @Test
    void aSharedNonDurableNameIsUniquePerClientAcrossTopics() {
        broker.subscriber("a", "c", "t", passing("n", "c"), true, null, false);

        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.subscriber("a", "c", "u", passing("n", "c"), true, null, false),
                "n$c$ND");
        broker.subscriber("b", "d", "u", passing("n", "d"), true, null, false);
        broker.subscriber("b", null, "u", passing("n", null), true, null, false);
    }

    @Test
    void aSharedNonDurableSubscriptionEndsWithItsLastReceiver() {
        long first = broker.subscriber("a", null, "t", passing("n", null), true, null, false);
        long second = broker.subscriber("b", null, "t", passing("n", null), true, null, false);
        broker.toTopic("t").send();

        broker.close(first);
        assertThat(broker.exists("t/Subscriptions/n$$ND")).isTrue();
        broker.close(second);
        assertThat(broker.exists("t/Subscriptions/n$$ND")).isFalse();
        assertThat(broker.liveRecords).hasSize(1);
    }

    @Test
    void aNonDurableSubscriptionLivesAsLongAsAMessageOfItIsNotSettled() {
        long shared = broker.subscriber("a", null, "t", passing("n", null), true, null, false);
        long own = broker.subscriber("a", "t");
        broker.toTopic("t").send();
        LockedMessage ofShared = broker.receiveOne(shared);
        LockedMessage ofOwn = broker.receiveOne(own);
        broker.handOver("a", ofShared);
        broker.handOver("a", ofOwn);

        broker.close(shared);
        broker.close(own);
        broker.toTopic("t").send();

        assertThat(broker.status("t/Subscriptions/n$$ND").live()).isEqualTo(2);
        assertThat(requireNonNull(broker.core.status(ofOwn.entityId())).live()).isEqualTo(1);
        assertThat(broker.complete("a", ofOwn, ofShared).lost()).isEmpty();
        assertThat(broker.core.statuses()).hasSize(1);
    }

    @Test
    void twoLocksOfANonDurableSubscriptionAreBothNeeded() {
        long own = broker.subscriber("a", "t");
        broker.toTopic("t").send();
        broker.toTopic("t").send();
        List<LockedMessage> messages = broker.receive(own, 2);
        messages.forEach(m -> broker.handOver("a", m));
        broker.close(own);

        broker.abandon("a", messages.get(0));
        assertThat(broker.core.statuses()).hasSize(2);
        broker.complete("a", messages.get(1));
        assertThat(broker.core.statuses()).hasSize(1);
    }

    @Test
    void aLinkThatEndsTakesItsNonDurableSubscriptionsWithIt() {
        broker.subscriber("a", "t");
        broker.subscriber("a", null, "t", passing("n", null), true, null, false);
        broker.subscriber("a", null, "t", passing("m", null), true, null, false);
        broker.subscriber("b", null, "t", passing("m", null), true, null, false);
        long durable = broker.durableSubscriber("a", "c", "t", "s");
        broker.toTopic("t").send();
        broker.handOver("a", broker.receiveOne(durable));

        broker.releaseLink("a");

        assertThat(broker.core.statuses())
                .extracting(s -> s.definition().path())
                .containsExactly("t", "t/Subscriptions/m$$ND", "t/Subscriptions/s$c$D");
        assertThat(broker.receiveOne(broker.durableSubscriber("b", "c", "t", "s"))
                        .deliveryCount())
                .isEqualTo(2);
    }

    @Test
    void aSubscriptionWithMessagesInDeliveryOfAnotherLinkStaysWhenALinkEnds() {
        long mine = broker.subscriber("a", null, "t", passing("n", null), true, null, false);
        long other = broker.subscriber("b", null, "t", passing("n", null), true, null, false);
        broker.toTopic("t").send();
        LockedMessage message = broker.receiveOne(other);
        broker.handOver("b", message);
        broker.close(other);

        broker.releaseLink("a");
        assertThat(broker.exists("t/Subscriptions/n$$ND")).isTrue();
        broker.complete("b", message);
        assertThat(broker.exists("t/Subscriptions/n$$ND")).isFalse();
        assertThat(mine).isPositive();
    }

    @Test
    void noLocalKeepsOutWhatTheOwnConnectionPublishes() {
        long own = broker.subscriber("a", null, "t", null, false, null, true);
        long durable = broker.subscriber("a", "client", "t", durable("s", "client"), false, null, true);
        long all = broker.subscriber("a", "t");

        broker.toTopic("t").from("a", "client").send();
        broker.toTopic("t").from("b", "client").send();
        broker.toTopic("t").from("c", null).send();

        assertThat(broker.receive(own, 5)).hasSize(2);
        assertThat(broker.receive(durable, 5)).hasSize(1);
        assertThat(broker.receive(all, 5)).hasSize(3);
    }

    @Test
    void selectorsOfSubscriptionsChooseAtPublication_S32() {
        long red = broker.subscriber("a", null, "t", null, false, "color = 'red'", false);
        long redAgain = broker.subscriber("a", null, "t", null, false, "color = 'red' AND n = 1", false);
        long blue = broker.subscriber("a", null, "t", null, false, "color = 'blue'", false);
        long big = broker.subscriber("a", null, "t", null, false, "n > 5", false);
        long sized = broker.subscriber("a", null, "t", null, false, "size = 'L'", false);

        broker.toTopic("t").with("color", "red").with("n", 1).send();
        broker.toTopic("t").with("color", "red").with("n", 7).send();
        broker.toTopic("t").with("color", 3).with("size", "L").send();

        assertThat(broker.receive(red, 5)).hasSize(2);
        assertThat(broker.receive(redAgain, 5)).hasSize(1);
        assertThat(broker.receive(blue, 5)).isEmpty();
        assertThat(broker.receive(big, 5)).hasSize(1);
        assertThat(broker.receive(sized, 5)).hasSize(1);
    }

    @Test
    void aClosedSubscriptionWithASelectorGetsNothingMore() {
        long red = broker.subscriber("a", null, "t", null, false, "color = 'red'", false);
        long redToo = broker.subscriber("b", null, "t", null, false, "color = 'red'", false);
        long big = broker.subscriber("b", null, "t", null, false, "n > 1", false);
        broker.close(red);
        broker.close(big);

        broker.toTopic("t").with("color", "red").with("n", 5).send();

        assertThat(broker.receive(redToo, 5)).hasSize(1);
        broker.close(redToo);
        broker.toTopic("t").with("color", "red").with("n", 5).send();
        assertThat(broker.core.statuses()).hasSize(1);
    }

    @Test
    void aMessageWithoutPropertiesIsSelectedAsOneWhoseValuesAreNull() {
        long none = broker.subscriber("a", null, "t", null, false, "color IS NULL", false);
        broker.subscriber("a", null, "t", null, false, "color = 'red'", false);
        MessageInfo info = new MessageInfo(true, 4, broker.now, Long.MAX_VALUE, 0, 10, null, 0, 0);
        SendCommand command = new SendCommand(Address.topic("t"), info, null, new Origin("x", null));

        broker.apply(broker.core.send(command, broker.now), List.of(command));

        assertThat(broker.receive(none, 5)).hasSize(1);
        assertThat(broker.lastEvents).hasSize(1);
    }

    @Test
    void aSelectorThatIsNotValidIsRefusedAndNothingIsCreated() {
        assertRefused(
                ErrorReason.INVALID_SELECTOR,
                () -> broker.subscriber("a", null, "t", null, false, "color = = 'red'", false));
        assertRefused(ErrorReason.INVALID_SELECTOR, () -> broker.selecting("a", "q", "AND"));

        assertThat(broker.core.statuses()).isEmpty();
    }

    @Test
    void queuesHaveNoSubscriptionsAndTopicsNoReceivers() {
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.receiver(
                        "a",
                        null,
                        new Source.Subscription(Address.queue("q"), null, false, null, false),
                        ReceiveMode.PEEK_LOCK),
                "only topics have subscriptions");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.receiver("a", null, new Source.Queue(Address.topic("t"), null), ReceiveMode.PEEK_LOCK),
                "'t' is a topic");
        assertThat(broker.core.statuses()).isEmpty();
    }

    @Test
    void unsubscribingDeletesTheSubscriptionWithItsMessages() {
        broker.close(broker.durableSubscriber("a", "c", "t", "s"));
        broker.toTopic("t").send();

        broker.apply(broker.core.unsubscribe(durable("s", "c"), broker.now), List.of());

        assertThat(broker.core.statuses()).hasSize(1);
        assertThat(broker.liveRecords).hasSize(1);
        broker.restart();
        assertThat(broker.core.statuses()).hasSize(1);
        assertThat(broker.liveRecords).hasSize(1);
    }

    @Test
    void aSubscriptionThatIsUsedOrUnknownIsNotUnsubscribed() {
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.unsubscribe(durable("s", "c"), broker.now),
                "'s$c$D'");
        long receiver = broker.durableSubscriber("a", "c", "t", "s");
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.core.unsubscribe(durable("s", "c"), broker.now),
                "open receivers");
        broker.toTopic("t").send();
        LockedMessage message = broker.receiveOne(receiver);
        broker.handOver("a", message);
        broker.close(receiver);
        assertRefused(
                ErrorReason.ILLEGAL_STATE, () -> broker.core.unsubscribe(durable("s", "c"), broker.now), "not settled");
        broker.deadLetter("a", message, "bad", null);
        long dead = broker.receiver("a", "t/Subscriptions/s$c$D/$deadletterqueue");
        assertRefused(ErrorReason.ILLEGAL_STATE, () -> broker.core.unsubscribe(durable("s", "c"), broker.now));
        broker.close(dead);
        broker.subscriber("a", "c", "t", passing("p", "c"), true, null, false);
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.core.unsubscribe(passing("p", "c"), broker.now));
        broker.apply(broker.core.unsubscribe(durable("s", "c"), broker.now), List.of());
    }

    @Test
    void aSubscriptionHasTheSettingsOfItsTopicAndFillsUpByItself() {
        EntitySettings settings = new EntitySettings(2, Duration.ZERO, null, null, 1, 0, false);
        broker.define(Address.topic("t"), settings);
        long first = broker.subscriber("a", "t");
        long second = broker.subscriber("b", "t");
        broker.toTopic("t").send();
        broker.complete("a", broker.receiveOne(first));

        assertRefused(ErrorReason.RESOURCE_ALLOCATION, () -> broker.toTopic("t").send(), "t/Subscriptions/$");

        broker.complete("b", broker.receiveOne(second));
        broker.toTopic("t").send();
        assertThat(broker.status("t").counters().accepted()).isEqualTo(2);
    }

    @Test
    void manySubscriptionsGetAMessageInTheOrderOfTheirNumbers() {
        for (int i = 0; i < 40; i++) {
            String selector = i % 4 == 0 ? null : i % 4 == 1 ? "x = 'y'" : i % 4 == 2 ? "n > 1" : "z = 'no'";
            broker.subscriber("l" + i, null, "t", null, false, selector, false);
        }

        broker.toTopic("t").with("x", "y").with("n", 2).send();

        Event.Enqueued event = (Event.Enqueued) broker.lastEvents.get(0);
        assertThat(event.targets()).hasSize(30);
        assertThat(event.targets()).extracting(Event.Target::entityId).isSorted();
    }
}
