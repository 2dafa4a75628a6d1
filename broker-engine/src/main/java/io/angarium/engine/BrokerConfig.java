package io.angarium.engine;

import static java.util.Objects.requireNonNull;

import io.angarium.engine.admin.JournalKind;
import io.angarium.engine.admin.Limits;
import io.angarium.engine.clock.BrokerClock;
import io.angarium.engine.users.Users;
import io.angarium.protocol.EntitySettings;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a broker is opened. Validated when it is made, and immutable.
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><th>setting</th><th>default</th><th>why</th></tr>
 * <tr><td>name</td><td>-</td><td>names the broker in this JVM: {@code angarium:vm:NAME}</td></tr>
 * <tr><td>store</td><td>none</td><td>folder of the store; without one the store is thrown away at the close</td></tr>
 * <tr><td>journal</td><td>CHRONICLE</td><td>how the store is written; FILE for plain files. A throw-away store is always
 * FILE</td></tr>
 * <tr><td>clock</td><td>system</td><td>a {@link io.angarium.engine.clock.VirtualClock} for tests</td></tr>
 * <tr><td>autoCreate</td><td>true</td><td>whether queues and topics come into being at their first use</td></tr>
 * <tr><td>entitySettings</td><td>{@link EntitySettings#DEFAULT}</td><td>what such an entity starts with</td></tr>
 * <tr><td>limits</td><td>{@link Limits#DEFAULT}</td><td>sizes, budgets and the send time-out</td></tr>
 * <tr><td>users</td><td>{@link Users#everybody}</td><td>who may connect</td></tr>
 * </table>
 */
public record BrokerConfig(
        String name,
        @Nullable Path store,
        JournalKind journal,
        BrokerClock clock,
        boolean autoCreate,
        EntitySettings entitySettings,
        Limits limits,
        Users users) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** @throws IllegalArgumentException if the name is not letters, digits, dot, underscore and hyphen */
    public BrokerConfig {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the broker's name \"" + name
                    + "\" is not 1 to 100 letters, digits, '.', '_' or '-' beginning with a letter or digit");
        }
        requireNonNull(journal, "journal");
        requireNonNull(clock, "clock");
        requireNonNull(entitySettings, "entitySettings");
        requireNonNull(limits, "limits");
        requireNonNull(users, "users");
        store = store == null ? null : store.toAbsolutePath().normalize();
    }

    /** A broker whose store is thrown away when it closes. */
    public static BrokerConfig throwAway(String name) {
        return new BrokerConfig(
                name,
                null,
                JournalKind.FILE,
                BrokerClock.system(),
                true,
                EntitySettings.DEFAULT,
                Limits.DEFAULT,
                Users.everybody());
    }

    /** A broker with a store in a folder, which is created if it does not exist. */
    public static BrokerConfig inFolder(String name, Path store) {
        return throwAway(name).withStore(store, JournalKind.CHRONICLE);
    }

    /** The same with another store. */
    public BrokerConfig withStore(@Nullable Path folder, JournalKind kind) {
        return new BrokerConfig(name, folder, kind, clock, autoCreate, entitySettings, limits, users);
    }

    /** The same with another clock. */
    public BrokerConfig withClock(BrokerClock newClock) {
        return new BrokerConfig(name, store, journal, newClock, autoCreate, entitySettings, limits, users);
    }

    /** The same with another policy for entities that do not exist. */
    public BrokerConfig withAutoCreate(boolean create) {
        return new BrokerConfig(name, store, journal, clock, create, entitySettings, limits, users);
    }

    /** The same with other settings for entities that come into being at their first use. */
    public BrokerConfig withEntitySettings(EntitySettings settings) {
        return new BrokerConfig(name, store, journal, clock, autoCreate, settings, limits, users);
    }

    /** The same with other limits. */
    public BrokerConfig withLimits(Limits newLimits) {
        return new BrokerConfig(name, store, journal, clock, autoCreate, entitySettings, newLimits, users);
    }

    /** The same with other people who may connect. */
    public BrokerConfig withUsers(Users newUsers) {
        return new BrokerConfig(name, store, journal, clock, autoCreate, entitySettings, limits, newUsers);
    }
}
