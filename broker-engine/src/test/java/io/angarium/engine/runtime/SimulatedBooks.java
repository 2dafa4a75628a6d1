package io.angarium.engine.runtime;

import io.angarium.protocol.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an honest client of the broker writes down, and what it objects to. A message is known by its text; a copy of it by the
 * text and the entity that it is in.
 */
final class SimulatedBooks {
    private final long seed;
    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Map<String, Copy> copies = new LinkedHashMap<>();
    private final List<List<String>> transactionsInDoubt = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Long> lastFirstDelivery = new HashMap<>();
    private int confirmed;

    /** What is known of a send. */
    enum Fate {
        UNDER_WAY,
        CONFIRMED,
        REFUSED,
        IN_DOUBT
    }

    private static final class Sent {
        private final List<String> entities;
        private final boolean persistent;
        private Fate fate = Fate.UNDER_WAY;

        Sent(List<String> entities, boolean persistent) {
            this.entities = entities;
            this.persistent = persistent;
        }
    }

    /** One copy of a message in one entity. */
    private static final class Copy {
        private long lockToken;
        private boolean handedOver;
        private boolean mayCount;
        private boolean settling;
        private boolean settled;
        private boolean settledInDoubt;
        private boolean seen;
        private int confirmedFailures;
        private int possibleFailures;
        private boolean crashed;
    }

    SimulatedBooks(long seed) {
        this.seed = seed;
    }

    List<String> violations() {
        return violations;
    }

    int confirmed() {
        return confirmed;
    }

    private void object(String what) {
        violations.add("seed " + seed + ": " + what);
    }

    private static String key(String entity, String text) {
        return entity + " " + text;
    }

    private Copy copy(String entity, String text) {
        return copies.computeIfAbsent(key(entity, text), k -> new Copy());
    }

    // ---- sends

    void sending(String text, List<String> entities, boolean persistent) {
        sent.put(text, new Sent(entities, persistent));
    }

    void sent(String text, Fate fate) {
        Sent message = sent(text);
        if (message.fate == Fate.UNDER_WAY) {
            message.fate = fate;
            confirmed += fate == Fate.CONFIRMED ? 1 : 0;
        }
    }

    private Sent sent(String text) {
        Sent message = sent.get(text);
        if (message == null) {
            throw new AssertionError("never sent: " + text);
        }
        return message;
    }

    void transactionInDoubt(List<String> texts) {
        transactionsInDoubt.add(List.copyOf(texts));
    }

    // ---- deliveries

    void delivered(String entity, Delivery delivery) {
        String text = TestMessages.text(delivery.message());
        Sent message = sent.get(text);
        if (message == null || !message.entities.contains(entity)) {
            object(text + " was delivered from " + entity + ", where nobody sent it");
            return;
        }
        if (message.fate == Fate.REFUSED) {
            object(text + " was refused, and delivered from " + entity);
        }
        Copy copy = copy(entity, text);
        if (copy.settled) {
            object(text + " was settled in " + entity + ", and delivered again");
        }
        if (copy.lockToken != 0) {
            object(text + " is locked in " + entity + ", and delivered again");
        }
        int least = 1 + (copy.crashed ? copy.confirmedFailures : copy.possibleFailures);
        int most = 1 + copy.possibleFailures;
        if (delivery.deliveryCount() < least || delivery.deliveryCount() > most) {
            object(text + " in " + entity + " has delivery count " + delivery.deliveryCount() + ", expected " + least
                    + " to " + most);
        }
        checkOrder(entity, delivery, copy, text);
        copy.seen = true;
        copy.lockToken = delivery.lockToken();
        copy.handedOver = false;
        copy.settling = false;
        copy.settledInDoubt = false;
    }

    /** Messages of one delivery mode that are delivered for the first time come in the order of their numbers. */
    private void checkOrder(String entity, Delivery delivery, Copy copy, String text) {
        if (copy.seen) {
            return;
        }
        String lane = entity + delivery.message().persistent();
        Long last = lastFirstDelivery.put(lane, delivery.sequenceNumber());
        if (last != null && last >= delivery.sequenceNumber()) {
            object(text + " in " + entity + " has number " + delivery.sequenceNumber() + ", but " + last
                    + " came first");
        }
    }

    void handedOver(String entity, String text) {
        copy(entity, text).handedOver = true;
    }

    void settling(String entity, String text) {
        copy(entity, text).settling = true;
    }

