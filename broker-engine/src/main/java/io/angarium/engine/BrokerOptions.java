package io.angarium.engine;

import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.users.Users;
import io.angarium.protocol.EntitySettings;
import io.angarium.protocol.UriOptions;
import java.nio.file.Path;
import java.util.Set;

/**
 * The options that describe a broker, as they stand in a URI or on a command line, by name.
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
 */
public final class BrokerOptions {
    /** Names of all options. */
    public static final Set<String> NAMES = Set.of(
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
            "deadLetterOnExpiration");

    private final UriOptions options;

    private BrokerOptions(UriOptions options) {
        this.options = options;
    }

    /**
     * A configuration with options instead of its own values; equal to it if the options fit it.
     *
     * @throws io.angarium.protocol.BrokerException CONFIGURATION naming the option, its value and what would fit
     */
    public static BrokerConfig over(BrokerConfig base, UriOptions options) {
        try {
            return new BrokerOptions(options).withOptions(base);
        } catch (IllegalArgumentException e) {
            throw options.malformed(String.valueOf(e.getMessage()), e);
        }
    }

    private BrokerConfig withOptions(BrokerConfig base) {
        Limits limits = base.limits();
        EntitySettings entity = base.entitySettings();
        Path store = options.path("store", "a folder");
        JournalKind kind = store != null && base.store() == null ? JournalKind.CHRONICLE : base.journal();
        return base.withStore(store == null ? base.store() : store, journal(kind))
                .withAutoCreate(options.flag("autoCreate", base.autoCreate()))
                .withUsers(users(base.users()))
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

    private Users users(Users base) {
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

    private JournalKind journal(JournalKind otherwise) {
        String value = options.text("journal");
        if (value == null) {
            return otherwise;
        }
        return switch (value) {
            case "chronicle" -> JournalKind.CHRONICLE;
            case "file" -> JournalKind.FILE;
            default -> throw options.wrong("journal", value, "chronicle or file");
        };
    }
}
