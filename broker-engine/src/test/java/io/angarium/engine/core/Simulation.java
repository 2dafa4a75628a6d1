package io.angarium.engine.core;

import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Browse;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of random commands against the core and the {@link Model}. */
final class Simulation {
    private static final List<String> LINKS = List.of("l1", "l2", "l3");
    private static final List<String> COLORS = List.of("red", "green", "blue");
    private static final List<String> SELECTORS =
            Model.SELECTORS.keySet().stream().sorted().toList();

    private final long seed;
    private final Random random;
    private final boolean onlyPersistent;
    /** Whether what is due happens at once; else some time, but before the next receive. */
    private final boolean eager;
    /** Whether most messages and receivers meet in one queue, where groups and selectors come in each other's way. */
    private final boolean crowded;

    private final Namespace broker;
    private Model model;
    private int step;

    /** The model as it was after each record that a crash may leave as the last one. */
    private final TreeMap<Long, Model> snapshots = new TreeMap<>();

    private long flushed;
    private final List<LockedMessage> held = new ArrayList<>();
    private final Map<Long, String> holders = new HashMap<>();
    private final Set<Long> tokens = new HashSet<>();
    private final List<Address> temporary = new ArrayList<>();
    private long nextReceiver = 1;
    private int nextName = 1;
    private int cleaningEntries;
    private List<Namespace.Copied> copied = List.of();
    private long copiedUpTo;

    Simulation(long seed) {
        this.seed = seed;
        random = new Random(seed);
        onlyPersistent = seed % 3 == 0;
        eager = seed % 2 == 0;
        crowded = seed % 5 < 2;
        EntitySettings settings = new EntitySettings(3, Duration.ofSeconds(20), null, null, 0, 0, false);
        broker = new Namespace(settings);
        model = new Model(settings);
    }

    void run(int steps) {
        define(
                Address.queue("strict"),
                new EntitySettings(2, Duration.ZERO, Duration.ofMillis(150), Duration.ofMillis(900), 0, 0, true));
        define(Address.queue("small"), new EntitySettings(0, Duration.ofSeconds(30), null, null, 5, 700, false));
        define(
                Address.topic("t2"),
                new EntitySettings(2, Duration.ofSeconds(20), Duration.ofMillis(200), null, 0, 0, false));
        snapshot();
        flush();
        for (step = 0; step < steps; step++) {
            broker.now += random.nextInt(20) == 0 ? random.nextInt(12_000) : random.nextInt(40);
            if (eager || random.nextInt(4) == 0) {
                tick();
            }
            act(random.nextInt(100));
            compare();
            snapshot();
        }
    }

    private void act(int choice) {
        if (choice < 24) {
            for (int i = crowded ? 4 : 1; i > 0; i--) {
                send();
            }
        } else if (choice < 42) {
            receive();
        } else if (choice < 54) {
            settle();
        } else if (choice < 59) {
            handOver();
        } else if (choice < 67) {
            open();
        } else if (choice < 71) {
            close();
        } else if (choice < 77) {
            transaction();
        } else if (choice < 80) {
            browse();
        } else if (choice < 82) {
            renew();
        } else if (choice < 84) {
            releaseLink();
        } else if (choice < 86) {
            administer();
        } else if (choice < 88) {
            temporary();
        } else if (choice < 93) {
            flush();
        } else if (choice < 97) {
            clean();
        } else if (!crowded || choice == 97) {
            crash();
        }
    }

    // ---- comparing

    private AssertionError wrong(String what) {
        return new AssertionError("seed " + seed + ", step " + step + ", t=" + broker.now + ": " + what);
    }

    /** Does the same to the model and to the core; returns what both said. */
    private <R> @Nullable R both(String what, Function<Model, R> predicted, Supplier<R> actual) {
        Model next = model.copy();
        R expected = null;
        ErrorReason expectedReason = null;
        try {
            expected = predicted.apply(next);
            model = next;
        } catch (BrokerException e) {
            expectedReason = e.reason();
        }
        R reply = null;
        ErrorReason reason = null;
        try {
            reply = actual.get();
        } catch (BrokerException e) {
            reason = e.reason();
        } catch (RuntimeException e) {
            throw new IllegalStateException(wrong(what).getMessage(), e);
        }
        if (reason != expectedReason || !Objects.equals(reply, expected)) {
            throw wrong(what + "\n  expected " + (expectedReason == null ? expected : expectedReason) + "\n  got      "
                    + (reason == null ? reply : reason));
        }
        return reply;
    }