    void completed(String entity, String text) {
        Copy copy = copy(entity, text);
        copy.settled = true;
        copy.lockToken = 0;
    }

    void abandoning(String entity, String text) {
        Copy copy = copy(entity, text);
        copy.lockToken = 0;
        copy.possibleFailures++;
    }

    void abandoned(String entity, String text) {
        copy(entity, text).confirmedFailures++;
    }

    void notAbandoned(String entity, String text, long token) {
        Copy copy = copy(entity, text);
        copy.lockToken = token;
        copy.possibleFailures--;
    }

    /** The store failed: what the broker did in memory is void, and what is on disk will be seen. */
    void settlementInDoubt(String entity, String text) {
        Copy copy = copy(entity, text);
        copy.settledInDoubt = true;
        copy.mayCount |= copy.handedOver && copy.lockToken != 0; // nothing tells what is on disk
        copy.lockToken = 0;
        copy.crashed = true;
    }

    /** Given back as if it had not been delivered; if the broker dies before that is on disk, it may count. */
    void releasing(String entity, String text) {
        Copy copy = copy(entity, text);
        copy.lockToken = 0;
        copy.mayCount = copy.handedOver;
    }

    void released(String entity, String text) {
        copy(entity, text).mayCount = false;
    }

    /** A link ended: what it was handed over counts as failed. */
    void linkEnded(String entity, String text, long token) {
        lastFirstDelivery.clear(); // what it had not been given comes back to its place
        Copy copy = copy(entity, text);
        if (copy.lockToken == token) {
            copy.lockToken = 0;
            copy.possibleFailures += copy.handedOver ? 1 : 0;
            copy.settledInDoubt |= copy.settling;
            copy.settling = false;
        }
    }

    /** A receiver waits: then no message that is certainly there may wait as well. */
    void nothingAvailable(String entity) {
        sent.forEach((text, message) -> {
            Copy copy = copies.get(key(entity, text));
            boolean free =
                    copy == null || (copy.lockToken == 0 && !copy.settled && !copy.settledInDoubt && !copy.settling);
            if (message.fate == Fate.CONFIRMED && message.entities.contains(entity) && free) {
                object(text + " waits in " + entity + " although a receiver waits as well");
            }
        });
    }

    // ---- crash and end

    /** The broker died: what was under way is in doubt, locks are free, and what was not persistent may be gone. */
    void crashed() {
        sent.values().stream().filter(m -> m.fate == Fate.UNDER_WAY).forEach(m -> m.fate = Fate.IN_DOUBT);
        copies.values().forEach(copy -> {
            boolean counts = copy.mayCount || (copy.lockToken != 0 && copy.handedOver);
            copy.possibleFailures += counts ? 1 : 0;
            copy.lockToken = 0;
            copy.settledInDoubt |= copy.settling;
            copy.settling = false;
            copy.handedOver = false;
            copy.mayCount = false;
            copy.crashed = true;
        });
        lastFirstDelivery.clear();
        // what was delivered and not persistent is not expected again
        sent.entrySet().removeIf(e -> !e.getValue().persistent && forget(e.getKey(), e.getValue()));
    }

    private boolean forget(String text, Sent message) {
        message.entities.forEach(entity -> copies.remove(key(entity, text)));
        return true;
    }

    /** Everything that could be received was received: is all there? */
    void finish() {
        Set<String> present = new HashSet<>();
        copies.forEach((key, copy) -> {
            if (copy.seen) {
                present.add(key);
            }
        });
        sent.forEach((text, message) -> {
            for (String entity : message.entities) {
                if (message.fate == Fate.CONFIRMED && !present.contains(key(entity, text))) {
                    object(text + " was confirmed and is not in " + entity);
                }
            }
        });
        for (List<String> transaction : transactionsInDoubt) {
            long there = transaction.stream()
                    .filter(text -> sent.containsKey(text))
                    .filter(text -> present.contains(key(sent(text).entities.get(0), text)))
                    .count();
            if (there != 0 && there != transaction.size()) {
                object("of the transaction " + transaction + " only " + there + " messages are there");
            }
        }
        copies.forEach((key, copy) -> {
            if (copy.seen && !copy.settled && !copy.settledInDoubt) {
                object(key + " was not drained at the end");
            }
        });
    }

    @Nullable
    String firstViolation() {
        return violations.isEmpty() ? null : violations.get(0);
    }
}
