package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.Settlement;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("FutureReturnValueIgnored") // what a request did is seen by what comes after it
class BrokerTest {
    private static final Address QUEUE = Address.queue("orders");

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private Broker broker = Broker.open(BrokerConfig.throwAway("broker-test").withClock(clock));
    private TestClient client = TestClient.of(broker);

    @AfterEach
    void close() {
        broker.close();
    }

    private void reopen(BrokerConfig config) {
        broker.close();
        broker = Broker.open(config.withClock(clock));
        client = TestClient.of(broker);
    }

    private BrokerConfig inFolder(JournalKind kind) {
        return BrokerConfig.throwAway("broker-test").withStore(folder.resolve("store"), kind);
    }

    @Test
    void aThrowAwayStoreAnswersBeforeTheCallReturnsAndKeepsTheOrder() {
        Inbox inbox = client.receive(QUEUE).credit(200);
        for (int i = 0; i < 200; i++) {
            CompletableFuture<SendResult> sent = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "m" + i));

            assertThat(sent).isDone();
        }

        for (int i = 0; i < 200; i++) {
            assertThat(inbox.nextText()).isEqualTo("m" + i);
        }
    }

    @Test
    void aMessageIsSentReceivedAndSettled() {
        client.send(QUEUE, "hello");
        Inbox inbox = client.receive(QUEUE).credit(1);

        Delivery delivery = inbox.next();

        assertThat(TestMessages.text(delivery.message())).isEqualTo("hello");
        assertThat(delivery.deliveryCount()).isEqualTo(1);
        client.complete(delivery);
        assertThat(entity().live()).isZero();
        assertThat(entity().completed()).isEqualTo(1);
    }

    @Test
    void aReceiverThatWaitsGetsAMessageThatIsSentLater() {
        Inbox inbox = client.receive(QUEUE).credit(2);

        client.send(QUEUE, "persistent");
        client.send(QUEUE, "volatile", TestMessages.VOLATILE);

        assertThat(List.of(inbox.nextText(), inbox.nextText())).containsExactlyInAnyOrder("persistent", "volatile");
    }

    @Test
    void messagesThatAreReadyAreDeliveredBeforeCreditReturns() {
        client.send(QUEUE, 100);
        Inbox inbox = client.receive(QUEUE);

        inbox.credit(100);

        assertThat(inbox.size()).isEqualTo(100);
        assertThat(inbox.nextText()).isEqualTo("m0");
    }

    /** T-06: without credit nothing is locked. */
    @Test
    void aReceiverWithoutCreditLocksNothing() {
        client.send(QUEUE, "free");
        client.receive(QUEUE);

        Inbox other = client.receive(QUEUE).credit(1);

        assertThat(other.nextText()).isEqualTo("free");
    }

    /** T-09. */
    @Test
    void aSlowReceiverWithAFullBufferDoesNotStopOthers() {
        Inbox slow = client.receive(QUEUE).credit(10);
        client.send(QUEUE, 10);
        Inbox fast = client.receive(QUEUE).credit(5);

        client.send(QUEUE, 5);

        for (int i = 0; i < 5; i++) {
            client.complete(fast.next());
        }
        assertThat(slow.size()).isEqualTo(10);
    }

    /** S-69: competing receivers take turns. */
    @Test
    void receiversWithCreditTakeTurns() {
        Inbox first = client.receive(QUEUE).credit(10);
        Inbox second = client.receive(QUEUE).credit(10);

        for (int i = 0; i < 10; i++) {
            client.send(QUEUE, "m" + i, TestMessages.VOLATILE);
        }

        assertThat(first.drained()).hasSize(5);
        assertThat(second.drained()).hasSize(5);
    }

    /** T-10, T-31, T-32: only what was handed over counts. */
    @Test
    void aLinkThatEndsCountsOnlyWhatItsApplicationWasGiven() {
        client.send(QUEUE, 2);
        TestClient crashing = TestClient.of(broker);
        Inbox buffer = crashing.receive(QUEUE).credit(2);
        crashing.link().handedOver(buffer.next().lockToken());

        crashing.close();

        Inbox inbox = client.receive(QUEUE).credit(2);
        assertThat(List.of(inbox.next().deliveryCount(), inbox.next().deliveryCount()))
                .containsExactly(2, 1);
    }

    /** T-01, T-03, T-04: a lock lives as long as its link, however long that takes. */
    @Test
    void aPrefetchedMessageIsKeptForDaysWhileItsLinkLives() {
        client.send(QUEUE, 1);
        Inbox inbox = client.receive(QUEUE).credit(1);
        Delivery delivery = inbox.next();

        clock.advance(Duration.ofDays(3));

        client.complete(delivery);
        assertThat(entity().completed()).isEqualTo(1);
    }

    /** T-23, T-24. */
    @Test
    void messagesThatAreRolledBackKeepTheirOrder() {
        client.send(QUEUE, 50);
        Inbox inbox = client.receive(QUEUE);
        for (int round = 0; round < 5; round++) {
            inbox.credit(20);
            for (int i = 0; i < 20; i++) {
                Delivery delivery = inbox.next();
                client.link().settle(List.of(Settlement.of(delivery.lockToken(), Outcome.RELEASE)));
            }
        }

        inbox.credit(50);

        for (int i = 0; i < 50; i++) {
            Delivery delivery = inbox.next();
            assertThat(TestMessages.text(delivery.message())).isEqualTo("m" + i);
            assertThat(delivery.deliveryCount()).isEqualTo(1);
        }
    }

    /** T-25. */
    @Test
    void rollingBackAHundredThousandMessagesDoesNotBlockOtherQueues() {
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            client.sendAsync(QUEUE, TestMessages.VOLATILE.to(QUEUE, "x"));
        }
        Inbox inbox = client.receive(QUEUE).credit(count);
        List<Settlement> rollback = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            rollback.add(Settlement.of(inbox.next().lockToken(), Outcome.ABANDON));
        }

        CompletableFuture<?> rolledBack = client.link().settle(rollback);
        client.send(Address.queue("other"), "quick");

        TestClient.await(rolledBack);
        assertThat(entity().live()).isEqualTo(count);
    }

    @Test
    void aDuplicateIsAcceptedDroppedAndCountedAndNamesTheOriginal() {
        SendResult first = client.send(QUEUE, "one", TestMessages.PERSISTENT.withId("id"));

        SendResult second = client.send(QUEUE, "two", TestMessages.PERSISTENT.withId("id"));

        assertThat(second.duplicate()).isTrue();
        assertThat(second.sequenceNumber()).isEqualTo(first.sequenceNumber());
        assertThat(entity().duplicatesDropped()).isEqualTo(1);
        assertThat(entity().live()).isEqualTo(1);
    }

    /** T-15: the window is measured from the first acceptance. */
    @Test
    void anIdIsForgottenWhenItsWindowHasPassed() {
        client.send(QUEUE, "one", TestMessages.PERSISTENT.withId("id"));
        clock.advance(Duration.ofMinutes(9));
        assertThat(client.send(QUEUE, "two", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .isTrue();

        clock.advance(Duration.ofSeconds(61));

        assertThat(client.send(QUEUE, "three", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .isFalse();
    }

    @Test
    void aScheduledMessageIsDeliveredWhenItsTimeHasCome() {
        Inbox inbox = client.receive(QUEUE).credit(1);
        client.send(QUEUE, "later", TestMessages.PERSISTENT.visibleAt(clock.currentTimeMillis() + 60_000));
        clock.advance(Duration.ofSeconds(59));
        assertThat(inbox.size()).isZero();

        clock.advance(Duration.ofSeconds(1));

        assertThat(inbox.nextText()).isEqualTo("later");
    }

    /** T-45: also without any receiver. */
    @Test
    void aMessageExpiresOnTimeAlsoOnASubscriptionThatNobodyReceivesFrom() {
        Address topic = Address.topic("events");
        client.subscribe(topic, "s").close();
        client.send(topic, "short", TestMessages.PERSISTENT.expiringAt(clock.currentTimeMillis() + 1_000));

        clock.advance(Duration.ofSeconds(2));

        EntityStatistics subscription = broker.entities().stream()
                .filter(e -> e.kind().equals("subscription"))
                .findFirst()
                .orElseThrow();
        assertThat(subscription.expired()).isEqualTo(1);
        assertThat(subscription.live()).isZero();
    }

    @Test
    void aTransactionHappensAsAWhole() {
        client.send(QUEUE, "order");
        Delivery order = client.receive(QUEUE).credit(1).next();
        Address results = Address.queue("results");

        client.commit(
                List.of(client.newSend(results, "a"), client.newSend(results, "b")),
                List.of(Settlement.of(order.lockToken(), Outcome.COMPLETE)));

        assertThat(entity().completed()).isEqualTo(1);
        assertThat(broker.entity("results").orElseThrow().live()).isEqualTo(2);
    }

    @Test
    void aTransactionWithALostLockIsRolledBackAndSendsNothing() {
        assertReason(
                ErrorReason.TRANSACTION_ROLLED_BACK,
                () -> client.commit(
                        List.of(client.newSend(QUEUE, "a")), List.of(Settlement.of(12345, Outcome.COMPLETE))));

        assertThat(broker.entity("orders").map(EntityStatistics::live).orElse(0L))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void persistentMessagesSurviveARestartAndOthersDoNot(JournalKind kind) {
        reopen(inFolder(kind));
        client.send(QUEUE, "stays");
        client.send(QUEUE, "goes", TestMessages.VOLATILE);
        Delivery locked = client.receive(QUEUE).credit(1).next();
        assertThat(locked).isNotNull();

        reopen(inFolder(kind));

        Inbox inbox = client.receive(QUEUE).credit(2);
        assertThat(inbox.nextText()).isEqualTo("stays");
        assertThat(inbox.drained()).isEmpty();
    }

    /** T-40. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aScheduledMessageSurvivesARestartWithItsTime(JournalKind kind) {
        reopen(inFolder(kind));
        client.send(QUEUE, "later", TestMessages.PERSISTENT.visibleAt(clock.currentTimeMillis() + 60_000));

        reopen(inFolder(kind));

        Inbox inbox = client.receive(QUEUE).credit(1);
        clock.advance(Duration.ofSeconds(59));
        assertThat(inbox.size()).isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(inbox.nextText()).isEqualTo("later");
    }

    /** T-17, S-01: the window survives a restart. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aDuplicateIsDroppedAcrossARestart(JournalKind kind) {
        reopen(inFolder(kind));
        client.send(QUEUE, "one", TestMessages.PERSISTENT.withId("id"));

        reopen(inFolder(kind));

        assertThat(client.send(QUEUE, "two", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aLockFromBeforeARestartSettlesNothing(JournalKind kind) {
        reopen(inFolder(kind));
        client.send(QUEUE, "one");
        Delivery before = client.receive(QUEUE).credit(1).next();

        reopen(inFolder(kind));
        Delivery after = client.receive(QUEUE).credit(1).next();

        assertThat(client.settle(before, Outcome.COMPLETE).lost()).hasSize(1);
        assertThat(after.lockToken()).isNotEqualTo(before.lockToken());
        client.complete(after);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aLargeBodyComesBackAsItWasAlsoAfterARestart(JournalKind kind) {
        reopen(inFolder(kind));
        byte[] body = new byte[5 * (1 << 20) + 13];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) ((i * 31) >> 3);
        }
        TestClient.await(client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, ByteBuffer.wrap(body))));

        reopen(inFolder(kind));

        Delivery delivery = client.receive(QUEUE).credit(1).next();
        assertThat(delivery.message().body()).isEqualTo(ByteBuffer.wrap(body));
        client.complete(delivery);
        assertThat(broker.store().liveBytes()).isLessThan(1 << 20);
    }

    @Test
    void aMessageBehindALargeOneKeepsItsOrder() {
        Limits small = Limits.DEFAULT.withMemory(1 << 20, 1 << 20, 2 << 20, 1 << 20);
        reopen(inFolder(JournalKind.FILE).withLimits(small));
        ByteBuffer large = ByteBuffer.allocate(20 << 20);

        CompletableFuture<SendResult> first = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, large));
        CompletableFuture<SendResult> second = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "small"));

        assertThat(TestClient.await(first).sequenceNumber())
                .isLessThan(TestClient.await(second).sequenceNumber());
    }

    @Test
    void aMessageAboveTheLimitIsRefusedNamingTheLimit() {
        reopen(BrokerConfig.throwAway("broker-test").withLimits(Limits.DEFAULT.withMaxMessageBytes(1000)));

        assertThatThrownBy(() -> client.send(QUEUE, "x".repeat(1000)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("maxMessageBytes is 1000");
    }

    /** T-42, T-43. */
    @Test
    void aSendIntoAFullQueueWaitsThenFailsNamingTheLimit() {
        broker.define(QUEUE, new EntitySettings(10, Duration.ZERO, null, null, 2, 0, false));
        client.send(QUEUE, 2);

        CompletableFuture<SendResult> third = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "third"));
        clock.advance(Duration.ofSeconds(29));
        assertThat(third).isNotDone();
        clock.advance(Duration.ofSeconds(1));

        assertThatThrownBy(() -> TestClient.await(third))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.RESOURCE_ALLOCATION))
                .hasMessageContaining("maxMessages")
                .hasMessageContaining("orders");
        assertThat(entity().live()).isEqualTo(2);
    }

    /** T-42: resumes by itself, first come first served. */
    @Test
    void sendsThatWaitGoOnInTheirOrderWhenThereIsSpace() {
        broker.define(QUEUE, new EntitySettings(10, Duration.ZERO, null, null, 1, 0, false));
        client.send(QUEUE, "first");
        CompletableFuture<SendResult> second = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "second"));
        CompletableFuture<SendResult> third = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "third"));
        Inbox inbox = client.receive(QUEUE).credit(3);

        client.complete(inbox.next());
        TestClient.await(second);
        assertThat(third).isNotDone();
        client.complete(inbox.next());
        TestClient.await(third);

        assertThat(inbox.nextText()).isEqualTo("third");
    }

    /** T-41: what is in a queue is counted, not guessed, so the limit is where it is however often it is reached. */
    @Test
    void aQueueTakesExactlyWhatItsLimitSaysAgainAndAgain() {
        broker.define(QUEUE, new EntitySettings(10, Duration.ZERO, null, null, 0, 50_000, false));
        String body = "x".repeat(900);
        List<Long> taken = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            List<CompletableFuture<SendResult>> sends = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                sends.add(client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, body)));
            }
            clock.advance(Duration.ofSeconds(30));
            taken.add(sends.stream()
                    .filter(send -> !send.isCompletedExceptionally())
                    .count());
            assertThat(entity().live()).isEqualTo(taken.get(round));
            assertThat(entity().liveBytes()).isLessThanOrEqualTo(50_000).isGreaterThan(49_000);
            Inbox inbox = client.receive(QUEUE).credit(taken.get(round).intValue());
            for (int i = 0; i < taken.get(round); i++) {
                client.complete(inbox.next());
            }
            assertThat(entity().liveBytes()).isZero();
            inbox.close();
        }

        assertThat(taken).allMatch(count -> count > 40 && count < 56).containsOnly(taken.get(0));
    }

    @Test
    void aFullStoreRefusesSendsAndStillTakesSettlements() {
        reopen(BrokerConfig.throwAway("broker-test")
                .withLimits(Limits.DEFAULT.withMaxStoreBytes(10_000).withSendTimeout(Duration.ofSeconds(5))));
        client.send(QUEUE, "x".repeat(9_000));
        CompletableFuture<SendResult> waiting =
                client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "y".repeat(9_000)));

        client.complete(client.receive(QUEUE).credit(1).next());

        TestClient.await(waiting);
        CompletableFuture<SendResult> inVain =
                client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "z".repeat(9_000)));
        clock.advance(Duration.ofSeconds(5));
        assertThatThrownBy(() -> TestClient.await(inVain)).hasMessageContaining("maxStoreBytes is 10000");
    }

    @Test
    void aClosedLinkRefusesRequestsAndFailsSendsThatWait() {
        broker.define(QUEUE, new EntitySettings(10, Duration.ZERO, null, null, 1, 0, false));
        client.send(QUEUE, "first");
        CompletableFuture<SendResult> waiting = client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, "second"));

        client.close();
        client.close();

        assertReason(ErrorReason.CLOSED, () -> TestClient.await(waiting));
        assertReason(ErrorReason.CLOSED, () -> client.send(QUEUE, "third"));
    }

    @Test
    void aClientIdentifierBelongsToOneLinkAtATime() {
        TestClient.await(client.link().identify("me"));
        TestClient other = TestClient.of(broker);
        assertReason(
                ErrorReason.INVALID_CLIENT_ID,
                () -> TestClient.await(other.link().identify("me")));

        client.close();

        TestClient.await(other.link().identify("me"));
    }

    @Test
    void aBrokerThatClosesTellsItsLinks() {
        CompletableFuture<BrokerException> told = new CompletableFuture<>();
        broker.link(null, null, told::complete);

        broker.close();

        assertThat(told.join().reason()).isEqualTo(ErrorReason.CLOSED);
    }

    @Test
    void aReceiveAndDeleteReceiverGetsEachMessageOnceAndLeavesNothing() {
        client.send(QUEUE, 10);
        Inbox inbox = client.open(
                new io.angarium.protocol.Source.Queue(QUEUE, null),
                io.angarium.protocol.ReceiveMode.RECEIVE_AND_DELETE);

        inbox.credit(10);

        for (int i = 0; i < 10; i++) {
            Delivery delivery = inbox.next();
            assertThat(TestMessages.text(delivery.message())).isEqualTo("m" + i);
            assertThat(delivery.lockToken()).isZero();
        }
        assertThat(entity().completed()).isEqualTo(10);
    }

    @Test
    void manyVolatileMessagesAreSpilledToDiskAndComeBack() {
        reopen(BrokerConfig.throwAway("broker-test")
                .withLimits(Limits.DEFAULT.withMemory(1 << 20, 10_000, 1 << 20, 1 << 20)));
        for (int i = 0; i < 1_000; i++) {
            client.send(QUEUE, "volatile " + i, TestMessages.VOLATILE);
        }

        Inbox inbox = client.receive(QUEUE).credit(1_000);

        for (int i = 0; i < 1_000; i++) {
            assertThat(inbox.nextText()).isEqualTo("volatile " + i);
        }
        assertThat(broker.store().volatileBytes()).isLessThanOrEqualTo(10_000);
    }

    @Test
    void purgeRemovesWhatNobodyHas() {
        client.send(QUEUE, 10);
        client.receive(QUEUE).credit(2);

        assertThat(broker.purge(QUEUE)).isEqualTo(8);

        assertThat(entity().purged()).isEqualTo(8);
        assertThat(entity().live()).isEqualTo(2);
    }

    private EntityStatistics entity() {
        return broker.entity("orders").orElseThrow();
    }

    private static void assertReason(ErrorReason reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
