package io.angarium.examples.orders;

import static java.util.Objects.requireNonNull;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import javax.naming.NamingException;

/**
 * What a run has left behind, counted from the ledger, the dead-letter queues and the store: nothing here was told by the
 * process that did the work.
 *
 * @param tallies what became of the orders of each subscription
 * @param unclaimedResults results that are still in their queue
 * @param store what the store says of the topic
 */
record Audit(Map<ShopRule, Tally> tallies, int unclaimedResults, StoreCounts store) {
    Audit {
        tallies = Map.copyOf(tallies);
    }

    /** Counts; opens the broker of the run's folder in this JVM. */
    static Audit of(OrderBook book, Path folder) throws IOException, NamingException, JMSException {
        Shop shop = Shop.lookUp(Folder.store(folder));
        List<Ledger.Entry> entries;
        try (Ledger ledger = Ledger.open(Folder.ledger(folder))) {
            entries = ledger.entries();
        }
        Map<ShopRule, Tally> tallies = new EnumMap<>(ShopRule.class);
        int unclaimedResults;
        try (JMSContext context = shop.factory().createContext()) {
            for (ShopRule rule : ShopRule.values()) {
                List<Ledger.Entry> results = entries.stream()
                        .filter(entry -> entry.subscription().equals(rule.subscription()))
                        .toList();
                tallies.put(rule, Tally.of(book.of(rule), results, deadLetters(context, rule)));
            }
            unclaimedResults = browse(context, shop.results()).size();
        }
        return new Audit(
                tallies,
                unclaimedResults,
                StoreCounts.of(Folder.store(folder), shop.orders().getTopicName()));
    }

    Tally tally(ShopRule rule) {
        return requireNonNull(tallies.get(rule), "every rule has a tally");
    }

    /** Everything that is not as it must be, a line each. */
    List<String> wrong(OrderBook book) {
        List<String> wrong = new ArrayList<>();
        for (ShopRule rule : ShopRule.values()) {
            Tally tally = tally(rule);
            tally.wrong().forEach(text -> wrong.add(rule.subscription() + ": " + text));
            if (tally.due()
                    != tally.processedOnce()
                            + tally.deadLettered()
                            + tally.wrong().size()) {
                wrong.add(rule.subscription() + ": " + tally.due() + " due, but " + tally.processedOnce()
                        + " processed and " + tally.deadLettered() + " dead-lettered");
            }
        }
        if (unclaimedResults > 0) {
            wrong.add(unclaimedResults + " results were left in their queue");
        }
        store.problems().forEach(problem -> wrong.add("store: " + problem));
        if (store.accepted() != book.orders().size()) {
            wrong.add("the store accepted " + store.accepted() + " orders, but " + book.name() + " has "
                    + book.orders().size() + " different ones");
        }
        if (store.duplicatesDropped() < book.duplicates()) {
            wrong.add("the store dropped " + store.duplicatesDropped() + " duplicates, but " + book.name()
                    + " alone has " + book.duplicates());
        }
        return wrong;
    }

    private static List<String> deadLetters(JMSContext context, ShopRule rule) throws JMSException {
        List<String> ids = new ArrayList<>();
        for (Message message : browse(context, context.createQueue(rule.deadLetterQueue()))) {
            ids.add(((MapMessage) message).getString("order_id"));
        }
        return ids;
    }

    private static List<Message> browse(JMSContext context, Queue queue) throws JMSException {
        try (QueueBrowser browser = context.createBrowser(queue)) {
            List<Message> messages = new ArrayList<>();
            for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
                messages.add((Message) all.nextElement());
            }
            return messages;
        }
    }
}
