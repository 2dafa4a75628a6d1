package io.angarium.tck;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;

/** The broker that the suites connect to, with a throw-away store. Confined to one thread. */
final class EmbeddedBroker implements AutoCloseable {
    /** Its name in the URIs of {@link SuiteNames}. */
    static final String NAME = "tck";

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
        return Broker.open(BrokerConfig.throwAway(NAME));
    }
}
