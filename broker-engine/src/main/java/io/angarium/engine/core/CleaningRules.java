package io.angarium.engine.core;

import io.angarium.engine.core.Event.DuplicateIds;
import io.angarium.engine.core.Event.Enqueued;
import io.angarium.engine.core.Event.EntityDefined;
import io.angarium.engine.core.Event.MessageSnapshot;
import io.angarium.engine.core.Event.Opened;
import io.angarium.engine.core.Event.Prepared;
import io.angarium.engine.core.Event.Producers;
import io.angarium.engine.core.Event.RememberedId;
import io.angarium.engine.core.Event.RememberedProducer;
import io.angarium.engine.core.Event.SnapshotTarget;
import io.angarium.engine.core.Event.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What of old records is still needed, and where it is from now on. */
final class CleaningRules {
    private final NamespaceState state;

    CleaningRules(NamespaceState state) {
        this.state = state;
    }

    @Nullable
    Survivor survivor(Event event, long record) {
        if (event instanceof EntityDefined defined) {
            Entity entity = state.entity(defined.definition().entityId());
            return entity == null || entity.definitionRecord() != record
                    ? null
                    : new Survivor(
                            new EntityDefined(
                                    entity.definition(),
                                    entity.nextSequence(),
                                    entity.tally().durableCounters()),
                            null);
        } else if (event instanceof Enqueued enqueued) {
            List<QueuedMessage> holders = new ArrayList<>(enqueued.targets().size());
            for (Target target : enqueued.targets()) {
                addHolder(holders, target.entityId(), target.sequenceNumber(), record);
            }
            return survivor(holders, enqueued.sendIndex(), record);
        } else if (event instanceof MessageSnapshot snapshot) {
            List<QueuedMessage> holders = new ArrayList<>(snapshot.targets().size());
            for (SnapshotTarget target : snapshot.targets()) {
                addHolder(holders, target.entityId(), target.sequenceNumber(), record);
            }
            return survivor(holders, snapshot.contentIndex(), record);
        } else if (event instanceof Prepared prepared) {
            Branch branch = state.branches().get(prepared.branch());
            return branch == null || branch.record() != record ? null : snapshot(branch);
        }
        return null;
    }

    private static Survivor snapshot(Branch branch) {
        return new Survivor(branch.prepared.at(0), null, branch.contents());
    }

    @Nullable
    Survivor survivorOfPart(long partRecord) {
        Branch branch = state.branches().ofPart(partRecord);
        if (branch != null) {
            return snapshot(branch);
        }
        List<Content> contents = state.tracked(partRecord);
        if (contents.isEmpty() || contents.get(0).record() == partRecord) {
            return null;
        }
        Content content = contents.get(0);
        Content.Tracked tracked = content.tracked();
        return tracked == null ? null : snapshot(content, tracked.holders);
    }

    private void addHolder(List<QueuedMessage> holders, int entityId, long sequence, long record) {
        QueuedMessage message = locate(entityId, sequence);
        if (message != null && message.content.record() == record) {
            holders.add(message);
        }
    }

    /** A message where it was enqueued, or in the dead-letter subqueue where it went from there. */
    private @Nullable QueuedMessage locate(int entityId, long sequence) {
        Entity entity = state.entity(entityId);
        if (entity == null) {
            return null;
        }
        QueuedMessage message = entity.find(sequence);
        if (message != null) {
            return message;
        }
        Entity subqueue = entity.deadLetter();
        return subqueue == null ? null : subqueue.findBySource(sequence);
    }

    private @Nullable Survivor survivor(List<QueuedMessage> holders, int eventIndex, long record) {
        if (!holders.isEmpty()) {
            return snapshot(holders.get(0).content, holders);
        }
        for (Content content : state.tracked(record)) {
            Content.Tracked tracked = content.tracked();
            if (tracked != null && tracked.eventIndex == eventIndex && content.record() == record) {
                return snapshot(content, tracked.holders);
            }
        }
        return null;
    }

    private static Survivor snapshot(Content content, List<QueuedMessage> holders) {
        List<SnapshotTarget> targets = new ArrayList<>(holders.size());
        long visibleAtMillis = 0;
        for (QueuedMessage holder : holders) {
            LongTable<Schedule> scheduled = holder.entity.scheduled();
            Schedule schedule = scheduled == null ? null : scheduled.get(holder.sequence);
            if (schedule != null) {
                visibleAtMillis = schedule.visibleAtMillis;
            }
            if (!holder.isVolatile()) {
                targets.add(new SnapshotTarget(
                        holder.entity.id,
                        holder.sequence,
                        holder.failedDeliveries(),
                        holder.isDeliveryStarted(),
                        holder.entity.noteOf(holder.sequence)));
            }
        }
        MessageInfo info = new MessageInfo(
                content.persistent,
                content.priority,
                content.enqueuedAtMillis,
                content.expiresAtMillis,
                visibleAtMillis,
                content.sizeBytes,
                null,
                0,
                0,
                content.group(),
                content.endsGroup());
        return new Survivor(new MessageSnapshot(0, info, targets), content.ref());
    }

