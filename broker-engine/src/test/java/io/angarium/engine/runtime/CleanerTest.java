package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.core.Browsed;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Browse;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Cleaning step by step, on one thread: what moves, what it waits for, what it must not forget. */
@SuppressWarnings("FutureReturnValueIgnored") // what a request did is seen by what comes after it
class CleanerTest {
    private static final Address OLD = Address.queue("old");
    private static final Address BUSY = Address.queue("busy");
    private static final int BODY_BYTES = 1_000_000;
    /** More than the segments of 32 MiB in which the oldest may stay. */
    private static final int ENOUGH = 150;

    private final VirtualClock clock = new VirtualClock();
    private final SimulatedEngine simulated = new SimulatedEngine(clock, Limits.DEFAULT);
    private final List<Delivery> deliveries = new ArrayList<>();
    private BrokerLink link = simulated.link();
    private long receivers;

    private CompletableFuture<SendResult> send(Address to, TestMessages kind, String text) {
        CompletableFuture<SendResult> sent = link.send(new Send(0, 0, to, kind.to(to, text)));
        simulated.flush();
        return sent;
    }

    private Delivery receive(Address queue) {
        int before = deliveries.size();
        link.openReceiver(
                new OpenReceiver(++receivers, new Source.Queue(queue, null), ReceiveMode.PEEK_LOCK), deliveries::add);
        link.credit(receivers, 1);
        simulated.flush();
        assertThat(deliveries).as("a message from %s", queue).hasSize(before + 1);
        // what the application has stays locked when its receiver closes
        link.handedOver(deliveries.get(before).lockToken());
        link.closeReceiver(receivers);
        simulated.flush();
        return deliveries.get(before);
    }

    private void settle(Delivery delivery, Outcome outcome) {
        link.settle(List.of(Settlement.of(delivery.lockToken(), outcome)));
        simulated.flush();
    }

    /** Fills segment after segment with what is received at once. */
    private void traffic() {
        link.openReceiver(
                new OpenReceiver(++receivers, new Source.Queue(BUSY, null), ReceiveMode.PEEK_LOCK),
                delivery -> link.settle(List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE))));
        link.credit(receivers, ENOUGH);
        for (int i = 0; i < ENOUGH; i++) {
            link.send(new Send(0, 0, BUSY, TestMessages.PERSISTENT.to(BUSY, ByteBuffer.allocate(BODY_BYTES))));
            simulated.flush();
        }
        link.closeReceiver(receivers);
        simulated.flush();
    }

    private void crash() {
        simulated.crash();
        link = simulated.link();
    }

    @Test
    void aMessageMovesWithItsNumberItsCountAndItsText() {
        send(OLD, TestMessages.PERSISTENT, "first");
        settle(receive(OLD), Outcome.ABANDON);

        traffic();
        crash();

        Delivery old = receive(OLD);
        assertThat(simulated.engine().store().segments()).isLessThanOrEqualTo(3);
        assertThat(TestMessages.text(old.message())).isEqualTo("first");
        assertThat(List.of(old.sequenceNumber(), (long) old.deliveryCount())).containsExactly(1L, 2L);
    }

    @Test
    void aDeadLetterMovesWithItsReason() {
        send(OLD, TestMessages.PERSISTENT, "dead");
        settle(receive(OLD), Outcome.DEAD_LETTER);

        traffic();
        crash();

        Delivery dead = receive(Address.queue("old/$deadletterqueue"));
        assertThat(dead.annotations()).containsEntry("JMS_ANGARIUM_DeadLetterReason", "DeadLettered");
    }

    @Test
    void aDeliveryThatHasStartedMovesAsOne() {
        send(OLD, TestMessages.PERSISTENT, "started");
        receive(OLD);
        clock.advance(Duration.ofMillis(5));

        traffic();
        crash();

        assertThat(receive(OLD).deliveryCount()).isEqualTo(2);
    }

    @Test
    void aMessageThatIsLockedWhileItMovesCanBeSettled() {
        send(OLD, TestMessages.PERSISTENT, "locked");
        Delivery delivery = receive(OLD);

        traffic();
        settle(delivery, Outcome.COMPLETE);
        crash();

        assertThat(simulated.engine().entities())
                .filteredOn(entity -> entity.path().equals("old"))
                .singleElement()
                .satisfies(entity ->
                        assertThat(List.of(entity.completed(), entity.live())).containsExactly(1L, 0L));
    }

    /** It was found where it was, and is read where it is: a browser misses nothing that is there. */
    @Test
    void aMessageThatMovesWhileABrowserReadsItIsSeen() {
        send(OLD, TestMessages.PERSISTENT, "old");
        crash(); // so that it is not in memory
        NamespaceLink browsing = (NamespaceLink) link;
        Browsed found = browsing.find(new Browse(OLD, null, null, 10)).join();

        traffic();

        assertThat(simulated.engine().store().segments()).isLessThanOrEqualTo(3);
        assertThat(browsing.readPage(found).messages())
                .extracting(delivery -> TestMessages.text(delivery.message()))
                .containsExactly("old");
    }

    @Test
    void aScheduledMessageMovesWithItsTime() {
        long due = clock.currentTimeMillis() + 3_600_000;
        send(OLD, TestMessages.PERSISTENT.visibleAt(due), "later");

        traffic();
        crash();
        link.openReceiver(new OpenReceiver(99, new Source.Queue(OLD, null), ReceiveMode.PEEK_LOCK), deliveries::add);
        link.credit(99, 1);
        simulated.flush();
        assertThat(deliveries).isEmpty();
        link.closeReceiver(99);
        clock.advance(Duration.ofHours(2));

        assertThat(TestMessages.text(receive(OLD).message())).isEqualTo("later");
    }

    @Test
    void whatIsRememberedOfDuplicatesMoves() {
        send(OLD, TestMessages.PERSISTENT.withId("id"), "once");

        traffic();
        crash();

        CompletableFuture<SendResult> again = send(OLD, TestMessages.PERSISTENT.withId("id"), "twice");
        assertThat(again.join()).isEqualTo(new SendResult(1, true));
    }

    /** A delivery that is under way may still read from the old place. */
    @Test
    void aSegmentIsNotDeletedWhileADeliveryThatMayReadItIsUnderWay() {
        send(OLD, TestMessages.PERSISTENT, "slow");
        List<Integer> segmentsDuring = new ArrayList<>();
        link.openReceiver(new OpenReceiver(99, new Source.Queue(OLD, null), ReceiveMode.PEEK_LOCK), delivery -> {
            BrokerLink mine = link;
            link = simulated.link();
            traffic();
            link = mine;
            segmentsDuring.add(simulated.engine().store().segments());
        });
        link.credit(99, 1);
        assertThat(segmentsDuring)
                .singleElement()
                .satisfies(segments -> assertThat(segments).isGreaterThan(3));

        simulated.flush();

        assertThat(simulated.engine().store().segments()).isLessThanOrEqualTo(3);
    }
}
