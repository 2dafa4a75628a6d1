package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.SendResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Duplicate detection by MessageId and by the numbers of producers (S-01 to S-18, T-12 to T-17). */
class DuplicateTest {
    private static final long WINDOW = Duration.ofMinutes(10).toMillis();

    private final Namespace broker = new Namespace();

    private static EntitySettings window(Duration window) {
        return new EntitySettings(10, window, null, null, 0, 0, false);
    }

    @Test
    void aCopyIsAcceptedAndDroppedAndTheAnswerNamesTheFirst_S03_S06_T16() {
        broker.toQueue("q").send();
        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(2, false));

        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(2, true));

        assertThat(broker.status("q").live()).isEqualTo(2);
        assertThat(broker.status("q").counters().duplicatesDropped()).isEqualTo(1);
        assertThat(broker.status("q").counters().accepted()).isEqualTo(2);
    }

    @Test
    void nothingButTheMessageIdIsCompared_S07_S11() {
        broker.toQueue("q")
                .id("a")
                .size(10)
                .priority(1)
                .with("x", 1)
                .from("l1", "c1")
                .send();

        assertThat(broker.toQueue("q")
                        .id("a")
                        .size(99)
                        .priority(9)
                        .nonPersistent()
                        .from("l2", "c2")
                        .send()
                        .duplicate())
                .isTrue();
        assertThat(broker.toQueue("q").id("A").send().duplicate()).isFalse();
        assertThat(broker.toQueue("q").send().duplicate()).isFalse();
    }

    @Test
    void thereAreNoPartitionsSoAKeyIsNoPartOfTheIdentity_S09_S10() {
        broker.toQueue("q")
                .id("a")
                .with("PartitionKey", "x")
                .with("JMSXGroupID", "x")
                .send();

        assertThat(broker.toQueue("q")
                        .id("a")
                        .with("PartitionKey", "y")
                        .with("JMSXGroupID", "z")
                        .send()
                        .duplicate())
                .isTrue();
    }

    @Test
    void anIdCanBeMadeOfTheBusiness_S08() {
        assertThat(broker.toQueue("q").id("12345.2017/payment").send().duplicate())
                .isFalse();
        assertThat(broker.toQueue("q").id("12345.2017/shipment").send().duplicate())
                .isFalse();
        assertThat(broker.toQueue("q").id("12345.2017/payment").send().duplicate())
                .isTrue();
    }

    @Test
    void anIdIsRememberedAfterItsMessageIsGone_S05() {
        broker.toQueue("q").id("a").send();
        broker.complete("l", broker.receiveOne(broker.receiver("l", "q")));

        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(1, true));
    }

    @Test
    void eachQueueAndTopicRemembersForItself() {
        broker.toQueue("q").id("a").send();

        assertThat(broker.toQueue("r").id("a").send().duplicate()).isFalse();
        assertThat(broker.toTopic("t").id("a").send().duplicate()).isFalse();
    }

    @Test
    void aTopicDropsCopiesForAllSubscriptions_S03() {
        long subscriber = broker.durableSubscriber("l", "c", "t", "s");
        broker.toTopic("t").id("a").send();

        assertThat(broker.toTopic("t").id("a").send()).isEqualTo(new SendResult(1, true));

        assertThat(broker.receive(subscriber, 5)).hasSize(1);
    }

    @Test
    void theWindowIsMeasuredFromTheFirstAcceptanceToTheMillisecond_S15_T15() {
        broker.toQueue("q").id("a").send();
        broker.now += WINDOW / 2;
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();

        broker.now += WINDOW / 2 - 1;
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();
        broker.now += 1;
        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(2, false));
        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(2, true));
    }

    @Test
    void theWindowCanBeSetForEachEntityAndTurnedOff_S04_S15() {
        broker.define(Address.queue("short"), window(Duration.ofSeconds(20)));
        broker.define(Address.queue("off"), window(Duration.ZERO));
        for (String queue : List.of("short", "off", "long")) {
            broker.toQueue(queue).id("a").send();
        }
        assertThat(broker.toQueue("off").id("a").send().duplicate()).isFalse();

        broker.now += 20_000;

        assertThat(broker.toQueue("short").id("a").send().duplicate()).isFalse();
        assertThat(broker.toQueue("long").id("a").send().duplicate()).isTrue();
        assertThat(broker.core.nextDueMillis()).isLessThan(Long.MAX_VALUE);
    }

    @Test
    void anOtherWindowCountsForIdsThatAreKnownAlready() {
        broker.toQueue("q").id("a").send();
        broker.now += 30_000;

        broker.define(Address.queue("q"), window(Duration.ofSeconds(20)));
        assertThat(broker.core.nextDueMillis()).isLessThan(broker.now);
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isFalse();

        broker.define(Address.queue("q"), window(Duration.ZERO));
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isFalse();
    }

    @Test
    void theWindowSurvivesARestart_T17() {
        broker.toQueue("q").id("a").send();
        broker.toQueue("q").id("volatile").nonPersistent().send();
        broker.now += WINDOW - 1;

        broker.restart();

        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(1, true));
        assertThat(broker.toQueue("q").id("volatile").send().duplicate()).isFalse();
        broker.now += 1;
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isFalse();
    }

    @Test
    void aPersistentPublicationWithAnIdIsRememberedEvenIfNobodyTakesIt() {
        broker.toTopic("t").id("a").send();
        broker.restart();

        assertThat(broker.toTopic("t").id("a").send()).isEqualTo(new SendResult(1, true));
    }

    @Test
    void aPersistentPublicationWithAnIdForPassingSubscriptionsIsRememberedAndStoredOnce() {
        long subscriber = broker.subscriber("l", "t");
        broker.toTopic("t").id("a").send();

        assertThat(broker.receiveOne(subscriber).content().isVolatile()).isTrue();
        broker.restart();
        assertThat(broker.toTopic("t").id("a").send().duplicate()).isTrue();
    }

    @Test
    void theAnswerToACopyWaitsForTheDiskLikeThatToTheFirst() {
        broker.toQueue("q").id("a").send();
        broker.toQueue("q").id("a").send();
        assertThat(broker.lastEvents).hasSize(1).allMatch(Event::durable);

        broker.toQueue("q").id("a").nonPersistent().send();
        assertThat(broker.lastEvents).hasSize(1).noneMatch(Event::durable);
        broker.restart();
        assertThat(broker.status("q").counters().duplicatesDropped()).isEqualTo(1);
    }

    @Test
    void scheduledMessagesTakePartBothWays_S13_S14_T12() {
        broker.toQueue("q").id("a").delay(1_000).send();
        assertThat(broker.toQueue("q").id("a").send()).isEqualTo(new SendResult(1, true));

        broker.toQueue("q").id("b").send();
        assertThat(broker.toQueue("q").id("b").delay(1_000).send()).isEqualTo(new SendResult(2, true));
    }

    @Test
    void theIdOfAScheduledMessageIsRememberedUntilTheWindowAfterItsTime_T13() {
        broker.toQueue("q").id("a").delay(3 * WINDOW).send();
        broker.advance(2 * WINDOW);
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();
        broker.restart();
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();

        broker.advance(2 * WINDOW - 1);
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();
        broker.advance(1);
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isFalse();
    }

    @Test
    void redeliveryAndDeadLetteringAreNotTakenForCopies_T14() {
        broker.toQueue("q").id("a").send();
        long receiver = broker.receiver("l", "q");
        broker.abandon("l", broker.receiveOne(receiver));
        broker.deadLetter("l", broker.receiveOne(receiver), "bad", null);

        assertThat(broker.numbers(broker.receiver("l", "q/$deadletterqueue"), 5))
                .containsExactly(1L);
    }

    @Test
    void inATransactionOnlyTheCopyIsDropped_S12() {
        broker.toQueue("q").id("a").send();

        broker.commit(
                "l",
                1,
                1,
                List.of(),
                broker.toQueue("q").id("a"),
                broker.toQueue("q").id("b"),
                broker.toQueue("q").id("b"),
                broker.toQueue("r").id("b"),
                broker.toQueue("q").id("c"));

        assertThat(broker.status("q").live()).isEqualTo(3);
        assertThat(broker.status("q").counters().duplicatesDropped()).isEqualTo(2);
        assertThat(broker.status("r").live()).isEqualTo(1);
        assertThat(broker.toQueue("q").id("c").send()).isEqualTo(new SendResult(3, true));
    }

    @Test
    void idsAreForgottenSoonAfterTheyHaveCeasedToCount() {
        for (int i = 0; i < 10_000; i++) {
            broker.toQueue("q").nonPersistent().id("id" + i).send();
        }
        broker.advance(WINDOW);
        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + WINDOW / 32);

        broker.advance(WINDOW / 32);

        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        assertThat(broker.toQueue("q").id("id5").send().duplicate()).isFalse();
    }

    @Test
    void manyQueuesForgetTheirIdsInTheOrderInWhichTheyAreDue() {
        broker.define(Address.queue("a"), window(Duration.ofSeconds(60)));
        broker.define(Address.queue("b"), window(Duration.ofSeconds(30)));
        broker.toQueue("a").id("x").send();
        broker.toQueue("b").id("x").send();
        long start = broker.now;
        assertThat(broker.core.nextDueMillis()).isEqualTo(start + 30_000 + 1_000);

        broker.define(Address.queue("b"), window(Duration.ofSeconds(90)));
        assertThat(broker.core.nextDueMillis()).isEqualTo(start + 60_000 + 1_875);
        broker.now += 20_000;
        broker.toQueue("b").id("y").send();
        broker.now += 50_000;
        broker.toQueue("a").id("x").send();
        assertThat(broker.core.nextDueMillis()).isEqualTo(start + 90_000 + 2_812);
    }

    @Test
    void aLongReplayDoesNotGatherIdsForEver() {
        broker.define(Address.queue("q"), window(Duration.ofSeconds(20)));
        for (int i = 0; i < 300; i++) {
            broker.toQueue("q").id("id" + i).send();
            broker.now += 1_000;
        }
        assertThat(idsIn(broker)).isLessThan(30);

        broker.replay();
        assertThat(idsIn(broker)).isLessThan(30);
    }

    private static int idsIn(Namespace namespace) {
        return namespace.core.remembered(Long.MAX_VALUE - 1, 10_000).stream()
                .mapToInt(s -> s.snapshot() instanceof Event.DuplicateIds ids
                        ? ids.ids().size()
                        : 0)
                .sum();
    }

    @Test
    void whenIdsAreWrittenAgainItIsNotedHowLateItWas() {
        broker.now += 77_777;
        broker.toQueue("q").id("a").send();

        assertThat(broker.core.remembered(Long.MAX_VALUE - 1, 10))
                .extracting(Survivor::snapshot)
                .filteredOn(Event.DuplicateIds.class::isInstance)
                .extracting(event -> ((Event.DuplicateIds) event).nowMillis())
                .containsExactly(broker.now);
    }

    // ---- producers

    @Test
    void aSendThatIsRepeatedAfterALostAnswerIsDroppedWithoutAnId_S02_S18_T17() {
        assertThat(broker.toQueue("q").producer(7, 1).send()).isEqualTo(new SendResult(1, false));
        assertThat(broker.toQueue("q").producer(7, 2).send()).isEqualTo(new SendResult(2, false));

        assertThat(broker.toQueue("q").producer(7, 2).send()).isEqualTo(new SendResult(2, true));
        assertThat(broker.toQueue("q").producer(7, 1).send()).isEqualTo(new SendResult(0, true));
        assertThat(broker.lastEvents).hasSize(1).allMatch(Event::durable);
        assertThat(broker.toQueue("q").producer(8, 1).send()).isEqualTo(new SendResult(3, false));
        assertThat(broker.toQueue("q").producer(7, 3).send()).isEqualTo(new SendResult(4, false));
        assertThat(broker.status("q").counters().duplicatesDropped()).isEqualTo(2);
    }

    @Test
    void theNumbersOfProducersSurviveARestart() {
        broker.toQueue("q").producer(7, 1).send();
        broker.toQueue("q").producer(7, 2).nonPersistent().send();

        broker.restart();

        assertThat(broker.toQueue("q").producer(7, 1).send().duplicate()).isTrue();
        assertThat(broker.toQueue("q").producer(7, 2).send().duplicate()).isFalse();
    }

    @Test
    void whatACrashHasTakenIsAcceptedAgain() {
        broker.toQueue("q").producer(7, 1).send();
        long onDisk = broker.record;
        broker.toQueue("q").producer(7, 2).send();
        broker.crashAfter(onDisk);
        broker.open();

        assertThat(broker.toQueue("q").producer(7, 1).send().duplicate()).isTrue();
        assertThat(broker.toQueue("q").producer(7, 2).send()).isEqualTo(new SendResult(2, false));
    }

    @Test
    void aProducerThatIsSilentForAnHourIsForgotten() {
        broker.toQueue("q").producer(7, 5).send();
        broker.now += ProducerTable.IDLE_MILLIS - 1;
        assertThat(broker.toQueue("q").producer(7, 5).send().duplicate()).isTrue();
        broker.now += 1;
        assertThat(broker.toQueue("q").producer(7, 5).send().duplicate()).isFalse();

        long due = broker.now + ProducerTable.IDLE_MILLIS + ProducerTable.IDLE_MILLIS / 32;
        assertThat(broker.core.nextDueMillis()).isEqualTo(due);
        broker.now += 1_000;
        broker.toQueue("q").producer(7, 6).send();
        assertThat(broker.core.nextDueMillis()).isEqualTo(due + 1_000);

        broker.advance(2 * ProducerTable.IDLE_MILLIS);

        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        assertThat(broker.toQueue("q").producer(7, 1).send().duplicate()).isFalse();
    }

    @Test
    void manyProducersAreForgottenInPiecesAndTheRestWhenTheyAreDue() {
        for (int producer = 1; producer <= 5_000; producer++) {
            broker.toQueue("q").producer(producer, 1).nonPersistent().send();
        }
        long start = broker.now;
        broker.now += 200_000;
        broker.toQueue("q").producer(9_999, 1).nonPersistent().send();
        long lateness = ProducerTable.IDLE_MILLIS / 32;
        broker.now = start + ProducerTable.IDLE_MILLIS + lateness;

        broker.apply(broker.core.tick(broker.now), List.of());
        assertThat(broker.core.nextDueMillis()).as("a piece is left").isEqualTo(broker.now);
        broker.tick();

        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + 200_000);
        broker.advance(200_000);
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        broker.toQueue("q").producer(7, 1).nonPersistent().send();
        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + ProducerTable.IDLE_MILLIS + lateness);
    }

    @Test
    void aProducerThatGoesOnIsDueBehindWhatIsDueBefore() {
        broker.toQueue("q").producer(7, 1).nonPersistent().send();
        long firstDue = broker.core.nextDueMillis();
        broker.toQueue("r").timeToLive(ProducerTable.IDLE_MILLIS * 2).send();
        broker.now += ProducerTable.IDLE_MILLIS - 1;
        broker.toQueue("q").producer(7, 2).nonPersistent().send();
        broker.toQueue("r").timeToLive(1_000_000).send();

        assertThat(firstDue).isLessThan(broker.core.nextDueMillis());
        assertThat(broker.core.nextDueMillis()).isEqualTo(broker.now + 1_000_000);
    }
}