    private void compare() {
        Map<String, String> picture = new java.util.LinkedHashMap<>();
        for (EntityStatus s : broker.core.statuses()) {
            picture.put(
                    s.definition().path(),
                    "id " + s.definition().entityId() + " " + s.definition().kind() + " live " + s.live() + " bytes "
                            + s.liveBytes() + " ready " + s.ready() + " locked " + s.locked() + " scheduled "
                            + s.scheduled() + " receivers " + s.receivers());
            Counters c = s.counters();
            if (s.definition().kind() != EntityDefinition.Kind.TOPIC
                    && c.accepted() != c.completed() + c.deadLettered() + c.expired() + c.purged() + s.live()) {
                throw wrong("the counters of " + s + " do not add up");
            }
            Model.Ent e =
                    Objects.requireNonNull(model.entities.get(s.definition().entityId()));
            Counters expected =
                    new Counters(e.accepted, e.completed, e.deadLettered, e.expired, e.purged, e.duplicates);
            if (!c.equals(expected)) {
                throw wrong("counters of " + s.definition().path() + ": expected " + expected + ", got " + c);
            }
            if (s.nextSequence() != e.next) {
                throw wrong("next number of " + s.definition().path() + ": expected " + e.next + ", got "
                        + s.nextSequence());
            }
        }
        if (!broker.core.preparedBranches().equals(model.branchIds())) {
            throw wrong("the branches are " + broker.core.preparedBranches() + ", expected " + model.branchIds());
        }
        if (!picture.equals(model.picture())) {
            throw wrong("what there is differs\n  expected " + model.picture() + "\n  got      " + picture);
        }
    }

    private void tick() {
        model.tick(broker.now);
        model.startDeliveries(broker.now);
        broker.tick();
    }

    // ---- commands

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String clientOf(String link) {
        return "c" + link;
    }

