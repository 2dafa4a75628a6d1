package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Printable;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues and topics: names, creation, administration, temporary ones. */
class EntityTest {
    private static final EntitySettings SMALL = new EntitySettings(3, Duration.ofMinutes(1), null, null, 7, 0, false);

    private final Namespace broker = new Namespace();

    @Test
    void aQueueIsCreatedOnFirstUseAndIsThereAfterARestart() {
        assertThat(broker.core.find(Address.queue("orders"))).isNull();

        EntityDefinition created = broker.apply(broker.core.resolve(Address.queue("orders"), broker.now), List.of());

        assertThat(created)
                .isEqualTo(new EntityDefinition(1, Kind.QUEUE, "orders", 0, true, null, EntitySettings.DEFAULT, null));
        assertThat(broker.core.resolve(Address.queue("orders"), broker.now).events())
                .isEmpty();
        broker.restart();
        assertThat(broker.core.find(Address.queue("orders"))).isEqualTo(created);
        assertThat(broker.core.status(1)).isNotNull();
        assertThat(broker.core.status(2)).isNull();
    }

    @Test
    void aPolicyCanForbidCreationOnFirstUse() {
        Namespace strict = new Namespace(new NamespacePolicy(false, SMALL));

        assertRefused(ErrorReason.INVALID_DESTINATION, () -> strict.toQueue("q").send(), "queue 'q'", "define it");

        strict.define(Address.queue("q"), SMALL);
        assertThat(strict.toQueue("q").send().sequenceNumber()).isEqualTo(1);
        assertThat(strict.status("q").definition().settings()).isEqualTo(SMALL);
    }

