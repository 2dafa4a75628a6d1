package io.angarium.engine;

import io.angarium.engine.users.Authentication;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.ErrorReason;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The brokers that run in this JVM, by name: the one piece of static state, as {@code angarium:vm:NAME} must find the same
 * broker from everywhere. Thread-safe; opening or closing one broker does not hold up another.
 */
final class RunningBrokers {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Map<String, Slot> SLOTS = new HashMap<>();

    private RunningBrokers() {}

    /** The broker of a name, or the place where it will be; {@code users} keeps it from being forgotten. */
    private static final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private int users;
        private int links;
        private boolean closesWithLastLink;
        private @Nullable Broker broker;
    }

    /** The broker of a name, or null if none runs. */
    static @Nullable Broker find(String name) {
        Slot slot = enter(name);
        try {
            return slot.broker;
        } finally {
            leave(name, slot);
        }
    }

    /** Registers a broker that was opened by the application and closes by {@link #close} only. */
    static Broker open(BrokerConfig config) {
        Slot slot = enter(config.name());
        try {
            Broker running = slot.broker;
            if (running != null) {
                throw new BrokerException(
                        ErrorReason.CONFIGURATION,
                        "a broker named \"" + config.name() + "\" runs in this JVM already, with "
                                + describe(running.config()) + "; close it first, or choose another name");
            }
            Broker broker = Broker.start(config, Authentication.of(config.users()));
            slot.broker = broker;
            slot.closesWithLastLink = false;
            return broker;
        } finally {
            leave(config.name(), slot);
        }
    }

    /** A link to the broker of a name, which is opened if it does not run. */
    static BrokerLink connect(BrokerConfig config, UnaryOperator<BrokerConfig> options, Broker.Client client) {
        Slot slot = enter(config.name());
        try {
            Broker broker = slot.broker;
            if (broker == null) {
                // first the check, so that a stranger opens no store
                Authentication authentication = Authentication.of(config.users());
                authentication.require(config.name(), client.user(), client.password());
                broker = Broker.start(config, authentication);
                slot.broker = broker;
                slot.closesWithLastLink = true;
            } else {
                BrokerConfig wanted = options.apply(broker.config());
                if (!wanted.equals(broker.config())) {
                    throw new BrokerException(
                            ErrorReason.CONFIGURATION,
                            "the broker \"" + config.name() + "\" runs in this JVM with " + describe(broker.config())
                                    + ", but this connection asks for " + describe(wanted)
                                    + "; use the same options, or another name");
                }
            }
            return connect(slot, broker, client);
        } finally {
            leave(config.name(), slot);
        }
    }

    private static BrokerLink connect(Slot slot, Broker broker, Broker.Client client) {
        slot.links++;
        try {
            return broker.newLink(client, () -> linkEnded(slot, broker));
        } catch (RuntimeException e) {
            slot.links--;
            closeIfUnused(slot, broker);
            throw e;
        }
    }

    private static void linkEnded(Slot slot, Broker broker) {
        String name = broker.config().name();
        slot.lock.lock();
        try {
            if (slot.broker == broker) {
                slot.links--;
                closeIfUnused(slot, broker);
            }
        } finally {
            slot.lock.unlock();
        }
        LOCK.lock();
        try {
            forgetIfUnused(name, slot);
        } finally {
            LOCK.unlock();
        }
    }

    private static void closeIfUnused(Slot slot, Broker broker) {
        if (slot.broker == broker && slot.closesWithLastLink && slot.links == 0) {
            slot.broker = null;
            broker.shutDown();
        }
    }

    /** Closes a broker and forgets it; waits for what is under way. */
    static void close(Broker broker) {
        String name = broker.config().name();
        Slot slot = enter(name);
        try {
            if (slot.broker == broker) {
                slot.broker = null;
                slot.links = 0;
            }
            broker.shutDown();
        } finally {
            leave(name, slot);
        }
    }

    private static Slot enter(String name) {
        Slot slot;
        LOCK.lock();
        try {
            slot = SLOTS.computeIfAbsent(name, unused -> new Slot());
            slot.users++;
        } finally {
            LOCK.unlock();
        }
        slot.lock.lock();
        return slot;
    }

    private static void leave(String name, Slot slot) {
        slot.lock.unlock();
        LOCK.lock();
        try {
            slot.users--;
            forgetIfUnused(name, slot);
        } finally {
            LOCK.unlock();
        }
    }

    private static void forgetIfUnused(String name, Slot slot) {
        if (slot.users == 0 && slot.broker == null) {
            SLOTS.remove(name, slot);
        }
    }

    private static String describe(BrokerConfig config) {
        return "store " + (config.store() == null ? "(thrown away)" : config.store() + " (" + config.journal() + ")")
                + ", autoCreate " + config.autoCreate() + ", " + config.limits() + ", " + config.entitySettings()
                + ", users " + config.users();
    }
}
