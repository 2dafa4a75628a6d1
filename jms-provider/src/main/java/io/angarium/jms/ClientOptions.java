package io.angarium.jms;

import io.angarium.jms.failure.JmsErrors;
import io.angarium.jms.message.DeserializationPolicy;
import io.angarium.protocol.Printable;
import jakarta.jms.JMSException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be set for a connection, read from the URI and the properties of {@link AngariumConnectionFactory}, whose
 * Javadoc lists names, units, defaults and reasons. Immutable.
 */
record ClientOptions(
        @Nullable String user,
        @Nullable String password,
        @Nullable String clientId,
        int prefetch,
        int listenerWindow,
        boolean strictAcknowledge,
        long requestTimeoutMillis,
        long sendTimeoutMillis,
        int maxAsyncSends,
        int maxTransactionBytes,
        int browsePage,
        DeserializationPolicy deserialization) {

    static final String USER = "user";
    static final String PASSWORD = "password";
    static final String CLIENT_ID = "clientID";
    static final String PREFETCH = "prefetch";
    static final String LISTENER_WINDOW = "listenerWindow";
    static final String ACKNOWLEDGE = "acknowledge";
    static final String REQUEST_TIMEOUT = "requestTimeout";
    static final String SEND_TIMEOUT = "sendTimeout";
    static final String MAX_ASYNC_SENDS = "maxAsyncSends";
    static final String MAX_TRANSACTION_BYTES = "maxTransactionBytes";
    static final String BROWSE_PAGE = "browsePage";
    static final String DESERIALIZATION = "deserialization";

    /** The prefetch when nothing is said: it depends on whether a network is between. */
    static final int PREFETCH_BY_LINK = -1;

    private static final int REMOTE_PREFETCH = 100;
    private static final long MAX_DURATION_MILLIS = 86_400_000;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)?");
    private static final Map<String, Long> UNIT_MILLIS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

    /** All options by name. */
    static final Set<String> NAMES = Set.of(
            USER,
            PASSWORD,
            CLIENT_ID,
            PREFETCH,
            LISTENER_WINDOW,
            ACKNOWLEDGE,
            REQUEST_TIMEOUT,
            MAX_ASYNC_SENDS,
            MAX_TRANSACTION_BYTES,
            BROWSE_PAGE,
            DESERIALIZATION);

    /**
     * Reads the options of a URI and of a factory's properties. Parameters of other names are the link's.
     *
     * @param properties by option name; they win over the URI
     * @throws JMSException if a value is not valid; it names option, value and what is allowed
     */
    static ClientOptions parse(URI uri, Map<String, String> properties) throws JMSException {
        Map<String, String> values = query(uri);
        values.putAll(properties);
        long requestTimeoutMillis = duration(values, REQUEST_TIMEOUT, "60s");
        return new ClientOptions(
                values.get(USER),
                values.get(PASSWORD),
                values.get(CLIENT_ID),
                number(values, PREFETCH, PREFETCH_BY_LINK, 0),
                number(values, LISTENER_WINDOW, 16, 1),
                strict(values.getOrDefault(ACKNOWLEDGE, "pipelined")),
                requestTimeoutMillis,
                requestTimeoutMillis + duration(values, SEND_TIMEOUT, "30s"),
                number(values, MAX_ASYNC_SENDS, 1_000, 1),
                number(values, MAX_TRANSACTION_BYTES, 256 << 20, 1),
                number(values, BROWSE_PAGE, 100, 1),
                policy(values.get(DESERIALIZATION)));
    }

    /** Fails for an option that is not one of the client's. */
    static void requireKnown(String option) throws JMSException {
        if (!NAMES.contains(option)) {
            throw new JMSException(
                    "there is no option '" + option + "'; known are " + new TreeSet<>(NAMES), "CONFIGURATION");
        }
    }

    /** Messages that a consumer without listener keeps ready. */
    int receiveWindow(boolean remote) {
        if (prefetch == PREFETCH_BY_LINK) {
            return remote ? REMOTE_PREFETCH : 0;
        }
        return prefetch;
    }

    /** Messages that a consumer with a listener keeps ready. */
    int listenWindow(boolean remote) {
        int window = receiveWindow(remote);
        return window > 0 ? window : listenerWindow;
    }

    private static Map<String, String> query(URI uri) throws JMSException {
        Map<String, String> values = new LinkedHashMap<>();
        String opaque = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : "?" + uri.getRawQuery();
        int at = opaque.indexOf('?');
        if (at < 0 || (!uri.isOpaque() && uri.getRawQuery() == null)) {
            return values;
        }
        for (String pair : opaque.substring(at + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
            } else if (NAMES.contains(pair)) {
                throw invalid(pair, "", "a value, as in " + pair + "=...");
            }
        }
        return values;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static DeserializationPolicy policy(@Nullable String pattern) throws JMSException {
        try {
            return DeserializationPolicy.of(pattern);
        } catch (IllegalArgumentException e) {
            throw JmsErrors.of("option " + DESERIALIZATION + ": " + e.getMessage(), e);
        }
    }

    private static boolean strict(String value) throws JMSException {
        return switch (value) {
            case "strict" -> true;
            case "pipelined" -> false;
            default -> throw invalid(ACKNOWLEDGE, value, "pipelined or strict");
        };
    }

    private static int number(Map<String, String> values, String option, int standard, int least) throws JMSException {
        String value = values.get(option);
        if (value == null) {
            return standard;
        }
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            number = least - 1;
        }
        if (number < least) {
            throw invalid(option, value, "a whole number from " + least + " to " + Integer.MAX_VALUE);
        }
        return number;
    }

    private static long duration(Map<String, String> values, String option, String standard) throws JMSException {
        String value = values.getOrDefault(option, standard);
        Matcher parts = DURATION.matcher(value);
        long millis = parts.matches()
                ? Long.parseLong(parts.group(1)) * UNIT_MILLIS.getOrDefault(String.valueOf(parts.group(2)), 1L)
                : 0;
        if (millis <= 0 || millis > MAX_DURATION_MILLIS) {
            throw invalid(option, value, "a duration from 1ms to 24h, as in 500ms, 30s, 2m or 1h");
        }
        return millis;
    }

    private static JMSException invalid(String option, String value, String allowed) {
        return new JMSException(
                "option " + option + " is '" + Printable.of(value) + "'; allowed: " + allowed, "CONFIGURATION");
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return "ClientOptions[clientID=" + clientId + ", user=" + user + ", prefetch=" + prefetch + "]";
    }
}
