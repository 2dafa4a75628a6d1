package io.angarium.engine.core;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.core.Event.DeadLetterNote;
import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.EntitySettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of one queue, topic, subscription or dead-letter subqueue; changed only by events. A message in it is in exactly one
 * of three places: ready in the lane of its priority, locked, or scheduled. Everything is made when it is first needed: an
 * idle entity costs some hundred bytes.
 *
 * <p>At replay an entity may have messages before it is defined, because cleaning appends definitions again.
 */
final class Entity {
    private static final List<Receiver> NO_RECEIVERS = List.of();

    final int id;
    private final NamespaceState state;
    private @Nullable EntityDefinition definition;
    private long definitionRecord;
    private @Nullable Selector selector;
    private @Nullable SubscriptionTable subscriptions;
    private @Nullable Entity deadLetter;
    private boolean isDeadLetter;

    private @Nullable Lanes lanes;
    private @Nullable LongTable<Lock> locked;
    private @Nullable LongTable<Schedule> scheduled;
    private @Nullable DuplicateWindow duplicates;
    private @Nullable DeadLetterNotes notes;
    private List<Receiver> receivers = NO_RECEIVERS;
    private @Nullable Indexes indexes;
    private @Nullable MessageGroups groups;

    private long nextSequence = 1;
    private final Tally tally = new Tally();

    Entity(int id, NamespaceState state) {
        this.id = id;
        this.state = state;
    }

    // ---- what it is

    boolean isDefined() {
        return definition != null;
    }

    EntityDefinition definition() {
        if (definition == null) {
            throw new IllegalStateException("entity " + id + " is not defined");
        }
        return definition;
    }

    EntitySettings settings() {
        return definition().settings();
    }

    EntityDefinition.Kind kind() {
        return definition().kind();
    }

    String path() {
        return definition().path();
    }

    /** Before it is defined everything about it comes from the journal, so it is durable. */
    boolean isDurable() {
        return definition == null || definition.durable();
    }

    void markDeadLetter() {
        isDeadLetter = true;
    }

    /** Whether messages expire here; there is no time-to-live in dead-letter subqueues. */
    boolean expires() {
        return !isDeadLetter;
    }

    /** Whether it goes when nobody has it any more. */
    boolean endsWhenUnused() {
        return definition != null && definition.kind() == EntityDefinition.Kind.SUBSCRIPTION && !definition.durable();
    }

    /** Sets the definition; returns the record of the one before, 0 if there was none. */
    long define(EntityDefinition newDefinition, @Nullable Selector newSelector, long record) {
        long old = definitionRecord;
        definition = newDefinition;
        definitionRecord = record;
        selector = newSelector;
        isDeadLetter = newDefinition.kind() == EntityDefinition.Kind.DEAD_LETTER;
        if (duplicates != null) {
            duplicates.windowMillis(newDefinition.settings().duplicateWindow().toMillis());
            state.dues().moved(duplicates);
        }
        return old;
    }

    long definitionRecord() {
        return definitionRecord;
    }

    void definitionRecord(long record) {
        definitionRecord = record;
    }

    @Nullable
    Selector selector() {
        return selector;
    }

    /** Of a topic. */
    SubscriptionTable subscriptions() {
        if (subscriptions == null) {
            subscriptions = new SubscriptionTable();
        }
        return subscriptions;
    }

    boolean hasSubscriptions() {
        return subscriptions != null;
    }

    @Nullable
    Entity deadLetter() {
        return deadLetter;
    }

    void deadLetter(@Nullable Entity subqueue) {
        deadLetter = subqueue;
    }

    /** Whether a subscription takes what this origin publishes: noLocal, and an unshared one that has lost its receiver. */
    boolean takesFrom(Origin origin) {
        SubscriptionDefinition subscription =
                requireNonNull(definition().subscription(), "only subscriptions take publications");
        if (endsWhenUnused() && !subscription.shared() && receivers.isEmpty()) {
            return false;
        }
        String local = subscription.noLocalIdentity();
        return local == null || !(local.equals(origin.linkId()) || local.equals(origin.clientId()));
    }

    // ---- receivers

    List<Receiver> receivers() {
        return receivers;
    }

    void addReceiver(Receiver receiver) {
        if (receivers.isEmpty()) {
            receivers = new ArrayList<>(2);
        }
        receivers.add(receiver);
        if (groups != null) {
            receiver.keepCursor();
        }
    }

    void removeReceiver(Receiver receiver) {
        receivers.remove(receiver);
        if (receivers.isEmpty()) {
            receivers = NO_RECEIVERS;
        }
        receiver.close();
        if (groups != null) {
            groups.closed(receiver);
        }
    }

