package io.angarium.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.core.filter.Selectors;
import io.angarium.protocol.Address;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The same state always gives the same decision: nothing depends on the order of a hash table. */
class OrderTest {
    private static final int QUEUES = 30;

    private final Namespace broker = new Namespace();

    private static EntitySettings strict(Duration lock) {
        return new EntitySettings(10, Duration.ofMinutes(10), lock, null, 0, 0, false);
    }

    /** Messages of many queues, from the last queue to the first. */
    private void sendBackwards(int each, long timeToLive, long delay) {
        for (int i = 0; i < QUEUES; i++) {
            broker.define(Address.queue("q" + i), strict(Duration.ofMillis(500)));
        }
        for (int n = 0; n < each; n++) {
            for (int i = QUEUES - 1; i >= 0; i--) {
                Namespace.Message message = broker.toQueue("q" + i);
                if (timeToLive > 0) {
                    message = message.timeToLive(timeToLive);
                }
                (delay > 0 ? message.delay(delay) : message).send();
            }
        }
    }

    private static Event.Target place(Event event) {
        if (event instanceof Event.Settled e) {
            return new Event.Target(e.entityId(), e.sequenceNumber());
        } else if (event instanceof Event.Activated e) {
            return new Event.Target(e.entityId(), e.sequenceNumber());
        } else if (event instanceof Event.LockExpired e) {
            return new Event.Target(e.entityId(), e.sequenceNumber());
        } else if (event instanceof Event.DeliveryFailed e) {
            return new Event.Target(e.entityId(), e.sequenceNumber());
        }
        return new Event.Target(0, 0);
    }

    private void assertInOrder(List<Event> events, int count) {
        List<Event.Target> places = events.stream()
                .map(OrderTest::place)
                .filter(place -> place.entityId() > 0)
                .toList();
        assertThat(places)
                .hasSize(count)
                .isSortedAccordingTo(Comparator.comparingInt(Event.Target::entityId)
                        .thenComparingLong(Event.Target::sequenceNumber));
    }

    @Test
    void messagesThatExpireTogetherGoByQueueAndNumber() {
        sendBackwards(3, 1_000, 0);
        broker.now += 1_000;

        broker.apply(broker.core.tick(broker.now), List.of());

        assertInOrder(broker.lastEvents, 3 * QUEUES);
    }

    @Test
    void messagesThatBecomeVisibleTogetherComeByQueueAndNumber() {
        sendBackwards(3, 0, 1_000);
        broker.now += 1_000;

        broker.apply(broker.core.tick(broker.now), List.of());

        assertInOrder(broker.lastEvents, 3 * QUEUES);
    }

    @Test
    void locksThatEndTogetherEndByQueueAndNumber() {
        sendBackwards(3, 0, 0);
        for (int i = QUEUES - 1; i >= 0; i--) {
            broker.receive(broker.receiver("l", "q" + i), 3);
        }
        broker.now += 500;

        broker.apply(broker.core.tick(broker.now), List.of());

        assertInOrder(
                broker.lastEvents.stream()
                        .filter(Event.LockExpired.class::isInstance)
                        .toList(),
                3 * QUEUES);
    }

    @Test
    void deliveriesThatACrashCutShortFailByQueueAndNumber() {
        sendBackwards(3, 0, 0);
        for (int i = QUEUES - 1; i >= 0; i--) {
            List<LockedMessage> messages = broker.receive(broker.receiver("l", "q" + i), 3);
            for (int m = 2; m >= 0; m--) {
                broker.handOver("l", messages.get(m));
            }
        }
        broker.now += HandOvers.WRITTEN_AFTER_MILLIS;
        broker.apply(broker.core.startDeliveries(broker.now), List.of());

        broker.restart();

        assertInOrder(broker.lastEvents, 3 * QUEUES);
    }