    @Test
    void aNameIsEitherAQueueOrATopic() {
        broker.toQueue("a").send();
        broker.toTopic("b").send();

        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.toTopic("a").send(), "'a' is a queue, not a topic");
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.toQueue("b").send(), "'b' is a topic, not a queue");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.commit("l", 1, 1, List.of(), broker.toQueue("new"), broker.toTopic("new")),
                "'new' is a queue");
        assertThat(broker.exists("new")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                " a",
                "a ",
                "/a",
                "a/",
                "a//b",
                "a\nb",
                "a\u0000",
                "a\\b",
                "a?b",
                "a#b",
                "a*b",
                "a<b",
                "a>b",
                "a|b",
                "a\"b",
                "a'b",
                "a`b",
                "a;b",
                "t/Subscriptions/s"
            })
    void aNameThatIsNotValidIsRefusedWithAClearText(String name) {
        String shown = Printable.of(name);

        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.toQueue(name).send(), "queue name '" + shown + "'");
        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.toTopic(name).send(), "topic name '" + shown + "'");
    }

    @Test
    void theTextSaysWhatIsWrongWithAName() {
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.toQueue(" ").send(), "is empty");
        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.toQueue("a ").send(), "white space");
        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.toQueue("a//b").send(), "empty segment");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.toQueue("a\tb").send(),
                "control character at position 1");
        assertRefused(
                ErrorReason.INVALID_DESTINATION, () -> broker.toQueue("ab?").send(), "the character ? at position 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "MY_QUEUE",
                "orders.eu-west/2024",
                "a b",
                "r\u00e9sum\u00e9",
                "\u6ce8\u6587",
                "queue:x",
                "a$b",
                "Subscriptions"
            })
    void ordinaryNamesAreTaken(String name) {
        assertThat(broker.toQueue(name).send().sequenceNumber()).isEqualTo(1);
    }

    @Test
    void aNameHasAtMost260Characters() {
        assertThat(broker.toQueue("x".repeat(260)).send().sequenceNumber()).isEqualTo(1);
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.toQueue("x".repeat(261)).send(),
                "261 characters",
                "x".repeat(40) + "...");
    }

    @Test
    void settingsCanBeChangedAndStayChanged() {
        broker.toQueue("q").send();

        broker.define(Address.queue("q"), SMALL);

        assertThat(broker.status("q").definition().settings()).isEqualTo(SMALL);
        assertThat(broker.status("q").counters().accepted()).isEqualTo(1);
        assertThat(broker.status("q").nextSequence()).isEqualTo(2);
        broker.restart();
        assertThat(broker.status("q").definition().settings()).isEqualTo(SMALL);
        assertThat(broker.status("q").counters().accepted()).isEqualTo(1);
        assertThat(broker.liveRecords).hasSize(2);
    }

    @Test
    void changingSettingsDoesNotCountVolatileMessagesTwiceAfterARestart() {
        broker.toQueue("q").send();
        broker.toQueue("q").nonPersistent().send();
        broker.define(Address.queue("q"), SMALL);
        assertThat(broker.status("q").counters().accepted()).isEqualTo(2);

        broker.restart();

        assertThat(broker.status("q").counters().accepted()).isEqualTo(1);
        assertThat(broker.status("q").live()).isEqualTo(1);
    }

    @Test
    void aQueueIsDeletedWithItsMessagesAndDeadLetters() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        long receiver = broker.receiver("link", "q");
        broker.deadLetter("link", broker.receiveOne(receiver), "bad", null);
        broker.close(receiver);

        broker.apply(broker.core.delete(Address.queue("q"), broker.now), List.of());

        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.liveRecords).isEmpty();
        broker.restart();
        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.liveRecords).isEmpty();
        assertThat(broker.toQueue("q").send().sequenceNumber()).isEqualTo(1);
    }

    @Test
    void anEntityWithReceiversIsNotDeleted() {
        long receiver = broker.receiver("link", "q");
        assertRefused(
                ErrorReason.ILLEGAL_STATE,
                () -> broker.core.delete(Address.queue("q"), broker.now),
                "q has open receivers");
        broker.close(receiver);

        long dead = broker.receiver("link", "q/$deadletterqueue");
        assertRefused(ErrorReason.ILLEGAL_STATE, () -> broker.core.delete(Address.queue("q"), broker.now));
        broker.close(dead);

        long subscriber = broker.durableSubscriber("link", "c", "t", "s");
        assertRefused(ErrorReason.ILLEGAL_STATE, () -> broker.core.delete(Address.topic("t"), broker.now), "t/Sub");
        broker.close(subscriber);
        broker.apply(broker.core.delete(Address.topic("t"), broker.now), List.of());
        broker.apply(broker.core.delete(Address.queue("q"), broker.now), List.of());
        assertThat(broker.core.statuses()).isEmpty();
    }

    @Test
    void whatDoesNotExistIsNotDeletedAndNotPurged() {
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.delete(Address.queue("q"), broker.now),
                "queue 'q' does not exist");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.purge(Address.topic("t"), 1, broker.now),
                "topic 't'");
    }

    @Test
    void purgingDeletesWhatIsNotLockedOldestFirst() {
        broker.toQueue("q").priority(1).send();
        broker.toQueue("q").priority(9).send();
        broker.toQueue("q").send();
        broker.toQueue("q").delay(1_000).send();
        broker.toQueue("q").delay(1_000).send();
        LockedMessage locked = broker.receiveOne(broker.receiver("link", "q"));
        assertThat(locked.sequenceNumber()).isEqualTo(2);

        assertThat(broker.apply(broker.core.purge(Address.queue("q"), 1, broker.now), List.of()))
                .isEqualTo(1);
        assertThat(broker.browse("q", null, 10)).containsExactly(2L, 3L);
        assertThat(broker.apply(broker.core.purge(Address.queue("q"), 2, broker.now), List.of()))
                .isEqualTo(2);
        assertThat(broker.status("q").scheduled()).isEqualTo(1);
        assertThat(broker.apply(broker.core.purge(Address.queue("q"), 10, broker.now), List.of()))
                .isEqualTo(1);

        assertThat(broker.status("q").counters()).isEqualTo(new Counters(5, 0, 0, 0, 4, 0));
        assertThat(broker.status("q").live()).isEqualTo(1);
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        broker.restart();
        assertThat(broker.status("q").live()).isEqualTo(1);
    }

    // ---- temporary destinations

    @Test
    void aTemporaryQueueBelongsToItsLink_T46() {
        Address queue = broker.temporary(EntityType.QUEUE, "mine", "tmp-1");
        broker.to(queue).from("other", null).send();

        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.receiver("other", null, new Source.Queue(queue, null), ReceiveMode.PEEK_LOCK),
                "'tmp-1'",
                "another connection");
        long receiver = broker.receiver("mine", null, new Source.Queue(queue, null), ReceiveMode.PEEK_LOCK);
        assertThat(broker.numbers(receiver, 5)).containsExactly(1L);
    }

    @Test
    void aTemporaryQueueEndsWithItsLinkAndIsNotInTheJournal() {
        Address queue = broker.temporary(EntityType.QUEUE, "mine", "tmp-1");
        long record = broker.record;
        broker.to(queue).send();
        long receiver = broker.receiver("mine", null, new Source.Queue(queue, null), ReceiveMode.PEEK_LOCK);
        broker.handOver("mine", broker.receiveOne(receiver));

        broker.releaseLink("mine");

        assertThat(broker.record).isEqualTo(record);
        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.liveRecords).isEmpty();
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.to(queue).send(), "tmp-1", "any more");
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.core.define(queue, SMALL, broker.now), "any more");
    }

    @Test
    void aTemporaryDestinationIsDeletedByItsLinkOnlyAndOnlyWithoutReceivers() {
        Address queue = broker.temporary(EntityType.QUEUE, "mine", "tmp-1");
        long receiver = broker.receiver("mine", null, new Source.Queue(queue, null), ReceiveMode.PEEK_LOCK);

        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.deleteTemporary(queue, "other", broker.now),
                "tmp-1");
        assertRefused(ErrorReason.ILLEGAL_STATE, () -> broker.core.deleteTemporary(queue, "mine", broker.now));
        broker.close(receiver);
        broker.apply(broker.core.deleteTemporary(queue, "mine", broker.now), List.of());

        assertThat(broker.exists("tmp-1")).isFalse();
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.core.deleteTemporary(queue, "mine", broker.now));
        broker.releaseLink("mine");
    }

    @Test
    void aTemporaryTopicHasNonDurableSubscriptionsOfItsLink() {
        Address topic = broker.temporary(EntityType.TOPIC, "mine", "tmp-t");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.durableSubscriber("mine", "c", "tmp-t", "s"),
                "temporary topic 'tmp-t'");
        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.subscriber("other", "tmp-t"), "another connection");
        long subscriber = broker.subscriber("mine", "tmp-t");

        broker.to(topic).send();

        assertThat(broker.numbers(subscriber, 5)).containsExactly(1L);
        broker.releaseLink("mine");
        assertThat(broker.core.statuses()).isEmpty();
    }

    @Test
    void aTemporaryNameIsUsedOnce() {
        broker.temporary(EntityType.QUEUE, "mine", "tmp-1");

        assertRefused(
                ErrorReason.ILLEGAL_STATE, () -> broker.temporary(EntityType.QUEUE, "mine", "tmp-1"), "exists already");
        broker.toQueue("q").send();
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.to(new Address(EntityType.QUEUE, "q", true)).send(),
                "not a temporary");
    }

    @Test
    void nothingIsLeftOfAThousandTemporaryQueues_T46() {
        for (int i = 0; i < 1_000; i++) {
            Address queue = broker.temporary(EntityType.QUEUE, "mine", "tmp-" + i);
            broker.to(queue).timeToLive(1_000).send();
            broker.apply(broker.core.deleteTemporary(queue, "mine", broker.now), List.of());
        }

        assertThat(broker.core.statuses()).isEmpty();
        assertThat(broker.core.nextDueMillis()).isEqualTo(Long.MAX_VALUE);
        assertThat(broker.liveRecords).isEmpty();
    }

    @Test
    void subscriptionsAreListedAndReachedByTheirPath_S29() {
        long subscriber = broker.durableSubscriber("a", "client", "t", "s");
        broker.close(subscriber);
        broker.toTopic("t").send();

        long receiver = broker.receiver("b", "t/Subscriptions/s$client$D");

        assertThat(broker.numbers(receiver, 5)).containsExactly(1L);
        assertRefused(
                ErrorReason.ILLEGAL_STATE, () -> broker.receiver("b", "t/Subscriptions/s$client$D"), "not shared");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.toQueue("t/Subscriptions/s$client$D").send(),
                "from its topic");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.receiver("b", "t/Subscriptions/other"),
                "no subscription");
        assertThat(new SubscriptionId("s", "client", true).displayName()).isEqualTo("s$client$D");
    }

    @Test
    void aPurgeTakesNoMoreThanItIsToldReadyOnesFirst() {
        for (int i = 0; i < 3; i++) {
            broker.toQueue("q").send();
            broker.toQueue("q").delay(1_000).send();
        }
        Address queue = Address.queue("q");

        assertThat(broker.apply(broker.core.purge(queue, 3, broker.now), List.of()))
                .isEqualTo(3);
        assertThat(broker.status("q").scheduled()).isEqualTo(3);
        assertThat(broker.apply(broker.core.purge(queue, 2, broker.now), List.of()))
                .isEqualTo(2);
        assertThat(broker.status("q").live()).isEqualTo(1);
        assertThat(broker.apply(broker.core.purge(queue, 2, broker.now), List.of()))
                .isEqualTo(1);
        assertThat(broker.apply(broker.core.purge(queue, 2, broker.now), List.of()))
                .isZero();
        assertThat(broker.status("q").counters().purged()).isEqualTo(6);
    }
}
