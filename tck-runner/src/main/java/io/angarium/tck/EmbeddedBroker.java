package io.angarium.tck;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.users.User;
import io.angarium.engine.users.Users;
import java.util.List;

/**
 * The broker that the suites connect to, with a throw-away store: as {@link #USER} or anonymously, as they want. Confined to
 * one thread.
 */
final class EmbeddedBroker implements AutoCloseable {
    /** Its name in the URIs of {@link SuiteNames}. */
    static final String NAME = "tck";

    /** A user that it knows; the password is the same word. */
    static final String USER = "j2ee";

    /** No secret is behind this password, so it is checked as quickly as can be. */
    private static final int ITERATIONS = 1_000;

    private Broker broker = open();

    /**
     * Puts an empty broker in its place. Every connection to the old one ends, as a test that failed may have left some, and
     * with them what they had locked.
     */
    void reset() {
        broker.close();
        broker = open();
    }

    @Override
    public void close() {
        broker.close();
    }

    private static Broker open() {
        return Broker.open(BrokerConfig.throwAway(NAME)
                .withUsers(new Users.Listed(List.of(User.withPassword(USER, USER, ITERATIONS)), true)));
    }
}
