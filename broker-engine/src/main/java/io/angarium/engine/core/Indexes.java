package io.angarium.engine.core;

import io.angarium.engine.core.filter.Selector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The properties of one entity that are indexed: the first few that receivers ask for by equality. */
final class Indexes {
    private static final int MAX = 4;

    private final List<EqualityIndex> indexes = new ArrayList<>(1);

    /**
     * The index of a property, made if there is room or if no receiver needs one of the others.
     *
     * @return null if the receiver has to do without
     */
    @Nullable
    EqualityIndex get(String property, List<Receiver> receivers) {
        for (EqualityIndex index : indexes) {
            if (index.name().equals(property)) {
                return index;
            }
        }
        if (indexes.size() == MAX && !indexes.removeIf(index -> !isUsed(index, receivers))) {
            return null;
        }
        EqualityIndex index = new EqualityIndex(property);
        indexes.add(index);
        return index;
    }

    private static boolean isUsed(EqualityIndex index, List<Receiver> receivers) {
        for (Receiver receiver : receivers) {
            Selector.Equality equality = receiver.selector == null ? null : receiver.selector.equality();
            if (equality != null && equality.name().equals(index.name())) {
                return true;
            }
        }
        return false;
    }

    void becameReady(QueuedMessage message) {
        for (int i = 0; i < indexes.size(); i++) {
            indexes.get(i).becameReady(message);
        }
    }

    void notReady(QueuedMessage message) {
        for (int i = 0; i < indexes.size(); i++) {
            indexes.get(i).notReady(message);
        }
    }
}