    @Test
    void entitiesAreListedByPathAndRememberedByNumber() {
        for (int i = QUEUES - 1; i >= 0; i--) {
            broker.toQueue("q" + i).id("x").send();
        }

        assertThat(broker.core.statuses())
                .extracting(status -> status.definition().path())
                .hasSize(QUEUES)
                .isSorted();
        assertThat(broker.core.remembered(Long.MAX_VALUE - 1, 1_000))
                .filteredOn(survivor -> survivor.snapshot() instanceof Event.DuplicateIds)
                .extracting(survivor -> ((Event.DuplicateIds) survivor.snapshot()).entityId())
                .hasSize(QUEUES)
                .isSorted();
    }

    @Test
    void subscriptionsThatEndWithALinkEndByNumber() {
        for (int i = 0; i < QUEUES; i++) {
            SubscriptionId id = new SubscriptionId("s" + i, null, false);
            long receiver = broker.subscriber("l", null, "t", id, true, null, false);
            broker.toTopic("t").send();
            broker.receive(receiver, i + 1).forEach(message -> broker.handOver("l", message));
            broker.close(receiver);
        }

        broker.releaseLink("l");

        assertThat(broker.lastEvents)
                .filteredOn(Event.EntityDeleted.class::isInstance)
                .extracting(event -> ((Event.EntityDeleted) event).entityId())
                .hasSize(QUEUES)
                .isSorted();
    }

    // ---- the subscriptions of a topic

    private final NamespaceState state =
            new NamespaceState(NamespacePolicy.DEFAULT, Selectors::parse, new StateListener() {
                @Override
                public void recordReleased(long record) {}

                @Override
                public void ready(int entityId) {}
            });

    private Entity subscription(int id, @Nullable String selector) {
        Entity entity = new Entity(id, state);
        entity.define(
                new EntityDefinition(
                        id,
                        EntityDefinition.Kind.SUBSCRIPTION,
                        "t/Subscriptions/s" + id,
                        1,
                        true,
                        null,
                        EntitySettings.DEFAULT,
                        new SubscriptionDefinition(
                                new SubscriptionId("s" + id, null, true), true, selector, false, null)),
                state.parse(selector),
                1);
        return entity;
    }

    private static List<Integer> taking(SubscriptionTable table, String kind) {
        return table.matching(name -> name.equals("kind") ? kind : null, new Origin("l", null)).stream()
                .map(entity -> entity.id)
                .toList();
    }

    @Test
    void subscriptionsTakeAPublicationByNumberHoweverTheyCameIntoTheTable() {
        SubscriptionTable table = new SubscriptionTable();
        for (int id : new int[] {9, 3, 7, 5}) {
            table.add(subscription(id, null));
        }
        assertThat(taking(table, "a")).containsExactly(3, 5, 7, 9);

        for (int id : new int[] {8, 2, 6}) {
            table.add(subscription(id, "kind = 'a'"));
        }
        table.add(subscription(4, "kind LIKE 'a%'"));

        assertThat(table.all()).extracting(entity -> entity.id).containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(taking(table, "a")).containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(taking(table, "b")).containsExactly(3, 5, 7, 9);
    }

    @Test
    void oneOfSeveralWithTheSameSelectorCanBeRemoved() {
        SubscriptionTable table = new SubscriptionTable();
        List<Entity> all = new ArrayList<>();
        for (String selector : List.of("kind = 'a'", "kind = 'a'", "kind = 'b'", "other = 'a'")) {
            Entity subscription = subscription(all.size() + 2, selector);
            all.add(subscription);
            table.add(subscription);
        }

        table.remove(all.get(0));
        assertThat(taking(table, "a")).containsExactly(3);
        table.remove(all.get(1));
        assertThat(taking(table, "a")).isEmpty();
        assertThat(taking(table, "b")).containsExactly(4);
        table.remove(all.get(2));
        assertThat(taking(table, "b")).isEmpty();
        assertThat(table.all()).extracting(entity -> entity.id).containsExactly(5);
    }
}
