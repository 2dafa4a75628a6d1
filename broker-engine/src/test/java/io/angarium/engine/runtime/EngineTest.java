package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.BrokerClock;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Who waits for the disk, and what happens when it is full, slow or broken; step by step, on one thread. */
@SuppressWarnings("FutureReturnValueIgnored") // what a request did is seen by what comes after it
class EngineTest {
    private static final Address QUEUE = Address.queue("q");
    private static final Limits LIMITS = Limits.DEFAULT.withMemory(1 << 20, 1 << 20, 10_000, 1 << 20);

    private final VirtualClock clock = new VirtualClock();
    private final SimulatedEngine simulated = new SimulatedEngine(clock, LIMITS);
    private final List<Delivery> deliveries = new ArrayList<>();
    private BrokerLink link = simulated.link();
    private long sequence;

    private CompletableFuture<SendResult> send(String text, TestMessages kind) {
        return link.send(new Send(1, ++sequence, QUEUE, kind.to(QUEUE, text)));
    }

    private CompletableFuture<SendResult> sendLarge(int bytes) {
        return link.send(new Send(1, ++sequence, QUEUE, TestMessages.PERSISTENT.to(QUEUE, ByteBuffer.allocate(bytes))));
    }

    private void receive(ReceiveMode mode) {
        link.openReceiver(new OpenReceiver(1, new Source.Queue(QUEUE, null), mode), deliveries::add);
        link.credit(1, 100);
    }

