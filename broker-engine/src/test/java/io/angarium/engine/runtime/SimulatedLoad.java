package io.angarium.engine.runtime;

import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.VirtualClock;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.journal.SimulatedJournal;
import io.angarium.engine.runtime.SimulatedBooks.Fate;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.Commit;
import io.angarium.protocol.Delivery;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.Send;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A random load on a simulated broker; everything follows from the seed. */
@SuppressWarnings("FutureReturnValueIgnored") // what a request did is seen by what comes after it
final class SimulatedLoad {
    private static final List<Address> QUEUES = List.of(Address.queue("q0"), Address.queue("q1"));
    private static final Address TOPIC = Address.topic("t");
    private static final List<String> SUBSCRIPTIONS = List.of("s0", "s1");
    private static final Limits LIMITS = Limits.DEFAULT.withMemory(4_000, 2_000, 20_000, 10_000);

    private final long seed;
    private final Random random;
    private final VirtualClock clock = new VirtualClock();
    private final SimulatedJournal.Disk disk = SimulatedJournal.Disk.endless();
    private final SimulatedBooks books;
    private final List<Client> clients = new ArrayList<>();
    private ManualBackground background = new ManualBackground();
    private SimulatedJournal journal;
    private Engine engine;
    private boolean failed;
    private int messages;
    private long commits;
    private long producers;

    /** A link with a receiver, and what it holds. */
    private static final class Client {
        private final BrokerLink link;
        private final String entity;
        private final List<Held> held = new ArrayList<>();
        private final long producerId;
        private long producerSequence;
        private int credit;

        Client(BrokerLink link, String entity, long producerId) {
            this.link = link;
            this.entity = entity;
            this.producerId = producerId;
        }
    }

    private record Held(String text, long token) {}

    SimulatedLoad(long seed) {
        this.seed = seed;
        random = new Random(seed);
        books = new SimulatedBooks(seed);
        journal = SimulatedJournal.open(disk);
        engine = start();
        for (int i = 0; i < 4; i++) {
            connect();
        }
        settleDown();
    }

    private Engine start() {
        background = new ManualBackground();
        Engine.Setup setup = new Engine.Setup(
                "simulated",
                "test",
                Path.of("simulated"),
                JournalKind.FILE,
                clock,
                new NamespacePolicy(true, new EntitySettings(0, Duration.ofMinutes(10), null, null, 0, 0, false)),
                LIMITS);
        return new Engine(
                setup, journal, () -> SimulatedJournal.open(SimulatedJournal.Disk.endless()), List.of(), background);
    }

    List<String> violations() {
        return books.violations();
    }

    int confirmedSends() {
        return books.confirmed();
    }

    void run(int steps) {
        for (int i = 0; i < steps && books.violations().isEmpty(); i++) {
            step();
        }
    }

    private void step() {
        int dice = random.nextInt(1000);
        if (dice < 250) {
            send();
        } else if (dice < 330) {
            credit(anyClient(), 1 + random.nextInt(5));
        } else if (dice < 480) {
            settle(anyClient());
        } else if (dice < 530) {
            commit(anyClient());
        } else if (dice < 700) {
            background.runOne(random);
        } else if (dice < 870) {
            flush();
        } else if (dice < 940) {
            clock.advance(Duration.ofMillis(random.nextInt(2_000)));
        } else if (dice < 960) {
            reconnect();
        } else if (dice < 972) {
            journal.fillUp(random.nextBoolean());
        } else if (dice < 980) {
            drainCredit(anyClient());
        } else if (dice < 986) {
            crash();
        } else if (dice < 988 && !failed) {
            failed = true;
            journal.fail();
        } else if (!failed) {
            settleDown();
            checkLiveness();
        }
        if (failed && random.nextInt(20) == 0) {
            crash();
        }
    }

    private void flush() {
        long unflushed = journal.unflushed();
        if (unflushed > 0) {
            journal.flushTo(journal.durableRecord() + 1 + random.nextInt((int) unflushed));
        }
    }

    private Client anyClient() {
        return clients.get(random.nextInt(clients.size()));
    }

    // ---- clients

