package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Browse;
import io.angarium.protocol.BrowsePage;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several threads at once. */
@SuppressWarnings("FutureReturnValueIgnored") // what a request did is seen by what comes after it
class LoadTest {
    private static final Address QUEUE = Address.queue("q");

    @TempDir
    Path folder;

    /** T-36. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aStopUnderFullLoadLosesNothingThatWasConfirmed(JournalKind kind) throws InterruptedException {
        BrokerConfig config = BrokerConfig.throwAway("load").withStore(folder.resolve("store"), kind);
        Set<String> confirmed = ConcurrentHashMap.newKeySet();
        CountDownLatch loaded = new CountDownLatch(200);
        Broker broker = Broker.open(config);
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "s" + i;
            TestClient client = TestClient.of(broker);
            Thread sender = new Thread(() -> sendUntilClosed(client, name, confirmed, loaded));
            sender.start();
            senders.add(sender);
        }
        loaded.await();

        broker.close();
        for (Thread sender : senders) {
            sender.join();
        }

        assertThat(Broker.verify(folder.resolve("store")).problems()).isEmpty();
        try (Broker again = Broker.open(config)) {
            Set<String> there = new HashSet<>();
            int live = (int) again.entity("q").orElseThrow().live();
            Inbox inbox = TestClient.of(again).receive(QUEUE).credit(live);
            for (int i = 0; i < live; i++) {
                assertThat(there.add(inbox.nextText())).isTrue();
            }
            assertThat(there).containsAll(confirmed);
        }
    }

    private static void sendUntilClosed(TestClient client, String name, Set<String> confirmed, CountDownLatch loaded) {
        try {
            for (int i = 0; ; i++) {
                String text = name + "-" + i;
                client.send(QUEUE, text);
                confirmed.add(text);
                loaded.countDown();
            }
        } catch (BrokerException e) {
            confirmed.remove("closed: " + e.reason()); // the broker was stopped: what was confirmed stands
        }
    }

    /** T-49. */
    @Test
    void eightReceiversWithSelectorsDrainAQueue() {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("load"))) {
            TestClient client = TestClient.of(broker);
            List<Inbox> inboxes = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                inboxes.add(client.receive(QUEUE, "kind = 'k" + i + "'").credit(1_000));
            }

            for (int i = 0; i < 800; i++) {
                client.sendAsync(
                        QUEUE, TestMessages.PERSISTENT.with("kind", "k" + i % 8).to(QUEUE, "m" + i));
            }

            for (Inbox inbox : inboxes) {
                for (int i = 0; i < 100; i++) {
                    client.complete(inbox.next());
                }
            }
            assertThat(broker.entity("q").orElseThrow().live()).isZero();
        }
    }

    /** Five behind a hundred thousand that others may take: found at once. */
    @Test
    void aSelectorFindsItsMessagesBehindManyOthers() {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("load"))) {
            TestClient client = TestClient.of(broker);
            for (int i = 0; i < 100_000; i++) {
                client.sendAsync(QUEUE, TestMessages.VOLATILE.with("n", 1).to(QUEUE, "other"));
            }
            for (int i = 0; i < 5; i++) {
                client.send(QUEUE, "wanted" + i, TestMessages.VOLATILE.with("n", 2));
            }

            Inbox inbox = client.receive(QUEUE, "n = 2").credit(5);

            for (int i = 0; i < 5; i++) {
                assertThat(inbox.nextText()).isEqualTo("wanted" + i);
            }
        }
    }

    /** T-38. */
    @Test
    void theFiguresAreWhatABrowserSees() {
        VirtualClock clock = new VirtualClock();
        try (Broker broker = Broker.open(BrokerConfig.throwAway("load").withClock(clock))) {
            TestClient client = TestClient.of(broker);
            client.send(QUEUE, 20);
            client.send(QUEUE, "short", TestMessages.PERSISTENT.expiringAt(clock.currentTimeMillis() + 100));
            Inbox inbox = client.receive(QUEUE).credit(5);
            client.complete(inbox.next());
            client.fail(inbox.next());
            inbox.close();
            clock.advance(Duration.ofSeconds(2));

            EntityStatistics figures = broker.entity("q").orElseThrow();

            assertThat(browse(client)).hasSize((int) figures.live());
            assertThat(figures.live()).isEqualTo(19);
            assertThat(figures.expired()).isEqualTo(1);
            assertThat(figures.balanced()).isTrue();
        }
    }

    private static List<Delivery> browse(TestClient client) {
        List<Delivery> all = new ArrayList<>();
        Browse.@Nullable Cursor next = null;
        do {
            BrowsePage page = TestClient.await(client.link().browse(new Browse(QUEUE, null, next, 7)));
            all.addAll(page.messages());
            next = page.next();
        } while (next != null);
        return all;
    }

    @Test
    void aTemporaryQueueEndsWithItsLinkAndOthersMaySendToItBefore() {
        try (Broker broker = Broker.open(BrokerConfig.throwAway("load"))) {
            TestClient owner = TestClient.of(broker);
            TestClient other = TestClient.of(broker);
            Address temporary = TestClient.await(owner.link().createTemporary(EntityType.QUEUE));

            other.send(temporary, "reply");

            assertThat(owner.receive(temporary).credit(1).nextText()).isEqualTo("reply");
            owner.close();
            assertThat(broker.entities()).isEmpty();
        }
    }
}
