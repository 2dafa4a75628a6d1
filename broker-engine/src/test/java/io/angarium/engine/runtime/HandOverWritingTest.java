package io.angarium.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When hand-overs are written (ADR 4), step by step, on one thread. */
@SuppressWarnings("FutureReturnValueIgnored") // what a request did is seen by what comes after it
class HandOverWritingTest {
    private static final Address QUEUE = Address.queue("q");
    private static final Duration LONG_ENOUGH = Duration.ofMillis(5);

    private final VirtualClock clock = new VirtualClock();
    private final SimulatedEngine simulated = new SimulatedEngine(clock, Limits.DEFAULT);
    private final List<Delivery> deliveries = new ArrayList<>();
    private BrokerLink link = simulated.link();

    private void receive(int messages) {
        for (int i = 1; i <= messages; i++) {
            link.send(new Send(0, 0, QUEUE, TestMessages.PERSISTENT.to(QUEUE, "m" + i)));
        }
        simulated.flush();
        openReceiver();
        assertThat(deliveries).hasSize(messages);
    }

    private void openReceiver() {
        link.openReceiver(new OpenReceiver(1, new Source.Queue(QUEUE, null), ReceiveMode.PEEK_LOCK), deliveries::add);
        link.credit(1, 1_000);
    }

    private void complete(Delivery delivery) {
        link.settle(List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE)));
    }

    private long records() {
        return simulated.journal().nextRecord();
    }

    private int deliveryCountAfterACrash() {
        deliveries.clear();
        simulated.crash();
        link = simulated.link();
        openReceiver();
        simulated.flush();
        return deliveries.get(0).deliveryCount();
    }

    @Test
    void aQuickConsumerWritesNothingButItsSettlements() {
        receive(1_000);
        long before = records();

        for (Delivery delivery : deliveries) {
            link.handedOver(delivery.lockToken());
            complete(delivery);
            clock.advance(Duration.ofMillis(1));
        }
        clock.advance(Duration.ofMinutes(1));

        assertThat(records() - before).isEqualTo(1_000);
    }

    @Test
    void whatASlowConsumerHasIsWrittenTogetherAndCountsAfterACrash() {
        receive(100);
        long before = records();
        deliveries.forEach(delivery -> link.handedOver(delivery.lockToken()));

        clock.advance(LONG_ENOUGH);
        simulated.flush();

        assertThat(records() - before).isEqualTo(1);
        assertThat(deliveryCountAfterACrash()).isEqualTo(2);
    }

    @Test
    void theStartOfADeliveryIsOfNoUseBeforeItIsOnDisk() {
        receive(1);
        link.handedOver(deliveries.get(0).lockToken());

        clock.advance(LONG_ENOUGH);

        assertThat(deliveryCountAfterACrash()).isEqualTo(1);
    }

    @Test
    void onAFullDiskSettlementsGoOnAndTheHandOverIsWrittenWhenThereIsSpace() {
        receive(2);
        deliveries.forEach(delivery -> link.handedOver(delivery.lockToken()));
        simulated.journal().fillUp(true);
        long before = records();
        clock.advance(LONG_ENOUGH);
        complete(deliveries.get(1));
        simulated.flush();
        assertThat(records() - before).as("the settlement only").isEqualTo(1);

        simulated.journal().fillUp(false);
        clock.advance(Duration.ofSeconds(1));
        simulated.flush();

        assertThat(deliveryCountAfterACrash()).isEqualTo(2);
    }
}
