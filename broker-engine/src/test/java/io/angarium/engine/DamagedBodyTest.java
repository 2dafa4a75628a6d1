package io.angarium.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.BodyType;
import io.angarium.protocol.Browse;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Source;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A message that the disk has damaged is dead-lettered instead of delivered, and the others go on. */
class DamagedBodyTest {
    private static final Address QUEUE = Address.queue("q");
    private static final Address OLD = Address.queue("old");
    private static final Address DEAD = Address.queue("q/$deadletterqueue");
    private static final String REASON = "JMS_ANGARIUM_DeadLetterReason";
    private static final String DESCRIPTION = "JMS_ANGARIUM_DeadLetterDescription";
    private static final String DAMAGE = "JMS_ANGARIUM_BodyDamaged";

    @TempDir
    Path folder;

    private JournalKind kind = JournalKind.FILE;
    private int segmentBytes = 64 << 20;

    @SuppressWarnings("NullAway.Init") // each test opens it when it has chosen what it is to be
    private Broker broker;

    @SuppressWarnings("NullAway.Init")
    private TestClient client;

    private void open() {
        broker = Broker.open(BrokerConfig.throwAway("damaged")
                .withStore(folder.resolve("store"), kind)
                .withLimits(Limits.DEFAULT.withSegmentBytes(segmentBytes)));
        client = TestClient.of(broker);
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    /** Sends "first", "spoilt" and "last"; the second has a property. */
    private void sendThree() {
        client.send(QUEUE, "first");
        client.send(QUEUE, "spoilt", TestMessages.PERSISTENT.with("color", "chartreuse"));
        client.send(QUEUE, "last");
    }

    /** Flips a bit in the one place of the store where these bytes are, while the broker is closed. */
    private void damage(String text) throws IOException {
        close();
        byte[] wanted = text.getBytes(StandardCharsets.US_ASCII);
        try (Stream<Path> files = Files.walk(folder.resolve("store/journal"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                int at = indexOf(bytes, wanted);
                if (at >= 0) {
                    try (RandomAccessFile random = new RandomAccessFile(file.toFile(), "rw")) {
                        random.seek(at);
                        random.write(bytes[at] ^ 1);
                    }
                    open();
                    return;
                }
            }
        }
        throw new AssertionError(text + " is nowhere in the store");
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at + wanted.length <= bytes.length; at++) {
            if (java.util.Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    private Delivery browsed(Address queue) {
        List<Delivery> page = TestClient.await(client.link().browse(new Browse(queue, null, null, 10)))
                .messages();
        assertThat(page).hasSize(1);
        return page.get(0);
    }

    private static void assertNamesFileAndRecord(@Nullable Object text) {
        assertThat(text).asString().contains("of record", "store/journal/", "is damaged at position");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void theConsumerGetsTheNextOneAndTheDamagedOneIsDeadLetteredWithWhatCanBeRead(JournalKind journal)
            throws IOException {
        kind = journal;
        open();
        sendThree();
        damage("spoilt");

        Inbox inbox = client.receive(QUEUE).credit(1);
        Delivery first = inbox.next();
        Delivery last = inbox.credit(1).next();

        assertThat(TestMessages.text(first.message())).isEqualTo("first");
        assertThat(TestMessages.text(last.message())).isEqualTo("last");
        assertThat(broker.entity("q").orElseThrow().deadLettered()).isEqualTo(1);
        Delivery dead = browsed(DEAD);
        assertThat(dead.annotations()).containsEntry(REASON, "BodyDamaged");
        assertThat(dead.annotations()).containsEntry("JMS_ANGARIUM_FailedDeliveries", 0);
        assertNamesFileAndRecord(dead.annotations().get(DESCRIPTION));
        assertThat(dead.message().decodeHead().properties()).containsEntry("color", "chartreuse");
        assertNamesFileAndRecord(dead.message().decodeHead().properties().get(DAMAGE));
        assertThat(dead.message().bodyType()).isEqualTo(BodyType.NONE);
        assertThat(dead.message().body().remaining()).isZero();
    }

    @Test
    void theDeadLetterIsReceivedOnceWithoutItsBodyAndIsGoneWhenItIsCompleted() throws IOException {
        open();
        sendThree();
        damage("spoilt");
        client.receive(QUEUE).credit(3);
        Inbox inbox = client.receive(DEAD).credit(10);

        Delivery dead = inbox.next();
        client.fail(dead);
        Delivery again = inbox.next();
        client.complete(again);

        assertThat(dead.message().body().remaining()).isZero();
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.annotations()).containsEntry(REASON, "BodyDamaged");
        assertThat(inbox.drained()).isEmpty();
        assertThat(broker.entity(DEAD.name()).orElseThrow().live()).isZero();
    }

    @Test
    void whatIsDeletedAtDeliveryIsDeadLetteredAsWell() throws IOException {
        open();
        sendThree();
        damage("spoilt");

        Inbox inbox = client.open(new Source.Queue(QUEUE, null), ReceiveMode.RECEIVE_AND_DELETE)
                .credit(2);

        assertThat(List.of(inbox.nextText(), inbox.nextText())).containsExactly("first", "last");
        assertThat(browsed(DEAD).annotations()).containsEntry(REASON, "BodyDamaged");
        Inbox dead = client.open(new Source.Queue(DEAD, null), ReceiveMode.RECEIVE_AND_DELETE)
                .credit(1);
        assertThat(dead.next().message().body().remaining()).isZero();
        assertThat(broker.entity(DEAD.name()).orElseThrow().live()).isZero();
    }

    @Test
    void aMessageWithADamagedHeadIsSelectedByNobodyAndDeadLetteredWithoutItsProperties() throws IOException {
        open();
        sendThree();
        damage("chartreuse");
        Inbox selecting = client.receive(QUEUE, "color IS NOT NULL").credit(1);
        assertThat(selecting.drained()).isEmpty();
        selecting.close();
        assertThat(broker.entity("q").orElseThrow().live()).isEqualTo(3);

        Inbox inbox = client.receive(QUEUE).credit(2);

        assertThat(List.of(inbox.nextText(), inbox.nextText())).containsExactly("first", "last");
        Delivery dead = browsed(DEAD);
        assertThat(dead.annotations()).containsEntry(REASON, "BodyDamaged");
        assertThat(dead.message().decodeHead().properties()).containsOnlyKeys(DAMAGE);
    }

    @Test
    void ofALargeMessageWithADamagedPartTheHeadIsShown() throws IOException {
        open();
        ByteBuffer body = ByteBuffer.allocate(5 << 20);
        body.position(4 << 20);
        body.put("spoilt".getBytes(StandardCharsets.US_ASCII)).clear();
        TestClient.await(client.sendAsync(
                QUEUE, TestMessages.PERSISTENT.with("color", "chartreuse").to(QUEUE, body)));
        client.send(QUEUE, "last");
        damage("spoilt");

        Inbox inbox = client.receive(QUEUE).credit(1);

        assertThat(inbox.nextText()).isEqualTo("last");
        assertThat(browsed(DEAD).message().decodeHead().properties()).containsKeys("color", DAMAGE);
    }

    @Test
    void aBrowserSeesADamagedMessageThatNobodyHasReceivedWithoutItsBody() throws IOException {
        open();
        client.send(QUEUE, "spoilt");
        damage("spoilt");

        Delivery seen = browsed(QUEUE);

        assertThat(seen.message().body().remaining()).isZero();
        assertNamesFileAndRecord(seen.message().decodeHead().properties().get(DAMAGE));
    }

    @Test
    void eachSubscriptionHasItsOwnDeadLetter() throws IOException {
        open();
        Address topic = Address.topic("t");
        client.subscribe(topic, "s1").close();
        client.subscribe(topic, "s2").close();
        client.send(topic, "spoilt");
        client.send(topic, "last");
        damage("spoilt");

        assertThat(client.subscribe(topic, "s1").credit(1).nextText()).isEqualTo("last");
        assertThat(client.subscribe(topic, "s2").credit(1).nextText()).isEqualTo("last");

        assertThat(broker.entities())
                .filteredOn(entity -> entity.path().endsWith(Address.DEAD_LETTER_SUFFIX))
                .extracting("live")
                .containsExactly(1L, 1L);
    }

    /** Nothing is logged again and again, and nothing that can be read is lost. */
    @Test
    void cleaningDeadLettersADamagedMessageAndGoesOnWhenItIsGone() throws IOException {
        segmentBytes = 32 << 20;
        open();
        client.send(OLD, "intact");
        client.send(OLD, "spoilt");
        damage("spoilt");
        traffic(100);
        Eventually.is(
                "the damaged one is found",
                () -> broker.entity(OLD.name() + Address.DEAD_LETTER_SUFFIX).isPresent());
        assertThat(broker.store().diskBytes()).isGreaterThan(90 << 20);

        broker.purge(Address.queue(OLD.name() + Address.DEAD_LETTER_SUFFIX));
        traffic(1);

        Eventually.is("the disk is given back", () -> broker.store().diskBytes() <= 3L * segmentBytes);
        assertThat(client.receive(OLD).credit(1).nextText()).isEqualTo("intact");
    }

    private void traffic(int megabytes) {
        Inbox inbox = client.receive(QUEUE);
        for (int i = 0; i < megabytes; i++) {
            TestClient.await(
                    client.sendAsync(QUEUE, TestMessages.PERSISTENT.to(QUEUE, ByteBuffer.allocate(1_000_000))));
            client.complete(inbox.nextWithCredit());
        }
        inbox.close();
    }
}