    private void connect() {
        BrokerLink link = engine.link(Map.of(), failure -> {}, () -> {});
        int which = clients.size() % 4;
        String entity = which < 2 ? "q" + which : SUBSCRIPTIONS.get(which - 2);
        Source source = which < 2
                ? new Source.Queue(QUEUES.get(which), null)
                : new Source.Subscription(TOPIC, new SubscriptionId(entity, null, true), true, null, false);
        Client client = new Client(link, entity, ++producers);
        clients.add(client);
        link.openReceiver(new OpenReceiver(1, source, ReceiveMode.PEEK_LOCK), delivery -> take(client, delivery));
    }

    private static void credit(Client client, int messages) {
        client.credit += messages;
        client.link.credit(1, messages);
    }

    private void take(Client client, Delivery delivery) {
        if (--client.credit < 0) {
            books.violations().add("seed " + seed + ": a delivery without credit from " + client.entity);
        }
        books.delivered(client.entity, delivery);
        client.held.add(new Held(TestMessages.text(delivery.message()), delivery.lockToken()));
    }

    private void reconnect() {
        Client old = clients.remove(random.nextInt(clients.size()));
        ((NamespaceLink) old.link).end(new BrokerException(ErrorReason.CLOSED, "the simulation closes it"));
        for (Held held : old.held) {
            books.linkEnded(old.entity, held.text, held.token);
        }
        List<Client> others = new ArrayList<>(clients);
        for (int i = random.nextInt(4); i > 0; i--) {
            send(); // while nobody receives
        }
        clients.clear();
        int place = List.of("q0", "q1", "s0", "s1").indexOf(old.entity);
        // connect() chooses the entity by the number of clients
        for (int i = 0; i < place; i++) {
            clients.add(others.get(i));
        }
        connect();
        credit(clients.get(place), 1 + random.nextInt(3));
        clients.addAll(others.subList(place, others.size()));
    }

    private void drainCredit(Client client) {
        client.link.drain(1);
        client.credit = 0;
    }

    // ---- load

    private Send newSend(Client client, List<String> entities, Address destination, boolean persistent) {
        String text = "m" + ++messages;
        books.sending(text, entities, persistent);
        TestMessages kind = persistent ? TestMessages.PERSISTENT : TestMessages.VOLATILE;
        return new Send(client.producerId, ++client.producerSequence, destination, kind.to(destination, text));
    }

    private void send() {
        Client client = anyClient();
        boolean toTopic = random.nextInt(3) == 0;
        int queue = random.nextInt(QUEUES.size());
        boolean persistent = random.nextInt(4) > 0;
        Address destination = toTopic ? TOPIC : QUEUES.get(queue);
        Send send = newSend(client, toTopic ? SUBSCRIPTIONS : List.of("q" + queue), destination, persistent);
        String text = TestMessages.text(send.message());
        client.link.send(send).whenComplete((result, failure) -> books.sent(text, fate(failure)));
    }

    private static Fate fate(@Nullable Throwable failure) {
        if (failure == null) {
            return Fate.CONFIRMED;
        }
        ErrorReason reason = ((BrokerException) failure).reason();
        return reason == ErrorReason.STORE_FAILED ? Fate.IN_DOUBT : Fate.REFUSED;
    }

    private void settle(Client client) {
        if (client.held.isEmpty()) {
            return;
        }
        int which = random.nextInt(client.held.size());
        if (random.nextBoolean()) {
            client.link.handedOver(client.held.get(which).token);
            books.handedOver(client.entity, client.held.get(which).text);
            if (random.nextInt(3) == 0) {
                return; // the application takes its time
            }
        }
        Held held = client.held.remove(which);
        int dice = random.nextInt(10);
        Outcome outcome = dice < 6 ? Outcome.COMPLETE : dice < 8 ? Outcome.ABANDON : Outcome.RELEASE;
        if (outcome == Outcome.COMPLETE) {
            books.settling(client.entity, held.text);
        } else if (outcome == Outcome.ABANDON) {
            books.abandoning(client.entity, held.text);
        } else {
            books.releasing(client.entity, held.text);
        }
        client.link.settle(List.of(Settlement.of(held.token, outcome))).whenComplete((result, failure) -> {
            if (result != null && !result.lost().isEmpty() && clients.contains(client)) {
                books.violations().add("seed " + seed + ": a lock was lost: " + result);
            }
            settled(client, held, outcome, failure);
        });
    }

