package io.angarium.examples.orders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of the orders of one subscription.
 *
 * @param due orders that its rule takes, by the file
 * @param processedOnce orders with exactly one result, which is right
 * @param repeated of these, how many had failed or been interrupted before
 * @param deadLettered orders with exactly one dead letter and no result, which no worker could have fulfilled
 * @param wrong everything else, each with its order's number; empty if all is well
 */
record Tally(int due, int processedOnce, int repeated, int deadLettered, List<String> wrong) {
    Tally {
        wrong = List.copyOf(wrong);
    }

    /**
     * Compares what came out with what the file says.
     *
     * @param due orders of the subscription
     * @param results its entries of the ledger
     * @param deadLetters numbers of the orders in its dead-letter queue
     */
    static Tally of(List<Order> due, List<Ledger.Entry> results, List<String> deadLetters) {
        Map<String, List<Ledger.Entry>> byOrder = new HashMap<>();
        results.forEach(entry -> byOrder.computeIfAbsent(entry.orderId(), id -> new ArrayList<>())
                .add(entry));
        List<String> dead = new ArrayList<>(deadLetters);
        List<String> wrong = new ArrayList<>();
        int once = 0;
        int repeated = 0;
        int deadLettered = 0;
        for (Order order : due) {
            List<Ledger.Entry> found = byOrder.getOrDefault(order.id(), List.of());
            boolean isDead = dead.remove(order.id());
            boolean hopeless = Fulfilment.refusal(order) != null;
            if (hopeless && isDead && found.isEmpty()) {
                deadLettered++;
            } else if (!hopeless
                    && !isDead
                    && found.size() == 1
                    && found.get(0).totalCents() == Fulfilment.totalCents(order)) {
                once++;
                repeated += found.get(0).attempt() > 1 ? 1 : 0;
            } else {
                wrong.add(order.id() + " has " + found.size() + " results " + found + " and is "
                        + (isDead ? "dead-lettered" : "not dead-lettered") + "; expected: "
                        + (hopeless ? "a dead letter" : "one result of " + Fulfilment.totalCents(order)));
            }
        }
        dead.forEach(id -> wrong.add(id + " has a dead letter too many"));
        Set<String> strangers = new HashSet<>(byOrder.keySet());
        due.forEach(order -> strangers.remove(order.id()));
        strangers.forEach(id -> wrong.add(id + " has a result, but is not for this subscription"));
        return new Tally(due.size(), once, repeated, deadLettered, wrong);
    }
}
