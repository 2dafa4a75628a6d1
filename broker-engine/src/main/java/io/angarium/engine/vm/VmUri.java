package io.angarium.engine.vm;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.BrokerConfig;
import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.users.Users;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.ErrorReason;
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
 * A parsed {@code angarium:vm:NAME?store=DIR&...}.
 *
 * <table>
 * <caption>Options; the defaults are those of {@link BrokerConfig}, {@link Limits} and {@link EntitySettings}</caption>
 * <tr><th>option</th><th>value</th></tr>
 * <tr><td>store</td><td>folder of the store; none: thrown away with the last link</td></tr>
 * <tr><td>journal</td><td>chronicle or file</td></tr>
 * <tr><td>autoCreate</td><td>true or false</td></tr>
 * <tr><td>users</td><td>file of the users who may connect; none: everybody</td></tr>
 * <tr><td>anonymous</td><td>true or false: whether a client without user name may connect although there are users</td></tr>
 * <tr><td>maxMessageBytes, maxStoreBytes</td><td>a size: a number of bytes, or with KiB, MiB, GiB</td></tr>
 * <tr><td>sendTimeout</td><td>a duration: 30s, 500ms, 2m, 1h, 7d</td></tr>
 * <tr><td>maxMessages, maxBytes</td><td>limits of each entity: a number, a size; 0 for none</td></tr>
 * <tr><td>duplicateWindow</td><td>a duration; 0s for off</td></tr>
 * <tr><td>maxDeliveryCount</td><td>a number; 0 for no limit</td></tr>
 * <tr><td>defaultTimeToLive, strictLockDuration</td><td>a duration</td></tr>
 * <tr><td>deadLetterOnExpiration</td><td>true or false</td></tr>
 * </table>
 *
 * @param text the whole URI
 * @param name name of the broker
 * @param brokerOptions the options of the URI that describe the broker, by name
 * @param clientOptions the options that belong to the client
 */
