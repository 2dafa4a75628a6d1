package io.angarium.tck.conformance;

import javax.naming.Context;
import javax.naming.NamingException;

/**
 * What the suite needs to know of a provider. Chosen by the system property {@code conformance.provider}, the name of a class
 * with a constructor without parameters; one instance serves all tests of a JVM, one after another.
 *
 * <p>Its naming context has {@link #FACTORY} and {@link #FACTORY_WITH_CLIENT_ID}, which serve all three domains, and any
 * queue and topic as {@code dynamicQueues/NAME} and {@code dynamicTopics/NAME}.
 */
interface ProviderUnderTest {
    /** JNDI name of a connection factory without client identifier. */
    String FACTORY = "ConformanceFactory";

    /** JNDI name of a connection factory whose connections have the client identifier {@link #CLIENT_ID}. */
    String FACTORY_WITH_CLIENT_ID = "ConformanceFactoryWithClientId";

    /** The client identifier that an administrator has set. */
    String CLIENT_ID = "conformance";

    /** A user that the broker knows, besides anonymous ones. */
    String USER = "conformance-user";

    /** The password of {@link #USER}. */
    String PASSWORD = "conformance-password";

    /** What not every provider has, or has to have. */
    enum Feature {
        /** The broker knows {@link #USER}, and refuses users that it does not know. */
        USERS,
        /** {@link #restart} keeps what is persistent. */
        RESTART,
        /** JMSXDeliveryCount can be asked for in a selector. */
        DELIVERY_COUNT_IN_SELECTOR
    }

    /** Starts a broker with nothing in it. */
    void start() throws Exception;

    /** Puts the broker back to where it was after {@link #start}. */
    void reset() throws Exception;

    /** Ends the broker, with every connection to it, and starts it again on what is on disk. */
    void restart() throws Exception;

    /** Ends the broker and deletes what it wrote. */
    void stop() throws Exception;

    /** A new naming context. */
    Context context() throws NamingException;

    /** Whether tests that need this are to be run. */
    boolean supports(Feature feature);
}
