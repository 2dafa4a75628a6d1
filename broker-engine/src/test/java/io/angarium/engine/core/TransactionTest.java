package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transactions over any entities: all or nothing, as one record, once. */
class TransactionTest {
    private final Namespace broker = new Namespace();

    private static Settlement complete(LockedMessage message) {
        return Settlement.of(message.lockToken(), Outcome.COMPLETE);
    }

    @Test
    void sendsAndSettlementsHappenTogetherInOneRecord() {
        broker.toQueue("in").send();
        broker.durableSubscriber("s", "c", "t", "s");
        LockedMessage message = broker.receiveOne(broker.receiver("l", "in"));
        long before = broker.record;

        broker.commit(
                "l",
                5,
                1,
                List.of(complete(message)),
                broker.toQueue("out"),
                broker.toTopic("t"),
                broker.toQueue("out").nonPersistent(),
                broker.toQueue("out"));

        assertThat(broker.record).isEqualTo(before + 1);
        assertThat(broker.status("in").live()).isZero();
        assertThat(broker.browse("out", null, 10)).containsExactly(1L, 2L, 3L);
        assertThat(broker.status("t/Subscriptions/s$c$D").live()).isEqualTo(1);
        broker.restart();
        assertThat(broker.status("in").live()).isZero();
        assertThat(broker.browse("out", null, 10)).containsExactly(1L, 3L);
    }

    @Test
    void theRecordIsReleasedWithTheLastMessageInIt() {
        broker.define(Address.queue("out"), EntitySettings.DEFAULT);
        broker.commit("l", 5, 1, List.of(), broker.toQueue("out"), broker.toQueue("out"));
        long record = broker.record;
        List<LockedMessage> both = broker.receive(broker.receiver("l", "out"), 2);
        assertThat(both).extracting(m -> m.content().index()).containsExactly(0, 1);

        broker.complete("l", both.get(0));
        assertThat(broker.released).isEmpty();
        broker.complete("l", both.get(1));
        assertThat(broker.released).containsExactly(record);
    }

    @Test
    void aLostLockRollsTheWholeTransactionBackAndTheOthersStayLocked() {
        broker.toQueue("in").send();
        broker.toQueue("in").send();
        List<LockedMessage> messages = broker.receive(broker.receiver("l", "in"), 2);
        broker.complete("l", messages.get(0));

        assertRefused(
                ErrorReason.TRANSACTION_ROLLED_BACK,
                () -> broker.commit(
                        "l",
                        5,
                        1,
                        List.of(complete(messages.get(1)), complete(messages.get(0))),
                        broker.toQueue("out")),
                "1 messages whose locks are lost",
                "settled already");

        assertThat(broker.exists("out")).isFalse();
        assertThat(broker.status("in").locked()).isEqualTo(1);
        broker.commit("l", 5, 1, List.of(complete(messages.get(1))), broker.toQueue("out"));
        assertThat(broker.status("in").live()).isZero();
    }

    @Test
    void aCommitThatIsRepeatedIsAnsweredAsTheFirstAndDoesNothing() {
        broker.toQueue("in").send();
        LockedMessage message = broker.receiveOne(broker.receiver("l", "in"));
        broker.commit("l", 5, 1, List.of(complete(message)), broker.toQueue("out"));

        broker.commit("l", 5, 1, List.of(complete(message)), broker.toQueue("out"));

        assertThat(broker.lastEvents).containsExactly(new Event.Committed(5, 1, broker.now, true));
        assertThat(broker.status("out").live()).isEqualTo(1);
        broker.restart();
        broker.commit("l", 5, 1, List.of(complete(message)), broker.toQueue("out"));
        assertThat(broker.status("out").live()).isEqualTo(1);
        broker.commit("l", 5, 2, List.of(), broker.toQueue("out"));
        assertThat(broker.status("out").live()).isEqualTo(2);
    }

    @Test
    void aCommitIsRememberedInTheJournalIfSomethingOfItIs() {
        broker.commit("l", 5, 1, List.of(), broker.toQueue("out").nonPersistent());
        assertThat(broker.lastEvents)
                .filteredOn(Event.Committed.class::isInstance)
                .allMatch(Event::durable);

        broker.commit("l", 5, 2, List.of(), broker.toQueue("out").nonPersistent());
        assertThat(broker.lastEvents).noneMatch(Event::durable);
        broker.commit("l", 5, 3, List.of(), broker.toQueue("out"));
        assertThat(broker.lastEvents).allMatch(Event::durable);
    }