    private CompletableFuture<SettleResult> complete(Delivery delivery) {
        return link.settle(List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE)));
    }

    @Test
    void aPersistentSendReturnsWhenItIsOnDiskAndNotBefore() {
        CompletableFuture<SendResult> sent = send("m", TestMessages.PERSISTENT);
        simulated.runWorkers();
        assertThat(sent).isNotDone();

        simulated.flush();

        assertThat(sent).isCompleted();
    }

    @Test
    void aNonPersistentSendDoesNotWaitForTheDisk() {
        send("persistent", TestMessages.PERSISTENT);

        assertThat(send("volatile", TestMessages.VOLATILE)).isCompleted();
    }

    @Test
    void aPersistentMessageIsNotDeliveredBeforeItIsOnDisk() {
        receive(ReceiveMode.PEEK_LOCK);
        send("m", TestMessages.PERSISTENT);
        simulated.runWorkers();
        assertThat(deliveries).isEmpty();

        simulated.flush();

        assertThat(deliveries).hasSize(1);
    }

    @Test
    void aMessageThatIsDeletedAtDeliveryIsGoneFromTheDiskBeforeItIsGivenAway() {
        send("m", TestMessages.PERSISTENT);
        simulated.flush();
        receive(ReceiveMode.RECEIVE_AND_DELETE);
        assertThat(deliveries).isEmpty();

        simulated.flush();

        assertThat(deliveries).hasSize(1);
    }

    /** S-06: the answer must not promise more than the first send could. */
    @Test
    void aDuplicateIsAnsweredWhenWhatItRepeatsIsOnDisk() {
        send("m", TestMessages.PERSISTENT.withId("id"));
        CompletableFuture<SendResult> repeated = send("m", TestMessages.PERSISTENT.withId("id"));
        simulated.runWorkers();
        assertThat(repeated).isNotDone();

        simulated.flush();

        assertThat(repeated.join().duplicate()).isTrue();
    }

    /** T-17: the client repeats what is in doubt. */
    @Test
    void aSendThatIsRepeatedAfterACrashIsTakenOnce() {
        send("kept", TestMessages.PERSISTENT);
        simulated.flush();
        simulated.crash();
        link = simulated.link();

        CompletableFuture<SendResult> repeated =
                link.send(new Send(1, 1, QUEUE, TestMessages.PERSISTENT.to(QUEUE, "kept")));
        simulated.flush();

        assertThat(repeated).isCompleted();
        assertThat(simulated.engine().entities().get(0).live()).isEqualTo(1);
    }

    @Test
    void aCommitThatIsRepeatedAfterACrashIsCarriedOutOnce() {
        Commit commit =
                new Commit(7, 1, List.of(new Send(0, 0, QUEUE, TestMessages.PERSISTENT.to(QUEUE, "m"))), List.of());
        link.commit(commit);
        simulated.flush();
        simulated.crash();
        link = simulated.link();

        CompletableFuture<Void> repeated = link.commit(commit);
        simulated.flush();

        assertThat(repeated).isCompleted();
        assertThat(simulated.engine().entities().get(0).live()).isEqualTo(1);
    }

    @Test
    void whatWasNotOnDiskIsGoneAfterACrashAndNobodyWasToldOtherwise() {
        CompletableFuture<SendResult> sent = send("m", TestMessages.PERSISTENT);

        simulated.crash();

        assertThat(sent).isNotDone();
        assertThat(simulated.engine().entities()).isEmpty();
    }

    @Test
    void aStoreThatFailsFailsEverythingThatDependsOnItNowAndLater() {
        CompletableFuture<SendResult> underWay = send("m", TestMessages.PERSISTENT);

        simulated.journal().fail();
        simulated.runWorkers();

        assertReason(underWay, ErrorReason.STORE_FAILED);
        assertReason(send("later", TestMessages.PERSISTENT), ErrorReason.STORE_FAILED);
        assertThat(send("volatile", TestMessages.VOLATILE)).isCompleted();
    }

    @Test
    void whatWasOnDiskWhenTheStoreFailedIsThereWhenItIsOpenedAgain() {
        CompletableFuture<SendResult> sent = send("m", TestMessages.PERSISTENT);
        simulated.flush();
        simulated.journal().fail();
        simulated.runWorkers();

        simulated.crash();

        assertThat(sent).isCompleted();
        assertThat(simulated.engine().entities().get(0).live()).isEqualTo(1);
    }

    /** A disk that stalls must not fill the heap. */
    @Test
    void sendsWaitWhenTheDiskIsBehindAndGoOnWhenItHasCaughtUp() {
        CompletableFuture<SendResult> first = send("x".repeat(8_000), TestMessages.PERSISTENT);
        CompletableFuture<SendResult> second = send("y".repeat(8_000), TestMessages.PERSISTENT);
        assertThat(simulated.engine().store().waitingSends()).isEqualTo(1);

        simulated.flush();

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    /** T-42. */
    @Test
    void aFullDiskLetsSendsWaitTakesSettlementsAndLetsSendsGoOn() {
        send("m", TestMessages.PERSISTENT);
        simulated.flush();
        receive(ReceiveMode.PEEK_LOCK);
        simulated.journal().fillUp(true);
        CompletableFuture<SendResult> waiting = send("waits", TestMessages.PERSISTENT);
        simulated.flush();
        assertThat(waiting).isNotDone();

        CompletableFuture<SettleResult> settled = complete(deliveries.get(0));
        simulated.flush();
        assertThat(settled).isCompleted();

        simulated.journal().fillUp(false);
        simulated.flush();
        assertThat(waiting).isCompleted();
    }

    @Test
    void aFullDiskFailsSendsAfterTheirTimeNamingTheLimit() {
        send("m", TestMessages.PERSISTENT);
        simulated.flush();
        simulated.journal().fillUp(true);
        CompletableFuture<SendResult> waiting = send("waits", TestMessages.PERSISTENT);

        clock.advance(Duration.ofSeconds(30));

        assertReason(waiting, ErrorReason.RESOURCE_ALLOCATION);
        assertThatThrownBy(waiting::join).hasMessageContaining("full").hasMessageContaining("30000 ms");
    }

    /** T-37. */
    @Test
    void partsOfABodyWhoseSendWasCutShortAreNotLeftBehind() {
        sendLarge(3 << 20);
        simulated.journal().flush();
        simulated.crash();
        link = simulated.link();

        assertThat(simulated.engine().store().liveBytes()).isZero();
        assertThat(simulated.engine().entities()).isEmpty();
    }

    @Test
    void aLargeBodyIsWrittenInStepsAndIsThereAsAWhole() {
        CompletableFuture<SendResult> sent = sendLarge(3 << 20);
        assertThat(simulated.engine().store().unwrittenBytes()).isLessThan(2 << 20);

        simulated.flush();

        assertThat(sent).isCompleted();
        receive(ReceiveMode.PEEK_LOCK);
        assertThat(deliveries.get(0).message().body().remaining()).isEqualTo(3 << 20);
        complete(deliveries.get(0));
        simulated.flush();
        assertThat(simulated.engine().store().liveBytes()).isLessThan(10_000);
    }

    /** Whoever is called back may call the broker. */
    @Test
    void aCallbackMayUseTheLink() {
        CompletableFuture<SendResult> chained = new CompletableFuture<>();
        send("first", TestMessages.PERSISTENT)
                .whenComplete((result, failure) ->
                        send("second", TestMessages.PERSISTENT).thenAccept(chained::complete));

        simulated.flush();

        assertThat(chained.join().sequenceNumber()).isEqualTo(2);
    }

    @Test
    void whenTheClockIsSetBackTimeInTheBrokerStandsStillAndGoesOn() {
        SteppingClock stepping = new SteppingClock();
        SimulatedEngine engine = new SimulatedEngine(stepping, LIMITS);
        BrokerLink other = engine.link();
        other.openReceiver(new OpenReceiver(1, new Source.Queue(QUEUE, null), ReceiveMode.PEEK_LOCK), deliveries::add);
        other.credit(1, 10);
        other.send(new Send(1, 1, QUEUE, TestMessages.VOLATILE.to(QUEUE, "before")));

        stepping.millis -= 3_600_000;
        other.send(new Send(1, 2, QUEUE, TestMessages.VOLATILE.to(QUEUE, "after")));

        assertThat(deliveries).hasSize(2);
        assertThat(deliveries.get(1).enqueuedAtMillis())
                .isEqualTo(deliveries.get(0).enqueuedAtMillis());
    }

    /** A clock of a careless embedder. */
    private static final class SteppingClock implements BrokerClock {
        private long millis = 1_800_000_000_000L;

        @Override
        public long currentTimeMillis() {
            return millis;
        }

        @Override
        public void notBefore(long least) {
            // it does not care
        }

        @Override
        public Alarm alarm(String name, Runnable action) {
            return new VirtualClock().alarm(name, action);
        }
    }

    private static void assertReason(CompletableFuture<?> future, ErrorReason reason) {
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    /** The core takes a number below the last one of its producer for a repetition, and would drop the message. */
    @Test
    void aSmallSendDoesNotPassALargeOneOfItsProducerToAnotherQueue() {
        CompletableFuture<SendResult> large = sendLarge(5 << 20);
        Address other = Address.queue("other");
        CompletableFuture<SendResult> small =
                link.send(new Send(1, ++sequence, other, TestMessages.PERSISTENT.to(other, "small")));

        simulated.flush();

        assertThat(large.join().duplicate()).isFalse();
        assertThat(small.join().duplicate()).isFalse();
    }

    @Test
    void aTransactionThatOnlySettlesDoesNotWaitBehindSendsThatWaitForSpace() {
        send("m", TestMessages.PERSISTENT);
        simulated.flush();
        receive(ReceiveMode.PEEK_LOCK);
        simulated.journal().fillUp(true);
        CompletableFuture<SendResult> waiting = send("waits", TestMessages.PERSISTENT);
        assertThat(waiting).isNotDone();

        CompletableFuture<Void> commit = link.commit(new Commit(
                9, 1, List.of(), List.of(Settlement.of(deliveries.get(0).lockToken(), Outcome.COMPLETE))));
        simulated.flush();

        assertThat(commit).isCompleted();
    }
}
