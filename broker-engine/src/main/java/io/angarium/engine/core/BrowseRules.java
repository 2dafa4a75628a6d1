package io.angarium.engine.core;

import static io.angarium.protocol.ErrorReason.INVALID_DESTINATION;

import io.angarium.engine.core.filter.Selector;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Browse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Browsing: what is ready or locked and not handed over, in delivery order, without touching it. */
final class BrowseRules {
    private static final Comparator<QueuedMessage> DELIVERY_ORDER = Comparator.comparingInt(
                    (QueuedMessage message) -> -message.content.priority)
            .thenComparingLong(message -> message.sequence);

    private final NamespaceState state;
    private final EntityRules entities;
    private final ContentReader contents;

    BrowseRules(NamespaceState state, EntityRules entities, ContentReader contents) {
        this.state = state;
        this.entities = entities;
        this.contents = contents;
    }

    Browsed browse(Browse request, String linkId, long durableRecord, long nowMillis) {
        Selector selector = state.parse(request.selector());
        Entity entity = entities.find(request.queue());
        if (entity == null) {
            entities.resolve(new Draft(state, nowMillis), request.queue()); // may it exist at all?
            return new Browsed(List.of(), null);
        }
        EntityRules.checkOwner(entity.definition(), linkId);
        if (entity.kind() == EntityDefinition.Kind.TOPIC) {
            throw new BrokerException(
                    INVALID_DESTINATION, "'" + entity.path() + "' is a topic; only queues are browsed");
        }
        List<LockedMessage> found = new ArrayList<>();
        Cursor cursor = new Cursor(entity, request.after(), durableRecord);
        int budget = ReceiveRules.SCAN_LIMIT;
        QueuedMessage message = cursor.next();
        QueuedMessage last = null;
        while (message != null && found.size() < request.maxMessages() && budget-- > 0) {
            last = message;
            if (!message.isExpired(nowMillis)
                    && (selector == null || selector.matches(ReceiveRules.properties(contents, message)))) {
                found.add(ReceiveRules.view(state, message, 0));
            }
            message = cursor.next();
        }
        Browse.Cursor next =
                message == null || last == null ? null : new Browse.Cursor(last.content.priority, last.sequence);
        return new Browsed(found, next);
    }

    /** Goes through the lanes and what is locked unseen, merged. */
    private static final class Cursor {
        private final Entity entity;
        private final long durableRecord;
        private final List<QueuedMessage> unseen = new ArrayList<>();
        private int unseenAt;
        private int priority;
        private long from;

        Cursor(Entity entity, Browse.@Nullable Cursor after, long durableRecord) {
            this.entity = entity;
            this.durableRecord = durableRecord;
            priority = after == null ? 9 : after.priority();
            from = after == null ? 0 : after.sequenceNumber() + 1;
            LongTable<Lock> locked = entity.locked();
            if (locked != null) {
                locked.forEach(lock -> {
                    QueuedMessage message = lock.message;
                    if (!lock.isHandedOver() && isAhead(message)) {
                        unseen.add(message);
                    }
                });
                unseen.sort(DELIVERY_ORDER);
            }
        }

        private boolean isAhead(QueuedMessage message) {
            int its = message.content.priority;
            return its < priority || (its == priority && message.sequence >= from);
        }

        @Nullable
        QueuedMessage next() {
            while (priority >= 0) {
                QueuedMessage first = firstOf(lane(priority * 2), lane(priority * 2 + 1));
                if (unseenAt < unseen.size() && unseen.get(unseenAt).content.priority == priority) {
                    first = firstOf(first, unseen.get(unseenAt));
                }
                if (first != null) {
                    if (first.lock() != null) {
                        unseenAt++;
                    }
                    from = first.sequence + 1;
                    return first;
                }
                priority--;
                from = 0;
            }
            return null;
        }

        private @Nullable QueuedMessage lane(int number) {
            Lane lane = entity.lane(number);
            QueuedMessage message = lane == null ? null : lane.ceiling(from);
            return message == null || message.content.record() > durableRecord ? null : message;
        }

        private static @Nullable QueuedMessage firstOf(@Nullable QueuedMessage a, @Nullable QueuedMessage b) {
            if (a == null || b == null) {
                return a == null ? b : a;
            }
            return a.sequence < b.sequence ? a : b;
        }
    }
}
