package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.CLOSED;
import static io.angarium.protocol.ErrorReason.ILLEGAL_STATE;
import static io.angarium.protocol.ErrorReason.INVALID_DESTINATION;
import static io.angarium.protocol.ErrorReason.LOCK_LOST;
import static io.angarium.protocol.ErrorReason.RESOURCE_ALLOCATION;
import static io.angarium.protocol.ErrorReason.TRANSACTION_ROLLED_BACK;

import io.angarium.engine.core.EntityDefinition.Kind;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.OpenReceiver;
import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import io.angarium.protocol.SendResult;
import io.angarium.protocol.Settlement;
import io.angarium.protocol.Source;
import io.angarium.protocol.SubscriptionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the core as a program that is slow and obviously right: lists, no index, no event. It predicts every reply.
 * {@link #copy} of it is kept for each record of the journal, and {@link #crash} says what is left of that after a restart.
 */
final class Model {
    /** Selectors that the simulation uses, and what they mean. */
    static final Map<String, Predicate<Msg>> SELECTORS = Map.of(
            "color = 'red'",
            m -> "red".equals(m.values.get("color")),
            "color = 'green' AND n > 2",
            m -> "green".equals(m.values.get("color")) && m.number("n") > 2,
            "n > 3",
            m -> m.number("n") > 3,
            "JMSXDeliveryCount > 1",
            m -> m.failures > 0);

    private static boolean selects(@Nullable String selector, Msg message) {
        return selector == null
                || Objects.requireNonNull(SELECTORS.get(selector), "a selector of the simulation")
                        .test(message);
    }

    static final class Msg {
        final long sequence;
        final MessageInfo info;
        final Map<String, Object> values;
        final boolean isVolatile;
        final boolean inJournal;
        /** In which record; set after the send. */
        long record;

        int failures;
        long visibleAt;
        long token;
        long receiver;
        String link = "";
        boolean handedOver;
        long handedOverAt;
        /** Whether the hand-over is written. */
        boolean started;

        long lockedUntil;
        Event.@Nullable DeadLetterNote note;

        Msg(long sequence, MessageInfo info, Map<String, Object> values, boolean isVolatile, boolean inJournal) {
            this.sequence = sequence;
            this.info = info;
            this.values = values;
            this.isVolatile = isVolatile;
            this.inJournal = inJournal;
        }

        Msg copy(long newSequence) {
            Msg copy = new Msg(newSequence, info, values, isVolatile, inJournal);
            copy.record = record;
            copy.failures = failures;
            copy.visibleAt = visibleAt;
            copy.token = token;
            copy.receiver = receiver;
            copy.link = link;
            copy.handedOver = handedOver;
            copy.handedOverAt = handedOverAt;
            copy.started = started;
            copy.lockedUntil = lockedUntil;
            copy.note = note;
            return copy;
        }

        long number(String name) {
            return values.get(name) instanceof Integer i ? i : Long.MIN_VALUE;
        }

        boolean locked() {
            return token != 0;
        }

        boolean inBranch() {
            return locked() && link.startsWith("branch ");
        }

        boolean ready() {
            return token == 0 && visibleAt == 0;
        }

        void unlock() {
            token = 0;
            link = "";
            handedOver = false;
            started = false;
            lockedUntil = 0;
        }
    }

    static final class Ent {
        EntityDefinition definition;
        long next = 1;
        final List<Msg> messages = new ArrayList<>();
        final List<Long> receivers = new ArrayList<>();
        final Map<String, Seen> seen = new HashMap<>();
        /** Who has which group, in the order in which they were given messages of it. */
        final Map<Long, List<Owner>> owners = new HashMap<>();

        long accepted;
        long completed;
        long deadLettered;
        long expired;
        long purged;
        long duplicates;

        Ent(EntityDefinition definition) {
            this.definition = definition;
        }

        Ent copy() {
            Ent copy = new Ent(definition);
            copy.next = next;
            messages.forEach(m -> copy.messages.add(m.copy(m.sequence)));
            copy.receivers.addAll(receivers);
            copy.seen.putAll(seen);
            owners.forEach((group, list) -> copy.owners.put(group, new ArrayList<>(list)));
            copy.accepted = accepted;
            copy.completed = completed;
            copy.deadLettered = deadLettered;
            copy.expired = expired;
            copy.purged = purged;
            copy.duplicates = duplicates;
            return copy;
        }

        EntitySettings settings() {
            return definition.settings();
        }

        boolean passing() {
            return definition.kind() == Kind.SUBSCRIPTION && !definition.durable();
        }

        @Nullable
        Msg find(long sequence) {
            return messages.stream()
                    .filter(m -> m.sequence == sequence)
                    .findFirst()
                    .orElse(null);
        }

        void insert(Msg message) {
            messages.add(message);
            messages.sort(Comparator.comparingLong(m -> m.sequence));
        }

        boolean expires(Msg message, long now) {
            return definition.kind() != Kind.DEAD_LETTER && message.info.expiresAtMillis() <= now;
        }
    }

    /** A MessageId that counts from a time on. */
    record Seen(long sequence, long from, boolean durable) {}

    /** A producer: its last number, and the last one that is durable. */
    record Producer(long last, long result, long seenAt, long durableLast, long durableResult, long durableSeenAt) {}

    record Rec(
            long key,
            int entity,
            String link,
            long session,
            @Nullable String selector,
            ReceiveMode mode) {
        boolean singly() {
            return session == OpenReceiver.SEVERAL_SESSIONS && mode == ReceiveMode.PEEK_LOCK;
        }
    }

    /** A receiver that has a group, and whether it was given the last message of it. */
    record Owner(Rec receiver, boolean ending) {}

    final Map<Integer, Ent> entities = new TreeMap<>();
    final Map<Long, Rec> receivers = new TreeMap<>();
    final Map<Long, Producer> producers = new HashMap<>();
    final Map<BranchId, Branch> branches = new LinkedHashMap<>();
    private boolean limited = true;
    private final EntitySettings autoSettings;

    Model(EntitySettings autoSettings) {
        this.autoSettings = autoSettings;
    }

    Model copy() {
        Model copy = new Model(autoSettings);
        entities.forEach((id, e) -> copy.entities.put(id, e.copy()));
        copy.receivers.putAll(receivers);
        copy.producers.putAll(producers);
        copy.branches.putAll(branches);
        copy.nextEntityId = nextEntityId;
        return copy;
    }

    /** What is left after a restart. */
    void crash() {
        receivers.clear();
        entities.values().removeIf(e -> !e.definition.durable());
        for (Ent e : entities.values()) {
            e.receivers.clear();
            e.owners.clear();
            e.messages.removeIf(m -> m.isVolatile);
            for (Msg m : e.messages) {
                if (m.link.startsWith("branch ")) {
                    continue;
                }
                boolean started = m.started;
                m.unlock();
                m.started = started;
            }
            e.seen.values().removeIf(s -> !s.durable);
        }
        producers.replaceAll((id, p) -> new Producer(
                p.durableLast, p.durableResult, p.durableSeenAt, p.durableLast, p.durableResult, p.durableSeenAt));
        producers.values().removeIf(p -> p.last == 0);
    }

    /** What the broker does first after a restart. */
    void open(long now) {
        for (Ent e : List.copyOf(entities.values())) {
            List<Msg> started = e.messages.stream().filter(m -> m.started).toList();
            started.forEach(m -> fail(e, m, now));
        }
    }

    // ---- entities

    @Nullable
    Ent at(String path) {
        return entities.values().stream()
                .filter(e -> e.definition.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    private static BrokerException refused(ErrorReason reason) {
        return new BrokerException(reason, "refused by the model");
    }

    @Nullable
    Ent find(Address address) {
        Ent e = at(address.name());
        if (e == null) {
            return null;
        }
        if ((e.definition.kind() == Kind.TOPIC) != (address.type() == EntityType.TOPIC)) {
            throw refused(INVALID_DESTINATION);
        }
        if (address.temporary() && e.definition.ownerLinkId() == null) {
            throw refused(INVALID_DESTINATION);
        }
        return e;
    }

    Ent resolve(Address address) {
        Ent e = find(address);
        if (e != null) {
            return e;
        }
        if (address.temporary()) {
            throw refused(INVALID_DESTINATION);
        }
        if (address.name().endsWith(Address.DEAD_LETTER_SUFFIX)) {
            Ent parent = at(address.name().replace(Address.DEAD_LETTER_SUFFIX, ""));
            if (parent == null || parent.definition.kind() == Kind.TOPIC) {
                throw refused(INVALID_DESTINATION);
            }
            return deadLetterOf(parent);
        }
        if (address.name().contains("/Subscriptions/")) {
            throw refused(INVALID_DESTINATION);
        }
        Kind kind = address.type() == EntityType.QUEUE ? Kind.QUEUE : Kind.TOPIC;
        return add(kind, address.name(), 0, true, null, autoSettings, null);
    }

    int nextEntityId = 1;

    Ent add(
            Kind kind,
            String path,
            int parent,
            boolean durable,
            @Nullable String owner,
            EntitySettings settings,
            @Nullable SubscriptionDefinition subscription) {
        int id = nextEntityId++;
        Ent e = new Ent(new EntityDefinition(
                id, kind, path.replace("$ID", "$" + id), parent, durable, owner, settings, subscription));
        entities.put(id, e);
        return e;
    }

    private Ent deadLetterOf(Ent parent) {
        String path = parent.definition.path() + Address.DEAD_LETTER_SUFFIX;
        Ent e = at(path);
        return e != null
                ? e
                : add(
                        Kind.DEAD_LETTER,
                        path,
                        parent.definition.entityId(),
                        parent.definition.durable(),
                        parent.definition.ownerLinkId(),
                        new EntitySettings(
                                0, java.time.Duration.ZERO, parent.settings().strictLockDuration(), null, 0, 0, false),
                        null);
    }

    void define(Address address, EntitySettings settings) {
        Ent e = find(address);
        if (e == null) {
            e = resolve(address);
            if (e.definition.kind() == Kind.DEAD_LETTER) {
                return;
            }
        }
        e.definition = e.definition.withSettings(settings);
    }

    void delete(Address address) {
        Ent e = find(address);
        if (e == null) {
            throw refused(INVALID_DESTINATION);
        }
        if (family(e).stream().anyMatch(member -> !member.receivers.isEmpty())) {
            throw refused(ILLEGAL_STATE);
        }
        remove(e);
    }

    /** An entity with its subscriptions and all dead-letter subqueues. */
    private List<Ent> family(Ent e) {
        List<Ent> all = new ArrayList<>();
        all.add(e);
        for (Ent child : entities.values()) {
            if (child.definition.parentId() == e.definition.entityId()) {
                all.addAll(family(child));
            }
        }
        return all;
    }

    private void remove(Ent e) {
        for (Ent member : family(e)) {
            entities.remove(member.definition.entityId());
            receivers.values().removeIf(r -> r.entity == member.definition.entityId());
        }
    }

    void deleteTemporary(Address address, String link) {
        Ent e = find(address);
        if (e == null || !link.equals(e.definition.ownerLinkId())) {
            throw refused(INVALID_DESTINATION);
        }
        delete(address);
    }

    int purge(Address address) {
        Ent e = find(address);
        if (e == null) {
            throw refused(INVALID_DESTINATION);
        }
        int before = e.messages.size();
        e.messages.removeIf(m -> !m.locked());
        e.purged += before - e.messages.size();
        return before - e.messages.size();
    }

    // ---- send

    SendResult send(SendCommand command, Map<String, Object> values, long now, boolean single) {
        Ent e = resolve(command.destination());
        if (e.definition.kind() == Kind.DEAD_LETTER || e.definition.kind() == Kind.SUBSCRIPTION) {
            throw refused(INVALID_DESTINATION);
        }
        MessageInfo info = command.info();
        if (single && info.producerId() != 0) {
            Producer p = producers.get(info.producerId());
            if (p != null && p.seenAt + ProducerTable.IDLE_MILLIS > now && info.producerSequence() <= p.last) {
                e.duplicates++;
                return new SendResult(info.producerSequence() == p.last ? p.result : 0, true);
            }
        }
        long window = e.settings().duplicateWindow().toMillis();
        String id = info.duplicateId() == null ? null : info.duplicateId().toString();
        Seen seen = id == null ? null : e.seen.get(id);
        if (seen != null && seen.from + window > now) {
            e.duplicates++;
            return new SendResult(seen.sequence, true);
        }
        boolean lasting = info.persistent() && e.definition.durable();
        List<Ent> takers = takers(e, command, values);
        for (Ent taker : takers) {
            EntitySettings limits = taker.settings();
            long bytes =
                    taker.messages.stream().mapToLong(m -> m.info.sizeBytes()).sum() + info.sizeBytes();
            boolean full = (limits.maxMessages() > 0 && taker.messages.size() >= limits.maxMessages())
                    || (limits.maxBytes() > 0 && bytes > limits.maxBytes());
            if (full && limited) {
                throw refused(RESOURCE_ALLOCATION);
            }
        }
        long ceiling = e.settings().defaultTimeToLive() == null
                ? Long.MAX_VALUE
                : now + e.settings().defaultTimeToLive().toMillis();
        MessageInfo effective = new MessageInfo(
                info.persistent(),
                info.priority(),
                now,
                Math.min(info.expiresAtMillis(), ceiling),
                info.visibleAtMillis(),
                info.sizeBytes(),
                null,
                0,
                0,
                info.group(),
                info.endsGroup());
        long number = e.next++;
        boolean journaled = lasting && takers.stream().anyMatch(t -> t.definition.durable());
        for (Ent taker : takers) {
            long sequence = taker == e ? number : taker.next++;
            boolean isVolatile = !info.persistent() || !taker.definition.durable();
            Msg m = new Msg(sequence, effective, values, isVolatile, journaled);
            m.visibleAt = info.visibleAtMillis() > now ? info.visibleAtMillis() : 0;
            taker.accepted++;
            taker.insert(m);
        }
        if (e.definition.kind() == Kind.TOPIC) {
            e.accepted++;
        }
        if (id != null && window > 0) {
            e.seen.put(id, new Seen(number, Math.max(now, info.visibleAtMillis()), lasting));
        }
        if (single && info.producerId() != 0) {
            producer(info.producerId(), info.producerSequence(), number, now, lasting);
        }
        return new SendResult(number, false);
    }

    void producer(long id, long sequence, long result, long now, boolean durable) {
        Producer p = producers.getOrDefault(id, new Producer(0, 0, now, 0, 0, 0));
        if (p.seenAt + ProducerTable.IDLE_MILLIS <= now) {
            p = new Producer(0, 0, now, 0, 0, 0);
        }
        boolean higher = sequence >= p.last;
        producers.put(
                id,
                new Producer(
                        higher ? sequence : p.last,
                        higher ? result : p.result,
                        now,
                        durable ? Math.max(sequence, p.durableLast) : p.durableLast,
                        durable && sequence >= p.durableLast ? result : p.durableResult,
                        durable ? now : p.durableSeenAt));
    }

    private List<Ent> takers(Ent e, SendCommand command, Map<String, Object> values) {
        if (e.definition.kind() == Kind.QUEUE) {
            return List.of(e);
        }
        List<Ent> takers = new ArrayList<>();
        for (Ent s : entities.values()) {
            SubscriptionDefinition d = s.definition.subscription();
            if (d == null || s.definition.parentId() != e.definition.entityId()) {
                continue;
            }
            boolean ended = d.id() == null && s.receivers.isEmpty();
            boolean local = d.noLocal()
                    && (Objects.equals(d.noLocalIdentity(), command.origin().linkId())
                            || Objects.equals(
                                    d.noLocalIdentity(), command.origin().clientId()));
            Msg probe = new Msg(0, command.info(), values, false, false);
            if (!ended && !local && selects(d.selector(), probe)) {
                takers.add(s);
            }
        }
        return takers;
    }

    /** Messages that the last command has sent are in this record. */
    void sentIn(long record) {
        for (Ent e : entities.values()) {
            e.messages.stream().filter(m -> m.record == 0).forEach(m -> m.record = m.inJournal ? record : -1);
        }
    }

    // ---- receivers

    Ent open(ReceiverRequest request) {
        if (request.source() instanceof Source.Queue queue) {
            Ent e = resolve(queue.address());
            if (e.definition.kind() == Kind.TOPIC) {
                throw refused(INVALID_DESTINATION);
            }
            checkOwner(e, request.linkId());
            SubscriptionDefinition d = e.definition.subscription();
            if (d != null && !d.shared() && !e.receivers.isEmpty()) {
                throw refused(ILLEGAL_STATE);
            }
            return opened(e, request, queue.selector());
        }
        Source.Subscription source = (Source.Subscription) request.source();
        SubscriptionId id = source.id();
        Ent topic = resolve(source.address());
        checkOwner(topic, request.linkId());
        boolean durable = id != null && id.durable();
        if (durable && !topic.definition.durable()) {
            throw refused(INVALID_DESTINATION);
        }
        String local = source.noLocal() ? (durable ? request.clientId() : request.linkId()) : null;
        SubscriptionDefinition wanted =
                new SubscriptionDefinition(id, source.shared(), source.selector(), source.noLocal(), local);
        Ent existing = id == null ? null : named(id);
        if (existing != null) {
            SubscriptionDefinition has = Objects.requireNonNull(existing.definition.subscription());
            boolean same = existing.definition.parentId() == topic.definition.entityId()
                    && has.shared() == wanted.shared()
                    && has.noLocal() == wanted.noLocal()
                    && Objects.equals(has.selector(), wanted.selector());
            boolean inUse = !existing.receivers.isEmpty();
            if (same && (wanted.shared() || !inUse)) {
                return opened(existing, request, null);
            }
            if (same
                    || has.shared() != wanted.shared()
                    || inUse
                    || existing.messages.stream().anyMatch(Msg::locked)) {
                throw refused(ILLEGAL_STATE);
            }
        }
        Ent created = add(
                Kind.SUBSCRIPTION,
                topic.definition.path() + "/Subscriptions/" + (id == null ? "$ID" : id.displayName()),
                topic.definition.entityId(),
                durable,
                id == null ? request.linkId() : null,
                topic.settings(),
                wanted);
        if (existing != null) {
            remove(existing);
        }
        return opened(created, request, null);
    }

    private @Nullable Ent named(SubscriptionId id) {
        return entities.values().stream()
                .filter(e -> e.definition.subscription() != null
                        && id.equals(e.definition.subscription().id()))
                .findFirst()
                .orElse(null);
    }

    private Ent opened(Ent e, ReceiverRequest request, @Nullable String selector) {
        receivers.put(
                request.receiverKey(),
                new Rec(
                        request.receiverKey(),
                        e.definition.entityId(),
                        request.linkId(),
                        request.sessionId(),
                        selector,
                        request.mode()));
        e.receivers.add(request.receiverKey());
        return e;
    }

    private static void checkOwner(Ent e, String link) {
        if (e.definition.ownerLinkId() != null && !e.definition.ownerLinkId().equals(link)) {
            throw refused(INVALID_DESTINATION);
        }
    }

    void close(long key) {
        Rec r = receivers.remove(key);
        if (r == null) {
            return;
        }
        Ent e = Objects.requireNonNull(entities.get(r.entity));
        e.receivers.remove(key);
        e.messages.stream()
                .filter(m -> m.locked() && m.receiver == key && !m.handedOver)
                .forEach(Msg::unlock);
        endUnused();
    }

    /** Non-durable subscriptions that nobody receives from, or holds a message of, are gone. */
    private void endUnused() {
        for (Ent e : List.copyOf(entities.values())) {
            if (e.passing() && e.receivers.isEmpty() && e.messages.stream().noneMatch(Msg::locked)) {
                remove(e);
            }
        }
    }

    void unsubscribe(SubscriptionId id) {
        Ent e = id.durable() ? named(id) : null;
        if (e == null) {
            throw refused(INVALID_DESTINATION);
        }
        for (Ent member : family(e)) {
            if (!member.receivers.isEmpty() || member.messages.stream().anyMatch(Msg::locked)) {
                throw refused(ILLEGAL_STATE);
            }
        }
        remove(e);
    }

    /** What a receiver gets; the caller gives each the token that the core gave it. */
    List<Msg> receive(long key, int max, long maxBytes, long durable, long now, List<Long> tokens) {
        Rec r = receivers.get(key);
        if (r == null) {
            throw refused(CLOSED);
        }
        Ent e = Objects.requireNonNull(entities.get(r.entity));
        endGroups(e);
        List<Msg> given = new ArrayList<>();
        long bytes = 0;
        for (Msg m : visible(e, durable, Msg::ready)) {
            if (given.size() == max) {
                break;
            }
            boolean begun = r.singly()
                    && m.info.group() != 0
                    && given.stream().anyMatch(before -> before.info.group() == m.info.group());
            if (!selects(r.selector, m) || isOthers(e, r, m) || begun) {
                continue;
            }
            if (!given.isEmpty() && bytes + m.info.sizeBytes() > maxBytes) {
                break;
            }
            bytes += m.info.sizeBytes();
            given.add(m);
        }
        for (int i = 0; i < given.size(); i++) {
            Msg m = given.get(i);
            own(e, r, m);
            if (r.mode == ReceiveMode.RECEIVE_AND_DELETE) {
                e.messages.remove(m);
                e.completed++;
                endGroups(e);
            } else {
                m.token = i < tokens.size() ? tokens.get(i) : -1;
                m.receiver = key;
                m.link = r.link;
                m.handedOver = false;
                m.lockedUntil = lockEnd(e, now);
            }
        }
        return given;
    }

    /** Whether a receiver that was given messages of the group before selects the message. */
    private static boolean isOthers(Ent e, Rec r, Msg m) {
        for (Owner owner : e.owners.getOrDefault(m.info.group(), List.of())) {
            if (owner.receiver.key == r.key) {
                return r.singly()
                        && e.messages.stream()
                                .anyMatch(other -> other.locked()
                                        && !other.inBranch()
                                        && other.receiver == r.key
                                        && other.info.group() == m.info.group());
            }
            boolean leaves = !e.receivers.contains(owner.receiver.key)
                    && owner.receiver.link.equals(r.link)
                    && owner.receiver.session == r.session
                    && r.session > 0;
            if (!leaves && selects(owner.receiver.selector, m)) {
                return true;
            }
        }
        return m.info.group() != 0
                && e.messages.stream().anyMatch(other -> other.inBranch() && other.info.group() == m.info.group());
    }

    private static void own(Ent e, Rec r, Msg m) {
        if (m.info.group() == 0) {
            return;
        }
        List<Owner> owners = e.owners.computeIfAbsent(m.info.group(), g -> new ArrayList<>());
        for (int i = 0; i < owners.size(); i++) {
            if (owners.get(i).receiver.key == r.key) {
                owners.set(i, new Owner(r, owners.get(i).ending || m.info.endsGroup()));
                return;
            }
        }
        owners.add(new Owner(r, m.info.endsGroup()));
    }

    /** Receivers that have closed or have had the last message give a group up when nothing of it is unsettled. */
    private static void endGroups(Ent e) {
        e.owners.forEach((group, owners) -> owners.removeIf(owner -> {
            boolean unsettled = e.messages.stream()
                    .anyMatch(m ->
                            m.locked() && !m.inBranch() && m.receiver == owner.receiver.key && m.info.group() == group);
            return !unsettled && (owner.ending || !e.receivers.contains(owner.receiver.key));
        }));
    }

    /** Messages in delivery order; of those in the journal, none behind one that is not on disk. */
    private static List<Msg> visible(Ent e, long durable, Predicate<Msg> which) {
        List<Msg> visible = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            boolean blocked = false;
            for (Msg m : e.messages) {
                if (m.info.priority() != priority || !which.test(m)) {
                    continue;
                }
                blocked |= m.ready() && m.record > durable;
                if (m.record < 0 || !blocked || m.locked()) {
                    visible.add(m);
                }
            }
        }
        return visible;
    }

    List<Msg> browse(Address address, @Nullable String selector, String link, long durable, long now) {
        Ent e = find(address);
        if (e == null) {
            copy().resolve(address);
            return List.of();
        }
        checkOwner(e, link);
        if (e.definition.kind() == Kind.TOPIC) {
            throw refused(INVALID_DESTINATION);
        }
        return visible(e, durable, m -> m.ready() || (m.locked() && !m.handedOver)).stream()
                .filter(m -> !e.expires(m, now))
                .filter(m -> selects(selector, m))
                .toList();
    }

    // ---- settle

    private static long lockEnd(Ent e, long now) {
        java.time.Duration strict = e.settings().strictLockDuration();
        return strict == null ? Long.MAX_VALUE : now + strict.toMillis();
    }

    private @Nullable Ent holder(long token, String link, long now) {
        for (Ent e : entities.values()) {
            for (Msg m : e.messages) {
                if (m.token == token && m.link.equals(link) && m.lockedUntil > now) {
                    return e;
                }
            }
        }
        return null;
    }

    private static Msg held(Ent e, long token) {
        return e.messages.stream().filter(m -> m.token == token).findFirst().orElseThrow();
    }

    /** Returns the tokens of locks that were lost. */
    List<Long> settle(List<Settlement> settlements, String link, long now) {
        List<Long> lost = new ArrayList<>();
        for (Settlement s : settlements) {
            Ent e = holder(s.lockToken(), link, now);
            if (e == null) {
                lost.add(s.lockToken());
                continue;
            }
            Msg m = held(e, s.lockToken());
            if (s.outcome() == Outcome.COMPLETE) {
                e.messages.remove(m);
                e.completed++;
            } else if (s.outcome() == Outcome.RELEASE) {
                m.unlock();
            } else if (s.outcome() == Outcome.ABANDON || e.definition.kind() == Kind.DEAD_LETTER) {
                fail(e, m, now);
            } else {
                deadLetter(e, m, Objects.requireNonNullElse(s.reason(), "DeadLettered"), m.failures + 1, now);
            }
        }
        endUnused();
        return lost;
    }

    private void fail(Ent e, Msg m, long now) {
        int max = e.settings().maxDeliveryCount();
        if (max > 0 && m.failures + 1 >= max && e.definition.kind() != Kind.DEAD_LETTER) {
            deadLetter(e, m, "MaxDeliveryCountExceeded", m.failures + 1, now);
        } else {
            m.unlock();
            m.failures++;
        }
    }

    private void deadLetter(Ent e, Msg m, String reason, int failures, long now) {
        Ent to = deadLetterOf(e);
        e.messages.remove(m);
        e.deadLettered++;
        Msg moved = m.copy(to.next++);
        moved.unlock();
        moved.failures = 0;
        moved.visibleAt = 0;
        moved.note = new Event.DeadLetterNote(m.sequence, reason, null, failures, now);
        to.accepted++;
        to.insert(moved);
    }

    void handedOver(long token, String link, long now) {
        Ent e = holder(token, link, Long.MIN_VALUE);
        if (e != null && !held(e, token).handedOver) {
            held(e, token).handedOver = true;
            held(e, token).handedOverAt = now;
        }
    }

    /** Hand-overs that last are written. */
    void startDeliveries(long now) {
        for (Ent e : entities.values()) {
            for (Msg m : e.messages) {
                m.started |= m.locked()
                        && !m.link.startsWith("branch ")
                        && m.handedOver
                        && !m.isVolatile
                        && m.handedOverAt + 5 <= now;
            }
        }
    }

    long renew(long token, String link, long now) {
        Ent e = holder(token, link, now);
        if (e == null) {
            throw refused(LOCK_LOST);
        }
        Msg m = held(e, token);
        long end = lockEnd(e, now);
        if (m.lockedUntil != Long.MAX_VALUE && end != Long.MAX_VALUE) {
            m.lockedUntil = Math.max(m.lockedUntil, end);
        }
        return m.lockedUntil;
    }

    void commit(
            CommitCommand command, List<Map<String, Object>> values, long now, boolean durable, boolean repeatable) {
        Producer p = producers.get(command.producerId());
        if (p != null && p.seenAt + ProducerTable.IDLE_MILLIS > now && command.producerSequence() <= p.last) {
            producer(command.producerId(), command.producerSequence(), 0, now, true);
            return;
        }
        if (!settle(command.settlements(), command.linkId(), now).isEmpty()) {
            throw refused(TRANSACTION_ROLLED_BACK);
        }
        for (int i = 0; i < command.sends().size(); i++) {
            send(command.sends().get(i), values.get(i), now, false);
        }
        if (repeatable) {
            producer(command.producerId(), command.producerSequence(), 0, now, durable);
        }
    }

    // ---- branches

    /** What was prepared; its locks have the link "branch name" now. */
    record Branch(long at, CommitCommand command, List<Map<String, Object>> values, List<Settlement> settlements) {}

    List<BranchId> branchIds() {
        return branches.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<BranchId, Branch> b) -> b.getValue().at)
                        .thenComparing(b -> b.getKey().toString()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String linkOf(BranchId id) {
        return "branch " + id;
    }

    Done prepare(BranchId id, CommitCommand command, List<Map<String, Object>> values, long now) {
        Branch known = branches.get(id);
        if (known != null) {
            if (known.command.producerSequence() != command.producerSequence()) {
                throw refused(ILLEGAL_STATE);
            }
            return Done.DONE;
        }
        copy().commit(
                        new CommitCommand(0, 0, command.linkId(), command.sends(), command.settlements()),
                        values,
                        now,
                        false,
                        false);
        List<Settlement> lasting = new ArrayList<>();
        List<Settlement> passing = new ArrayList<>();
        for (Settlement s : command.settlements()) {
            Msg m = held(Objects.requireNonNull(holder(s.lockToken(), command.linkId(), now)), s.lockToken());
            m.link = linkOf(id);
            m.handedOver = true;
            m.started = false;
            m.lockedUntil = Long.MAX_VALUE;
            (m.isVolatile ? passing : lasting).add(s);
        }
        lasting.addAll(passing);
        branches.put(id, new Branch(now, command, values, lasting));
        return Done.DONE;
    }

    /** Returns destinations to which nothing could be sent. */
    List<Address> commitBranch(BranchId id, long now) {
        Branch branch = branches.remove(id);
        if (branch == null) {
            throw refused(ErrorReason.NO_SUCH_BRANCH);
        }
        settle(branch.settlements, linkOf(id), now);
        List<Address> lost = new ArrayList<>();
        limited = false;
        for (int i = 0; i < branch.command.sends().size(); i++) {
            SendCommand send = branch.command.sends().get(i);
            try {
                send(send, branch.values.get(i), now, false);
            } catch (BrokerException e) {
                if (e.reason() != INVALID_DESTINATION) {
                    throw e;
                }
                lost.add(send.destination());
            }
        }
        limited = true;
        return lost;
    }

    Done rollbackBranch(BranchId id, long now) {
        Branch branch = branches.remove(id);
        if (branch == null) {
            throw refused(ErrorReason.NO_SUCH_BRANCH);
        }
        for (Settlement s : branch.settlements) {
            Ent e = holder(s.lockToken(), linkOf(id), now);
            if (e != null && s.outcome() == Outcome.RELEASE) {
                held(e, s.lockToken()).unlock();
            } else if (e != null) {
                fail(e, held(e, s.lockToken()), now);
            }
        }
        endUnused();
        return Done.DONE;
    }

    void releaseLink(String link, long now) {
        List<Ent> owned = entities.values().stream()
                .filter(e -> link.equals(e.definition.ownerLinkId()))
                .toList();
        List<Long> tokens = new ArrayList<>();
        for (Ent e : entities.values()) {
            if (!owned.contains(e)) {
                e.messages.stream()
                        .filter(m -> m.locked() && m.link.equals(link))
                        .forEach(m -> tokens.add(m.token));
            }
        }
        tokens.sort(null);
        for (long token : tokens) {
            Ent e = Objects.requireNonNull(holder(token, link, Long.MIN_VALUE));
            Msg m = held(e, token);
            if (m.handedOver) {
                fail(e, m, now);
            } else {
                m.unlock();
            }
        }
        List<Rec> mine =
                receivers.values().stream().filter(r -> r.link.equals(link)).toList();
        for (Rec r : mine) {
            receivers.remove(r.key);
            Objects.requireNonNull(entities.get(r.entity)).receivers.remove(r.key);
        }
        endUnused();
        for (Ent e : owned) {
            if (entities.containsKey(e.definition.entityId())) {
                remove(e);
            }
        }
    }

    // ---- time

    private record Due(long at, Ent e, Msg m) {}

    void tick(long now) {
        while (true) {
            List<Due> dues = new ArrayList<>();
            for (Ent e : entities.values()) {
                for (Msg m : e.messages) {
                    if (m.locked() && m.lockedUntil <= now) {
                        dues.add(new Due(m.lockedUntil, e, m));
                    } else if (!m.locked() && e.expires(m, now)) {
                        dues.add(new Due(m.info.expiresAtMillis(), e, m));
                    } else if (m.visibleAt != 0 && m.visibleAt <= now) {
                        dues.add(new Due(m.visibleAt, e, m));
                    }
                }
            }
            if (dues.isEmpty()) {
                return;
            }
            dues.sort(Comparator.comparingLong(Due::at)
                    .thenComparing(due -> due.e.definition.entityId())
                    .thenComparing(due -> due.m.sequence));
            dues.forEach(due -> act(due, now));
            endUnused();
        }
    }

    private void act(Due due, long now) {
        Msg m = due.m;
        if (m.locked()) {
            if (m.handedOver) {
                fail(due.e, m, now);
            } else {
                m.unlock();
            }
        } else if (due.e.expires(m, now)) {
            if (due.e.settings().deadLetterOnExpiration()) {
                deadLetter(due.e, m, "TTLExpiredException", m.failures, now);
            } else {
                due.e.messages.remove(m);
                due.e.expired++;
            }
        } else {
            m.visibleAt = 0;
        }
    }

    /** Everything that can be seen of the entities, by path. */
    Map<String, String> picture() {
        Map<String, String> picture = new LinkedHashMap<>();
        entities.values().stream()
                .sorted(Comparator.comparing(e -> e.definition.path()))
                .forEach(e -> picture.put(
                        e.definition.path(),
                        "id " + e.definition.entityId() + " " + e.definition.kind() + " live " + e.messages.size()
                                + " bytes "
                                + e.messages.stream()
                                        .mapToLong(m -> m.info.sizeBytes())
                                        .sum()
                                + " ready "
                                + e.messages.stream().filter(Msg::ready).count() + " locked "
                                + e.messages.stream().filter(Msg::locked).count() + " scheduled "
                                + e.messages.stream()
                                        .filter(m -> m.visibleAt != 0)
                                        .count() + " receivers "
                                + e.receivers.size()));
        return picture;
    }
}
