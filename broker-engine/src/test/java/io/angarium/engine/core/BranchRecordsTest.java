package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.BranchId;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.SubscriptionId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of prepared branches is in which record, and when that is released. */
class BranchRecordsTest {
    private static final BranchId BRANCH = new BranchId(1, "aa", "01");
    private static final BranchId OTHER = new BranchId(1, "aa", "02");

    private final Namespace broker = new Namespace();

    private static ContentRef large(long record, Long... parts) {
        return new ContentRef(record, 0, 5_000_000, List.of(parts));
    }

    private void prepareLarge(long record, Long... parts) {
        broker.record = record;
        broker.liveRecords.add(record);
        broker.liveRecords.addAll(List.of(parts));
        SendCommand send = broker.toQueue("out").size(5_000_000).command();
        Decision<List<Event>> decision =
                broker.core.prepare(BRANCH, new CommitCommand(5, 1, "l", List.of(send), List.of()), broker.now);
        broker.core.apply(decision.events(), List.of(large(record, parts)), record);
    }

    @Test
    void thePartsOfALargeBodyAreReleasedWithTheBranch() {
        prepareLarge(13, 11L, 12L);
        assertThat(broker.released).isEmpty();

        broker.rollbackBranch(BRANCH);

        assertThat(broker.released).containsExactlyInAnyOrder(11L, 12L, 13L);
        assertThat(broker.core.survivorOfPart(11)).isNull();
    }

    @Test
    void aBranchIsFoundByThePartsOfItsBodiesAlsoWhereTheyWereCopiedTo() {
        prepareLarge(13, 11L, 12L);
        assertThat(broker.core.survivorOfPart(10)).isNull();

        Survivor survivor = requireNonNull(broker.core.survivorOfPart(11));
        assertThat(survivor.sends()).containsExactly(large(13, 11L, 12L));
        broker.liveRecords.addAll(List.of(20L, 21L));
        broker.core.relocated(List.of(survivor), List.of(large(21, 20L, 12L)), 21);

        assertThat(broker.released).containsExactlyInAnyOrder(11L, 13L);
        assertThat(broker.core.survivorOfPart(11)).isNull();
        assertThat(broker.core.survivorOfPart(12)).isNotNull();
        assertThat(broker.core.survivorOfPart(20)).isNotNull();
        broker.rollbackBranch(BRANCH);
        assertThat(broker.released).containsExactlyInAnyOrder(11L, 13L, 12L, 20L, 21L);
        assertThat(broker.core.survivorOfPart(20)).isNull();
    }

    @Test
    void aBranchThatEndsMeanwhileReleasesWhatWasCopied() {
        prepareLarge(13, 11L, 12L);
        Survivor survivor = requireNonNull(broker.core.survivorOfPart(11));
        broker.rollbackBranch(BRANCH);
        broker.released.clear();
        broker.liveRecords.addAll(List.of(20L, 21L));

        broker.core.relocated(List.of(survivor), List.of(large(21, 20L, 12L)), 21);

        assertThat(broker.released).containsExactlyInAnyOrder(20L, 21L);
    }

    @Test
    void aBranchWithoutSendsThatEndsMeanwhileReleasesItsNewRecord() {
        broker.prepare(BRANCH, "l", 5, 1, List.of());
        int entries = broker.journal.size();
        List<Namespace.Copied> copied = broker.copySurvivors(entries, 1);
        broker.liveRecords.add(broker.record);
        broker.commitBranch(BRANCH);

        copied.forEach(c -> broker.core.relocated(c.survivors(), c.contents(), c.record()));

        assertThat(broker.liveRecords).doesNotContain(copied.get(0).record());
    }

    @Test
    void ofTheCopiesOfABranchTheLastInTheJournalCountsAfterACrash() {
        broker.prepare(BRANCH, "l", 5, 1, List.of(), broker.toQueue("out"));
        long first = broker.record;
        List<Namespace.Copied> copied = broker.copySurvivors(broker.journal.size(), 1);
        long second = copied.get(copied.size() - 1).record();

        broker.restart();

        assertThat(broker.core.preparedBranch(BRANCH).contents())
                .extracting(ContentRef::record)
                .containsExactly(second);
        assertThat(broker.liveRecords).contains(second).doesNotContain(first);
    }

    @Test
    void branchesOfTheSameMillisecondAreListedByName() {
        broker.prepare(OTHER, "l", 5, 1, List.of(), broker.toQueue("out"));
        broker.prepare(BRANCH, "l", 5, 2, List.of(), broker.toQueue("out"));

        assertThat(broker.core.preparedBranches()).containsExactly(BRANCH, OTHER);
    }

    @Test
    void prepareAnswersWhatItsCommitWouldWrite() {
        SendCommand send = broker.toQueue("out").command();
        CommitCommand command = new CommitCommand(5, 1, "l", List.of(send), List.of());

        assertThat(broker.core.prepare(BRANCH, command, broker.now).reply())
                .hasAtLeastOneElementOfType(Event.EntityDefined.class)
                .hasAtLeastOneElementOfType(Event.Enqueued.class);
        broker.prepare(BRANCH, command);
        assertThat(broker.core.prepare(BRANCH, command, broker.now).reply()).isEmpty();
    }

    @Test
    void theTimeOfABranchIsKnownToWhatIsWrittenLater() {
        broker.now += 123_456;
        broker.prepare(BRANCH, "l", 5, 1, List.of());

        assertThat(broker.core.remembered(Long.MAX_VALUE - 1, 10))
                .extracting(Survivor::snapshot)
                .contains(new Event.Opened(1, 1, broker.now));
    }

    @Test
    void aDeliveryThatIsReleasedByARollbackDoesNotCountAfterACrashEither() {
        broker.toQueue("in").send();
        LockedMessage message = broker.receiveOne(broker.receiver("l", "in"));
        broker.handOver("l", message);
        broker.advance(HandOvers.WRITTEN_AFTER_MILLIS);
        broker.prepare(BRANCH, "l", 5, 1, List.of(Settlement.of(message.lockToken(), Outcome.RELEASE)));

        broker.rollbackBranch(BRANCH);
        broker.restart();

        assertThat(broker.receiveOne(broker.receiver("l", "in")).deliveryCount())
                .isEqualTo(1);
    }

    @Test
    void aSubscriptionThatOnlyABranchKeptEndsWithItsRollbackToo() {
        long receiver = broker.subscriber("l", null, "t", new SubscriptionId("s", null, false), true, null, false);
        broker.toTopic("t").send();
        LockedMessage message = broker.receiveOne(receiver);
        broker.prepare(BRANCH, "l", 5, 1, List.of(Settlement.of(message.lockToken(), Outcome.COMPLETE)));
        broker.releaseLink("l");
        assertThat(broker.core.statuses()).hasSize(2);

        broker.rollbackBranch(BRANCH);

        assertThat(broker.core.statuses()).hasSize(1);
    }
}