    @Test
    void whatATransactionTakesFromAFullQueueMakesRoomForWhatItSendsThere() {
        broker.define(Address.queue("full"), new EntitySettings(1, Duration.ZERO, null, null, 2, 200, false));
        broker.toQueue("full").send();
        broker.toQueue("full").send();
        List<LockedMessage> both = broker.receive(broker.receiver("l", "full"), 2);

        broker.commit("l", 5, 1, List.of(complete(both.get(0))), broker.toQueue("full"));
        broker.commit(
                "l", 5, 2, List.of(Settlement.of(both.get(1).lockToken(), Outcome.ABANDON)), broker.toQueue("full"));

        assertThat(broker.status("full").live()).isEqualTo(2);
        assertRefused(
                ErrorReason.RESOURCE_ALLOCATION, () -> broker.commit("l", 5, 3, List.of(), broker.toQueue("full")));
    }

    @Test
    void aSessionWithoutNumberIsNotRemembered() {
        broker.commit("l", 0, 1, List.of(), broker.toQueue("out"));
        broker.commit("l", 0, 1, List.of(), broker.toQueue("out"));

        assertThat(broker.status("out").live()).isEqualTo(2);
        assertThat(broker.lastEvents).hasSize(1);
    }

    @Test
    void numbersOfProducersAreNotLookedAtInTransactions() {
        broker.commit("l", 5, 1, List.of(), broker.toQueue("out").producer(9, 4));
        broker.commit("l", 5, 2, List.of(), broker.toQueue("out").producer(9, 4));

        assertThat(broker.status("out").live()).isEqualTo(2);
        assertThat(broker.toQueue("out").producer(9, 4).send().duplicate()).isFalse();
    }

    @Test
    void aTransactionCanAbandonReleaseAndDeadLetter() {
        for (int i = 0; i < 4; i++) {
            broker.toQueue("in").send();
        }
        long receiver = broker.receiver("l", "in");
        List<LockedMessage> m = broker.receive(receiver, 4);

        broker.commit(
                "l",
                5,
                1,
                List.of(
                        Settlement.of(m.get(0).lockToken(), Outcome.ABANDON),
                        Settlement.of(m.get(1).lockToken(), Outcome.RELEASE),
                        new Settlement(m.get(2).lockToken(), Outcome.DEAD_LETTER, "bad", "really"),
                        new Settlement(m.get(3).lockToken(), Outcome.DEAD_LETTER, null, null)));

        assertThat(broker.receive(receiver, 4))
                .extracting(LockedMessage::deliveryCount)
                .containsExactly(2, 1);
        assertThat(broker.numbers(broker.receiver("l", "in/$deadletterqueue"), 4))
                .containsExactly(1L, 2L);
    }

    @Test
    void messagesOfATransactionGetNumbersInTheirOrderAcrossManyQueues() {
        broker.commit(
                "l",
                5,
                1,
                List.of(),
                broker.toQueue("a"),
                broker.toQueue("b"),
                broker.toQueue("a"),
                broker.toQueue("c"),
                broker.toQueue("b"),
                broker.toQueue("a"));

        assertThat(broker.browse("a", null, 10)).containsExactly(1L, 2L, 3L);
        assertThat(broker.browse("b", null, 10)).containsExactly(1L, 2L);
        assertThat(broker.core.statuses())
                .extracting(s -> s.definition().entityId())
                .containsExactly(1, 2, 3);
    }

    @Test
    void aCommitAfterAnHourOfSilenceIsANewOne() {
        broker.commit("l", 5, 1, List.of(), broker.toQueue("a"));
        broker.now += ProducerTable.IDLE_MILLIS;
        broker.commit("l", 5, 1, List.of(), broker.toQueue("a"));

        assertThat(broker.status("a").live()).isEqualTo(2);
    }

    @Test
    void twoTargetsOfOneLinkAreSettledTogetherAlsoWhenTheSecondIsDeadLetteredByCount() {
        broker.define(Address.queue("in"), new EntitySettings(1, Duration.ZERO, null, null, 0, 0, false));
        broker.toQueue("in").send();
        broker.toQueue("in").send();
        List<LockedMessage> m = broker.receive(broker.receiver("l", "in"), 2);

        broker.abandon("l", m.get(0), m.get(1));

        assertThat(broker.browse("in/$deadletterqueue", null, 1)).containsExactly(1L, 2L);
        assertThat(broker.core.statuses()).hasSize(2);
    }
}
