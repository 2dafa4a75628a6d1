package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an application sees that sends the same MessageId again: the public complaints about it, at a broker. */
class RepeatedSendTest {
    private static final Address QUEUE = Address.queue("orders");
    private static final Address TOPIC = Address.topic("prices");
    private static final Duration WINDOW = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private Broker broker = Broker.open(BrokerConfig.throwAway("repeated-send").withClock(clock));
    private TestClient client = TestClient.of(broker);

    @BeforeEach
    void someMessagesAreThereAlready() {
        client.send(QUEUE, 3);
        try (Drained inbox = new Drained(client.receive(QUEUE))) {
            assertThat(inbox.take(3)).hasSize(3);
        }
    }

    @AfterEach
    void close() {
        broker.close();
    }

    /** A receiver whose messages are completed as they are taken. */
    private final class Drained implements AutoCloseable {
        private final Inbox inbox;

        Drained(Inbox inbox) {
            this.inbox = inbox;
        }

        List<Delivery> take(int count) {
            List<Delivery> taken = new ArrayList<>();
            inbox.credit(count);
            for (int i = 0; i < count; i++) {
                taken.add(inbox.next());
                client.complete(taken.get(i));
            }
            return taken;
        }

        @Override
        public void close() {
            inbox.close();
        }
    }

    private EntityStatistics entity(String path) {
        return broker.entity(path).orElseThrow();
    }

    private TestMessages scheduled(String id, Duration delay) {
        return TestMessages.PERSISTENT.withId(id).visibleAt(clock.currentTimeMillis() + delay.toMillis());
    }

    /** T-12. */
    @Test
    void aScheduledSendThatIsRepeatedIsAnsweredWithTheNumberOfTheScheduledMessage() {
        SendResult first = client.send(QUEUE, "reminder", scheduled("id", Duration.ofHours(1)));

        SendResult second = client.send(QUEUE, "reminder", scheduled("id", Duration.ofHours(1)));

        assertThat(first).isEqualTo(new SendResult(4, false));
        assertThat(second).isEqualTo(new SendResult(4, true));
        clock.advance(Duration.ofHours(1));
        assertThat(new Drained(client.receive(QUEUE)).take(1))
                .extracting(Delivery::sequenceNumber)
                .containsExactly(first.sequenceNumber());
        assertThat(entity("orders").live()).isZero();
    }