    private void settled(Client client, Held held, Outcome outcome, @Nullable Throwable failure) {
        if (failure != null && fate(failure) == Fate.IN_DOUBT) {
            books.settlementInDoubt(client.entity, held.text);
        } else if (failure != null) {
            if (outcome == Outcome.ABANDON) {
                books.notAbandoned(client.entity, held.text, held.token);
            }
            client.held.add(held);
        } else if (outcome == Outcome.COMPLETE) {
            books.completed(client.entity, held.text);
        } else if (outcome == Outcome.ABANDON) {
            books.abandoned(client.entity, held.text);
        } else {
            books.released(client.entity, held.text);
        }
    }

    private void commit(Client client) {
        List<Send> sends = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            int queue = random.nextInt(QUEUES.size());
            Send send = newSend(client, List.of("q" + queue), QUEUES.get(queue), true);
            sends.add(send);
            texts.add(TestMessages.text(send.message()));
        }
        List<Settlement> settlements = new ArrayList<>();
        List<Held> settled = new ArrayList<>();
        for (Iterator<Held> all = client.held.iterator(); all.hasNext(); ) {
            Held held = all.next();
            if (random.nextBoolean()) {
                settlements.add(Settlement.of(held.token, Outcome.COMPLETE));
                settled.add(held);
                all.remove();
                books.settling(client.entity, held.text);
            }
        }
        client.link
                .commit(new Commit(-client.producerId, ++commits, sends, settlements))
                .whenComplete((nothing, failure) -> {
                    Fate fate = fate(failure);
                    texts.forEach(text -> books.sent(text, fate));
                    settled.forEach(held -> settled(client, held, Outcome.COMPLETE, failure));
                });
        books.transactionInDoubt(texts);
    }

    // ---- crash and end

    private void crash() {
        journal.crash(random);
        failed = false;
        books.crashed();
        clients.clear();
        journal = SimulatedJournal.open(disk);
        engine = start();
        for (int i = 0; i < 4; i++) {
            connect();
        }
        settleDown();
    }

    private void settleDown() {
        boolean busy = true;
        while (busy) {
            boolean flushes = journal.unflushed() > 0;
            journal.flush();
            busy = background.runOne(random) || flushes;
        }
    }

    /** When nothing is under way, a receiver with credit and a message that is ready must have met. */
    private void checkLiveness() {
        for (Client client : clients) {
            if (client.credit > 0) {
                books.nothingAvailable(client.entity);
            }
        }
    }

    /** Receives and completes everything that is left, and closes the books. */
    void finish() {
        if (!books.violations().isEmpty()) {
            return;
        }
        journal.fillUp(false);
        if (failed) {
            crash();
        }
        settleDown();
        checkLiveness();
        clock.advance(Duration.ofMinutes(1));
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Client client : clients) {
                credit(client, 100);
                settleDown();
                for (Held held : List.copyOf(client.held)) {
                    progress = true;
                    client.held.remove(held);
                    books.settling(client.entity, held.text);
                    client.link
                            .settle(List.of(Settlement.of(held.token, Outcome.COMPLETE)))
                            .whenComplete((result, failure) -> settled(client, held, Outcome.COMPLETE, failure));
                }
                settleDown();
            }
        }
        books.finish();
        checkFigures();
    }

    private void checkFigures() {
        settleDown();
        if (engine.store().segments() > 3) {
            books.violations()
                    .add("seed " + seed + ": nothing is live, and the disk is not given back (T-34): "
                            + engine.store());
        }
        for (EntityStatistics entity : engine.entities()) {
            if (!entity.kind().equals("topic") && (!entity.balanced() || entity.live() != 0)) {
                books.violations().add("seed " + seed + ": the figures do not agree at the end: " + entity);
            }
        }
    }
}