    private Address anyDestination() {
        if (crowded && random.nextInt(4) > 0) {
            return Address.queue("q");
        }
        if (!temporary.isEmpty() && random.nextInt(8) == 0) {
            return any(temporary);
        }
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> Address.queue("q");
            case 3 -> Address.queue("strict");
            case 4 -> Address.queue("small");
            case 5, 6, 7, 8 -> Address.topic("t1");
            case 9, 10 -> Address.topic("t2");
            default -> random.nextInt(3) == 0 ? Address.topic("q") : Address.queue("q/$deadletterqueue");
        };
    }

    private Namespace.Message message(Address destination, boolean inTransaction) {
        Namespace.Message m = broker.to(destination).priority(random.nextInt(3) == 0 ? random.nextInt(10) : 4);
        m.persistent = onlyPersistent || random.nextInt(3) > 0;
        m.size(50 + random.nextInt(200));
        if (random.nextInt(5) == 0) {
            m.timeToLive(random.nextInt(1500));
        }
        if (random.nextInt(6) == 0) {
            m.delay(random.nextInt(1000));
        }
        if (random.nextInt(4) == 0) {
            m.id("m" + random.nextInt(40));
        }
        if (random.nextInt(3) == 0 || crowded) {
            m.group("g" + random.nextInt(4));
            m.endsGroup = random.nextInt(8) == 0;
        }
        String link = any(LINKS);
        m.from(link, clientOf(link));
        m.with("color", any(COLORS)).with("n", random.nextInt(6));
        if (!inTransaction && m.persistent && destination.equals(Address.queue("q")) && random.nextInt(3) == 0) {
            long producer = 1L + random.nextInt(3);
            Model.Producer known = model.producers.get(producer);
            m.producer(producer, (known == null ? 0 : known.last()) + (random.nextInt(3) == 0 ? 0 : 1));
            if (m.number == 0) {
                m.number = 1;
            }
        }
        return m;
    }

    private void send() {
        Namespace.Message m = message(anyDestination(), false);
        SendCommand command = m.command();
        this.<SendResult>both(
                "send " + command,
                next -> next.send(command, m.values, broker.now, true),
                () -> broker.apply(broker.core.send(command, broker.now), List.of(command)));
        model.sentIn(broker.record);
    }

    private void receive() {
        tick();
        if (model.receivers.isEmpty()) {
            open();
            return;
        }
        long key = any(List.copyOf(model.receivers.keySet()));
        int max = 1 + random.nextInt(4);
        long maxBytes = random.nextInt(3) == 0 ? 300 : Long.MAX_VALUE;
        long durable = random.nextInt(3) == 0 ? flushed : broker.record;
        Received received = broker.apply(broker.core.receive(key, max, maxBytes, durable, broker.now), List.of());
        if (received.more()) {
            throw wrong("a search was cut short");
        }
        List<Long> given =
                received.messages().stream().map(LockedMessage::lockToken).toList();
        List<Model.Msg> expected = model.receive(key, max, maxBytes, durable, broker.now, given);
        compareMessages("receive " + key, expected, received.messages());
        String link = Objects.requireNonNull(modelLinkOf(key));
        for (LockedMessage message : received.messages()) {
            if (message.lockToken() == 0) {
                continue;
            }
            if (!tokens.add(message.lockToken())) {
                throw wrong("lock token " + message.lockToken() + " was given before");
            }
            held.add(message);
            holders.put(message.lockToken(), link);
        }
    }

    private @Nullable String modelLinkOf(long key) {
        Model.Rec r = model.receivers.get(key);
        return r == null ? null : r.link();
    }

    private void compareMessages(String what, List<Model.Msg> expected, List<LockedMessage> actual) {
        List<String> wanted = expected.stream()
                .map(m -> m.sequence + " x" + (m.failures + 1) + " at " + m.info.enqueuedAtMillis() + " "
                        + (m.note == null
                                ? ""
                                : m.note.reason() + " " + m.note.failedDeliveries() + " " + m.note.nowMillis())
                        + " of " + m.info.sizeBytes() + " " + m.values)
                .toList();
        List<String> got = actual.stream()
                .map(m -> m.sequenceNumber() + " x" + m.deliveryCount() + " at " + m.enqueuedAtMillis() + " "
                        + (m.annotations().isEmpty()
                                ? ""
                                : m.annotations().get("JMS_ANGARIUM_DeadLetterReason") + " "
                                        + m.annotations().get("JMS_ANGARIUM_FailedDeliveries") + " "
                                        + m.annotations().get("JMS_ANGARIUM_DeadLetteredAt"))
                        + " of " + m.content().sizeBytes() + " " + broker.valuesOf(m.content()))
                .toList();
        if (!wanted.equals(got)) {
            throw wrong(what + "\n  expected " + wanted + "\n  got      " + got);
        }
    }

    private @Nullable LockedMessage anyHeld() {
        if (held.isEmpty()) {
            return null;
        }
        // Mostly a recent delivery, sometimes one of long ago or from before a crash.
        int back = random.nextInt(5) == 0 ? held.size() : Math.min(6, held.size());
        return held.get(held.size() - 1 - random.nextInt(back));
    }

    private List<Settlement> settlements(int atMost, String link) {
        List<Settlement> settlements = new ArrayList<>();
        for (int i = random.nextInt(atMost + 1); i > 0; i--) {
            LockedMessage message = anyHeld();
            if (message == null || (!link.equals(holders.get(message.lockToken())) && random.nextInt(20) > 0)) {
                continue;
            }
            Outcome outcome = switch (random.nextInt(10)) {
                case 0, 1, 2, 3, 4 -> Outcome.COMPLETE;
                case 5, 6, 7 -> Outcome.ABANDON;
                case 8 -> Outcome.RELEASE;
                default -> Outcome.DEAD_LETTER;
            };
            settlements.add(new Settlement(
                    message.lockToken(), outcome, outcome == Outcome.DEAD_LETTER ? "because" : null, null));
        }
        return settlements;
    }

    private void settle() {
        LockedMessage message = anyHeld();
        String link = message == null ? "l1" : Objects.requireNonNull(holders.get(message.lockToken()));
        List<Settlement> settlements = settlements(4, link);
        both(
                "settle " + settlements + " by " + link,
                next -> next.settle(settlements, link, broker.now),
                () -> broker.apply(broker.core.settle(settlements, link, broker.now), List.of()).lost().stream()
                        .map(SettleResult.LostLock::lockToken)
                        .toList());
    }

    private void handOver() {
        LockedMessage message = anyHeld();
        if (message != null) {
            String link = Objects.requireNonNull(holders.get(message.lockToken()));
            model.handedOver(message.lockToken(), link, broker.now);
            broker.handOver(link, message);
        }
    }

    private void renew() {
        LockedMessage message = anyHeld();
        if (message != null) {
            String link = Objects.requireNonNull(holders.get(message.lockToken()));
            this.<Long>both(
                    "renew " + message,
                    next -> next.renew(message.lockToken(), link, broker.now),
                    () -> broker.apply(broker.core.renew(message.lockToken(), link, broker.now), List.of()));
        }
    }

    private @Nullable String anySelector() {
        return random.nextInt(3) == 0 ? any(SELECTORS) : null;
    }

    private void open() {
        String link = any(LINKS);
        int choice = crowded && random.nextInt(3) > 0 ? 0 : random.nextInt(10);
        Source source = switch (choice) {
            case 0, 1 ->
                new Source.Queue(Address.queue("q"), random.nextInt(crowded ? 4 : 2) == 0 ? any(SELECTORS) : null);
            case 2 ->
                new Source.Queue(
                        any(List.of(
                                Address.queue("strict"),
                                Address.queue("small"),
                                Address.queue("strict/$deadletterqueue"),
                                Address.queue("q/$deadletterqueue"),
                                Address.queue("t1/Subscriptions/s1$cl1$D"),
                                Address.queue("t1/Subscriptions/s1$cl1$D/$deadletterqueue"),
                                Address.queue("none/$deadletterqueue"),
                                Address.topic("t1"))),
                        anySelector());
            case 3 ->
                temporary.isEmpty()
                        ? new Source.Queue(Address.queue("q"), null)
                        : new Source.Queue(any(temporary), anySelector());
            case 4 -> subscription(null, link, false, random.nextInt(3) == 0);
            case 5, 6 -> subscription("s" + (1 + random.nextInt(2)), link, false, random.nextInt(4) == 0);
            case 7, 8 -> subscription("s" + (1 + random.nextInt(3)), link, true, false);
            default ->
                new Source.Subscription(
                        any(List.of(Address.topic("t1"), Address.topic("t2"))),
                        new SubscriptionId("n1", random.nextBoolean() ? null : clientOf(link), false),
                        true,
                        anySelector(),
                        false);
        };
        long key = nextReceiver++;
        ReceiveMode mode = random.nextInt(6) == 0 ? ReceiveMode.RECEIVE_AND_DELETE : ReceiveMode.PEEK_LOCK;
        ReceiverRequest request = new ReceiverRequest(key, link, clientOf(link), source, mode, random.nextInt(4) - 1L);
        this.<String>both(
                "open " + request,
                next -> next.open(request).definition.path(),
                () -> broker.apply(broker.core.openReceiver(request, broker.now), List.of())
                        .path());
    }

    private Source subscription(@Nullable String name, String link, boolean shared, boolean noLocal) {
        List<Address> topics = new ArrayList<>(List.of(Address.topic("t1"), Address.topic("t1"), Address.topic("t2")));
        temporary.stream().filter(a -> a.type() == EntityType.TOPIC).forEach(topics::add);
        return new Source.Subscription(
                any(topics),
                name == null ? null : new SubscriptionId(name, clientOf(link), true),
                shared,
                anySelector(),
                noLocal);
    }

    private void close() {
        if (!model.receivers.isEmpty()) {
            long key = any(List.copyOf(model.receivers.keySet()));
            model.close(key);
            broker.close(key);
        }
    }

    private void transaction() {
        if (random.nextInt(5) < 2) {
            commit();
        } else if (model.branches.isEmpty() || random.nextInt(5) < 2) {
            prepare();
        } else {
            finish();
        }
    }

    private record Work(String link, List<Settlement> settlements, List<Namespace.Message> messages) {}

    private Work work() {
        LockedMessage message = anyHeld();
        String link = message == null ? "l1" : Objects.requireNonNull(holders.get(message.lockToken()));
        List<Settlement> settlements = settlements(3, link);
        List<Namespace.Message> messages = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            messages.add(message(anyDestination(), true));
        }
        return new Work(link, settlements, messages);
    }

    private void prepare() {
        Work work = work();
        boolean again = random.nextInt(8) == 0 && !model.branches.isEmpty();
        BranchId id = again ? any(List.copyOf(model.branches.keySet())) : new BranchId(1, "ab", "" + nextName++);
        long number = again && random.nextBoolean()
                ? Objects.requireNonNull(model.branches.get(id)).command().producerSequence()
                : nextName++;
        List<SendCommand> sends =
                work.messages.stream().map(Namespace.Message::command).toList();
        List<Map<String, Object>> values =
                work.messages.stream().map(m -> m.values).toList();
        CommitCommand command = new CommitCommand(78, number, work.link, sends, work.settlements);
        this.<Done>both("prepare " + id + " " + command, next -> next.prepare(id, command, values, broker.now), () -> {
            broker.prepare(id, command);
            return Done.DONE;
        });
    }

    private void finish() {
        BranchId id =
                random.nextInt(10) == 0 ? new BranchId(1, "ab", "nowhere") : any(List.copyOf(model.branches.keySet()));
        if (random.nextInt(3) > 0) {
            this.<List<Address>>both(
                    "commit branch " + id, next -> next.commitBranch(id, broker.now), () -> broker.commitBranch(id));
            model.sentIn(broker.record);
        } else {
            this.<Done>both("roll back branch " + id, next -> next.rollbackBranch(id, broker.now), () -> {
                broker.rollbackBranch(id);
                return Done.DONE;
            });
        }
    }

    private void commit() {
        Work work = work();
        List<SendCommand> sends =
                work.messages.stream().map(Namespace.Message::command).toList();
        List<Map<String, Object>> values =
                work.messages.stream().map(m -> m.values).toList();
        Model.Producer known = model.producers.get(77L);
        long number = Math.max(1, (known == null ? 0 : known.last()) + (random.nextInt(6) == 0 ? 0 : 1));
        CommitCommand command = new CommitCommand(77, number, work.link, sends, work.settlements);
        Decision<Done> decision;
        try {
            decision = broker.core.commit(command, broker.now);
        } catch (BrokerException e) {
            decision = null;
        }
        boolean durable = decision != null && decision.durable();
        this.<Done>both(
                "commit " + command,
                next -> {
                    next.commit(command, values, broker.now, durable, true);
                    return Done.DONE;
                },
                () -> broker.apply(broker.core.commit(command, broker.now), sends));
        model.sentIn(broker.record);
    }

    private void browse() {
        Address queue = any(List.of(
                Address.queue("q"),
                Address.queue("q"),
                Address.queue("strict/$deadletterqueue"),
                Address.queue("t1/Subscriptions/s1$cl1$D"),
                Address.queue("small")));
        String selector = anySelector();
        long durable = random.nextBoolean() ? flushed : broker.record;
        int page = 1 + random.nextInt(3);
        List<Model.Msg> expected = null;
        try {
            expected = model.browse(queue, selector, "l1", durable, broker.now);
        } catch (BrokerException e) {
            if (e.reason() != ErrorReason.INVALID_DESTINATION) {
                throw e;
            }
        }
        List<LockedMessage> all = new ArrayList<>();
        Browse.Cursor after = null;
        try {
            do {
                Browsed found = broker.core.browse(new Browse(queue, selector, after, page), "l1", durable, broker.now);
                all.addAll(found.messages());
                after = found.next();
            } while (after != null);
        } catch (BrokerException e) {
            if (expected != null || e.reason() != ErrorReason.INVALID_DESTINATION) {
                throw wrong("browse " + queue + " expected " + expected + ", got " + e);
            }
            return;
        }
        if (expected == null) {
            throw wrong("browse " + queue + " should have failed, got " + all);
        }
        compareMessages("browse " + queue, expected, all);
    }

    private void releaseLink() {
        String link = any(LINKS);
        model.releaseLink(link, broker.now);
        broker.releaseLink(link);
        temporary.removeIf(a -> model.at(a.name()) == null && random.nextInt(3) > 0);
    }

    private void administer() {
        switch (random.nextInt(5)) {
            case 0 -> {
                Address address = any(List.of(Address.queue("q"), Address.queue("strict"), Address.queue("small")));
                this.<Integer>both(
                        "purge " + address,
                        next -> next.purge(address),
                        () -> broker.apply(broker.core.purge(address, 1_000, broker.now), List.of()));
            }
            case 1 -> {
                SubscriptionId id =
                        new SubscriptionId("s" + (1 + random.nextInt(3)), clientOf(any(LINKS)), random.nextInt(9) > 0);
                this.<Done>both(
                        "unsubscribe " + id,
                        next -> {
                            next.unsubscribe(id);
                            return Done.DONE;
                        },
                        () -> broker.apply(broker.core.unsubscribe(id, broker.now), List.of()));
            }
            case 2 ->
                define(
                        Address.queue("q"),
                        new EntitySettings(
                                random.nextInt(4),
                                Duration.ofSeconds(20),
                                random.nextBoolean() ? null : Duration.ofMillis(300),
                                null,
                                0,
                                0,
                                random.nextBoolean()));
            case 3 -> {
                Address address = any(List.of(Address.queue("q"), Address.topic("t1"), Address.queue("nowhere")));
                this.<Done>both(
                        "delete " + address,
                        next -> {
                            next.delete(address);
                            return Done.DONE;
                        },
                        () -> broker.apply(broker.core.delete(address, broker.now), List.of()));
            }
            default -> {
                Address address = Address.queue("late" + random.nextInt(3));
                this.<String>both(
                        "resolve " + address,
                        next -> next.resolve(address).definition.path(),
                        () -> broker.apply(broker.core.resolve(address, broker.now), List.of())
                                .path());
            }
        }
    }

    private void define(Address address, EntitySettings settings) {
        this.<Done>both(
                "define " + address,
                next -> {
                    next.define(address, settings);
                    return Done.DONE;
                },
                () -> {
                    broker.define(address, settings);
                    return Done.DONE;
                });
    }

    private void temporary() {
        String link = any(LINKS);
        if (temporary.isEmpty() || random.nextBoolean()) {
            EntityType type = random.nextBoolean() ? EntityType.QUEUE : EntityType.TOPIC;
            Address address = broker.temporary(type, link, "temporary-" + nextName++);
            model.add(
                    type == EntityType.QUEUE ? EntityDefinition.Kind.QUEUE : EntityDefinition.Kind.TOPIC,
                    address.name(),
                    0,
                    false,
                    link,
                    broker.policy.settings(),
                    null);
            temporary.add(address);
        } else {
            Address address = any(temporary);
            this.<Done>both(
                    "delete " + address + " by " + link,
                    next -> {
                        next.deleteTemporary(address, link);
                        return Done.DONE;
                    },
                    () -> broker.apply(broker.core.deleteTemporary(address, link, broker.now), List.of()));
        }
    }

    // ---- disk

    private void snapshot() {
        snapshots.put(broker.record, model.copy());
    }

    private void flush() {
        flushed = broker.record;
        snapshots.put(flushed, model.copy());
        snapshots.headMap(flushed).clear();
    }

    /** One half of cleaning, or the other. */
    private void clean() {
        if (copied.isEmpty()) {
            cleaningEntries = random.nextInt(broker.journal.size());
            if (cleaningEntries == 0 || broker.journal.get(cleaningEntries - 1).record() > flushed) {
                return;
            }
            copied = broker.copySurvivors(cleaningEntries, 1 + random.nextInt(3));
            copiedUpTo = broker.record;
        } else {
            flush();
            broker.finishCleaning(cleaningEntries, copied);
            copied = List.of();
            flush();
        }
        snapshot();
    }

    private void crash() {
        List<Long> possible = List.copyOf(snapshots.keySet());
        long last = any(possible);
        if (copiedUpTo > last) {
            copied = List.of();
        }
        copied = List.of();
        model = Objects.requireNonNull(snapshots.get(last)).copy();
        model.crash();
        broker.crashAfter(last);
        resynchronise();
        Decision<Integer> opening = broker.core.open(broker.now);
        broker.apply(opening, List.of());
        model.nextEntityId = ((Event.Opened) opening.events().get(0)).nextEntityId();
        model.open(broker.now);
        model.entities.values().forEach(e -> e.messages.forEach(m -> m.record = 1));
        flush();
        tick();
        compare();
        snapshots.clear();
        flush();
    }

    /** What was volatile left no trace, or one in a snapshot of cleaning: both are right, within bounds. */
    private void resynchronise() {
        for (EntityStatus s : broker.core.statuses()) {
            Model.Ent e = model.entities.get(s.definition().entityId());
            if (e == null) {
                throw wrong("after the restart there is " + s + ", which should not be");
            }
            Counters c = s.counters();
            long highest = e.messages.stream().mapToLong(m -> m.sequence).max().orElse(0);
            boolean exact = onlyPersistent && s.definition().kind() != EntityDefinition.Kind.TOPIC;
            if (s.nextSequence() > e.next || s.nextSequence() <= highest || (exact && s.nextSequence() != e.next)) {
                throw wrong("after the restart the next number is " + s + ", expected " + e.next);
            }
            Counters expected =
                    new Counters(e.accepted, e.completed, e.deadLettered, e.expired, e.purged, e.duplicates);
            if (exact && !c.equals(expected)) {
                throw wrong("after the restart " + s.definition().path() + " has " + c + ", expected " + expected);
            }
            e.next = s.nextSequence();
            e.accepted = c.accepted();
            e.completed = c.completed();
            e.deadLettered = c.deadLettered();
            e.expired = c.expired();
            e.purged = c.purged();
            e.duplicates = c.duplicatesDropped();
        }
    }
}
