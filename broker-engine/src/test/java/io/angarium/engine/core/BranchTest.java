package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prepared branches of distributed transactions: kept until their end is decided, whatever happens in between (T-48). */
class BranchTest {
    private static final BranchId BRANCH = new BranchId(1, "aa", "01");
    private static final BranchId OTHER = new BranchId(1, "aa", "02");

    private final Namespace broker = new Namespace();

    private static Settlement complete(LockedMessage message) {
        return Settlement.of(message.lockToken(), Outcome.COMPLETE);
    }

    private LockedMessage received(String queue) {
        LockedMessage message = broker.receiveOne(broker.receiver("l", queue));
        broker.handOver("l", message);
        return message;
    }

    private void prepareOneOfEach() {
        broker.toQueue("in").send();
        LockedMessage message = received("in");
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)), broker.toQueue("out"));
    }

    @Test
    void nothingOfAPreparedBranchIsVisible() {
        prepareOneOfEach();

        assertThat(broker.exists("out")).isFalse();
        assertThat(broker.status("in").locked()).isEqualTo(1);
        assertThat(broker.browse("in", null, 5)).isEmpty();
        assertThat(broker.receive(broker.receiver("other", "in"), 5)).isEmpty();
        assertThat(broker.core.preparedBranches()).containsExactly(BRANCH);
    }

    @Test
    void commitCarriesItOutInOneRecord() {
        prepareOneOfEach();
        long before = broker.record;

        assertThat(broker.commitBranch(BRANCH)).isEmpty();

        assertThat(broker.record).isEqualTo(before + 1);
        assertThat(broker.status("in").counters().completed()).isEqualTo(1);
        assertThat(broker.browse("out", null, 5)).containsExactly(1L);
        assertThat(broker.core.preparedBranches()).isEmpty();
        assertThat(broker.released).contains(before);
        broker.restart();
        assertThat(broker.status("in").live()).isZero();
        assertThat(broker.browse("out", null, 5)).containsExactly(1L);
    }

    @Test
    void rollbackCountsTheDeliveryAndBringsTheMessageBackToItsPlace() {
        broker.toQueue("in").send();
        broker.toQueue("in").send();
        LockedMessage first = received("in");
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(first)), broker.toQueue("out"));

        broker.rollbackBranch(BRANCH);

        assertThat(broker.exists("out")).isFalse();
        List<LockedMessage> again = broker.receive(broker.receiver("l", "in"), 5);
        assertThat(again).extracting(LockedMessage::sequenceNumber).containsExactly(1L, 2L);
        assertThat(again).extracting(LockedMessage::deliveryCount).containsExactly(2, 1);
        broker.restart();
        assertThat(broker.receive(broker.receiver("l", "in"), 5))
                .extracting(LockedMessage::deliveryCount)
                .containsExactly(2, 1);
        assertThat(broker.core.preparedBranches()).isEmpty();
    }

    @Test
    void rollbackDeadLettersWhatWasHandedOverTooOften() {
        broker.define(Address.queue("in"), new EntitySettings(1, Duration.ZERO, null, null, 0, 0, false));
        broker.toQueue("in").send();
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(received("in"))));

        broker.rollbackBranch(BRANCH);

        assertThat(broker.browse("in/$deadletterqueue", null, 5)).containsExactly(1L);
        broker.restart();
        assertThat(broker.browse("in/$deadletterqueue", null, 5)).containsExactly(1L);
    }

    @Test
    void theLocksSurviveTheLinkTheStrictDurationTheExpiryAndARestart() {
        broker.define(
                Address.queue("in"), new EntitySettings(0, Duration.ZERO, Duration.ofSeconds(1), null, 0, 0, false));
        broker.toQueue("in").timeToLive(5_000).send();
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(received("in"))));

        broker.releaseLink("l");
        broker.advance(60_000);
        assertThat(broker.status("in").locked()).isEqualTo(1);
        broker.restart();
        broker.advance(60_000);

        assertThat(broker.status("in").locked()).isEqualTo(1);
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        broker.commitBranch(BRANCH);
        assertThat(broker.status("in").counters().completed()).isEqualTo(1);
    }

    @Test
    void afterARollbackAMessageExpiresThatIsPastItsTime() {
        broker.toQueue("in").timeToLive(5_000).send();
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(received("in"))));
        broker.advance(6_000);

        broker.rollbackBranch(BRANCH);
        broker.tick();

        assertThat(broker.status("in").counters().expired()).isEqualTo(1);
    }

    @Test
    void aMessageThatWasScheduledIsHeldAfterARestart() {
        broker.toQueue("in").delay(1_000).send();
        broker.advance(1_000);
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(received("in"))));

        broker.restart();
        broker.tick();
        assertThat(broker.status("in").locked()).isEqualTo(1);
        broker.rollbackBranch(BRANCH);

        assertThat(broker.browse("in", null, 5)).containsExactly(1L);
    }

    @Test
    void aRestartDoesNotCountTheDeliveryOfAMessageThatABranchHas() {
        broker.toQueue("in").send();
        LockedMessage message = received("in");
        broker.advance(1_000);
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)));
        broker.advance(1_000);

        broker.restart();
        assertThat(broker.status("in").locked()).isEqualTo(1);
        broker.rollbackBranch(BRANCH);
        broker.restart();

        assertThat(broker.receiveOne(broker.receiver("l", "in")).deliveryCount())
                .isEqualTo(2);
    }

    @Test
    void theLinkHasTheLocksNoMore() {
        broker.toQueue("in").send();
        LockedMessage message = received("in");
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)));

        assertThat(broker.complete("l", message).lost()).hasSize(1);
        assertRefused(
                ErrorReason.TRANSACTION_ROLLED_BACK,
                () -> broker.prepare(OTHER, "l", 5, 2, List.of(complete(message))),
                "locks are lost");
        assertThat(broker.core.preparedBranches()).containsExactly(BRANCH);
    }

    @Test
    void prepareRefusesWhatACommitWouldRefuseAndChangesNothing() {
        broker.define(Address.queue("full"), new EntitySettings(1, Duration.ZERO, null, null, 1, 0, false));
        broker.toQueue("full").send();
        broker.toQueue("in").send();
        LockedMessage message = received("in");

        assertRefused(
                ErrorReason.RESOURCE_ALLOCATION,
                () -> broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)), broker.toQueue("full")),
                "full");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)), broker.toTopic("full")),
                "queue");

        assertThat(broker.core.preparedBranches()).isEmpty();
        assertThat(broker.complete("l", message).lost()).isEmpty();
    }

    @Test
    void afterPrepareNoLimitStopsTheCommit() {
        broker.define(Address.queue("full"), new EntitySettings(1, Duration.ZERO, null, null, 1, 0, false));
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toQueue("full"));
        broker.toQueue("full").send();

        broker.commitBranch(BRANCH);

        assertThat(broker.status("full").live()).isEqualTo(2);
    }

    @Test
    void aBranchOfTheSameNameIsRefusedAndARepetitionIsNot() {
        prepareOneOfEach();
        long before = broker.record;

        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toQueue("out"));
        assertThat(broker.record).isEqualTo(before);
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.prepare(BRANCH, "l", 5, 2, List.of(), broker.toQueue("out")),
                "prepared already");
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.prepare(BRANCH, "l", 0, 1, List.of(), broker.toQueue("out")),
                "prepared already");
    }

    @Test
    void aBranchEndsOnceOnly() {
        prepareOneOfEach();
        broker.commitBranch(BRANCH);

        assertRefused(ErrorReason.NO_SUCH_BRANCH, () -> broker.commitBranch(BRANCH), "1:aa:01");
        assertRefused(ErrorReason.NO_SUCH_BRANCH, () -> broker.rollbackBranch(BRANCH), "1:aa:01");
        assertThat(broker.status("out").live()).isEqualTo(1);
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toQueue("out"));
        broker.commitBranch(BRANCH);
        assertThat(broker.status("out").live()).isEqualTo(2);
    }

    @Test
    void aBranchWithoutAnythingIsKeptToo() {
        broker.prepare(BRANCH, "l", 5, 1, List.of());
        broker.restart();

        assertThat(broker.core.preparedBranches()).containsExactly(BRANCH);
        broker.commitBranch(BRANCH);
        broker.restart();
        assertThat(broker.core.preparedBranches()).isEmpty();
    }

    @Test
    void branchesAreListedInTheirOrder() {
        broker.prepare(OTHER, "l", 5, 1, List.of(), broker.toQueue("out"));
        int entries = broker.journal.size();
        broker.advance(1);
        broker.prepare(BRANCH, "l", 5, 2, List.of(), broker.toQueue("out"));

        assertThat(broker.core.preparedBranches()).containsExactly(OTHER, BRANCH);
        broker.clean(entries);
        broker.restart();
        assertThat(broker.core.preparedBranches()).containsExactly(OTHER, BRANCH);
    }

    @Test
    void aDestinationThatHasGoneIsCreatedAgainWhateverThePolicy() {
        Namespace strict = new Namespace(new NamespacePolicy(false, EntitySettings.DEFAULT));
        strict.define(Address.queue("out"), EntitySettings.DEFAULT);
        strict.prepare(BRANCH, "l", 5, 1, List.of(), strict.toQueue("out"));
        strict.apply(strict.core.delete(Address.queue("out"), strict.now), List.of());

        assertThat(strict.commitBranch(BRANCH)).isEmpty();

        assertThat(strict.browse("out", null, 5)).containsExactly(1L);
    }

    @Test
    void aMessageForATemporaryQueueThatHasGoneIsLostAndTheRestIsNot() {
        Address temporary = broker.temporary(EntityType.QUEUE, "l", "temporary-1");
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.to(temporary), broker.toQueue("out"));
        broker.releaseLink("l");

        assertThat(broker.commitBranch(BRANCH)).containsExactly(temporary);

        assertThat(broker.browse("out", null, 5)).containsExactly(1L);
    }

    @Test
    void aMessageForAQueueThatIsATopicNowIsLostAndTold() {
        broker.define(Address.queue("out"), EntitySettings.DEFAULT);
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toQueue("out"));
        broker.apply(broker.core.delete(Address.queue("out"), broker.now), List.of());
        broker.define(Address.topic("out"), EntitySettings.DEFAULT);

        assertThat(broker.commitBranch(BRANCH)).containsExactly(Address.queue("out"));
    }

    @Test
    void whatWasDeletedUnderABranchIsLeftOut() {
        broker.toQueue("in").send();
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(received("in"))), broker.toQueue("out"));
        broker.releaseLink("l");
        broker.apply(broker.core.delete(Address.queue("in"), broker.now), List.of());

        broker.commitBranch(BRANCH);

        assertThat(broker.exists("in")).isFalse();
        assertThat(broker.status("out").live()).isEqualTo(1);
    }

    @Test
    void messagesThatAreNotPersistentAreHeldAsWellAndGoneAfterARestart() {
        broker.toQueue("in").nonPersistent().send();
        broker.toQueue("in").send();
        List<LockedMessage> both = broker.receive(broker.receiver("l", "in"), 2);
        broker.prepare(
                BRANCH,
                "l",
                5,
                1,
                List.of(complete(both.get(0)), complete(both.get(1))),
                broker.toQueue("out").nonPersistent());
        broker.releaseLink("l");
        assertThat(broker.status("in").locked()).isEqualTo(2);

        broker.restart();

        assertThat(broker.status("in").locked()).isEqualTo(1);
        broker.commitBranch(BRANCH);
        assertThat(broker.status("in").live()).isZero();
        assertThat(broker.browse("out", null, 5)).containsExactly(1L);
    }

    @Test
    void aMessageThatIsNotPersistentIsSettledWithItsBranch() {
        broker.toQueue("in").nonPersistent().send();
        broker.toQueue("in").nonPersistent().send();
        List<LockedMessage> both = broker.receive(broker.receiver("l", "in"), 2);
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(both.get(0))));
        broker.prepare(OTHER, "l", 5, 2, List.of(complete(both.get(1))));

        broker.commitBranch(BRANCH);
        broker.rollbackBranch(OTHER);

        assertThat(broker.browse("in", null, 5)).containsExactly(2L);
        assertThat(broker.status("in").counters().completed()).isEqualTo(1);
    }

    @Test
    void everyOutcomeIsCarriedOutAtCommit() {
        for (int i = 0; i < 4; i++) {
            broker.toQueue("in").send();
        }
        List<LockedMessage> m = broker.receive(broker.receiver("l", "in"), 4);
        broker.prepare(
                BRANCH,
                "l",
                5,
                1,
                List.of(
                        complete(m.get(0)),
                        Settlement.of(m.get(1).lockToken(), Outcome.ABANDON),
                        Settlement.of(m.get(2).lockToken(), Outcome.RELEASE),
                        new Settlement(m.get(3).lockToken(), Outcome.DEAD_LETTER, "bad", "very")));
        broker.restart();

        broker.commitBranch(BRANCH);

        assertThat(broker.receive(broker.receiver("l", "in"), 4))
                .extracting(LockedMessage::deliveryCount)
                .containsExactly(2, 1);
        assertThat(broker.receiveOne(broker.receiver("l", "in/$deadletterqueue"))
                        .annotations())
                .containsEntry("JMS_ANGARIUM_DeadLetterReason", "bad");
    }

    @Test
    void whatWouldBeReleasedIsNotCountedAtRollback() {
        broker.toQueue("in").send();
        LockedMessage message = broker.receiveOne(broker.receiver("l", "in"));
        broker.prepare(BRANCH, "l", 5, 1, List.of(Settlement.of(message.lockToken(), Outcome.RELEASE)));

        broker.rollbackBranch(BRANCH);
        broker.restart();

        assertThat(broker.receiveOne(broker.receiver("l", "in")).deliveryCount())
                .isEqualTo(1);
    }

    @Test
    void aSubscriptionThatIsNotDurableLivesAsLongAsABranchHasAMessageOfIt() {
        io.angarium.protocol.SubscriptionId shared = new io.angarium.protocol.SubscriptionId("s", null, false);
        long receiver = broker.subscriber("l", null, "t", shared, true, null, false);
        broker.toTopic("t").send();
        LockedMessage message = broker.receiveOne(receiver);
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)));

        broker.releaseLink("l");
        assertThat(broker.core.statuses()).hasSize(2);
        broker.commitBranch(BRANCH);

        assertThat(broker.core.statuses()).hasSize(1);
    }

    @Test
    void noLocalKnowsWhoHasPreparedTheBranch() {
        long own = broker.subscriber("l", "c", "t", null, false, null, true);
        long others = broker.subscriber("m", "d", "t", null, false, null, true);
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toTopic("t").from("l", "c"));

        PreparedBranch prepared = broker.core.preparedBranch(BRANCH);
        assertThat(prepared.origin()).isEqualTo(new Origin("l", "c"));
        assertThat(prepared.destinations()).containsExactly(Address.topic("t"));
        broker.commitBranch(BRANCH);

        assertThat(broker.receive(own, 5)).isEmpty();
        assertThat(broker.receive(others, 5)).hasSize(1);
    }

    // ---- cleaning

    private void cleanAll() {
        broker.clean(broker.journal.size());
    }

    @Test
    void aBranchAndWhatItHoldsSurviveCleaningInEitherOrder() {
        prepareOneOfEach();
        broker.toQueue("in").send();

        cleanAll();
        broker.restart();
        assertThat(broker.status("in").locked()).isEqualTo(1);
        cleanAll();
        cleanAll();
        broker.restart();

        assertThat(broker.browse("in", null, 5)).containsExactly(2L);
        broker.commitBranch(BRANCH);
        broker.restart();
        assertThat(broker.browse("out", null, 5)).containsExactly(1L);
        assertThat(broker.status("in").counters().completed()).isEqualTo(1);
    }

    @Test
    void aMessageThatComesBehindItsBranchInTheJournalIsHeld() {
        broker.toQueue("in").send();
        LockedMessage message = received("in");
        int entries = broker.journal.size();
        broker.prepare(BRANCH, "l", 5, 1, List.of(complete(message)), broker.toQueue("out"));

        broker.clean(entries);
        broker.restart();

        assertThat(broker.status("in").locked()).isEqualTo(1);
        broker.rollbackBranch(BRANCH);
        assertThat(broker.receiveOne(broker.receiver("l", "in")).deliveryCount())
                .isEqualTo(2);
    }

    @Test
    void aCrashBetweenTheHalvesOfCleaningLeavesOneBranch() {
        prepareOneOfEach();
        int entries = broker.journal.size();
        broker.copySurvivors(entries, 2);

        broker.restart();

        assertThat(broker.core.preparedBranches()).containsExactly(BRANCH);
        broker.commitBranch(BRANCH);
        assertThat(broker.browse("out", null, 5)).containsExactly(1L);
        broker.restart();
        assertThat(broker.core.preparedBranches()).isEmpty();
        assertThat(broker.status("in").live()).isZero();
    }

    @Test
    void aBranchThatEndsBetweenTheHalvesOfCleaningLeavesNothing() {
        prepareOneOfEach();
        int entries = broker.journal.size();
        List<Namespace.Copied> copied = broker.copySurvivors(entries, 1);
        broker.rollbackBranch(BRANCH);

        broker.finishCleaning(entries, copied);
        broker.restart();

        assertThat(broker.core.preparedBranches()).isEmpty();
        assertThat(broker.browse("in", null, 5)).containsExactly(1L);
        assertThat(broker.exists("out")).isFalse();
    }

    @Test
    void aBranchThatIsPreparedAnewBetweenTheHalvesOfCleaningIsTheNewOne() {
        prepareOneOfEach();
        int entries = broker.journal.size();
        List<Namespace.Copied> copied = broker.copySurvivors(entries, 1);
        broker.commitBranch(BRANCH);
        broker.prepare(BRANCH, "l", 5, 2, List.of(), broker.toQueue("out"), broker.toQueue("out"));

        broker.finishCleaning(entries, copied);
        broker.restart();

        broker.commitBranch(BRANCH);
        assertThat(broker.browse("out", null, 5)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void theRecordOfABranchIsReleasedWithItsEndAndNotBefore() {
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toQueue("out"), broker.toQueue("out"));
        long record = broker.record;
        assertThat(broker.liveRecords).contains(record);
        cleanAll();
        assertThat(broker.liveRecords).doesNotContain(record);
        long moved = broker.core.preparedBranch(BRANCH).contents().get(0).record();
        assertThat(broker.liveRecords).contains(moved);

        broker.rollbackBranch(BRANCH);

        assertThat(broker.liveRecords).doesNotContain(moved);
    }
}
