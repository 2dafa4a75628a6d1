package io.angarium.engine.core;

import io.angarium.engine.core.filter.PropertySource;
import io.angarium.engine.core.filter.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one topic, arranged so that a publication looks only at those that may take it: those without
 * selector, those whose selector needs an equality (by name and value), and the rest.
 */
final class SubscriptionTable {
    private static final Comparator<Entity> BY_ID = Comparator.comparingInt(entity -> entity.id);
    private static final PropertySource NO_PROPERTIES = name -> null;

    private final List<Entity> all = new ArrayList<>();
    private final List<Entity> unconditional = new ArrayList<>();
    private final List<Entity> others = new ArrayList<>();
    private final Map<String, Map<String, List<Entity>>> byEquality = new HashMap<>();

    List<Entity> all() {
        return all;
    }

    void add(Entity subscription) {
        insert(all, subscription);
        Selector selector = subscription.selector();
        Selector.Equality equality = selector == null ? null : selector.equality();
        if (selector == null) {
            insert(unconditional, subscription);
        } else if (equality == null) {
            insert(others, subscription);
        } else {
            insert(
                    byEquality
                            .computeIfAbsent(equality.name(), name -> new HashMap<>())
                            .computeIfAbsent(equality.value(), value -> new ArrayList<>()),
                    subscription);
        }
    }

    void remove(Entity subscription) {
        all.remove(subscription);
        unconditional.remove(subscription);
        others.remove(subscription);
        Selector selector = subscription.selector();
        Selector.Equality equality = selector == null ? null : selector.equality();
        Map<String, List<Entity>> byValue = equality == null ? null : byEquality.get(equality.name());
        List<Entity> list = byValue == null || equality == null ? null : byValue.get(equality.value());
        if (byValue != null && equality != null && list != null && list.remove(subscription) && list.isEmpty()) {
            byValue.remove(equality.value());
            if (byValue.isEmpty()) {
                byEquality.remove(equality.name());
            }
        }
    }

    /** Subscriptions that take a message, by number. */
    List<Entity> matching(@Nullable PropertySource given, Origin origin) {
        List<Entity> found = new ArrayList<>(unconditional.size());
        for (int i = 0; i < unconditional.size(); i++) {
            addIfOpen(unconditional.get(i), origin, found);
        }
        int sorted = found.size();
        PropertySource properties = given == null ? NO_PROPERTIES : given;
        byEquality.forEach((name, byValue) -> {
            if (properties.value(name) instanceof String value) {
                addMatching(byValue.getOrDefault(value, List.of()), properties, origin, found);
            }
        });
        addMatching(others, properties, origin, found);
        if (found.size() > sorted) {
            found.sort(BY_ID);
        }
        return found;
    }

    private static void addMatching(
            List<Entity> candidates, PropertySource properties, Origin origin, List<Entity> found) {
        for (Entity candidate : candidates) {
            Selector selector = candidate.selector();
            if (selector != null && selector.matches(properties)) {
                addIfOpen(candidate, origin, found);
            }
        }
    }

    private static void addIfOpen(Entity subscription, Origin origin, List<Entity> found) {
        if (subscription.takesFrom(origin)) {
            found.add(subscription);
        }
    }

    private static void insert(List<Entity> sorted, Entity subscription) {
        int at = sorted.size();
        while (at > 0 && sorted.get(at - 1).id > subscription.id) {
            at--;
        }
        sorted.add(at, subscription);
    }
}