    /** Null as long as there has been no message of a group. */
    @Nullable
    MessageGroups groups() {
        return groups;
    }

    private MessageGroups groupsOrNew() {
        if (groups == null) {
            groups = new MessageGroups(this);
            receivers.forEach(Receiver::keepCursor);
        }
        return groups;
    }

    /** The index of a property for a receiver, or null if it has to do without. */
    @Nullable
    EqualityIndex index(String property) {
        if (indexes == null) {
            indexes = new Indexes();
        }
        return indexes.get(property, receivers);
    }

    // ---- messages

    long nextSequence() {
        return nextSequence;
    }

    void usedSequence(long sequence) {
        nextSequence = Math.max(nextSequence, sequence + 1);
    }

    @Nullable
    Lane lane(int number) {
        return lanes == null ? null : lanes.get(number);
    }

    /** Bit n says that lane n is not empty. */
    int laneMask() {
        return lanes == null ? 0 : lanes.mask();
    }

    /** The ready message with this number or the next one, of all priorities; or null. */
    @Nullable
    QueuedMessage nextReady(long sequence) {
        return lanes == null ? null : lanes.ceiling(sequence);
    }

    @Nullable
    Lock lockOf(long sequence) {
        return locked == null ? null : locked.get(sequence);
    }

    int lockedCount() {
        return locked == null ? 0 : locked.size();
    }

    @Nullable
    LongTable<Lock> locked() {
        return locked;
    }

    @Nullable
    LongTable<Schedule> scheduled() {
        return scheduled;
    }

    /** A message wherever it is, or null. */
    @Nullable
    QueuedMessage find(long sequence) {
        Lock lock = lockOf(sequence);
        if (lock != null) {
            return lock.message;
        }
        QueuedMessage ready = findReady(sequence);
        if (ready != null) {
            return ready;
        }
        Schedule schedule = scheduled == null ? null : scheduled.get(sequence);
        return schedule == null ? null : schedule.message;
    }

    @Nullable
    QueuedMessage findReady(long sequence) {
        return lanes == null ? null : lanes.find(sequence);
    }

    /** Takes a new message in and counts it as live. */
    void add(QueuedMessage message, long visibleAtMillis) {
        message.content.hold(message);
        tally.added(message);
        if (visibleAtMillis > message.content.enqueuedAtMillis) {
            schedule(message, visibleAtMillis);
        } else {
            makeReady(message);
        }
        if (expires() && message.content.expiresAtMillis != Long.MAX_VALUE) {
            state.dues().add(message);
        }
    }

    /** Takes a message out of wherever it is; returns whether nobody holds its content any more. */
    boolean remove(QueuedMessage message) {
        Lock lock = message.lock();
        if (lock != null) {
            dropLock(lock);
        } else if (!unschedule(message)) {
            removeReady(message);
        }
        state.dues().remove(message);
        tally.removed(message);
        if (notes != null) {
            notes.remove(message);
        }
        return message.content.release(message);
    }

    void lock(Lock lock) {
        removeReady(lock.message);
        state.dues().remove(lock.message);
        putLock(lock);
        if (lock.isStrict()) {
            state.dues().add(lock);
        }
    }

    private void putLock(Lock lock) {
        if (locked == null) {
            locked = new LongTable<>();
        }
        locked.put(lock.message.sequence, lock);
        lock.message.lock(lock);
        taken(lock.message, lock.receiver, true);
    }

    /** Gives a message to a prepared branch; at replay it may still be scheduled, although its time had come. */
    void hold(Lock lock) {
        Lock before = lock.message.lock();
        if (before != null) {
            dropLock(before);
        } else if (!unschedule(lock.message)) {
            removeReady(lock.message);
        }
        state.dues().remove(lock.message);
        putLock(lock);
    }

    /** A receiver, or a branch (null), takes a message, which it has locked or which is deleted next. */
    void taken(QueuedMessage message, @Nullable Receiver receiver, boolean isLocked) {
        if (message.content.group() != 0) {
            groupsOrNew().taken(message, receiver, isLocked);
        }
    }

    /** Ends a lock; the message is back at its place. */
    void unlock(Lock lock) {
        dropLock(lock);
        makeReady(lock.message);
        if (expires() && lock.message.content.expiresAtMillis != Long.MAX_VALUE) {
            state.dues().add(lock.message);
        }
    }

    private void dropLock(Lock lock) {
        state.dues().remove(lock);
        if (locked != null) {
            locked.remove(lock.message.sequence);
        }
        lock.message.lock(null);
        if (groups != null && lock.message.content.group() != 0) {
            groups.returned(lock);
        }
    }

    /** The time of a scheduled message has come. */
    void activate(Schedule schedule) {
        unschedule(schedule.message);
        makeReady(schedule.message);
    }

