package io.angarium.examples.orders;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a worker does with an order. Pure: the same order and attempt, the same outcome. */
final class Fulfilment {
    private static final Set<String> DISCONTINUED = Set.of("KB-0417");
    private static final Set<String> NO_CARRIER = Set.of("AQ", "BV", "HM");
    private static final Set<String> EUROPEAN_UNION = Set.of(
            "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU",
            "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK");
    private static final int ONE_IN = 40;

    private Fulfilment() {}

    /** An order could not be fulfilled, now or ever; the transaction is to be rolled back. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        FailedException(String message) {
            super(message);
        }
    }

    /**
     * Fulfils an order.
     *
     * @param attempt 1 for the first; a carrier that does not answer at first does so at the second
     * @return what the customer pays, with shipping
     * @throws FailedException if it has to be tried again, which may help or not
     */
    static long totalCents(Order order, int attempt) throws FailedException {
        String refusal = refusal(order);
        if (refusal != null) {
            throw new FailedException(refusal);
        }
        if (attempt == 1 && Math.floorMod(order.id().hashCode(), ONE_IN) == 0) {
            throw new FailedException("the carrier did not answer");
        }
        return totalCents(order);
    }

    /** What an order that can be fulfilled costs with shipping. */
    static long totalCents(Order order) {
        long shippingCents =
                order.country().equals("DE") ? 4_90 : EUROPEAN_UNION.contains(order.country()) ? 9_90 : 24_90;
        return order.amountCents() + (order.amountCents() >= 100_00 && shippingCents == 4_90 ? 0 : shippingCents);
    }

    /** Why an order can never be fulfilled, or null. */
    static @Nullable String refusal(Order order) {
        if (DISCONTINUED.contains(order.sku())) {
            return order.sku() + " is discontinued";
        }
        return NO_CARRIER.contains(order.country()) ? "no carrier delivers to " + order.country() : null;
    }
}
