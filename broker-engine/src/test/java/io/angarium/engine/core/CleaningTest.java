package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is still needed of old records is written again, and the old records can go (T-33). */
class CleaningTest {
    private final Namespace broker = new Namespace();

    private void cleanAll() {
        broker.clean(broker.journal.size());
    }

    @Test
    void everythingIsTheSameAfterTheOldRecordsAreGone() {
        broker.toQueue("q").priority(7).timeToLive(5_000).send();
        broker.toQueue("q").delay(1_000).id("a").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("l", "q");
        broker.abandon("l", broker.receiveOne(receiver));
        broker.receiveOne(receiver);
        broker.complete("l", broker.receiveOne(receiver));

        cleanAll();
        broker.restart();

        assertThat(broker.status("q").counters()).isEqualTo(new Counters(3, 1, 0, 0, 0, 0));
        assertThat(broker.status("q").nextSequence()).isEqualTo(4);
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();
        LockedMessage message = broker.receiveOne(broker.receiver("l", "q"));
        assertThat(message.sequenceNumber()).isEqualTo(1);
        assertThat(message.deliveryCount()).isEqualTo(2);
        assertThat(message.enqueuedAtMillis()).isEqualTo(broker.now);
        broker.settle("l", Outcome.RELEASE, message);
        broker.advance(1_000);
        assertThat(broker.browse("q", null, 5)).containsExactly(1L, 2L);
        broker.advance(4_000);
        assertThat(broker.browse("q", null, 5)).containsExactly(2L);
    }

