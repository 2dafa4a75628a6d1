package io.angarium.engine.core;

import static io.angarium.engine.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.protocol.Address;
import io.angarium.protocol.Browse;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Looking at a queue without touching it. */
class BrowseTest {
    private final Namespace broker = new Namespace();

    private Browsed page(String queue, Browse.@Nullable Cursor after, int max) {
        return broker.core.browse(new Browse(Address.queue(queue), null, after, max), "l", Long.MAX_VALUE, broker.now);
    }

    @Test
    void whatIsReadyIsShownInDeliveryOrderPageByPage() {
        for (int priority : new int[] {4, 9, 4, 0, 9}) {
            broker.toQueue("q").priority(priority).send();
        }

        assertThat(broker.browse("q", null, 100)).containsExactly(2L, 5L, 1L, 3L, 4L);
        assertThat(broker.browse("q", null, 1)).containsExactly(2L, 5L, 1L, 3L, 4L);
        assertThat(broker.browse("q", null, 2)).containsExactly(2L, 5L, 1L, 3L, 4L);
        assertThat(broker.status("q").ready()).isEqualTo(5);
    }

    @Test
    void theLastPageSaysThatNothingIsBehind() {
        broker.toQueue("q").send();
        broker.toQueue("q").send();

        Browsed first = page("q", null, 1);
        assertThat(first.next()).isEqualTo(new Browse.Cursor(4, 1));
        Browsed second = page("q", first.next(), 1);
        assertThat(second.messages()).hasSize(1);
        assertThat(second.next()).isNull();
    }

    @Test
    void whatIsLockedUnseenIsShownAndWhatIsHandedOverIsNot() {
        for (int i = 0; i < 4; i++) {
            broker.toQueue("q").priority(i == 2 ? 7 : 4).send();
        }
        broker.toQueue("q").priority(7).send();
        long receiver = broker.receiver("l", "q");
        List<LockedMessage> locked = broker.receive(receiver, 4);
        assertThat(locked).extracting(LockedMessage::sequenceNumber).containsExactly(3L, 5L, 1L, 2L);
        broker.handOver("l", locked.get(2));

        for (int size = 1; size < 6; size++) {
            assertThat(broker.browse("q", null, size)).containsExactly(3L, 5L, 2L, 4L);
        }
    }

    @Test
    void scheduledAndExpiredMessagesAreNotShown() {
        broker.toQueue("q").delay(100).send();
        broker.toQueue("q").timeToLive(50).send();
        broker.toQueue("q").timeToLive(51).send();
        broker.now += 50;

        assertThat(broker.browse("q", null, 1)).containsExactly(3L);
        assertThat(broker.status("q").live()).isEqualTo(3);
    }

    @Test
    void whatIsNotOnDiskIsNotShown() {
        broker.toQueue("q").send();
        broker.toQueue("q").nonPersistent().send();
        broker.durable = 0L;

        assertThat(broker.browse("q", null, 5)).containsExactly(2L);
    }

    @Test
    void aSelectorChoosesWhatIsShown() {
        broker.toQueue("q").with("n", 1).send();
        broker.toQueue("q").with("n", 2).send();
        broker.toQueue("q").with("n", 3).send();

        assertThat(broker.browse("q", "n > 1", 1)).containsExactly(2L, 3L);
        assertThat(broker.browse("q", "JMSXDeliveryCount = 1 AND n < 2", 1)).containsExactly(1L);
        assertRefused(ErrorReason.INVALID_SELECTOR, () -> broker.browse("q", "n >", 1));
    }

    @Test
    void aLongSearchIsCutIntoPages() {
        for (int i = 0; i < 1_001; i++) {
            broker.toQueue("q").nonPersistent().with("n", 1).send();
        }
        broker.toQueue("q").with("n", 2).send();
        Browse request = new Browse(Address.queue("q"), "n = 2", null, 5);

        Browsed first = broker.core.browse(request, "l", Long.MAX_VALUE, broker.now);

        assertThat(first.messages()).isEmpty();
        assertThat(first.next()).isEqualTo(new Browse.Cursor(4, 1_000));
        assertThat(broker.browse("q", "n = 2", 5)).containsExactly(1_002L);
    }

    @Test
    void annotationsAndCountsAreShownWithoutALock() {
        broker.toQueue("q").send();
        broker.abandon("l", broker.receiveOne(broker.receiver("l", "q")));
        LockedMessage shown = page("q", null, 1).messages().get(0);
        assertThat(shown.deliveryCount()).isEqualTo(2);
        assertThat(shown.lockToken()).isZero();
        assertThat(shown.enqueuedAtMillis()).isEqualTo(broker.now);

        broker.deadLetter("l", broker.receiveOne(broker.receiver("l", "q")), "bad", null);
        assertThat(page("q/$deadletterqueue", null, 1).messages().get(0).annotations())
                .isNotEmpty();
    }

    @Test
    void browsingCreatesNothing() {
        assertThat(broker.browse("new", null, 1)).isEmpty();
        assertThat(broker.exists("new")).isFalse();
    }

    @Test
    void whatCannotBeBrowsedIsRefused() {
        broker.toTopic("t").send();
        Address temporary = broker.temporary(EntityType.QUEUE, "mine", "tmp");

        assertRefused(ErrorReason.INVALID_DESTINATION, () -> broker.browse("t", null, 1), "'t' is a topic");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.browse(
                        new Browse(Address.topic("t"), null, null, 1), "l", Long.MAX_VALUE, broker.now),
                "only queues are browsed");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.browse(new Browse(temporary, null, null, 1), "l", Long.MAX_VALUE, broker.now),
                "another connection");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.browse("none/$deadletterqueue", null, 1),
                "belongs to no queue");
        assertRefused(
                ErrorReason.INVALID_DESTINATION,
                () -> broker.core.browse(
                        new Browse(new Address(EntityType.QUEUE, "gone", true), null, null, 1),
                        "l",
                        Long.MAX_VALUE,
                        broker.now),
                "any more");
    }

    @Test
    void aSubscriptionCanBeBrowsedByItsPath() {
        broker.close(broker.durableSubscriber("a", "c", "t", "s"));
        broker.toTopic("t").send();

        assertThat(broker.browse("t/Subscriptions/s$c$D", null, 1)).containsExactly(1L);
    }

    @Test
    void whatIsLockedAndNotHandedOverIsShownInItsPlaceOnOnePageOnly() {
        for (int priority : new int[] {4, 4, 9, 4, 9, 0, 4}) {
            broker.toQueue("q").priority(priority).send();
        }
        broker.receive(broker.receiver("l", "q"), 5);
        broker.toQueue("q").priority(9).send();

        for (int pageSize : new int[] {1, 2, 3, 100}) {
            assertThat(broker.browse("q", null, pageSize))
                    .as("pages of %d", pageSize)
                    .containsExactly(3L, 5L, 8L, 1L, 2L, 4L, 7L, 6L);
        }
    }
}
