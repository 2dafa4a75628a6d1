package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.SendResult;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disk is given back, whatever old messages lie about. */
class DiskUseTest {
    private static final Address OLD = Address.queue("old");
    private static final Address BUSY = Address.queue("busy");
    private static final int SEGMENT_BYTES = 32 << 20;
    private static final int LARGE_BYTES = 3 * (1 << 20) + 5;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private Broker broker;
    private TestClient client;

    @BeforeEach
    void open() {
        broker = Broker.open(BrokerConfig.throwAway("disk-use")
                .withStore(folder.resolve("store"), JournalKind.FILE)
                .withClock(clock)
                .withLimits(Limits.DEFAULT.withSegmentBytes(SEGMENT_BYTES)));
        client = TestClient.of(broker);
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void traffic(int megabytes) {
        Inbox inbox = client.receive(BUSY).credit(16);
        ByteBuffer body = ByteBuffer.allocate(512 << 10);
        for (int i = 0; i < megabytes * 2; i += 16) {
            List<CompletableFuture<SendResult>> sends = new ArrayList<>();
            for (int j = 0; j < 16; j++) {
                sends.add(client.sendAsync(BUSY, TestMessages.PERSISTENT.to(BUSY, body)));
            }
            sends.forEach(TestClient::await);
            for (int j = 0; j < 16; j++) {
                client.complete(inbox.next());
            }
            inbox.credit(16);
        }
        inbox.close();
    }

    /** T-33. */
    @Test
    void oneOldMessageDoesNotPinTheDisk() {
        client.send(OLD, "forgotten", TestMessages.PERSISTENT.withId("id"));

        traffic(200);

        Eventually.is("the disk is given back", () -> broker.store().diskBytes() <= 3L * SEGMENT_BYTES);
        Delivery old = client.receive(OLD).credit(1).next();
        assertThat(TestMessages.text(old.message())).isEqualTo("forgotten");
        assertThat(old.sequenceNumber()).isEqualTo(1);
        assertThat(client.send(OLD, "again", TestMessages.PERSISTENT.withId("id"))
                        .duplicate())
                .as("what is remembered moves with it")
                .isTrue();
    }

    /** T-34. */
    @Test
    void theDiskFallsBackWhenTheQueuesAreDrainedWithoutARestart() {
        ByteBuffer body = ByteBuffer.allocate(512 << 10);
        for (int i = 0; i < 250; i++) {
            TestClient.await(client.sendAsync(BUSY, TestMessages.PERSISTENT.to(BUSY, body)));
        }
        assertThat(broker.store().diskBytes()).isGreaterThan(100 << 20);
        Inbox inbox = client.receive(BUSY).credit(250);
        for (int i = 0; i < 250; i++) {
            client.complete(inbox.next());
        }

        Eventually.is("the disk is given back", () -> broker.store().diskBytes() <= 3L * SEGMENT_BYTES);
    }

    @Test
    void whatWasMovedIsThereAfterARestartAndTheBooksAgree() {
        client.send(OLD, "first");
        byte[] large = new byte[LARGE_BYTES];
        large[LARGE_BYTES - 1] = 7;
        TestClient.await(client.sendAsync(OLD, TestMessages.PERSISTENT.to(OLD, ByteBuffer.wrap(large))));
        client.fail(client.receive(OLD).nextWithCredit());
        traffic(120);
        Eventually.is("the disk is given back", () -> broker.store().diskBytes() <= 3L * SEGMENT_BYTES);
        broker.close();

        assertThat(Broker.verify(folder.resolve("store")).problems()).isEmpty();
        open();

        Inbox inbox = client.receive(OLD).credit(2);
        Delivery first = inbox.next();
        assertThat(TestMessages.text(first.message())).isEqualTo("first");
        assertThat(first.deliveryCount())
                .as("its failed delivery is still counted")
                .isEqualTo(2);
        assertThat(inbox.next().message().body()).isEqualTo(ByteBuffer.wrap(large));
    }

    /** T-46. */
    @Test
    void aHundredThousandTemporaryQueuesLeaveNothingBehind() {
        useTemporaryQueues(5_000);
        long heapBefore = heapInUseBytes();
        int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();

        useTemporaryQueues(100_000);

        assertThat(broker.entities()).isEmpty();
        assertThat(broker.store().liveBytes()).isLessThan(10_000);
        assertThat(broker.store().diskBytes()).isLessThanOrEqualTo(3L * SEGMENT_BYTES);
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threadsBefore + 4);
        Eventually.is("80 bytes a queue would show", () -> heapInUseBytes() - heapBefore < 8_000_000);
    }

    private void useTemporaryQueues(int count) {
        for (int i = 0; i < count; i++) {
            Address queue = TestClient.await(client.link().createTemporary(EntityType.QUEUE));
            if (i % 10 == 0) {
                client.send(queue, "answer", TestMessages.VOLATILE.withId("id" + i));
                Inbox inbox = client.receive(queue).credit(1);
                client.complete(inbox.next());
                inbox.close();
            }
            TestClient.await(client.link().deleteTemporary(queue));
        }
    }

    private static long heapInUseBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
