package io.angarium.engine;

import io.angarium.engine.admin.EntityStatistics;
import io.angarium.engine.admin.StoreStatistics;
import io.angarium.engine.admin.VerifyReport;
import io.angarium.engine.core.NamespacePolicy;
import io.angarium.engine.runtime.Engine;
import io.angarium.engine.users.Authentication;
import io.angarium.protocol.Address;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.EntitySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An embeddable broker. Clients in the same JVM find it by its name, with the URI {@code angarium:vm:NAME}. Thread-safe.
 *
 * <pre>{@code
 * try (Broker broker = Broker.open(BrokerConfig.inFolder("orders", Path.of("/var/lib/orders")))) {
 *     ConnectionFactory factory = new AngariumConnectionFactory("angarium:vm:orders");
 *     ...
 * }
 * }</pre>
 */
public final class Broker implements AutoCloseable {
    private static final String VERSION = "0.1";

    private final BrokerConfig config;
    private final Engine engine;
    private final Authentication authentication;

    private Broker(BrokerConfig config, Authentication authentication, Engine engine) {
        this.config = config;
        this.authentication = authentication;
        this.engine = engine;
    }

    /**
     * Who connects.
     *
     * @param user user name, or null for anonymous
     * @param password password, or null
     * @param options handed on to the client in {@link io.angarium.protocol.LinkInfo#clientOptions}
     * @param closed called once if the broker ends the link
     */
    public record Client(
            @Nullable String user,
            @Nullable String password,
            Map<String, String> options,
            Consumer<BrokerException> closed) {
        public Client {
            options = Map.copyOf(options);
        }

        /** Never shows the password. */
        @Override
        public String toString() {
            return "Client[" + user + "]";
        }
    }

    /**
     * Opens a broker; blocks until its store has been read. It runs until {@link #close}.
     *
     * @throws BrokerException CONFIGURATION if a broker of this name runs in this JVM; STORE_UNUSABLE if the store is
     *     corrupt, foreign, in use or not accessible, naming it and saying what to do; CONFIGURATION if the file of its
     *     users is malformed
     */
    public static Broker open(BrokerConfig config) {
        return RunningBrokers.open(config);
    }

    /** The broker of a name that runs in this JVM. */
    public static Optional<Broker> running(String name) {
        return Optional.ofNullable(RunningBrokers.find(name));
    }

    /**
     * A link to the broker of a name in this JVM. If none runs, it is opened, and closes with its last link.
     *
     * @param config for a broker that does not run yet
     * @param options puts what the client asks for over the configuration of a broker that runs
     * @param client who connects
     * @throws BrokerException CONFIGURATION if the running broker does not fit the options; SECURITY if the client may not
     *     connect; else as {@link #open}
     */
    public static BrokerLink connect(BrokerConfig config, UnaryOperator<BrokerConfig> options, Client client) {
        return RunningBrokers.connect(config, options, client);
    }

    /** @param authentication made of the users of the configuration */
    static Broker start(BrokerConfig config, Authentication authentication) {
        return new Broker(
                config,
                authentication,
                Engine.open(new Engine.Setup(
                        config.name(),
                        VERSION,
                        config.store(),
                        config.journal(),
                        config.clock(),
                        new NamespacePolicy(config.autoCreate(), config.entitySettings()),
                        config.limits())));
    }

    /**
     * Checks a store that no broker has open; see {@link StoreVerifier}.
     *
     * @throws BrokerException STORE_UNUSABLE if it is in use, foreign, not accessible, or too damaged to be replayed
     */
    public static VerifyReport verify(Path store) {
        return StoreVerifier.verify(store);
    }

    /** How it was opened. */
    public BrokerConfig config() {
        return config;
    }

    /**
     * Opens a link for a client in this JVM.
     *
     * @param user user name, or null for anonymous
     * @param password password, or null
     * @param closed called once if the broker ends the link, as at its close
     * @throws BrokerException SECURITY if the user is not known, the password is wrong, or anonymous clients are not let in
     */
    public BrokerLink link(@Nullable String user, @Nullable String password, Consumer<BrokerException> closed) {
        return newLink(new Client(user, password, Map.of(), closed), () -> {});
    }

    BrokerLink newLink(Client client, Runnable ended) {
        authentication.require(config.name(), client.user, client.password);
        return engine.link(client.options, client.closed, ended);
    }

    /**
     * Creates a queue or topic with settings, or gives an existing one these settings; blocks until that is on disk.
     *
     * @throws BrokerException INVALID_DESTINATION if the name is not valid or the entity is of the other type
     */
    public void define(Address address, EntitySettings settings) {
        engine.define(address, settings);
    }

    /**
     * Deletes a queue or topic with everything in it; blocks until that is on disk.
     *
     * @throws BrokerException INVALID_DESTINATION if there is none; ILLEGAL_STATE if it has receivers
     */
    public void delete(Address address) {
        engine.delete(address);
    }

    /**
     * Deletes the messages of a queue or dead-letter subqueue that no receiver has.
     *
     * @return how many
     * @throws BrokerException INVALID_DESTINATION if there is none
     */
    public long purge(Address address) {
        return engine.purge(address);
    }

    /** The figures of all entities, by path. */
    public List<EntityStatistics> entities() {
        return engine.entities();
    }

    /** The figures of one entity. */
    public Optional<EntityStatistics> entity(String path) {
        return engine.entities().stream()
                .filter(entity -> entity.path().equals(path))
                .findFirst();
    }

    /** The figures of the store. */
    public StoreStatistics store() {
        return engine.store();
    }

    /**
     * Ends all links, waits until everything is on disk, and closes the store; a throw-away store is deleted. A second call
     * does nothing.
     */
    @Override
    public void close() {
        RunningBrokers.close(this);
    }

    void shutDown() {
        engine.close();
    }
}
