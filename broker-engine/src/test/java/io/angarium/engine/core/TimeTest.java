package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.SettleResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Time-to-live, delivery delay, strict locks. */
class TimeTest {
    private final Namespace broker = new Namespace();

    private static EntitySettings settings(
            int maxDeliveryCount, @Nullable Duration lock, @Nullable Duration timeToLive, boolean deadLetter) {
        return new EntitySettings(maxDeliveryCount, Duration.ZERO, lock, timeToLive, 0, 0, deadLetter);
    }

    // ---- time-to-live

    @Test
    void anExpiredMessageIsDroppedWhenItsTimeIsOver_T45() {
        broker.toQueue("q").timeToLive(100).send();
        broker.toQueue("q").send();
        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + 100);

        broker.advance(99);
        assertThat(broker.status("q").live()).isEqualTo(2);
        broker.advance(1);

        assertThat(broker.status("q").live()).isEqualTo(1);
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(2, 0, 0, 1, 0, 0));
        broker.restart();
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(2, 0, 0, 1, 0, 0));
    }

    @Test
    void anExpiredMessageIsNeverGivenEvenIfNothingElseHasNoticedYet_S60() {
        broker.toQueue("q").timeToLive(100).send();
        broker.toQueue("q").timeToLive(101).send();
        long receiver = broker.receiver("l", "q");

        broker.now += 100;

        assertThat(broker.numbers(receiver, 5)).containsExactly(2L);
        assertThat(broker.status("q").counters().expired()).isEqualTo(1);
    }

    @Test
    void aReceiverClearsABoundedNumberOfExpiredMessagesAtATime() {
        for (int i = 0; i < 1_200; i++) {
            broker.toQueue("q").nonPersistent().timeToLive(100).send();
        }
        broker.toQueue("q").send();
        long receiver = broker.receiver("l", "q");
        broker.now += 100;

        assertThat(broker.receiveOnce(receiver, 1)).isEqualTo(new Received(List.of(), true));
        assertThat(broker.status("q").counters().expired()).isEqualTo(1_000);
        assertThat(broker.receiveOnce(receiver, 1).messages()).hasSize(1);
    }

    @Test
    void aTickDoesABoundedPieceOfWork() {
        for (int i = 0; i < 2_500; i++) {
            broker.toQueue("q").nonPersistent().timeToLive(100).send();
        }
        broker.now += 100;

        broker.apply(broker.core.tick(broker.now), List.of());
        assertThat(broker.status("q").live()).isEqualTo(1_500);
        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now);
        broker.tick();
        assertThat(broker.status("q").live()).isZero();
    }

    @Test
    void theTimeToLiveOfTheEntityIsDefaultAndCeiling() {
        broker.define(Address.queue("q"), settings(10, null, Duration.ofMillis(100), false));
        broker.toQueue("q").send();
        broker.toQueue("q").timeToLive(50).send();
        broker.toQueue("q").timeToLive(1_000).send();

        broker.advance(50);
        assertThat(broker.browse("q", null, 5)).containsExactly(1L, 3L);
        broker.advance(50);
        assertThat(broker.status("q").live()).isZero();
    }

    @Test
    void expiredMessagesCanGoToTheDeadLetterSubqueueAndDoNotExpireThere() {
        broker.define(Address.queue("q"), settings(10, null, Duration.ofMillis(100), true));
        broker.toQueue("q").send();

        broker.advance(100);

        broker.advance(100_000);
        LockedMessage dead = broker.receiveOne(broker.receiver("l", "q/$deadletterqueue"));
        assertThat(dead.annotations())
                .containsEntry("JMS_ANGARIUM_DeadLetterReason", "TTLExpiredException")
                .containsEntry("JMS_ANGARIUM_DeadLetterSource", "q")
                .containsEntry("JMS_ANGARIUM_FailedDeliveries", 0);
        assertThat(dead.annotations().get("JMS_ANGARIUM_DeadLetterDescription"))
                .asString()
                .contains("1000100");
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        broker.restart();
        assertThat(broker.status("q/$deadletterqueue").live()).isEqualTo(1);
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLockedMessageDoesNotExpireUntilTheLockEnds() {
        broker.toQueue("q").timeToLive(100).send();
        broker.toQueue("q").timeToLive(100).send();
        List<LockedMessage> both = broker.receive(broker.receiver("l", "q"), 2);

        broker.advance(200);
        assertThat(broker.complete("l", both.get(0)).lost()).isEmpty();
        broker.settle("l", Outcome.RELEASE, both.get(1));

        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now - 100);
        broker.tick();
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(2, 1, 0, 1, 0, 0));
    }

    @Test
    void expiryIsTheSameAfterARestart() {
        broker.toQueue("q").timeToLive(100).send();
        broker.restart();

        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + 100);
        broker.advance(100);
        assertThat(broker.status("q").live()).isZero();
    }

    // ---- delivery delay

    @Test
    void aScheduledMessageIsInvisibleUntilItsTime_T40() {
        broker.toQueue("q").delay(100).send();
        long receiver = broker.receiver("l", "q");

        broker.advance(99);
        assertThat(broker.receive(receiver, 1)).isEmpty();
        assertThat(broker.browse("q", null, 5)).isEmpty();
        assertThat(broker.status("q").scheduled()).isEqualTo(1);
        assertThat(broker.status("q").ready()).isZero();

        broker.restart();
        broker.advance(1);
        assertThat(broker.numbers(broker.receiver("l", "q"), 1)).containsExactly(1L);
        assertThat(broker.status("q").scheduled()).isZero();
    }

    @Test
    void aScheduledMessageTakesThePlaceOfItsNumber() {
        broker.toQueue("q").delay(100).send();
        broker.toQueue("q").send();
        broker.toQueue("q").delay(50).send();

        broker.advance(100);

        assertThat(broker.numbers(broker.receiver("l", "q"), 5)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aTimeThatIsOverIsAtOnce() {
        broker.toQueue("q").delay(0).send();
        broker.toQueue("q").delay(-50).send();

        assertThat(broker.browse("q", null, 5)).containsExactly(1L, 2L);
    }

    @Test
    void aScheduledMessageCanExpireBeforeItsTime() {
        broker.toQueue("q").delay(100).timeToLive(50).send();
        broker.toQueue("q").delay(100).timeToLive(100).send();

        broker.advance(100);

        assertThat(broker.status("q").counters().expired()).isEqualTo(2);
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void scheduledMessagesOfTopicsAreForTheSubscriptionsOfTheMomentOfSending() {
        long before = broker.durableSubscriber("a", "c", "t", "before");
        broker.toTopic("t").delay(100).send();
        long after = broker.durableSubscriber("a", "c", "t", "after");

        broker.advance(100);

        assertThat(broker.receive(before, 5)).hasSize(1);
        assertThat(broker.receive(after, 5)).isEmpty();
    }

    // ---- strict locks

    @Test
    void aStrictLockEndsAndCountsIfTheMessageWasHandedOver_S25() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("a", "q");
        List<LockedMessage> both = broker.receive(receiver, 2);
        broker.handOver("a", both.get(0));
        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + 100);

        broker.advance(100);

        assertThat(broker.receive(broker.receiver("b", "q"), 5))
                .extracting(LockedMessage::deliveryCount)
                .containsExactly(2, 1);
    }

    @Test
    void withoutStrictLockDurationALockLivesAsLongAsTheLink_T01_T03() {
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));

        broker.advance(Duration.ofDays(3).toMillis());

        assertThat(broker.complete("a", message).lost()).isEmpty();
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLockThatHasEndedDoesNotSettleEvenIfNothingElseHasNoticedYet_S54_T07() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));
        broker.now += 100;

        SettleResult result = broker.complete("a", message);

        assertThat(result.lost()).hasSize(1);
        assertThat(result.lost().get(0).description())
                .contains("message 1 of 'q'", "ended 0 ms ago", "strictLockDuration of 100 ms", "prefetch")
                .contains("waits to be delivered again");
        assertThat(broker.status("q").locked()).isEqualTo(1);
    }

    @Test
    void theTextOfALostLockSaysWhoHasTheMessageNow_T07() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        LockedMessage first = broker.receiveOne(broker.receiver("a", "q"));
        broker.handOver("a", first);
        broker.advance(100);
        LockedMessage second = broker.receiveOne(broker.receiver("b", "q"));
        broker.advance(7);

        String text = broker.complete("a", first).lost().get(0).description();
        assertThat(text)
                .contains("ended 7 ms ago", "link b has the message now")
                .doesNotContain("prefetch");

        broker.complete("b", second);
        assertThat(broker.complete("a", first).lost().get(0).description()).contains("not there any more");
        broker.apply(broker.core.delete(emptied("q"), broker.now), List.of());
        assertThat(broker.complete("a", first).lost().get(0).description())
                .contains("not there any more")
                .doesNotContain("strictLockDuration of");
    }

    private Address emptied(String queue) {
        broker.core.statuses();
        // Receivers keep a queue from being deleted, links do not forget lost locks with them.
        for (long key = 1; key < 10; key++) {
            broker.close(key);
        }
        return Address.queue(queue);
    }

    @Test
    void theTextSaysThatTheMessageWaitsIfNobodyHasIt_T07() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));
        broker.advance(150);

        assertThat(broker.complete("a", message).lost().get(0).description())
                .contains("ended 50 ms ago", "waits to be delivered again", "prefetch");
    }

    @Test
    void aThousandTextsAreKeptForALink() {
        broker.define(Address.queue("q"), settings(0, Duration.ofMillis(100), null, false));
        for (int i = 0; i < 1_001; i++) {
            broker.toQueue("q").nonPersistent().send();
        }
        List<LockedMessage> all = broker.receive(broker.receiver("a", "q"), 1_001);
        broker.advance(100);

        assertThat(broker.complete("a", all.get(0)).lost().get(0).description()).contains("not held");
        assertThat(broker.complete("a", all.get(1)).lost().get(0).description()).contains("message 2 of");
    }

    @Test
    void aStrictLockCanBeRenewed() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));

        broker.advance(60);
        assertThat(broker.apply(broker.core.renew(message.lockToken(), "a", broker.now), List.of()))
                .isEqualTo(broker.now + 100);
        broker.advance(99);
        assertThat(broker.status("q").locked()).isEqualTo(1);
        broker.advance(1);
        assertThat(broker.status("q").locked()).isZero();
        assertRefused(
                ErrorReason.LOCK_LOST,
                () -> broker.core.renew(message.lockToken(), "a", broker.now),
                "message 1 of 'q'");
        assertRefused(ErrorReason.LOCK_LOST, () -> broker.core.renew(message.lockToken(), "b", broker.now));
    }

    @Test
    void whatIsDueNextIsKnownAfterARenewal() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("a", "q");
        LockedMessage first = broker.receiveOne(receiver);
        broker.now += 10;
        broker.receiveOne(receiver);
        long second = broker.now + 100;
        assertThat(broker.core.nextDueMillis()).isEqualTo(second - 10);

        broker.now += 50;
        broker.apply(broker.core.renew(first.lockToken(), "a", broker.now), List.of());

        assertThat(broker.core.nextDueMillis()).isEqualTo(second);
    }

    @Test
    void renewingALockThatIsNotStrictChangesNothing() {
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));

        assertThat(broker.apply(broker.core.renew(message.lockToken(), "a", broker.now), List.of()))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(broker.lastEvents).isEmpty();
    }

    @Test
    void aLockThatWasStrictWhenItWasGivenKeepsItsEndWhenTheQueueIsNotAnyMore() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));
        broker.define(Address.queue("q"), settings(10, null, null, false));

        assertThat(broker.apply(broker.core.renew(message.lockToken(), "a", broker.now), List.of()))
                .isEqualTo(broker.now + 100);
        assertThat(broker.lastEvents).isEmpty();
    }

    @Test
    void handingOverAfterTheLockHasEndedDoesNothing() {
        broker.define(Address.queue("q"), settings(10, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        LockedMessage message = broker.receiveOne(broker.receiver("a", "q"));
        broker.advance(100);

        broker.handOver("a", message);
        assertThat(broker.lastEvents).isEmpty();
        broker.handOver("nobody", message);
        assertThat(broker.lastEvents).isEmpty();
    }

    @Test
    void aStrictLockThatEndsTooOftenDeadLetters() {
        broker.define(Address.queue("q"), settings(2, Duration.ofMillis(100), null, false));
        broker.toQueue("q").send();
        long receiver = broker.receiver("a", "q");
        for (int i = 0; i < 2; i++) {
            broker.handOver("a", broker.receiveOne(receiver));
            broker.advance(100);
        }

        assertThat(broker.status("q").live()).isZero();
        assertThat(broker.status("q/$deadletterqueue").live()).isEqualTo(1);
    }

    @Test
    void aStrictLockOfAPassingSubscriptionThatEndsEndsTheSubscription() {
        broker.define(Address.topic("t"), settings(10, Duration.ofMillis(100), null, false));
        long subscriber = broker.subscriber("a", "t");
        broker.toTopic("t").send();
        broker.handOver("a", broker.receiveOne(subscriber));
        broker.close(subscriber);
        assertThat(broker.core.statuses()).hasSize(2);

        broker.advance(100);

        assertThat(broker.core.statuses()).hasSize(1);
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
    }
}
