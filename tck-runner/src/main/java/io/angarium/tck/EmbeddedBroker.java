package io.angarium.tck;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.users.User;
import io.angarium.engine.users.Users;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The broker that the public suites connect to, as {@link #USER} or anonymously, as they want. Confined to one thread. */
final class EmbeddedBroker implements AutoCloseable {
    /** Its name in the URIs of {@link SuiteNames}. */
    static final String NAME = "tck";

    /** A user that it knows; the password is the same word. */
    static final String USER = "j2ee";

    /** No secret is behind this password, so it is checked as quickly as can be. */
    private static final int ITERATIONS = 1_000;

    private final StoreKind kind;
    private Path store;
    private Broker broker;

    EmbeddedBroker(StoreKind kind) {
        this.kind = kind;
        store = newFolder();
        broker = open();
    }

    /**
     * Puts an empty broker in its place. Every connection to the old one ends, as a test that failed may have left some, and
     * with them what they had locked.
     */
    void reset() {
        close();
        store = newFolder();
        broker = open();
    }

    @Override
    public void close() {
        broker.close();
        try {
            Folders.delete(store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Broker open() {
        return Broker.open(kind.in(store, BrokerConfig.throwAway(NAME))
                .withUsers(new Users.Listed(List.of(User.withPassword(USER, USER, ITERATIONS)), true)));
    }
}
