package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.Event.DeliveriesStarted;
import io.angarium.engine.core.Event.Target;
import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written of hand-overs, and what that means after a crash (ADR 4). */
class HandOverTest {
    private static final int LONG_ENOUGH = HandOvers.WRITTEN_AFTER_MILLIS;

    private final Namespace broker = new Namespace();

    private LockedMessage receive() {
        return broker.receiveOne(broker.receiver("l", "q"));
    }

    private LockedMessage handedOver() {
        LockedMessage message = receive();
        broker.handOver("l", message);
        return message;
    }

    private List<Event> eventsWritten() {
        return broker.journal.stream().flatMap(entry -> entry.events().stream()).toList();
    }

    private int deliveryCountAfterACrash() {
        broker.restart();
        return receive().deliveryCount();
    }

    @Test
    void aHandOverThatIsSettledInTimeIsNeverWritten() {
        long receiver = broker.receiver("l", "q");
        for (int i = 0; i < 1_000; i++) {
            broker.toQueue("q").send();
            LockedMessage message = broker.receiveOne(receiver);
            broker.handOver("l", message);
            broker.advance(LONG_ENOUGH - 1);
            broker.complete("l", message);
        }

        assertThat(eventsWritten()).doesNotHaveAnyElementsOfTypes(DeliveriesStarted.class);
        assertThat(broker.core.nextStartMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatHasBeenWithTheApplicationForAWhileIsWrittenOnceAndTogether() {
        long receiver = broker.receiver("l", "q");
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        broker.receive(receiver, 2).forEach(message -> broker.handOver("l", message));
        int id = broker.status("q").definition().entityId();

        broker.advance(LONG_ENOUGH);
        broker.advance(60_000);

        assertThat(eventsWritten())
                .filteredOn(DeliveriesStarted.class::isInstance)
                .containsExactly(new DeliveriesStarted(List.of(new Target(id, 1), new Target(id, 2))));
    }

    @Test
    void aMessageThatTheApplicationHadWhenTheBrokerDiedHasFailedOnce() {
        broker.toQueue("q").send();
        handedOver();
        broker.advance(LONG_ENOUGH);

        assertThat(deliveryCountAfterACrash()).isEqualTo(2);
        assertThat(deliveryCountAfterACrash()).as("and only once").isEqualTo(2);
    }

    /** T-10: unseen ones in a prefetch buffer are not counted. */
    @Test
    void aMessageThatNobodyWasGivenIsNotCounted() {
        broker.toQueue("q").send();
        receive();
        broker.advance(60_000);

        assertThat(deliveryCountAfterACrash()).isEqualTo(1);
    }

    @Test
    void aHandOverThatWasNotWrittenYetIsNotCounted() {
        broker.toQueue("q").send();
        handedOver();
        broker.advance(LONG_ENOUGH - 1);

        assertThat(deliveryCountAfterACrash()).isEqualTo(1);
    }

    @Test
    void aMessageThatWasReleasedAfterAllIsNotCounted() {
        broker.toQueue("q").send();
        LockedMessage message = handedOver();
        broker.advance(LONG_ENOUGH);

        broker.settle("l", Outcome.RELEASE, message);

        assertThat(deliveryCountAfterACrash()).isEqualTo(1);
    }

    @Test
    void anAbandonedDeliveryIsNotCountedTwice() {
        broker.toQueue("q").send();
        LockedMessage message = handedOver();
        broker.advance(LONG_ENOUGH);

        broker.abandon("l", message);

        assertThat(deliveryCountAfterACrash()).isEqualTo(2);
    }

    @Test
    void aCompletedMessageStaysCompleted() {
        broker.toQueue("q").send();
        LockedMessage message = handedOver();
        broker.advance(LONG_ENOUGH);

        broker.complete("l", message);
        broker.restart();

        assertThat(broker.status("q").counters()).isEqualTo(new Counters(1, 1, 0, 0, 0, 0));
        assertThat(broker.journal.get(broker.journal.size() - 1).events()).hasSize(1);
    }

    @Test
    void aMessageThatKillsTheBrokerEachTimeIsDeadLetteredInTheEnd_T28() {
        broker.define(Address.queue("q"), new EntitySettings(3, Duration.ZERO, null, null, 0, 0, false));
        broker.toQueue("q").send();
        broker.toQueue("q").send();
        for (int i = 0; i < 3; i++) {
            handedOver();
            broker.advance(LONG_ENOUGH);
            broker.restart();
        }

        LockedMessage dead = broker.receiveOne(broker.receiver("l", "q/$deadletterqueue"));

        assertThat(dead.annotations())
                .containsEntry("JMS_ANGARIUM_DeadLetterReason", "MaxDeliveryCountExceeded")
                .containsEntry("JMS_ANGARIUM_FailedDeliveries", 3);
        assertThat(receive().sequenceNumber()).as("the next one is free").isEqualTo(2);
        broker.restart();
        assertThat(broker.status("q").counters()).isEqualTo(new Counters(2, 0, 1, 0, 0, 0));
    }

    @Test
    void whatDoesNotOutliveTheBrokerIsNotWritten() {
        broker.toQueue("q").nonPersistent().send();
        Address temporary = broker.temporary(EntityType.QUEUE, "l", "temporary-1");
        broker.to(temporary).send();
        handedOver();
        broker.handOver("l", broker.receiveOne(broker.receiver("l", "temporary-1")));

        broker.advance(60_000);

        assertThat(eventsWritten()).doesNotHaveAnyElementsOfTypes(DeliveriesStarted.class);
    }

    @Test
    void cleaningKeepsWhatHasStarted() {
        broker.toQueue("q").send();
        handedOver();
        broker.advance(LONG_ENOUGH);

        broker.clean(broker.journal.size());

        assertThat(eventsWritten()).doesNotHaveAnyElementsOfTypes(DeliveriesStarted.class);
        assertThat(deliveryCountAfterACrash()).isEqualTo(2);
    }

    @Test
    void oneThatLastsDoesNotMakeTheOthersBehindItBeWritten() {
        long receiver = broker.receiver("l", "q");
        broker.toQueue("q").send();
        broker.handOver("l", broker.receiveOne(receiver));
        for (int i = 0; i < 100; i++) {
            broker.toQueue("q").send();
            LockedMessage message = broker.receiveOne(receiver);
            broker.handOver("l", message);
            broker.complete("l", message);
        }
        int id = broker.status("q").definition().entityId();

        broker.advance(LONG_ENOUGH);

        assertThat(broker.lastEvents).containsExactly(new DeliveriesStarted(List.of(new Target(id, 1))));
    }

    @Test
    void moreThanOneEventHoldsAreWrittenInSeveral() {
        long receiver = broker.receiver("l", "q");
        for (int i = 0; i < 5_000; i++) {
            broker.toQueue("q").send();
        }
        broker.receive(receiver, 5_000).forEach(message -> broker.handOver("l", message));

        broker.advance(LONG_ENOUGH);

        assertThat(eventsWritten())
                .filteredOn(DeliveriesStarted.class::isInstance)
                .hasSize(2);
        broker.restart();
        assertThat(broker.receiveOne(broker.receiver("l", "q")).deliveryCount()).isEqualTo(2);
    }
}