    private void schedule(QueuedMessage message, long visibleAtMillis) {
        Schedule schedule = new Schedule(message, visibleAtMillis);
        if (scheduled == null) {
            scheduled = new LongTable<>();
        }
        scheduled.put(message.sequence, schedule);
        state.dues().add(schedule);
    }

    private boolean unschedule(QueuedMessage message) {
        Schedule schedule = scheduled == null ? null : scheduled.remove(message.sequence);
        if (schedule == null) {
            return false;
        }
        state.dues().remove(schedule);
        return true;
    }

    private void makeReady(QueuedMessage message) {
        if (lanes == null) {
            lanes = new Lanes();
        }
        lanes.add(message);
        if (indexes != null) {
            indexes.becameReady(message);
        }
        if (message.content.group() != 0) {
            groupsOrNew().becameReady(message);
        }
        if (!receivers.isEmpty()) {
            for (int i = 0; i < receivers.size(); i++) {
                receivers.get(i).lookAt(message.content.lane(), message.sequence);
            }
            tellReady();
        }
    }

    /** There may be something for the receivers. */
    void tellReady() {
        state.ready(this);
    }

    private void removeReady(QueuedMessage message) {
        if (lanes == null) {
            throw new IllegalStateException("entity " + id + " has no ready messages");
        }
        lanes.remove(message);
        if (indexes != null) {
            indexes.notReady(message);
        }
        if (groups != null && message.content.group() != 0) {
            groups.notReady(message);
        }
    }

    /** All messages, in no particular order. */
    List<QueuedMessage> messages() {
        List<QueuedMessage> all = new ArrayList<>((int) tally.live());
        for (QueuedMessage m = nextReady(0); m != null; m = nextReady(m.sequence + 1)) {
            all.add(m);
        }
        if (locked != null) {
            locked.forEach(lock -> all.add(lock.message));
        }
        if (scheduled != null) {
            scheduled.forEach(schedule -> all.add(schedule.message));
        }
        return all;
    }

    // ---- dead letters

    void note(QueuedMessage message, DeadLetterNote note) {
        if (notes == null) {
            notes = new DeadLetterNotes();
        }
        notes.add(message, note);
    }

    @Nullable
    DeadLetterNote noteOf(long sequence) {
        return notes == null ? null : notes.of(sequence);
    }

    /** The message that had this number in the entity from which it was dead-lettered. */
    @Nullable
    QueuedMessage findBySource(long sourceSequence) {
        return notes == null ? null : notes.findBySource(sourceSequence);
    }

    // ---- duplicates

    /** The number of the message that had this MessageId within the window; 0 if there was none. */
    long duplicateOf(DuplicateId duplicateId, long nowMillis) {
        return duplicates == null ? 0 : duplicates.find(duplicateId, nowMillis);
    }

    @Nullable
    DuplicateWindow duplicates() {
        return duplicates;
    }

    /** Remembers a MessageId; see {@link DuplicateWindow#add}. */
    void remember(DuplicateId duplicateId, long sequence, long countsFromMillis, long nowMillis, long record) {
        if (duplicates == null) {
            duplicates = new DuplicateWindow(
                    id, definition == null ? 0 : settings().duplicateWindow().toMillis());
        }
        duplicates.add(duplicateId, sequence, countsFromMillis, nowMillis, record);
        if (duplicates.heapIndex == Due.NOT_IN_HEAP) {
            state.dues().add(duplicates);
        } else if (definition != null) {
            // Two for one, so that a long replay, in which nothing is due, does not gather ids for ever.
            duplicates.forget(nowMillis, 2);
            state.dues().moved(duplicates);
        }
    }

    /** Drops MessageIds that do not count any more, at most so many. */
    void forgetDuplicates(long nowMillis, int max) {
        if (duplicates == null) {
            return;
        }
        duplicates.forget(nowMillis, max);
        if (duplicates.size() == 0) {
            state.dues().remove(duplicates);
            duplicates = null;
        } else {
            state.dues().moved(duplicates);
        }
    }

    void dropDuplicates() {
        if (duplicates != null) {
            state.dues().remove(duplicates);
            duplicates = null;
        }
    }

    // ---- what there is

    Tally tally() {
        return tally;
    }

    EntityStatus status() {
        int lockedNow = lockedCount();
        int scheduledNow = scheduled == null ? 0 : scheduled.size();
        return new EntityStatus(
                definition(),
                nextSequence,
                tally.counters(),
                tally.live(),
                tally.liveBytes(),
                tally.live() - lockedNow - scheduledNow,
                lockedNow,
                scheduledNow,
                receivers.size());
    }
}
