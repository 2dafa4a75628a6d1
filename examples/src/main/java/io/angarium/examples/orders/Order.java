package io.angarium.examples.orders;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An order as the shop's front end writes it, checked.
 *
 * @param id the front end's number; it may send the same order more than once
 * @param placedAt when the customer pressed the button
 * @param customerId number of the customer
 * @param customer name of the customer
 * @param country where it goes, ISO 3166 code of two letters
 * @param sku the article
 * @param product name of the article
 * @param quantity pieces
 * @param unitPriceCents price of one piece
 * @param payment card, paypal, invoice or sepa
 * @param channel where it came from
 */
record Order(
        String id,
        OffsetDateTime placedAt,
        String customerId,
        String customer,
        String country,
        String sku,
        String product,
        int quantity,
        long unitPriceCents,
        String payment,
        String channel) {

    /** The columns of a CSV file, and the fields of a line of JSON, in any order. */
    static final List<String> COLUMNS = List.of(
            "order_id",
            "placed_at",
            "customer_id",
            "customer",
            "country",
            "sku",
            "product",
            "quantity",
            "unit_price",
            "payment",
            "channel");

    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
    private static final int MAX_QUANTITY = 9_999;

    /**
     * Checks and converts what a line has in each of the {@link #COLUMNS}.
     *
     * @throws BadLineException for the first value that does not fit
     */
    static Order of(Map<String, String> fields) throws BadLineException {
        return new Order(
                text(fields, "order_id"),
                time(fields, "placed_at"),
                text(fields, "customer_id"),
                text(fields, "customer"),
                country(fields, "country"),
                text(fields, "sku"),
                text(fields, "product"),
                quantity(fields, "quantity"),
                cents(fields, "unit_price"),
                text(fields, "payment"),
                text(fields, "channel"));
    }

    /** The whole price. */
    long amountCents() {
        return quantity * unitPriceCents;
    }

    /** Writes the order into a message: what rules ask for as properties, everything in the body. */
    void writeTo(MapMessage message) throws JMSException {
        message.setStringProperty("country", country);
        message.setDoubleProperty("amount", amountCents() / 100.0);
        message.setStringProperty("payment", payment);
        message.setStringProperty("channel", channel);
        message.setString("order_id", id);
        message.setString("placed_at", placedAt.toString());
        message.setString("customer_id", customerId);
        message.setString("customer", customer);
        message.setString("country", country);
        message.setString("sku", sku);
        message.setString("product", product);
        message.setInt("quantity", quantity);
        message.setLong("unit_price_cents", unitPriceCents);
        message.setString("payment", payment);
        message.setString("channel", channel);
    }

    /** Reads what {@link #writeTo} wrote. */
    static Order from(MapMessage message) throws JMSException {
        return new Order(
                message.getString("order_id"),
                OffsetDateTime.parse(message.getString("placed_at")),
                message.getString("customer_id"),
                message.getString("customer"),
                message.getString("country"),
                message.getString("sku"),
                message.getString("product"),
                message.getInt("quantity"),
                message.getLong("unit_price_cents"),
                message.getString("payment"),
                message.getString("channel"));
    }

    private static String text(Map<String, String> fields, String column) throws BadLineException {
        @Nullable String value = fields.get(column);
        if (value == null || value.isBlank()) {
            throw new BadLineException(column + " is empty");
        }
        return value.strip();
    }

    private static OffsetDateTime time(Map<String, String> fields, String column) throws BadLineException {
        String value = text(fields, column);
        try {
            return OffsetDateTime.parse(value);
        } catch (DateTimeParseException e) {
            throw new BadLineException(
                    column + " is '" + value + "'; a time such as 2026-11-27T08:15:00+01:00 is needed", e);
        }
    }

    private static String country(Map<String, String> fields, String column) throws BadLineException {
        String value = text(fields, column);
        if (!COUNTRIES.contains(value)) {
            throw new BadLineException(column + " is '" + value + "'; a code of two letters such as DE is needed");
        }
        return value;
    }

    private static int quantity(Map<String, String> fields, String column) throws BadLineException {
        String value = text(fields, column);
        if (!value.matches("\\d{1,4}") || Integer.parseInt(value) == 0) {
            throw new BadLineException(
                    column + " is '" + value + "'; a whole number from 1 to " + MAX_QUANTITY + " is needed");
        }
        return Integer.parseInt(value);
    }

    private static long cents(Map<String, String> fields, String column) throws BadLineException {
        String value = text(fields, column);
        if (!value.matches("\\d{1,9}(\\.\\d{1,2})?")) {
            throw new BadLineException(column + " is '" + value + "'; a price such as 24.95 is needed");
        }
        return new java.math.BigDecimal(value).movePointRight(2).longValueExact();
    }
}