    @Test
    void cleaningGoesOnRoundForRound() {
        broker.toQueue("old").send();
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 5; i++) {
                broker.toQueue("q").id("m" + round + "-" + i).send();
                broker.complete("l", broker.receiveOne(broker.receiver("l", "q")));
            }
            cleanAll();
            assertThat(broker.journal).hasSizeLessThan(45);
        }
        broker.restart();

        assertThat(broker.browse("old", null, 5)).containsExactly(1L);
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(100, 100, 0, 0, 0, 0));
        assertThat(broker.toQueue("q").id("m0-0").send().duplicate()).isTrue();
        assertThat(broker.toQueue("q").id("m19-4").send().duplicate()).isTrue();
    }

    @Test
    void aTokenOfAnOldEpochStaysOldAlsoWhenTheRecordOfTheOpeningIsGone() {
        broker.toQueue("q").send();
        broker.restart();
        broker.restart();
        LockedMessage locked = broker.receiveOne(broker.receiver("l", "q"));

        cleanAll();
        broker.restart();

        LockedMessage again = broker.receiveOne(broker.receiver("l", "q"));
        assertThat(again.lockToken() >>> 44).isEqualTo((locked.lockToken() >>> 44) + 1);
    }

    @Test
    void numbersOfEntitiesAreNotUsedAgain() {
        broker.toQueue("a").send();
        broker.toQueue("b").send();
        broker.apply(broker.core.delete(Address.queue("b"), broker.now), List.of());
        cleanAll();
        broker.restart();

        broker.toQueue("c").send();

        assertThat(broker.status("c").definition().entityId()).isEqualTo(3);
    }

    @Test
    void deadLettersAreFoundWhereTheyWentAndKeepTheirReason() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", "very");
        cleanAll();
        cleanAll();
        broker.restart();

        LockedMessage dead = broker.receiveOne(broker.receiver("l", "q/$deadletterqueue"));
        assertThat(dead.annotations())
                .containsEntry("JMS_ANGARIUM_DeadLetterReason", "bad")
                .containsEntry("JMS_ANGARIUM_DeadLetterDescription", "very")
                .containsEntry("JMS_ANGARIUM_FailedDeliveries", 1);
        broker.complete("l", dead);
        cleanAll();
        assertThat(broker.liveRecords).hasSize(2);
    }

    @Test
    void deadLettersDoNotExpireAfterCleaningEither() {
        broker.toQueue("q").timeToLive(1_000).send();
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);
        cleanAll();
        broker.restart();

        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        broker.advance(2_000);
        assertThat(broker.status("q/$deadletterqueue").live()).isEqualTo(1);
    }

    @Test
    void theMessagesOfATransactionMoveOneByOne() {
        broker.commit("l", 5, 1, List.of(), broker.toQueue("a"), broker.toQueue("b"), broker.toQueue("a"));
        broker.complete("l", broker.receiveOne(broker.receiver("l", "a")));

        cleanAll();
        broker.restart();

        assertThat(broker.browse("a", null, 5)).containsExactly(2L);
        assertThat(broker.browse("b", null, 5)).containsExactly(1L);
        broker.commit("l", 5, 1, List.of(), broker.toQueue("a"));
        assertThat(broker.status("a").live()).isEqualTo(1);
    }

    @Test
    void aMessageOfSeveralSubscriptionsMovesOnceForAll() {
        long first = broker.durableSubscriber("a", "c", "t", "one");
        long second = broker.durableSubscriber("a", "c", "t", "two");
        long third = broker.durableSubscriber("a", "c", "t", "three");
        broker.toTopic("t").send();
        broker.abandon("a", broker.receiveOne(first));
        broker.complete("a", broker.receiveOne(second));

        cleanAll();

        LockedMessage one = broker.receiveOne(first);
        LockedMessage three = broker.receiveOne(third);
        assertThat(one.content()).isEqualTo(three.content());
        assertThat(one.content().record()).isGreaterThan(4);
        assertThat(one.deliveryCount()).isEqualTo(2);
        broker.restart();
        assertThat(broker.status("t/Subscriptions/one$c$D").live()).isEqualTo(1);
        assertThat(broker.status("t/Subscriptions/two$c$D").live()).isZero();
        assertThat(broker.status("t/Subscriptions/three$c$D").live()).isEqualTo(1);
    }

    @Test
    void whatOnlyAPassingSubscriptionHasMovesToo() {
        long passing = broker.subscriber("a", "t");
        long durable = broker.durableSubscriber("a", "c", "t", "s");
        broker.toTopic("t").with("n", 5).send();
        broker.complete("a", broker.receiveOne(durable));

        cleanAll();
        cleanAll();

        LockedMessage message = broker.receiveOne(passing);
        assertThat(broker.valuesOf(message.content())).containsEntry("n", 5);
        assertThat(broker.liveRecords).contains(message.content().record());
        broker.complete("a", message);
        assertThat(broker.liveRecords).doesNotContain(message.content().record());
    }

    @Test
    void afterARestartNothingIsLeftOfWhatOnlyAPassingSubscriptionHad() {
        broker.subscriber("a", "t");
        long durable = broker.durableSubscriber("a", "c", "t", "s");
        broker.toTopic("t").send();
        broker.complete("a", broker.receiveOne(durable));
        cleanAll();

        broker.restart();

        assertThat(broker.liveRecords).hasSize(1);
        assertThat(broker.core.statuses()).hasSize(2);
    }

    @Test
    void whatWasSettledInTheMeantimeIsReleasedAtItsNewPlace() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        int entries = broker.journal.size();
        List<Namespace.Copied> copied = broker.copySurvivors(entries, 1);
        broker.complete("l", broker.receiveOne(broker.receiver("l", "q")));

        broker.finishCleaning(entries, copied);

        assertThat(broker.liveRecords).hasSize(2);
        broker.restart();
        assertThat(broker.browse("q", null, 5)).containsExactly(2L);
        assertThat(broker.liveRecords).hasSize(2);
    }

    @Test
    void whatWasDeadLetteredInTheMeantimeMovesToo() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        broker.toQueue("q").send();
        int entries = broker.journal.size();
        List<Namespace.Copied> copied = broker.copySurvivors(entries, 1);
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);

        broker.finishCleaning(entries, copied);

        broker.restart();
        assertThat(broker.browse("q/$deadletterqueue", null, 5)).containsExactly(1L);
        assertThat(broker.status("q").live()).isZero();
    }

    @Test
    void aDefinitionThatWasChangedOrDeletedInTheMeantimeStaysWhereItIs() {
        broker.define(Address.queue("changed"), EntitySettings.DEFAULT);
        broker.define(Address.queue("deleted"), EntitySettings.DEFAULT);
        int entries = broker.journal.size();
        List<Namespace.Copied> copied = broker.copySurvivors(entries, 1);
        EntitySettings other = new EntitySettings(5, Duration.ZERO, null, null, 0, 0, false);
        broker.define(Address.queue("changed"), other);
        broker.apply(broker.core.delete(Address.queue("deleted"), broker.now), List.of());

        broker.finishCleaning(entries, copied);

        assertThat(broker.liveRecords).hasSize(1);
        broker.restart();
        assertThat(broker.status("changed").definition().settings()).isEqualTo(other);
        assertThat(broker.core.statuses()).hasSize(1);
    }

    @Test
    void aCrashBetweenCopyAndDeletionLosesNothingAndDoublesNothing() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);
        broker.abandon("l", broker.receiveOne(broker.receiver("l", "q")));
        broker.copySurvivors(broker.journal.size(), 2);

        broker.restart();

        assertThat(broker.status("q").counters()).isEqualTo(new Counters(2, 0, 1, 0, 0, 0));
        assertThat(broker.status("q/$deadletterqueue").live()).isEqualTo(1);
        assertThat(broker.receiveOne(broker.receiver("l", "q")).deliveryCount()).isEqualTo(2);
        assertThat(broker.liveRecords).hasSize(2);
        cleanAll();
        broker.restart();
        assertThat(broker.browse("q", null, 5)).containsExactly(2L);
    }

    @Test
    void oldEventsOfDeletedEntitiesLeaveNothing() {
        broker.toQueue("gone").send();
        broker.toQueue("gone").send();
        broker.complete("l", broker.receiveOne(broker.receiver("l", "gone")));
        broker.releaseLink("l");
        int entries = 2;
        broker.apply(broker.core.delete(Address.queue("gone"), broker.now), List.of());
        broker.clean(entries);

        broker.restart();

        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.liveRecords).isEmpty();
    }

    @Test
    void whatBelongsToNoEntityAtTheEndOfTheReplayIsDropped() {
        MessageInfo info = new MessageInfo(true, 4, broker.now, broker.now + 5_000, 0, 10, null, 0, 0);
        ContentRef content = new ContentRef(50, 0, 10, List.of());
        broker.journal.add(new Namespace.Entry(
                50,
                List.of(new Event.Enqueued(0, 77, 1, info, List.of(new Event.Target(77, 1)), true)),
                new ArrayList<>(List.of(content))));
        EntityDefinition orphan = new EntityDefinition(
                79,
                EntityDefinition.Kind.DEAD_LETTER,
                "x/$deadletterqueue",
                78,
                true,
                null,
                EntitySettings.DEFAULT,
                null);
        broker.journal.add(
                new Namespace.Entry(51, List.of(new Event.EntityDefined(orphan, 1, Counters.ZERO)), List.of()));

        broker.replay();

        assertThat(broker.liveRecords).isEmpty();
        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void eventsOfMessagesThatAreNotThereChangeCountersOnly() {
        broker.toQueue("q").send();
        int id = broker.status("q").definition().entityId();
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);
        int dead = broker.status("q/$deadletterqueue").definition().entityId();

        broker.core.apply(
                List.of(
                        new Event.Settled(id, 90, Event.Cause.COMPLETED, true),
                        new Event.Settled(id, 91, Event.Cause.EXPIRED, true),
                        new Event.Settled(id, 92, Event.Cause.PURGED, true),
                        new Event.DeliveryFailed(id, 93, true),
                        new Event.DeadLettered(id, 94, dead, 8, "bad", null, 1, broker.now, true),
                        new Event.EntityDeleted(999, true)),
                List.of(),
                100);

        assertThat(broker.status("q").counters()).isEqualTo(new Counters(1, 1, 2, 1, 1, 0));
        assertThat(broker.status("q/$deadletterqueue").counters().accepted()).isEqualTo(2);
        assertThat(broker.status("q/$deadletterqueue").nextSequence()).isEqualTo(9);
    }

    @Test
    void anEventThatCannotBeIsOurMistake() {
        broker.toQueue("q").send();
        int id = broker.status("q").definition().entityId();

        for (Event impossible : List.<Event>of(
                new Event.Locked(id, 1, 5, 99, Long.MAX_VALUE),
                new Event.Released(id, 1, false),
                new Event.HandedOver(id, 1, 5),
                new Event.Activated(id, 1),
                new Event.Released(88, 1, false),
                new Event.Enqueued(
                        0,
                        id,
                        2,
                        new MessageInfo(true, 4, 0, Long.MAX_VALUE, 0, 1, null, 0, 0),
                        List.of(new Event.Target(id, 2)),
                        true))) {
            assertThatThrownBy(() -> broker.core.apply(List.of(impossible), List.of(), 100))
                    .as("%s", impossible)
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void everyKindOfEventIsKnown() {
        for (Class<?> kind : Event.class.getPermittedSubclasses()) {
            assertThat(kind.isRecord()).as(kind.getSimpleName()).isTrue();
        }
        assertThat(Event.class.getPermittedSubclasses()).hasSize(30);
    }

    // ---- bodies in parts

    private ContentRef large(long record, Long... parts) {
        return new ContentRef(record, 0, 5_000_000, List.of(parts));
    }

    private void sendLarge(Address destination, long record, Long... parts) {
        broker.record = record;
        for (Long part : parts) {
            broker.liveRecords.add(part);
        }
        broker.liveRecords.add(record);
        SendCommand command = broker.to(destination).size(5_000_000).command();
        Decision<?> decision = broker.core.send(command, broker.now);
        broker.core.apply(decision.events(), List.of(large(record, parts)), record);
    }

    @Test
    void thePartsOfALargeBodyAreReleasedWithIt() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        sendLarge(Address.queue("q"), 13, 11L, 12L);

        LockedMessage message = broker.receiveOne(broker.receiver("l", "q"));
        assertThat(message.content().parts()).containsExactly(11L, 12L);
        broker.complete("l", message);

        assertThat(broker.released).containsExactlyInAnyOrder(11L, 12L, 13L);
    }

    @Test
    void onlyThePartsInOldRecordsAreCopied() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        sendLarge(Address.queue("q"), 13, 11L, 12L);
        assertThat(broker.core.survivorOfPart(13)).isNull();
        assertThat(broker.core.survivorOfPart(10)).isNull();

        Survivor survivor = requireNonNull(broker.core.survivorOfPart(11));
        assertThat(survivor.content()).isEqualTo(large(13, 11L, 12L));
        broker.liveRecords.addAll(List.of(20L, 21L));
        broker.core.relocated(List.of(survivor), List.of(large(21, 20L, 12L)), 21);

        assertThat(broker.released).containsExactlyInAnyOrder(11L, 13L);
        assertThat(broker.core.survivorOfPart(11)).isNull();
        assertThat(broker.core.survivorOfPart(20)).isNotNull();
        assertThat(broker.core.survivorOfPart(12)).isNotNull();
        broker.complete("l", broker.receiveOne(broker.receiver("l", "q")));
        assertThat(broker.released).containsExactlyInAnyOrder(11L, 13L, 12L, 20L, 21L);
        assertThat(broker.core.survivorOfPart(12)).isNull();
    }

    @Test
    void aLargeBodyThatIsGoneMeanwhileReleasesWhatWasCopied() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        sendLarge(Address.queue("q"), 13, 11L, 12L);
        Survivor survivor = requireNonNull(broker.core.survivorOfPart(11));
        broker.complete("l", broker.receiveOne(broker.receiver("l", "q")));
        broker.released.clear();
        broker.liveRecords.addAll(List.of(20L, 21L));

        broker.core.relocated(List.of(survivor), List.of(large(21, 20L, 12L)), 21);

        assertThat(broker.released).containsExactlyInAnyOrder(20L, 21L);
    }

    @Test
    void aLargeBodyOfADeadLetterIsFoundByItsParts() {
        broker.define(Address.queue("q"), EntitySettings.DEFAULT);
        sendLarge(Address.queue("q"), 13, 11L);
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);

        Survivor survivor = requireNonNull(broker.core.survivorOfPart(11));

        Event.MessageSnapshot snapshot = (Event.MessageSnapshot) survivor.snapshot();
        assertThat(snapshot.targets()).hasSize(1);
        Event.DeadLetterNote note = snapshot.targets().get(0).note();
        assertThat(note).isEqualTo(new Event.DeadLetterNote(1, "bad", null, 1, broker.now));
    }

    @Test
    void aSnapshotWithoutContentIsOurMistake() {
        broker.toQueue("q").send();
        Namespace.Entry sent = broker.journal.get(1);
        Survivor survivor = requireNonNull(broker.core.survivor(sent.events().get(1), sent.record()));

        assertThatThrownBy(() ->
                        broker.core.relocated(List.of(new Survivor(survivor.snapshot(), null)), List.of(large(90)), 90))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingSurvivesOfEventsThatNeedNoRecord() {
        broker.toQueue("q").send();
        int id = broker.status("q").definition().entityId();

        assertThat(broker.core.survivor(new Event.Settled(id, 1, Event.Cause.COMPLETED, true), 2))
                .isNull();
        assertThat(broker.core.survivor(broker.journal.get(1).events().get(0), 1))
                .isNull();
        assertThat(broker.core.survivor(broker.journal.get(1).events().get(1), 1))
                .isNull();
    }

    // ---- what is remembered

    @Test
    void idsAndProducersAreWrittenAgainInPieces() {
        for (int i = 0; i < 300; i++) {
            broker.toQueue(i % 2 == 0 ? "q" : "r")
                    .id("id" + i)
                    .producer(1_000 + i, 1)
                    .send();
        }
        long last = broker.record;

        int records = 0;
        int ids = 0;
        int producers = 0;
        for (List<Survivor> piece = broker.core.remembered(last, 50);
                !piece.isEmpty();
                piece = broker.core.remembered(last, 50)) {
            broker.record++;
            records++;
            for (Survivor survivor : piece) {
                assertThat(survivor.content()).isNull();
                ids += survivor.snapshot() instanceof Event.DuplicateIds found
                        ? found.ids().size()
                        : 0;
                producers += survivor.snapshot() instanceof Event.Producers found
                        ? found.producers().size()
                        : 0;
            }
            broker.core.relocated(piece, List.of(), broker.record);
        }

        assertThat(ids).isEqualTo(300);
        assertThat(producers).isEqualTo(300);
        assertThat(records).isBetween(8, 14);
    }

    @Test
    void idsOfScheduledMessagesAreRememberedToTheirTime_T13() {
        long window = Duration.ofMinutes(10).toMillis();
        broker.toQueue("q").id("a").delay(3 * window).send();
        broker.toQueue("q").id("b").send();
        cleanAll();
        broker.restart();

        broker.advance(2 * window);
        assertThat(broker.toQueue("q").id("a").send().sequenceNumber()).isEqualTo(1);
        assertThat(broker.toQueue("q").id("b").send().duplicate()).isFalse();
        broker.advance(2 * window);
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isFalse();
    }

    @Test
    void volatileIdsAndNumbersAreNotRemembered() {
        broker.toQueue("q").id("a").producer(7, 1).send();
        broker.toQueue("q").id("b").producer(7, 2).nonPersistent().send();
        Address temporary = broker.temporary(EntityType.QUEUE, "l", "tmp");
        broker.to(temporary).id("c").producer(8, 1).send();
        cleanAll();
        broker.restart();

        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();
        assertThat(broker.toQueue("q").id("b").send().duplicate()).isFalse();
        assertThat(broker.toQueue("q").producer(7, 2).send().duplicate()).isFalse();
        assertThat(broker.toQueue("q").producer(8, 1).send().duplicate()).isFalse();
    }

    @Test
    void settingsOfAnEntityWithIdsComeLaterInTheJournalAndCountAllTheSame() {
        broker.define(Address.queue("q"), new EntitySettings(10, Duration.ofSeconds(20), null, null, 0, 0, false));
        broker.toQueue("q").id("a").send();
        broker.clean(2);
        broker.now += 19_999;
        broker.restart();

        assertThat(broker.toQueue("q").id("a").send().duplicate()).isTrue();
        broker.now += 1;
        assertThat(broker.toQueue("q").id("a").send().duplicate()).isFalse();
    }

    // ---- twice, and together

    @Test
    void whatWasCopiedTwiceStaysWhereItWasMovedFirst() {
        broker.toQueue("q").send();
        int entries = broker.journal.size();
        List<Namespace.Copied> first = broker.copySurvivors(entries, 5);
        List<Namespace.Copied> second = broker.copySurvivors(entries, 5);

        for (List<Namespace.Copied> copies : List.of(first, second)) {
            copies.forEach(c -> broker.core.relocated(c.survivors(), c.contents(), c.record()));
        }

        assertThat(broker.receiveOne(broker.receiver("l", "q")).content().record())
                .isEqualTo(first.get(first.size() - 1).record());
        assertThat(broker.liveRecords).contains(first.get(first.size() - 1).record());
    }

    @Test
    void aDeadLetterThatIsSettledLeavesNothingOfItsFirstRecord() {
        broker.toQueue("q").send();
        Namespace.Entry sent = broker.journal.get(broker.journal.size() - 1);
        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);
        assertThat(sent.events())
                .filteredOn(Event.Enqueued.class::isInstance)
                .allSatisfy(event ->
                        assertThat(broker.core.survivor(event, sent.record())).isNotNull());

        broker.complete("l", broker.receiveOne(broker.receiver("l", "q/$deadletterqueue")));

        assertThat(sent.events())
                .filteredOn(Event.Enqueued.class::isInstance)
                .hasSize(1)
                .allSatisfy(event ->
                        assertThat(broker.core.survivor(event, sent.record())).isNull());
    }

    @Test
    void ofTwoMessagesOfOneRecordThatPassingSubscriptionsHaveTheLastIsStillFound() {
        long lasting = broker.durableSubscriber("l", "c", "t", "s");
        long passing = broker.subscriber("l", "t");
        broker.commit(
                "l",
                0,
                0,
                List.of(),
                broker.toTopic("t").with("n", 1),
                broker.toTopic("t").with("n", 2));
        broker.receive(lasting, 2).forEach(message -> broker.complete("l", message));
        broker.complete("l", broker.receiveOne(passing));

        cleanAll();

        assertThat(broker.numbers(passing, 5)).containsExactly(2L);
    }

    @Test
    void whatIsRememberedAtATimeIsLimitedForAllEntitiesTogether() {
        for (String queue : List.of("a", "b", "c")) {
            broker.toQueue(queue).id("x").send();
        }
        broker.toQueue("a").producer(1, 1).send();
        broker.toQueue("a").producer(2, 1).send();
        long last = Long.MAX_VALUE - 1;

        assertThat(broker.core.remembered(last, 1))
                .extracting(survivor -> survivor.snapshot().getClass().getSimpleName())
                .containsExactly("Opened", "Producers");
        assertThat(broker.core.remembered(last, 2)).hasSize(2);
        assertThat(broker.core.remembered(last, 3)).hasSize(3);
        assertThat(broker.core.remembered(last, 4)).hasSize(4);
        assertThat(broker.core.remembered(last, 5)).hasSize(5);
    }

    @Test
    void theOpeningIsWrittenAgainIfItsRecordGoes() {
        assertThat(broker.core.remembered(broker.record, 10))
                .extracting(Survivor::snapshot)
                .containsExactly(new Event.Opened(1, 1, broker.now));
        assertThat(broker.core.remembered(broker.record - 1, 10)).isEmpty();
    }

    @Test
    void aMessageThatWasWrittenAgainUsesUpItsNumberAlsoIfTheDefinitionDoesNotKnowIt() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        Namespace.Entry entry = broker.journal.get(broker.journal.size() - 1);
        Survivor survivor = requireNonNull(broker.core.survivor(entry.events().get(0), entry.record()));
        Event.MessageSnapshot snapshot = (Event.MessageSnapshot) survivor.snapshot();
        Namespace other = new Namespace();
        other.define(Address.queue("q"), EntitySettings.DEFAULT);

        other.core.apply(List.of(snapshot.at(0)), List.of(new ContentRef(90, 0, 100, List.of())), 90);

        assertThat(other.status("q").nextSequence()).isEqualTo(3);
        assertThat(other.toQueue("q").send().sequenceNumber()).isEqualTo(3);
    }
}