record VmUri(String text, String name, Map<String, String> brokerOptions, Map<String, String> clientOptions) {
    static final String PREFIX = "angarium:vm:";

    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "store",
            "journal",
            "autoCreate",
            "users",
            "anonymous",
            "maxMessageBytes",
            "maxStoreBytes",
            "sendTimeout",
            "maxMessages",
            "maxBytes",
            "duplicateWindow",
            "maxDeliveryCount",
            "defaultTimeToLive",
            "strictLockDuration",
            "deadLetterOnExpiration"));
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB|TiB)?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final Pattern SECRET = Pattern.compile("(?i)([?&][^=&]*pass[^=&]*=)[^&]*");
    private static final Pattern SECRET_NAME = Pattern.compile("(?i)pass");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    VmUri {
        brokerOptions = Map.copyOf(brokerOptions);
        clientOptions = Map.copyOf(clientOptions);
    }

    static boolean supports(URI uri) {
        return uri.toString().startsWith(PREFIX);
    }

    /** @throws BrokerException CONFIGURATION naming the option, its value and what would fit */
    static VmUri parse(URI uri, Set<String> clientOptionNames) {
        String text = uri.toString();
        String rest = text.substring(PREFIX.length());
        int question = rest.indexOf('?');
        String name = question < 0 ? rest : rest.substring(0, question);
        Map<String, String> broker = new TreeMap<>();
        Map<String, String> client = new TreeMap<>();
        if (question >= 0 && question < rest.length() - 1) {
            for (String pair : rest.substring(question + 1).split("&", -1)) {
                sort(text, pair, clientOptionNames, broker, client);
            }
        }
        // the link got it already, and nobody else is to keep or show it
        client.remove("password");
        return new VmUri(text, name, broker, client);
    }

    /** The broker that the URI describes when none is running. */
    BrokerConfig config() {
        try {
            return over(BrokerConfig.throwAway(name));
        } catch (IllegalArgumentException e) {
            throw malformed(text, e.getMessage(), e);
        }
    }

    private static void sort(
            String uri, String pair, Set<String> clientNames, Map<String, String> broker, Map<String, String> client) {
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            throw malformed(uri, "\"" + pair + "\" is not option=value", null);
        }
        String name = decode(uri, pair.substring(0, equals));
        boolean forBroker = KNOWN.contains(name);
        if (!forBroker && !clientNames.contains(name)) {
            throw malformed(
                    uri,
                    "unknown option \"" + name + "\""
                            + (SECRET_NAME.matcher(name).find()
                                    ? ""
                                    : " (value \"" + pair.substring(equals + 1) + "\")")
                            + "; known are, of the broker, " + String.join(", ", KNOWN) + " and, of the client, "
                            + String.join(", ", new TreeSet<>(clientNames)),
                    null);
        }
        String before = (forBroker ? broker : client).put(name, decode(uri, pair.substring(equals + 1)));
        if (before != null) {
            throw malformed(uri, "option \"" + name + "\" is given twice", null);
        }
    }

    private static String decode(String uri, String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw malformed(uri, "an option has a wrong % escape", e);
        }
    }

    /** A configuration with the options of this URI instead of its own; equal to it if the URI fits it. */
    BrokerConfig over(BrokerConfig base) {
        try {
            return over(base, new Options(text, brokerOptions));
        } catch (IllegalArgumentException e) {
            throw malformed(text, e.getMessage(), e);
        }
    }

    private static BrokerConfig over(BrokerConfig base, Options options) {
        Limits limits = base.limits();
        EntitySettings entity = base.entitySettings();
        Path store = options.path("store", "a folder");
        JournalKind kind = store != null && base.store() == null ? JournalKind.CHRONICLE : base.journal();
        return base.withStore(store == null ? base.store() : store, options.journal(kind))
                .withAutoCreate(options.flag("autoCreate", base.autoCreate()))
                .withUsers(users(base.users(), options))
                .withLimits(limits.withMaxMessageBytes(options.size("maxMessageBytes", limits.maxMessageBytes()))
                        .withMaxStoreBytes(options.size("maxStoreBytes", limits.maxStoreBytes()))
                        .withSendTimeout(options.duration("sendTimeout", limits.sendTimeout())))
                .withEntitySettings(new EntitySettings(
                        options.count("maxDeliveryCount", entity.maxDeliveryCount()),
                        options.duration("duplicateWindow", entity.duplicateWindow()),
                        options.optionalDuration("strictLockDuration", entity.strictLockDuration()),
                        options.optionalDuration("defaultTimeToLive", entity.defaultTimeToLive()),
                        options.number("maxMessages", entity.maxMessages()),
                        options.size("maxBytes", entity.maxBytes()),
                        options.flag("deadLetterOnExpiration", entity.deadLetterOnExpiration())));
    }

    private static Users users(Users base, Options options) {
        Path file = options.path("users", "a file");
        boolean anonymous =
                options.flag("anonymous", base instanceof Users.Everybody ? file == null : base.anonymous());
        if (file != null) {
            return new Users.InFile(file, anonymous);
        } else if (base instanceof Users.InFile other) {
            return new Users.InFile(other.file(), anonymous);
        } else if (base instanceof Users.Listed listed) {
            return new Users.Listed(listed.users(), anonymous);
        } else if (!anonymous) {
            throw options.wrong("anonymous", "false", "only together with users=FILE");
        }
        return base;
    }

    private static BrokerException malformed(String uri, @Nullable String problem, @Nullable Throwable cause) {
        return new BrokerException(ErrorReason.CONFIGURATION, "URI " + withoutPassword(uri) + ": " + problem, cause);
    }

    private static String withoutPassword(String uri) {
        return SECRET.matcher(uri).replaceAll("$1***");
    }

    /** The URI; never shows the password. */
    @Override
    public String toString() {
        return withoutPassword(text);
    }

    /** Typed reading of options. */
    private record Options(String uri, Map<String, String> values) {
        @Nullable
        Path path(String option, String what) {
            String value = values.get(option);
            try {
                if (value != null && value.isEmpty()) {
                    throw wrong(option, value, what);
                }
                return value == null ? null : Path.of(value);
            } catch (InvalidPathException e) {
                throw wrong(option, value, what);
            }
        }

        JournalKind journal(JournalKind otherwise) {
            String value = values.get("journal");
            if (value == null) {
                return otherwise;
            }
            return switch (value) {
                case "chronicle" -> JournalKind.CHRONICLE;
                case "file" -> JournalKind.FILE;
                default -> throw wrong("journal", value, "chronicle or file");
            };
        }

        boolean flag(String option, boolean otherwise) {
            String value = values.get(option);
            if (value == null) {
                return otherwise;
            }
            if (!value.equals("true") && !value.equals("false")) {
                throw wrong(option, value, "true or false");
            }
            return value.equals("true");
        }

        long number(String option, long otherwise) {
            String value = values.get(option);
            if (value == null) {
                return otherwise;
            }
            if (!NUMBER.matcher(value).matches()) {
                throw wrong(option, value, "a whole number, 0 or more");
            }
            return Long.parseLong(value);
        }

        long size(String option, long otherwise) {
            String value = values.get(option);
            if (value == null) {
                return otherwise;
            }
            Matcher size = SIZE.matcher(value);
            if (!size.matches()) {
                throw wrong(option, value, "a size such as 65536, 512KiB, 100MiB or 1GiB");
            }
            int shift =
                    size.group(2) == null ? 0 : "BKMGT".indexOf(size.group(2).charAt(0)) * 10;
            try {
                return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << shift);
            } catch (ArithmeticException e) {
                throw wrong(option, value, "a size below 8 EiB");
            }
        }

        int count(String option, int otherwise) {
            return (int) Math.min(Integer.MAX_VALUE, number(option, otherwise));
        }

        Duration duration(String option, Duration otherwise) {
            return requireNonNull(optionalDuration(option, otherwise), "a default that is not null");
        }

        @Nullable
        Duration optionalDuration(String option, @Nullable Duration otherwise) {
            String value = values.get(option);
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

        private BrokerException wrong(String option, @Nullable String value, String allowed) {
            return malformed(uri, "option " + option + " is \"" + value + "\", allowed: " + allowed, null);
        }
    }
}
