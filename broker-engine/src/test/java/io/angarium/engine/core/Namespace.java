package io.angarium.engine.core;

import io.angarium.engine.core.filter.PropertySource;
import io.angarium.engine.core.filter.Selectors;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.Browse;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.SettleResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A core with everything around it that a test needs: a clock that the test moves, a journal in a list, a store of
 * properties. Everything is on disk at once unless the test says otherwise.
 */
final class Namespace {
    /** A record of the journal. */
    record Entry(long record, List<Event> events, List<@Nullable ContentRef> contents) {}

    final List<Entry> journal = new ArrayList<>();
    final Map<ContentRef, Map<String, Object>> properties = new HashMap<>();
    private final Map<ContentRef, Map<String, Object>> everSent = new HashMap<>();
    final Set<Long> liveRecords = new HashSet<>();
    final List<Long> released = new ArrayList<>();
    final List<Integer> ready = new ArrayList<>();
    final NamespacePolicy policy;
    NamespaceCore core;
    long now = 1_000_000;
    long record;
    long volatileRecord;
    /** Null: everything is on disk. */
    @Nullable
    Long durable;

    long propertyReads;
    List<Event> lastEvents = List.of();
    private long nextReceiver = 1;

    Namespace() {
        this(NamespacePolicy.DEFAULT);
    }

    Namespace(EntitySettings settings) {
        this(new NamespacePolicy(true, settings));
    }

    Namespace(NamespacePolicy policy) {
        this.policy = policy;
        core = newCore();
        open();
    }

    private NamespaceCore newCore() {
        return new NamespaceCore(
                policy,
                Selectors::parse,
                content -> {
                    propertyReads++;
                    Map<String, Object> found = properties.get(content);
                    if (found == null) {
                        throw new IllegalStateException("content " + content + " was read after it was released");
                    }
                    return found::get;
                },
                new StateListener() {
                    @Override
                    public void recordReleased(long released) {
                        if (!liveRecords.remove(released)) {
                            throw new IllegalStateException(
                                    "record " + released + " was released twice, or never live");
                        }
                        Namespace.this.released.add(released);
                        properties.keySet().removeIf(ref -> ref.record() == released);
                    }

                    @Override
                    public void ready(int entityId) {
                        ready.add(entityId);
                    }
                });
    }

    int open() {
        return apply(core.open(now), List.of());
    }

    /** Kills the broker: everything that is not in the first records of the journal is lost; then starts it again. */
    void restart(int keptEntries) {
        journal.subList(keptEntries, journal.size()).clear();
        replay();
        open();
    }

    /** Kills the broker; the journal ends with this record. */
    void crashAfter(long lastRecord) {
        journal.removeIf(entry -> entry.record > lastRecord);
        record = lastRecord;
        replay();
    }

    void restart() {
        restart(journal.size());
    }

    /** A new core from the journal, not yet opened. */
    void replay() {
        liveRecords.clear();
        properties.keySet().removeIf(ContentRef::isVolatile);
        core = newCore();
        for (Entry entry : journal) {
            markLive(entry);
        }
        List<Entry> entries = List.copyOf(journal);
        for (Entry entry : entries) {
            core.apply(entry.events, entry.contents, entry.record);
        }
        core.endReplay();
    }

    private void markLive(Entry entry) {
        if (entry.events.stream().anyMatch(Event::keepsRecord)) {
            liveRecords.add(entry.record);
        }
        for (ContentRef ref : entry.contents) {
            if (ref != null) {
                liveRecords.add(ref.record());
                liveRecords.addAll(ref.parts());
                properties.computeIfAbsent(ref, this::valuesOf);
            }
        }
    }