    void relocated(List<Survivor> survivors, List<ContentRef> contents, long record) {
        count(survivors, contents, record);
        for (Survivor survivor : survivors) {
            Event event = survivor.snapshot();
            if (event instanceof MessageSnapshot snapshot) {
                ContentRef to = contents.get(snapshot.contentIndex());
                Content content = find(snapshot, survivor.content());
                if (content == null) {
                    releaseUnwanted(to, survivor.content());
                } else {
                    state.move(content, to, snapshot.contentIndex());
                }
            } else if (event instanceof Prepared prepared) {
                moveBranch(prepared, survivor.sends(), BranchEvents.contentsOf(prepared, contents), record);
            } else if (event instanceof EntityDefined defined) {
                moveDefinition(defined.definition().entityId(), record);
            } else if (event instanceof Opened) {
                state.epochMoved(record);
            } else if (event instanceof DuplicateIds ids) {
                Entity entity = state.entity(ids.entityId());
                DuplicateWindow window = entity == null ? null : entity.duplicates();
                if (window != null) {
                    window.moved(ids.upToRecord(), ids.ids(), record);
                }
            } else if (event instanceof Producers producers) {
                state.producers().moved(producers.producers(), record);
            } else {
                throw new AssertionError(event);
            }
        }
    }

    /** Notes how much there is in the new record, so that it is released with the last of it. */
    private void count(List<Survivor> survivors, List<ContentRef> contents, long record) {
        int definitions = 0;
        for (Survivor survivor : survivors) {
            definitions += survivor.snapshot().keepsRecord() ? 1 : 0;
        }
        if (definitions + contents.size() > 1) {
            for (int i = 0; i < definitions + contents.size(); i++) {
                state.records().add(record);
            }
        }
    }

    private void moveBranch(Prepared prepared, List<ContentRef> from, List<ContentRef> to, long record) {
        Branch branch = state.branches().get(prepared.branch());
        if (branch != null && branch.record() < record && branch.contents().equals(from)) {
            state.move(branch, record, to);
            return;
        }
        for (int i = 0; i < to.size(); i++) {
            releaseUnwanted(to.get(i), from.get(i)); // ended in the meantime
        }
        state.records().release(record);
    }

    private void moveDefinition(int entityId, long record) {
        Entity entity = state.entity(entityId);
        if (entity == null || entity.definitionRecord() > record) {
            state.records().release(record); // deleted or defined anew in the meantime
        } else {
            state.records().release(entity.definitionRecord());
            entity.definitionRecord(record);
        }
    }

    private @Nullable Content find(MessageSnapshot snapshot, @Nullable ContentRef from) {
        if (from == null) {
            throw new IllegalArgumentException("the snapshot of a message without its content");
        }
        for (SnapshotTarget target : snapshot.targets()) {
            QueuedMessage message = locate(target.entityId(), target.sequenceNumber());
            if (message != null && message.content.isAt(from.record(), from.index())) {
                return message.content;
            }
        }
        for (Content content : state.tracked(from.record())) {
            if (content.isAt(from.record(), from.index())) {
                return content;
            }
        }
        return null;
    }

    /** Parts that were not copied are not the new record's to release: they went with the old content. */
    private void releaseUnwanted(ContentRef to, @Nullable ContentRef from) {
        for (Long part : to.parts()) {
            if (from == null || !from.parts().contains(part)) {
                state.records().release((long) part);
            }
        }
        state.records().release(to.record());
    }

    List<Survivor> remembered(long upToRecord, int maxEntries) {
        List<Survivor> found = new ArrayList<>();
        long nowMillis = state.latestMillis();
        if (state.epochRecord() <= upToRecord) {
            found.add(new Survivor(new Opened(state.epoch(), state.nextEntityId(), nowMillis), null));
        }
        int left = maxEntries;
        List<RememberedProducer> producers = state.producers().writtenUpTo(upToRecord, left);
        if (!producers.isEmpty()) {
            found.add(new Survivor(new Producers(upToRecord, producers), null));
            left -= producers.size();
        }
        for (Entity entity : state.entities()) {
            DuplicateWindow window = entity.duplicates();
            if (left <= 0 || window == null) {
                continue;
            }
            List<RememberedId> ids = window.writtenUpTo(upToRecord, left);
            if (!ids.isEmpty()) {
                found.add(new Survivor(new DuplicateIds(entity.id, upToRecord, nowMillis, ids), null));
                left -= ids.size();
            }
        }
        return found;
    }
}
