package io.angarium.engine.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a link holds: receivers, locks, temporary entities. */
final class LinkState {
    /** Texts about lost locks are kept for so many. */
    private static final int MAX_LOST = 1_000;

    final String linkId;
    final List<Receiver> receivers = new ArrayList<>(2);
    final List<Entity> owned = new ArrayList<>(0);
    final LongTable<Lock> locks = new LongTable<>();
    private final Map<Long, LostLock> lost = new LinkedHashMap<>();

    /** A lock that was taken back; for the text that says so (T-07). */
    record LostLock(int entityId, String path, long sequence, long endedAtMillis, boolean handedOver) {}

    LinkState(String linkId) {
        this.linkId = linkId;
    }

    void lost(long token, LostLock lock) {
        lost.put(token, lock);
        if (lost.size() > MAX_LOST) {
            lost.remove(lost.keySet().iterator().next());
        }
    }

    @Nullable
    LostLock lost(long token) {
        return lost.get(token);
    }
}
