package io.angarium.protocol;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The query of a connection URI, {@code ?option=value&option=value} with URL-encoded values: the options of the link, which
 * are read here, and those of the client above it. Every failure is a {@link BrokerException} CONFIGURATION that names the
 * option, its value and what would fit. Immutable.
 */
public final class UriOptions {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB|TiB)?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final Pattern SECRET = Pattern.compile("(?i)([?&][^=&]*pass[^=&]*=)[^&]*");
    private static final Pattern SECRET_NAME = Pattern.compile("(?i)pass");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private final String uri;
    private final Map<String, String> own;
    private final Map<String, String> client;

    private UriOptions(String uri, Map<String, String> own, Map<String, String> client) {
        this.uri = uri;
        this.own = Map.copyOf(own);
        this.client = Map.copyOf(client);
    }

    /**
     * Reads the query of a URI.
     *
     * @param whose what has the options, for the text of an error: {@code "the broker"}
     * @param ownNames names of the link's options
     * @param clientNames names of the client's options
     */
    public static UriOptions of(URI uri, String whose, Set<String> ownNames, Set<String> clientNames) {
        String text = uri.toString();
        int question = text.indexOf('?');
        Map<String, String> own = new TreeMap<>();
        Map<String, String> client = new TreeMap<>();
        if (question >= 0 && question < text.length() - 1) {
            for (String pair : text.substring(question + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals <= 0) {
                    throw malformed(text, "\"" + pair + "\" is not option=value", null);
                }
                String name = decode(text, pair.substring(0, equals));
                boolean forLink = ownNames.contains(name);
                if (!forLink && !clientNames.contains(name)) {
                    throw unknown(text, name, pair.substring(equals + 1), whose, ownNames, clientNames);
                }
                String before = (forLink ? own : client).put(name, decode(text, pair.substring(equals + 1)));
                if (before != null) {
                    throw malformed(text, "option \"" + name + "\" is given twice", null);
                }
            }
        }
        // the link got it already, and nobody else is to keep or show it
        client.remove("password");
        return new UriOptions(text, own, client);
    }

    private static BrokerException unknown(
            String uri, String name, String value, String whose, Set<String> ownNames, Set<String> clientNames) {
        return malformed(
                uri,
                "unknown option \"" + name + "\""
                        + (SECRET_NAME.matcher(name).find() ? "" : " (value \"" + value + "\")")
                        + "; known are, of " + whose + ", " + String.join(", ", new TreeSet<>(ownNames))
                        + " and, of the client, " + String.join(", ", new TreeSet<>(clientNames)),
                null);
    }

    private static String decode(String uri, String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw malformed(uri, "an option has a wrong % escape", e);
        }
    }

    /** The options of the client above the link, by name; without the password. */
    public Map<String, String> client() {
        return client;
    }

    /** What is wrong with the URI. */
    public BrokerException malformed(String problem, @Nullable Throwable cause) {
        return malformed(uri, problem, cause);
    }

    private static BrokerException malformed(String uri, String problem, @Nullable Throwable cause) {
        return new BrokerException(ErrorReason.CONFIGURATION, "URI " + withoutPassword(uri) + ": " + problem, cause);
    }

    private static String withoutPassword(String uri) {
        return SECRET.matcher(uri).replaceAll("$1***");
    }

    /** The URI; never shows the password. */
    @Override
    public String toString() {
        return withoutPassword(uri);
    }

    /** The value of an option as it stands, or null. */
    public @Nullable String text(String option) {
        return own.get(option);
    }

    /** What is wrong with the value of an option. */
    public BrokerException wrong(String option, @Nullable String value, String allowed) {
        return malformed(uri, "option " + option + " is \"" + value + "\", allowed: " + allowed, null);
    }

    /** A path, or null. */
    public @Nullable Path path(String option, String what) {
        String value = own.get(option);
        try {
            if (value != null && value.isEmpty()) {
                throw wrong(option, value, what);
            }
            return value == null ? null : Path.of(value);
        } catch (InvalidPathException e) {
            throw wrong(option, value, what);
        }
    }

    /** {@code true} or {@code false}. */
    public boolean flag(String option, boolean otherwise) {
        String value = own.get(option);
        if (value == null) {
            return otherwise;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw wrong(option, value, "true or false");
        }
        return value.equals("true");
    }

    /** A whole number. */
    public long number(String option, long otherwise) {
        String value = own.get(option);
        if (value == null) {
            return otherwise;
        }
        if (!NUMBER.matcher(value).matches()) {
            throw wrong(option, value, "a whole number, 0 or more");
        }
        return Long.parseLong(value);
    }

    /** A size in bytes: a number, or one with KiB, MiB, GiB, TiB. */
    public long size(String option, long otherwise) {
        String value = own.get(option);
        if (value == null) {
            return otherwise;
        }
        Matcher size = SIZE.matcher(value);
        if (!size.matches()) {
            throw wrong(option, value, "a size such as 65536, 512KiB, 100MiB or 1GiB");
        }
        int shift = size.group(2) == null ? 0 : "BKMGT".indexOf(size.group(2).charAt(0)) * 10;
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << shift);
        } catch (ArithmeticException e) {
            throw wrong(option, value, "a size below 8 EiB");
        }
    }

    /** A whole number; what is larger than an int is its largest value. */
    public int count(String option, int otherwise) {
        return (int) Math.min(Integer.MAX_VALUE, number(option, otherwise));
    }

    /** A duration such as 500ms, 30s, 10m, 12h, 7d. */
    public Duration duration(String option, Duration otherwise) {
        return requireNonNull(optionalDuration(option, otherwise), "a default that is not null");
    }

    /** A duration, or null. */
    public @Nullable Duration optionalDuration(String option, @Nullable Duration otherwise) {
        String value = own.get(option);
        if (value == null) {
            return otherwise;
        }
        Matcher duration = DURATION.matcher(value);
        if (!duration.matches()) {
            throw wrong(option, value, "a duration such as 500ms, 30s, 10m, 12h or 7d");
        }
        long amount = Long.parseLong(duration.group(1));
        return switch (duration.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