    /** T-13. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aScheduledMessageIsRememberedUntilItIsDeliveredHoweverLateThatIs(JournalKind kind) {
        broker.close();
        broker = Broker.open(BrokerConfig.throwAway("repeated-send")
                .withStore(folder.resolve("store"), kind)
                .withClock(clock));
        client = TestClient.of(broker);
        client.send(QUEUE, "in a day", scheduled("id", Duration.ofDays(1)));
        clock.advance(Duration.ofHours(20));

        broker.close();
        broker = Broker.open(BrokerConfig.throwAway("repeated-send")
                .withStore(folder.resolve("store"), kind)
                .withClock(clock));
        client = TestClient.of(broker);

        assertThat(client.send(QUEUE, "in a day", scheduled("id", Duration.ofDays(1)))
                        .duplicate())
                .isTrue();
        clock.advance(Duration.ofHours(4).plus(WINDOW).minusMillis(1));
        assertThat(client.send(QUEUE, "again", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .isTrue();
        clock.advance(Duration.ofMillis(1));
        assertThat(client.send(QUEUE, "again", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .isFalse();
    }

    /** T-14. */
    @Test
    void whatTheBrokerDeliversAgainOrMovesIsNeverTakenForACopy() {
        client.send(QUEUE, "poison", TestMessages.PERSISTENT.withId("id"));
        Inbox inbox = client.receive(QUEUE);
        for (int attempt = 1; attempt <= 10; attempt++) {
            Delivery delivery = inbox.nextWithCredit();
            assertThat(delivery.deliveryCount()).isEqualTo(attempt);
            client.fail(delivery);
        }

        Delivery dead = client.receive(Address.queue("orders/$deadletterqueue")).nextWithCredit();

        assertThat(dead.message().duplicateId()).isEqualTo("id");
        assertThat(entity("orders").deadLettered()).isEqualTo(1);
        assertThat(entity("orders").duplicatesDropped()).isZero();
        assertThat(client.send(Address.queue("repaired"), "poison", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .as("forwarded to another queue with its id")
                .isFalse();
    }

    /** T-16: a constant id, as a default that somebody forgot to set. */
    @Test
    void dropsAreCountedForEachEntityAndEachAnswerNamesTheMessageThatWasKept() {
        String constant = "00000000-0000-0000-0000-000000000000";
        SendResult kept = client.send(QUEUE, "first", TestMessages.PERSISTENT.withId(constant));

        for (int i = 0; i < 5; i++) {
            assertThat(client.send(QUEUE, "other " + i, TestMessages.PERSISTENT.withId(constant)))
                    .isEqualTo(new SendResult(kept.sequenceNumber(), true));
        }
        client.send(Address.queue("other"), "first there", TestMessages.PERSISTENT.withId(constant));

        assertThat(entity("orders").duplicatesDropped()).isEqualTo(5);
        assertThat(entity("orders").accepted()).isEqualTo(4);
        assertThat(entity("orders").live()).isEqualTo(1);
        assertThat(entity("orders").balanced()).isTrue();
        assertThat(entity("other").duplicatesDropped()).isZero();
    }

    /** T-39. */
    @Test
    void copiesLeaveNoGapInWhatADurableSubscriptionAndItsSelectorSee() {
        SubscriptionId id = new SubscriptionId("s", null, true);
        Drained inbox = new Drained(
                client.open(new Source.Subscription(TOPIC, id, true, "kind = 'a'", false), ReceiveMode.PEEK_LOCK));
        List<String> expected = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            TestMessages message =
                    TestMessages.PERSISTENT.with("kind", i % 2 == 0 ? "a" : "b").withId("id" + i);
            for (int copy = 0; copy < 3; copy++) {
                assertThat(client.send(TOPIC, "m" + i, message).duplicate()).isEqualTo(copy > 0);
            }
            if (i % 2 == 0) {
                expected.add("m" + i);
            }
        }

        List<Delivery> taken = inbox.take(10);

        assertThat(taken).extracting(d -> TestMessages.text(d.message())).containsExactlyElementsOf(expected);
        assertThat(taken).extracting(Delivery::sequenceNumber).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(entity("prices").duplicatesDropped()).isEqualTo(40);
        EntityStatistics subscription = broker.entities().stream()
                .filter(e -> e.kind().equals("subscription"))
                .findFirst()
                .orElseThrow();
        assertThat(subscription.live()).isZero();
        assertThat(subscription.accepted()).isEqualTo(10).isEqualTo(subscription.completed());
        assertThat(subscription.duplicatesDropped()).isZero();
        client.send(TOPIC, "next", TestMessages.PERSISTENT.with("kind", "a").withId("id21"));
        assertThat(inbox.take(1)).extracting(Delivery::sequenceNumber).containsExactly(11L);
    }

    /** S-01: what one application did not live to know, the one that is started for it repeats. */
    @Test
    void anApplicationThatIsStartedAgainSendsWhatItIsNotSureOfAndNothingIsTwice() {
        client.send(QUEUE, "12345/payment", TestMessages.PERSISTENT.withId("12345/payment"));
        client.close();

        client = TestClient.of(broker);
        assertThat(client.send(QUEUE, "12345/payment", TestMessages.PERSISTENT.withId("12345/payment"))
                        .duplicate())
                .isTrue();
        assertThat(client.send(QUEUE, "12345/shipment", TestMessages.PERSISTENT.withId("12345/shipment"))
                        .duplicate())
                .isFalse();

        assertThat(new Drained(client.receive(QUEUE)).take(2))
                .extracting(d -> TestMessages.text(d.message()))
                .containsExactly("12345/payment", "12345/shipment");
        assertThat(entity("orders").live()).isZero();
    }
}
