package io.angarium.examples.orders;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a file of orders holds, read without any broker: what the audit compares with.
 *
 * @param name of the file
 * @param orders each order once, by its number
 * @param duplicates lines with an order that an earlier line had
 * @param rejected lines that are not orders, each with what is wrong with it
 */
record OrderBook(String name, Map<String, Order> orders, int duplicates, List<String> rejected) {
    OrderBook {
        orders = Collections.unmodifiableMap(new LinkedHashMap<>(orders));
        rejected = List.copyOf(rejected);
    }

    /** Reads a file; {@link BadInputException} if it cannot be read or has no order in it. */
    static OrderBook of(OrderFile file) {
        Map<String, Order> orders = new LinkedHashMap<>();
        List<String> rejected = new ArrayList<>();
        int[] lines = new int[1];
        file.read(line -> {
            if (line instanceof OrderFile.Accepted accepted) {
                lines[0]++;
                orders.putIfAbsent(accepted.order().id(), accepted.order());
            } else if (line instanceof OrderFile.Rejected bad) {
                rejected.add(bad.text());
            } else {
                throw new AssertionError(line);
            }
        });
        if (orders.isEmpty()) {
            throw new BadInputException(file.name() + ": no order in it"
                    + (rejected.isEmpty() ? "" : "; the first line that was not understood: " + rejected.get(0)));
        }
        return new OrderBook(file.name(), orders, lines[0] - orders.size(), rejected);
    }

    /** Lines of the file, without the header and empty ones. */
    int lines() {
        return orders.size() + duplicates + rejected.size();
    }

    /** Orders that a subscription has to get. */
    List<Order> of(ShopRule rule) {
        return orders.values().stream().filter(rule::takes).toList();
    }

    /** Results that all subscriptions together have to produce. */
    int expectedResults() {
        int results = 0;
        for (ShopRule rule : ShopRule.values()) {
            results += (int) of(rule).stream()
                    .filter(order -> Fulfilment.refusal(order) == null)
                    .count();
        }
        return results;
    }
}
