package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Prepared branches on disk: large ones, not persistent ones, after restarts and cleaning. */
@ParameterizedClass
@EnumSource(JournalKind.class)
class PreparedBranchTest {
    private static final Address IN = Address.queue("in");
    private static final Address OUT = Address.queue("out");
    private static final BranchId BRANCH = new BranchId(1, "0a", "0b");
    private static final int SEGMENT_BYTES = 32 << 20;
    private static final int LARGE_BYTES = 3 * (1 << 20) + 5;

    @TempDir
    Path folder;

    private final JournalKind kind;
    private final VirtualClock clock = new VirtualClock();
    private Broker broker;
    private TestClient client;

    PreparedBranchTest(JournalKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        broker = Broker.open(BrokerConfig.throwAway("branches")
                .withStore(folder.resolve("store"), kind)
                .withClock(clock)
                .withLimits(Limits.DEFAULT.withSegmentBytes(SEGMENT_BYTES)));
        client = TestClient.of(broker);
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void reopen() {
        broker.close();
        assertThat(Broker.verify(folder.resolve("store")).problems()).isEmpty();
        open();
    }

    private static byte[] large() {
        byte[] large = new byte[LARGE_BYTES];
        large[LARGE_BYTES - 1] = 7;
        return large;
    }

    /** Takes a message from {@code in}, sends a small, a large and a not persistent one to {@code out}. */
    private void prepare() {
        client.send(IN, "taken");
        Delivery taken = client.receive(IN).nextWithCredit();
        client.link().handedOver(taken.lockToken());
        TestClient.await(client.link()
                .prepare(
                        BRANCH,
                        new Commit(
                                1,
                                1,
                                List.of(
                                        client.newSend(OUT, "small"),
                                        new Send(0, 0, OUT, TestMessages.PERSISTENT.to(OUT, ByteBuffer.wrap(large()))),
                                        new Send(0, 0, OUT, TestMessages.VOLATILE.to(OUT, "not persistent"))),
                                List.of(Settlement.of(taken.lockToken(), Outcome.COMPLETE)))));
    }

    private void finish(boolean commit) {
        TestClient.await(client.link().finish(BRANCH, commit));
    }

    private void assertCommitted() {
        Inbox out = client.receive(OUT).credit(4);
        assertThat(out.nextText()).isEqualTo("small");
        assertThat(out.next().message().body()).isEqualTo(ByteBuffer.wrap(large()));
        assertThat(out.nextText()).isEqualTo("not persistent");
        assertThat(client.receive(IN).credit(1).drained()).isEmpty();
        assertThatThrownBy(() -> finish(true))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.reason()).isEqualTo(ErrorReason.NO_SUCH_BRANCH));
    }

    @Test
    void aBranchIsCarriedOutByAnyLink() {
        prepare();
        client.close();
        client = TestClient.of(broker);
        assertThat(TestClient.await(client.link().preparedBranches())).containsExactly(BRANCH);

        finish(true);

        assertCommitted();
        assertThat(TestClient.await(client.link().preparedBranches())).isEmpty();
    }

    @Test
    void aBranchIsCarriedOutAfterARestart() {
        prepare();
        reopen();
        assertThat(TestClient.await(client.link().preparedBranches())).containsExactly(BRANCH);
        assertThat(client.receive(IN).credit(1).drained()).isEmpty();

        finish(true);

        assertCommitted();
    }

    @Test
    void aBranchIsRolledBackAfterARestartAndThatStays() {
        prepare();
        reopen();

        finish(false);
        reopen();

        Delivery again = client.receive(IN).nextWithCredit();
        assertThat(TestMessages.text(again.message())).isEqualTo("taken");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(client.receive(OUT).credit(1).drained()).isEmpty();
        assertThat(TestClient.await(client.link().preparedBranches())).isEmpty();
    }

    @Test
    void whatABranchSendsCountsAsLiveUntilItEnds() {
        prepare();
        assertThat(broker.store().liveBytes()).isGreaterThan(LARGE_BYTES);

        finish(false);
        client.complete(client.receive(IN).nextWithCredit());

        assertThat(broker.store().liveBytes()).isLessThan(10_000);
    }

    @Test
    void aBranchMovesWhenTheDiskIsCleaned() {
        prepare();
        traffic(200);
        Eventually.is("the disk is given back", () -> broker.store().diskBytes() <= 3L * SEGMENT_BYTES);
        reopen();
        traffic(120);
        Eventually.is("the disk is given back", () -> broker.store().diskBytes() <= 3L * SEGMENT_BYTES);

        finish(true);

        assertCommitted();
    }

    private void traffic(int megabytes) {
        Address busy = Address.queue("busy");
        Inbox inbox = client.receive(busy).credit(1);
        ByteBuffer body = ByteBuffer.allocate(1 << 19);
        for (int i = 0; i < megabytes * 2; i++) {
            TestClient.await(client.sendAsync(busy, TestMessages.PERSISTENT.to(busy, body)));
            client.complete(inbox.next());
            inbox.credit(1);
        }
        inbox.close();
    }
}
