package io.angarium.engine;

import io.angarium.engine.TestClient.Inbox;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.runtime.TestMessages;
import io.angarium.protocol.Address;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.Settlement;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The process that {@link CrashTest} kills: senders to queue {@code in}, workers that move messages to {@code out} in
 * transactions, consumers of {@code out}. Says on its standard output what was confirmed to it; a pipe outlives its writer.
 */
final class CrashChild {
    static final Address IN = Address.queue("in");
    static final Address OUT = Address.queue("out");
    /** Begins every line of the books; other lines are of logs. */
    static final String MARK = "BOOKS ";

    private static final int BACKLOG = 200;

    private final Broker broker;
    private final PrintStream out;
    private final String run;

    private CrashChild(Broker broker, PrintStream out, String run) {
        this.broker = broker;
        this.out = out;
        this.run = run;
    }

    static BrokerConfig config(Path store, JournalKind kind) {
        return BrokerConfig.throwAway("crash")
                .withStore(store, kind)
                .withLimits(Limits.DEFAULT.withSegmentBytes(32 << 20));
    }

    /** Store, kind of journal, number of the run. */
    public static void main(String[] arguments) {
        // whole lines only, each written at once
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        Broker broker = Broker.open(config(Path.of(arguments[0]), JournalKind.valueOf(arguments[1])));
        CrashChild child = new CrashChild(broker, out, arguments[2]);
        child.say("ready", "");
        for (int i = 0; i < 3; i++) {
            String name = arguments[2] + "-" + i;
            new Thread(() -> child.sendForEver(name)).start();
            new Thread(child::workForEver).start();
        }
        new Thread(child::consumeForEver).start();
        new Thread(child::consumeForEver).start();
    }

    private void say(String what, String id) {
        synchronized (out) {
            out.println(MARK + what + " " + id);
        }
    }

    private void sendForEver(String name) {
        try (TestClient client = TestClient.of(broker)) {
            for (int i = 0; ; i++) {
                String id = name + "-" + i;
                // every tenth is as large as many records, so that deaths hit the middle of things
                client.send(IN, id + (i % 10 == 0 ? " " + "x".repeat(40_000) : ""));
                say("sent", id);
            }
        }
    }

    private static String id(Delivery delivery) {
        String text = TestMessages.text(delivery.message());
        int space = text.indexOf(' ');
        return space < 0 ? text : text.substring(0, space);
    }

    private void workForEver() {
        try (TestClient client = TestClient.of(broker)) {
            Inbox inbox = client.receive(IN).credit(10);
            while (true) {
                Delivery delivery = inbox.next();
                client.link().handedOver(delivery.lockToken());
                client.commit(
                        List.of(client.newSend(OUT, TestMessages.text(delivery.message()))),
                        List.of(Settlement.of(delivery.lockToken(), Outcome.COMPLETE)));
                say("moved", id(delivery));
                inbox.credit(1);
            }
        }
    }

    private void consumeForEver() {
        try (TestClient client = TestClient.of(broker)) {
            Inbox inbox = client.receive(OUT).credit(10);
            // the newest messages stay, so that there is something to recover
            while (true) {
                Delivery delivery = inbox.next();
                say("taking", id(delivery));
                client.complete(delivery);
                say("taken", id(delivery));
                if (broker.entity("out").orElseThrow().live() > BACKLOG || run.hashCode() % 2 == 0) {
                    inbox.credit(1);
                } else {
                    client.settle(inbox.nextWithCredit(), Outcome.ABANDON);
                    inbox.credit(1);
                }
            }
        }
    }
}
