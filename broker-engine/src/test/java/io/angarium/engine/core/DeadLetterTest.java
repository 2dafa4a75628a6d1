package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dead-letter subqueues of queues and subscriptions. */
class DeadLetterTest {
    private final Namespace broker = new Namespace();

    private static EntitySettings attempts(int max) {
        return new EntitySettings(max, Duration.ZERO, null, null, 0, 0, false);
    }

    private int deliveriesOf(String queue) {
        long receiver = broker.receiver("l", queue);
        int deliveries = 0;
        while (deliveries < 50 && broker.status(queue).ready() > 0) {
            deliveries++;
            broker.abandon("l", broker.receiveOne(receiver));
        }
        return deliveries;
    }

    @Test
    void afterTenFailedDeliveriesAMessageIsDeadLetteredWithReason_T28() {
        broker.toQueue("q").size(77).send();

        assertThat(deliveriesOf("q")).isEqualTo(10);

        LockedMessage dead = broker.receiveOne(broker.receiver("l", "q/$deadletterqueue"));
        assertThat(dead.annotations())
                .isEqualTo(Map.of(
                        "JMS_ANGARIUM_DeadLetterReason",
                        "MaxDeliveryCountExceeded",
                        "JMS_ANGARIUM_DeadLetterDescription",
                        "handed over 10 times and not completed; maxDeliveryCount is 10",
                        "JMS_ANGARIUM_DeadLetterSource",
                        "q",
                        "JMS_ANGARIUM_DeadLetteredAt",
                        broker.now,
                        "JMS_ANGARIUM_FailedDeliveries",
                        10));
        assertThat(dead.deliveryCount()).isEqualTo(1);
        assertThat(dead.content().sizeBytes()).isEqualTo(77);
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(1, 0, 1, 0, 0, 0));
        assertThat(broker.status("q/$deadletterqueue").counters()).isEqualTo(new Counters(1, 0, 0, 0, 0, 0));
    }

    @Test
    void theNumberOfAttemptsCanBeSetAndBeUnlimited() {
        broker.define(Address.queue("one"), attempts(1));
        broker.define(Address.queue("endless"), attempts(0));
        broker.toQueue("one").send();
        broker.toQueue("endless").send();

        assertThat(deliveriesOf("one")).isEqualTo(1);
        assertThat(deliveriesOf("endless")).isEqualTo(50);
    }

    @Test
    void aDeadLetterSubqueueHasNoLimitOfAttemptsAndNoSubqueueOfItsOwn() {
        broker.define(Address.queue("q"), attempts(1));
        broker.toQueue("q").send();
        deliveriesOf("q");

        assertThat(deliveriesOf("q/$deadletterqueue")).isEqualTo(50);
        long receiver = broker.receiver("l", "q/$deadletterqueue");
        broker.deadLetter("l", broker.receiveOne(receiver), "again", null);

        assertThat(broker.receiveOne(receiver).deliveryCount()).isEqualTo(52);
        assertThat(broker.core.statuses()).hasSize(2);
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.receiver("l", "q/$deadletterqueue/$deadletterqueue"),
                "belongs to no queue");
    }

    @Test
    void anApplicationDeadLettersWithReasonAndDescription() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("l", "q");
        broker.deadLetter("l", broker.receiveOne(receiver), "Unparsable", "line 3");
        broker.settle("l", Outcome.DEAD_LETTER, broker.receiveOne(receiver));

        List<LockedMessage> dead = broker.receive(broker.receiver("l", "q/$deadletterqueue"), 2);
        assertThat(dead.get(0).annotations())
                .containsEntry("JMS_ANGARIUM_DeadLetterReason", "Unparsable")
                .containsEntry("JMS_ANGARIUM_DeadLetterDescription", "line 3")
                .containsEntry("JMS_ANGARIUM_FailedDeliveries", 1);
        assertThat(dead.get(1).annotations())
                .containsEntry("JMS_ANGARIUM_DeadLetterReason", "DeadLettered")
                .doesNotContainKey("JMS_ANGARIUM_DeadLetterDescription");
    }

    @Test
    void deadLettersSurviveARestartWithTheirReason() {
        broker.toQueue("q").send();
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", "very");

        broker.restart();

        LockedMessage dead = broker.receiveOne(broker.receiver("l", "q/$deadletterqueue"));
        assertThat(dead.annotations()).containsEntry("JMS_ANGARIUM_DeadLetterDescription", "very");
        broker.complete("l", dead);
        assertThat(broker.liveRecords).hasSize(2);
    }

    @Test
    void eachSubscriptionHasItsOwnDeadLetters_T29() {
        long first = broker.durableSubscriber("a", "c", "t", "one");
        long second = broker.durableSubscriber("a", "c", "t", "two");
        broker.toTopic("t").send();

        broker.deadLetter("a", broker.receiveOne(first), "bad", null);

        assertThat(broker.receive(second, 5)).hasSize(1);
        LockedMessage dead = broker.receiveOne(broker.receiver("a", "t/Subscriptions/one$c$D/$deadletterqueue"));
        assertThat(dead.annotations()).containsEntry("JMS_ANGARIUM_DeadLetterSource", "t/Subscriptions/one$c$D");
        assertThat(broker.exists("t/Subscriptions/two$c$D/$deadletterqueue")).isFalse();
    }

    @Test
    void aDeadLetterSubqueueCanBeReceivedFromBeforeItHasMessages() {
        broker.toQueue("q").send();
        long dead = broker.receiver("l", "q/$deadletterqueue");
        assertThat(broker.receive(dead, 1)).isEmpty();

        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);

        assertThat(broker.numbers(dead, 1)).containsExactly(1L);
    }

    @Test
    void nothingIsSentToADeadLetterSubqueueAndThereIsNoneOfATopic() {
        broker.toQueue("q").send();
        broker.toTopic("t").send();

        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.toQueue("q/$deadletterqueue").send(),
                "nothing can be sent to 'q/$deadletterqueue'");
        assertThat(broker.exists("q/$deadletterqueue")).isFalse();
        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.receiver("l", "t/$deadletterqueue"), "belongs to no");
        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.receiver("l", "none/$deadletterqueue"), "belongs to no");
    }

    @Test
    void deadLettersOfATemporaryQueueGoWithIt() {
        Address queue = broker.temporary(io.angarium.protocol.EntityType.QUEUE, "l", "tmp");
        broker.to(queue).send();
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "tmp")), "bad", null);
        long record = broker.record;
        assertThat(broker.status("tmp/$deadletterqueue").definition().durable()).isFalse();
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.receiver("other", "tmp/$deadletterqueue"));

        broker.releaseLink("l");

        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.record).isEqualTo(record);
    }

    @Test
    void aSubqueueCanBeDeletedAndIsMadeAgain() {
        broker.define(Address.queue("q"), attempts(1));
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        LockedMessage[] both = broker.receive(broker.receiver("l", "q"), 2).toArray(LockedMessage[]::new);
        broker.abandon("l", both[0]);

        broker.apply(broker.core.delete(Address.queue("q/$deadletterqueue"), broker.now), List.of());
        assertThat(broker.exists("q/$deadletterqueue")).isFalse();
        broker.abandon("l", both[1]);

        assertThat(broker.browse("q/$deadletterqueue", null, 5)).containsExactly(1L);
    }

    @Test
    void strictLocksHoldForTheSubqueueToo() {
        broker.define(
                Address.queue("q"), new EntitySettings(1, Duration.ZERO, Duration.ofMillis(100), null, 0, 0, false));
        broker.toQueue("q").send();
        broker.abandon("l", broker.receiveOne(broker.receiver("l", "q")));
        broker.receiveOne(broker.receiver("l", "q/$deadletterqueue"));

        broker.advance(100);

        assertThat(broker.status("q/$deadletterqueue").locked()).isZero();
        assertThat(broker.status("q/$deadletterqueue").definition().settings().maxDeliveryCount())
                .isZero();
    }

    // ---- damaged

    private boolean damaged(String path, long sequence, long lockToken) {
        int id = broker.status(path).definition().entityId();
        return broker.apply(broker.core.damaged(id, sequence, lockToken, "block 1", broker.now), List.of());
    }

    @Test
    void aDamagedMessageIsDeadLetteredAndNoDeliveryIsCounted() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        LockedMessage locked = broker.receiveOne(broker.receiver("l", "q"));

        assertThat(damaged("q", 1, locked.lockToken())).isTrue();
        assertThat(damaged("q", 2, 0)).isTrue();

        long receiver = broker.receiver("l", "q/$deadletterqueue");
        assertThat(broker.receive(receiver, 2))
                .allSatisfy(dead -> assertThat(dead.annotations())
                        .containsEntry("JMS_ANGARIUM_DeadLetterReason", "BodyDamaged")
                        .containsEntry("JMS_ANGARIUM_DeadLetterDescription", "block 1")
                        .containsEntry("JMS_ANGARIUM_FailedDeliveries", 0));
        broker.restart();
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(2, 0, 2, 0, 0, 0));
    }

    @Test
    void aDamagedMessageThatSomebodyElseHasByNowOrThatIsGoneIsLeftAlone() {
        broker.toQueue("q").send();
        long receiver = broker.receiver("l", "q");
        LockedMessage first = broker.receiveOne(receiver);
        broker.settle("l", Outcome.RELEASE, first);
        LockedMessage second = broker.receiveOne(receiver);

        assertThat(damaged("q", 1, first.lockToken())).isFalse();
        assertThat(damaged("q", 1, 0)).isFalse();
        assertThat(damaged("q", 2, 0)).isFalse();

        broker.complete("l", second);
        assertThat(broker.lastEvents).hasSize(1);
    }

    @Test
    void aDamagedMessageStaysInItsDeadLetterSubqueue() {
        broker.toQueue("q").send();
        damaged("q", 1, 0);

        assertThat(damaged("q/$deadletterqueue", 1, 0)).isFalse();

        assertThat(broker.status("q/$deadletterqueue").live()).isEqualTo(1);
    }
}