    <R> R apply(Decision<R> decision, List<SendCommand> sends) {
        lastEvents = decision.events();
        List<Event> durableEvents =
                decision.events().stream().filter(Event::durable).toList();
        long current = durableEvents.isEmpty() ? 0 : ++record;
        List<@Nullable ContentRef> contents = contents(decision.events(), sends, current);
        Entry entry = new Entry(
                current,
                durableEvents,
                contents.stream()
                        .map(ref -> ref != null && ref.isVolatile() ? null : ref)
                        .collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
        if (current != 0) {
            journal.add(entry);
        }
        markLive(new Entry(current, durableEvents, contents));
        core.apply(decision.events(), contents, current);
        return decision.reply();
    }

    private List<@Nullable ContentRef> contents(List<Event> events, List<SendCommand> sends, long current) {
        List<@Nullable ContentRef> contents = new ArrayList<>();
        sends.forEach(send -> contents.add(null));
        int index = 0;
        for (Event event : events) {
            if (event instanceof Event.Enqueued enqueued && !enqueued.targets().isEmpty()) {
                contents.set(
                        enqueued.sendIndex(),
                        ref(
                                enqueued.durable() ? current : --volatileRecord,
                                enqueued.durable() ? index++ : 0,
                                enqueued.info()));
            } else if (event instanceof Event.AlsoEnqueued also && contents.get(also.sendIndex()) == null) {
                contents.set(also.sendIndex(), ref(--volatileRecord, 0, also.info()));
            } else if (event instanceof Event.Prepared) {
                for (int i = 0; i < sends.size(); i++) {
                    contents.set(i, ref(current, i, sends.get(i).info()));
                }
            }
        }
        for (int i = 0; i < contents.size(); i++) {
            ContentRef ref = contents.get(i);
            if (ref != null) {
                properties.put(ref, sent.getOrDefault(sends.get(i), Map.of()));
                everSent.put(ref, sent.getOrDefault(sends.get(i), Map.of()));
            }
        }
        return contents;
    }

    private static ContentRef ref(long record, int index, MessageInfo info) {
        return new ContentRef(record, index, info.sizeBytes(), List.of());
    }

    private final IdentityHashMap<SendCommand, Map<String, Object>> sent = new IdentityHashMap<>();

    Map<String, Object> valuesOf(ContentRef content) {
        return everSent.getOrDefault(content, Map.of());
    }

    // ---- cleaning

    /** Survivors of old records, and the records where they are now. */
    record Copied(long record, List<Survivor> survivors, List<ContentRef> contents) {}

    /** Appends again what is live in the first records, so many records in one. */
    List<Copied> copySurvivors(int entries, int together) {
        List<Copied> copied = new ArrayList<>();
        List<Survivor> gathered = new ArrayList<>();
        List<Entry> old = List.copyOf(journal.subList(0, entries));
        for (int i = 0; i < old.size(); i++) {
            Entry entry = old.get(i);
            if (liveRecords.contains(entry.record)) {
                int before = gathered.size();
                for (Event event : entry.events) {
                    Survivor survivor = core.survivor(event, entry.record);
                    if (survivor != null) {
                        gathered.add(survivor);
                    }
                }
                if (gathered.size() == before) {
                    throw new AssertionError("record " + entry.record + " is live, but nothing in it survives");
                }
            }
            if (!gathered.isEmpty() && (i % together == 0 || i == old.size() - 1)) {
                copied.add(append(gathered));
                gathered.clear();
            }
        }
        return copied;
    }

    private Copied append(List<Survivor> survivors) {
        record++;
        List<ContentRef> contents = new ArrayList<>();
        List<Survivor> placed = new ArrayList<>();
        for (Survivor survivor : survivors) {
            placed.add(survivor.at(contents.size()));
            for (ContentRef from : survivor.contents()) {
                ContentRef to = new ContentRef(record, contents.size(), from.sizeBytes(), from.parts());
                properties.put(to, properties.getOrDefault(from, Map.of()));
                everSent.put(to, valuesOf(from));
                contents.add(to);
            }
        }
        Entry entry = new Entry(record, placed.stream().map(Survivor::snapshot).toList(), new ArrayList<>(contents));
        journal.add(entry);
        markLive(entry);
        return new Copied(record, placed, contents);
    }

    /** The second half of cleaning, when the copies are on disk: moves what is still needed and drops the old records. */
    void finishCleaning(int entries, List<Copied> copied) {
        long last = journal.get(entries - 1).record;
        copied.forEach(c -> core.relocated(c.survivors, c.contents, c.record));
        List<Survivor> more = core.remembered(last, 3);
        while (!more.isEmpty()) {
            record++;
            journal.add(new Entry(record, more.stream().map(Survivor::snapshot).toList(), List.of()));
            core.relocated(more, List.of(), record);
            more = core.remembered(last, 3);
        }
        for (Entry entry : List.copyOf(journal.subList(0, entries))) {
            if (liveRecords.contains(entry.record)) {
                throw new AssertionError("record " + entry.record + " is still live after cleaning");
            }
        }
        journal.subList(0, entries).clear();
    }

    void clean(int entries) {
        finishCleaning(entries, copySurvivors(entries, 2));
    }

    // ---- what clients do

    /** A message on its way; the defaults are a persistent one of 100 bytes and priority 4. */
    final class Message {
        final Address destination;
        boolean persistent = true;
        int priority = 4;
        long expiresAt = Long.MAX_VALUE;
        long visibleAt;
        long size = 100;

        @Nullable
        String id;

        long producer;
        long number;
        Origin origin = new Origin("sender", null);
        long group;
        boolean endsGroup;
        Map<String, Object> values = Map.of();

        Message(Address destination) {
            this.destination = destination;
        }

        Message nonPersistent() {
            persistent = false;
            return this;
        }

        Message priority(int value) {
            priority = value;
            return this;
        }

        Message timeToLive(long millis) {
            expiresAt = now + millis;
            return this;
        }

        Message delay(long millis) {
            visibleAt = now + millis;
            return this;
        }

        Message size(long bytes) {
            size = bytes;
            return this;
        }

        Message id(@Nullable String messageId) {
            id = messageId;
            return this;
        }

        Message group(String groupId) {
            group = MessageInfo.groupOf(groupId);
            return this;
        }

        Message endsGroup() {
            endsGroup = true;
            return this;
        }

        Message producer(long producerId, long sequence) {
            producer = producerId;
            number = sequence;
            return this;
        }

        Message from(String linkId, @Nullable String clientId) {
            origin = new Origin(linkId, clientId);
            return this;
        }

        Message with(String name, Object value) {
            values = new HashMap<>(values);
            values.put(name, value);
            return this;
        }

        SendCommand command() {
            PropertySource source = values::get;
            SendCommand command = new SendCommand(
                    destination,
                    new MessageInfo(
                            persistent,
                            priority,
                            now,
                            expiresAt,
                            visibleAt,
                            size,
                            id == null ? null : DuplicateId.of(id),
                            producer,
                            number,
                            group,
                            endsGroup),
                    source,
                    origin);
            sent.put(command, values);
            return command;
        }

        SendResult send() {
            SendCommand command = command();
            return apply(core.send(command, now), List.of(command));
        }
    }

    Message to(Address destination) {
        return new Message(destination);
    }

    Message toQueue(String name) {
        return to(Address.queue(name));
    }

    Message toTopic(String name) {
        return to(Address.topic(name));
    }

    long receiver(String link, @Nullable String clientId, Source source, ReceiveMode mode) {
        long key = nextReceiver++;
        apply(core.openReceiver(new ReceiverRequest(key, link, clientId, source, mode), now), List.of());
        return key;
    }

    /** A receiver of one session of a link. */
    long inSession(String link, long session, String queue) {
        long key = nextReceiver++;
        Source source = new Source.Queue(Address.queue(queue), null);
        apply(
                core.openReceiver(new ReceiverRequest(key, link, null, source, ReceiveMode.PEEK_LOCK, session), now),
                List.of());
        return key;
    }

    long receiver(String link, String queue) {
        return receiver(link, null, new Source.Queue(Address.queue(queue), null), ReceiveMode.PEEK_LOCK);
    }

    long selecting(String link, String queue, String selector) {
        return receiver(link, null, new Source.Queue(Address.queue(queue), selector), ReceiveMode.PEEK_LOCK);
    }

    long durableSubscriber(String link, String clientId, String topic, String name) {
        return subscriber(link, clientId, topic, new SubscriptionId(name, clientId, true), false, null, false);
    }

    long subscriber(
            String link,
            @Nullable String clientId,
            String topic,
            @Nullable SubscriptionId id,
            boolean shared,
            @Nullable String selector,
            boolean noLocal) {
        return receiver(
                link,
                clientId,
                new Source.Subscription(Address.topic(topic), id, shared, selector, noLocal),
                ReceiveMode.PEEK_LOCK);
    }

    long subscriber(String link, String topic) {
        return subscriber(link, null, topic, null, false, null, false);
    }

    Received receiveOnce(long receiver, int max) {
        return apply(
                core.receive(receiver, max, Long.MAX_VALUE, durable == null ? Long.MAX_VALUE : durable, now),
                List.of());
    }

    /** What a receiver gets, searched to the end. */
    List<LockedMessage> receive(long receiver, int max) {
        List<LockedMessage> all = new ArrayList<>();
        Received received;
        do {
            received = receiveOnce(receiver, max - all.size());
            all.addAll(received.messages());
        } while (received.more() && all.size() < max);
        return all;
    }

    List<Long> numbers(long receiver, int max) {
        return receive(receiver, max).stream()
                .map(LockedMessage::sequenceNumber)
                .toList();
    }

    LockedMessage receiveOne(long receiver) {
        List<LockedMessage> found = receive(receiver, 1);
        if (found.isEmpty()) {
            throw new AssertionError("there is no message for receiver " + receiver);
        }
        return found.get(0);
    }

    void handOver(String link, LockedMessage message) {
        apply(core.handedOver(message.lockToken(), link, now), List.of());
    }

    SettleResult settle(String link, Outcome outcome, LockedMessage... messages) {
        List<Settlement> settlements = new ArrayList<>();
        for (LockedMessage message : messages) {
            settlements.add(Settlement.of(message.lockToken(), outcome));
        }
        return apply(core.settle(settlements, link, now), List.of());
    }

    SettleResult complete(String link, LockedMessage... messages) {
        return settle(link, Outcome.COMPLETE, messages);
    }

    SettleResult abandon(String link, LockedMessage... messages) {
        return settle(link, Outcome.ABANDON, messages);
    }

    SettleResult deadLetter(String link, LockedMessage message, String reason, @Nullable String description) {
        return apply(
                core.settle(
                        List.of(new Settlement(message.lockToken(), Outcome.DEAD_LETTER, reason, description)),
                        link,
                        now),
                List.of());
    }

    void commit(String link, long producer, long number, List<Settlement> settlements, Message... messages) {
        List<SendCommand> sends = new ArrayList<>();
        for (Message message : messages) {
            sends.add(message.command());
        }
        apply(core.commit(new CommitCommand(producer, number, link, sends, settlements), now), sends);
    }

    void prepare(
            BranchId branch,
            String link,
            long producer,
            long number,
            List<Settlement> settlements,
            Message... messages) {
        List<SendCommand> sends = new ArrayList<>();
        for (Message message : messages) {
            sends.add(message.command());
        }
        prepare(branch, new CommitCommand(producer, number, link, sends, settlements));
    }

    void prepare(BranchId branch, CommitCommand command) {
        Decision<List<Event>> decision = core.prepare(branch, command, now);
        List<Event> events = decision.events();
        apply(decision, command.sends());
        if (!events.isEmpty()) {
            branchSends.put(branch, command.sends());
        }
    }

    /** What branches send, which a broker reads back from its disk. */
    final Map<BranchId, List<SendCommand>> branchSends = new HashMap<>();

    List<Address> commitBranch(BranchId branch) {
        core.preparedBranch(branch).contents().forEach(this::mustBeLive);
        List<SendCommand> sends = branchSends.getOrDefault(branch, List.of());
        return apply(core.commitBranch(branch, sends, now), sends);
    }

    private void mustBeLive(ContentRef content) {
        if (!liveRecords.contains(content.record()) || !liveRecords.containsAll(content.parts())) {
            throw new AssertionError(content + " of a prepared branch is not live");
        }
    }

    void rollbackBranch(BranchId branch) {
        apply(core.rollbackBranch(branch, now), List.of());
    }

    void close(long receiver) {
        apply(core.closeReceiver(receiver, now), List.of());
    }

    void releaseLink(String link) {
        apply(core.releaseLink(link, now), List.of());
    }

    /** Moves the clock and does everything that is due. */
    void advance(long millis) {
        now += millis;
        tick();
    }

    void tick() {
        while (core.nextDueMillis() <= now) {
            apply(core.tick(now), List.of());
        }
        while (core.nextStartMillis() <= now) {
            apply(core.startDeliveries(now), List.of());
        }
    }

    Address temporary(EntityType type, String link, String name) {
        apply(core.createTemporary(type, link, name, now), List.of());
        return new Address(type, name, true);
    }

    void define(Address address, EntitySettings settings) {
        apply(core.define(address, settings, now), List.of());
    }

    List<Long> browse(String queue, @Nullable String selector, int pageSize) {
        List<Long> all = new ArrayList<>();
        Browse.Cursor after = null;
        do {
            Browsed page = core.browse(
                    new Browse(Address.queue(queue), selector, after, pageSize),
                    "browser",
                    durable == null ? Long.MAX_VALUE : durable,
                    now);
            page.messages().forEach(message -> all.add(message.sequenceNumber()));
            after = page.next();
        } while (after != null);
        return all;
    }

    EntityStatus status(String path) {
        for (EntityStatus status : core.statuses()) {
            if (status.definition().path().equals(path)) {
                return status;
            }
        }
        throw new AssertionError("there is no '" + path + "'");
    }

    boolean exists(String path) {
        return core.statuses().stream()
                .anyMatch(status -> status.definition().path().equals(path));
    }
}
