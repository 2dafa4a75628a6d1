package io.angarium.examples.orders;

/**
 * Who in the shop takes which orders: a durable shared subscription of the topic with a selector. The same rule stands
 * here in Java as well, as the audit's own opinion of what each subscription must get.
 */
enum ShopRule {
    /** The warehouse at home. */
    DOMESTIC("domestic", "country = 'DE'") {
        @Override
        boolean takes(Order order) {
            return order.country().equals("DE");
        }
    },
    /** Customs papers are needed, or at least another carrier. */
    INTERNATIONAL("international", "country <> 'DE'") {
        @Override
        boolean takes(Order order) {
            return !order.country().equals("DE");
        }
    },
    /** Somebody has a look at these, besides. */
    HIGH_VALUE("high-value", "amount >= 500 OR (payment = 'invoice' AND amount >= 200)") {
        @Override
        boolean takes(Order order) {
            return order.amountCents() >= 500_00
                    || (order.payment().equals("invoice") && order.amountCents() >= 200_00);
        }
    };

    private final String subscription;
    private final String selector;

    ShopRule(String subscription, String selector) {
        this.subscription = subscription;
        this.selector = selector;
    }

    /** Whether the subscription gets an order, said without the broker. */
    abstract boolean takes(Order order);

    String subscription() {
        return subscription;
    }

    /** Physical name of the queue that gets the orders which no worker could fulfil. */
    String deadLetterQueue() {
        return "orders/Subscriptions/" + subscription + "$$D/$deadletterqueue";
    }

    String selector() {
        return selector;
    }
}
