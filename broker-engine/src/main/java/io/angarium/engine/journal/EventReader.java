package io.angarium.engine.journal;

import io.angarium.engine.core.Counters;
import io.angarium.engine.core.DuplicateId;
import io.angarium.engine.core.EntityDefinition;
import io.angarium.engine.core.Event;
import io.angarium.engine.core.MessageInfo;
import io.angarium.engine.core.Origin;
import io.angarium.engine.core.SubscriptionDefinition;
import io.angarium.protocol.Address;
import io.angarium.protocol.BranchId;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.EntityType;
import io.angarium.protocol.SubscriptionId;
import io.angarium.protocol.ValueReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads events in the stored format, version 1; throws {@link IllegalArgumentException} for bytes that no writer wrote.
 * Stateless.
 */
final class EventReader {
    /** No list in a record is longer; damaged bytes must not make us allocate gigabytes. */
    private static final int MOST = 1 << 22;

    private EventReader() {}

    static int count(ValueReader in) {
        int count = in.getInt();
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException("a list of " + count);
        }
        return count;
    }

    static Event read(ValueReader in) {
        int type = in.getByte();
        return switch (type) {
            case EventTypes.ENQUEUED -> enqueued(in);
            case EventTypes.SETTLED ->
                new Event.Settled(in.getInt(), in.getLong(), EventTypes.cause(in.getByte()), true);
            case EventTypes.DELIVERY_FAILED -> new Event.DeliveryFailed(in.getInt(), in.getLong(), true);
            case EventTypes.DELIVERIES_STARTED -> new Event.DeliveriesStarted(targets(in));
            case EventTypes.RELEASED -> new Event.Released(in.getInt(), in.getLong(), true);
            case EventTypes.COMMITTED -> new Event.Committed(in.getLong(), in.getLong(), in.getLong(), true);
            case EventTypes.DUPLICATE_DROPPED -> new Event.DuplicateDropped(in.getInt(), true);
            case EventTypes.DEAD_LETTERED -> deadLettered(in);
            case EventTypes.ENTITY_DEFINED -> new Event.EntityDefined(definition(in), in.getLong(), counters(in));
            case EventTypes.ENTITY_DELETED -> new Event.EntityDeleted(in.getInt(), true);
            case EventTypes.OPENED -> new Event.Opened(in.getInt(), in.getInt(), in.getLong());
            case EventTypes.MESSAGE_SNAPSHOT -> snapshot(in);
            case EventTypes.DUPLICATE_IDS -> duplicateIds(in);
            case EventTypes.PRODUCERS -> producers(in);
            case EventTypes.PREPARED -> prepared(in);
            case EventTypes.BRANCH_ENDED -> new Event.BranchEnded(branch(in));
            default -> throw new IllegalArgumentException("unknown event type " + type);
        };
    }

    private static boolean flag(ValueReader in) {
        return in.getByte() != 0;
    }

    private static Event enqueued(ValueReader in) {
        int sendIndex = in.getInt();
        int destinationId = in.getInt();
        long destinationSequence = in.getLong();
        MessageInfo info = info(in);
        return new Event.Enqueued(sendIndex, destinationId, destinationSequence, info, targets(in), true);
    }

    private static List<Event.Target> targets(ValueReader in) {
        int count = count(in);
        if (count == 1) {
            return List.of(new Event.Target(in.getInt(), in.getLong()));
        }
        List<Event.Target> targets = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            targets.add(new Event.Target(in.getInt(), in.getLong()));
        }
        return targets;
    }

    private static MessageInfo info(ValueReader in) {
        int flags = in.getByte();
        return new MessageInfo(
                (flags & EventTypes.PERSISTENT) != 0,
                in.getByte(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                flag(in) ? new DuplicateId(in.getLong(), in.getLong()) : null,
                in.getLong(),
                in.getLong(),
                (flags & EventTypes.GROUPED) == 0 ? 0 : in.getLong(),
                (flags & EventTypes.ENDS_GROUP) != 0);
    }

    private static Event deadLettered(ValueReader in) {
        return new Event.DeadLettered(
                in.getInt(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                in.getText(),
                in.getString(),
                in.getInt(),
                in.getLong(),
                true);
    }

    private static EntityDefinition definition(ValueReader in) {
        return new EntityDefinition(
                in.getInt(),
                EventTypes.kind(in.getByte()),
                in.getText(),
                in.getInt(),
                flag(in),
                in.getString(),
                settings(in),
                subscription(in));
    }

    private static EntitySettings settings(ValueReader in) {
        return new EntitySettings(
                in.getInt(),
                Duration.ofMillis(in.getLong()),
                duration(in.getLong()),
                duration(in.getLong()),
                in.getLong(),
                in.getLong(),
                flag(in));
    }

    private static @Nullable Duration duration(long millis) {
        return millis == 0 ? null : Duration.ofMillis(millis);
    }

    private static @Nullable SubscriptionDefinition subscription(ValueReader in) {
        int form = in.getByte();
        if (form == 0) {
            return null;
        }
        SubscriptionId id = form == 1 ? null : new SubscriptionId(in.getText(), in.getString(), flag(in));
        return new SubscriptionDefinition(id, flag(in), in.getString(), flag(in), in.getString());
    }

    private static Counters counters(ValueReader in) {
        return new Counters(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }

    private static Event snapshot(ValueReader in) {
        int contentIndex = in.getInt();
        MessageInfo info = info(in);
        int count = count(in);
        List<Event.SnapshotTarget> targets = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            targets.add(new Event.SnapshotTarget(in.getInt(), in.getLong(), in.getInt(), flag(in), note(in)));
        }
        return new Event.MessageSnapshot(contentIndex, info, targets);
    }

    private static Event.@Nullable DeadLetterNote note(ValueReader in) {
        return flag(in)
                ? new Event.DeadLetterNote(in.getLong(), in.getText(), in.getString(), in.getInt(), in.getLong())
                : null;
    }

    private static BranchId branch(ValueReader in) {
        return new BranchId(in.getInt(), in.getText(), in.getText());
    }

    private static Event prepared(ValueReader in) {
        BranchId branch = branch(in);
        long producerId = in.getLong();
        long producerSequence = in.getLong();
        int contentIndex = in.getInt();
        Origin origin = new Origin(in.getText(), in.getString());
        long nowMillis = in.getLong();
        int sends = count(in);
        List<Address> destinations = new ArrayList<>(sends);
        for (int i = 0; i < sends; i++) {
            EntityType type = in.getByte() == 1 ? EntityType.QUEUE : EntityType.TOPIC;
            destinations.add(new Address(type, in.getText(), flag(in)));
        }
        int settlements = count(in);
        List<Event.Hold> holds = new ArrayList<>(settlements);
        for (int i = 0; i < settlements; i++) {
            holds.add(new Event.Hold(
                    in.getInt(), in.getLong(), EventTypes.outcome(in.getByte()), in.getString(), in.getString()));
        }
        return new Event.Prepared(
                branch, producerId, producerSequence, contentIndex, origin, destinations, holds, nowMillis);
    }

    private static Event duplicateIds(ValueReader in) {
        int entityId = in.getInt();
        long upToRecord = in.getLong();
        long nowMillis = in.getLong();
        int count = count(in);
        List<Event.RememberedId> ids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ids.add(new Event.RememberedId(new DuplicateId(in.getLong(), in.getLong()), in.getLong(), in.getLong()));
        }
        return new Event.DuplicateIds(entityId, upToRecord, nowMillis, ids);
    }

    private static Event producers(ValueReader in) {
        long upToRecord = in.getLong();
        int count = count(in);
        List<Event.RememberedProducer> producers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            producers.add(new Event.RememberedProducer(in.getLong(), in.getLong(), in.getLong(), in.getLong()));
        }
        return new Event.Producers(upToRecord, producers);
    }
}
