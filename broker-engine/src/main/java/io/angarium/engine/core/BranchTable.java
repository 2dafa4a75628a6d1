package io.angarium.engine.core;

import io.angarium.engine.core.Event.Hold;
import io.angarium.engine.core.Event.Target;
import io.angarium.protocol.BranchId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prepared branches, by what they are looked for: name, place of a message, record of a part of a body. As many as
 * transaction managers have left open.
 */
final class BranchTable {
    private final Map<BranchId, Branch> branches = new LinkedHashMap<>();
    private final Map<Target, Branch> byPlace = new HashMap<>();
    private final LongTable<Branch> byPart = new LongTable<>();

    @Nullable
    Branch get(BranchId id) {
        return branches.get(id);
    }

    /** By time; cleaning changes their order in the journal. */
    List<Branch> all() {
        List<Branch> all = new ArrayList<>(branches.values());
        all.sort(Comparator.comparingLong((Branch branch) -> branch.prepared.nowMillis())
                .thenComparing(branch -> branch.prepared.branch().toString()));
        return all;
    }

    /** The branch that holds the message at a place, there or not; or null. */
    @Nullable
    Branch holding(int entityId, long sequenceNumber) {
        return byPlace.isEmpty() ? null : byPlace.get(new Target(entityId, sequenceNumber));
    }

    /** The branch that has a message of which this record is a part. */
    @Nullable
    Branch ofPart(long record) {
        return byPart.get(record);
    }

    void add(Branch branch) {
        branches.put(branch.prepared.branch(), branch);
        addParts(branch);
    }

    void hold(Branch branch, Hold hold) {
        byPlace.put(new Target(hold.entityId(), hold.sequenceNumber()), branch);
    }

    void remove(Branch branch) {
        branches.remove(branch.prepared.branch());
        removeParts(branch);
        for (Hold hold : branch.holds) {
            byPlace.remove(new Target(hold.entityId(), hold.sequenceNumber()));
        }
    }

    /** A branch is written somewhere else now. */
    void move(Branch branch, long record, List<ContentRef> contents) {
        removeParts(branch);
        branch.moveTo(record, contents);
        addParts(branch);
    }

    private void addParts(Branch branch) {
        for (ContentRef content : branch.contents()) {
            content.parts().forEach(part -> byPart.put(part, branch));
        }
    }

    private void removeParts(Branch branch) {
        for (ContentRef content : branch.contents()) {
            content.parts().forEach(byPart::remove);
        }
    }
}
