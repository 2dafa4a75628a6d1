package io.angarium.tck.conformance;

import java.nio.file.Path;
import java.time.Duration;
import javax.naming.Context;
import javax.naming.NamingException;

/**
 * What the suite needs to know of a provider. Chosen by the system property {@code conformance.provider}, the name of a
 * public class with a public constructor without parameters; one instance serves all tests of a JVM, one after another.
 * Called by one thread at a time.
 *
 * <p>Its naming context has {@link #FACTORY} and {@link #FACTORY_WITH_CLIENT_ID}, which serve all three domains, and any
 * queue and topic as {@code dynamicQueues/NAME} and {@code dynamicTopics/NAME}.
 */
public interface ProviderUnderTest {
    /** JNDI name of a connection factory without client identifier. */
    String FACTORY = "ConformanceFactory";

    /** JNDI name of a connection factory whose connections have the client identifier {@link #CLIENT_ID}. */
    String FACTORY_WITH_CLIENT_ID = "ConformanceFactoryWithClientId";

    /** JNDI name of a factory for distributed transactions, which serves all three domains, where there are any. */
    String FACTORY_XA = "ConformanceXaFactory";

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
        /** What is persistent is still there when the provider is started again on the same folder. */
        RESTART,
        /** The same when the JVM was killed. */
        CRASH,
        /** {@link ProviderUnderTest#limitQueue} works. */
        LIMITED_QUEUES,
        /** {@link ProviderUnderTest#limitLocks} works. */
        LOCK_EXPIRY,
        /** JMSXDeliveryCount can be asked for in a selector. */
        DELIVERY_COUNT_IN_SELECTOR,
        /** Only what the application was given counts as delivered, and what it was not given is there for others. */
        ONLY_SEEN_MESSAGES_COUNT,
        /** A consumer keeps nothing ready that its application has not asked for. */
        NOTHING_READY_UNASKED,
        /** A queue can be browsed before its connection is started, of which the specification says nothing. */
        BROWSING_WITHOUT_START,
        /** Messages come strictly by priority, where the specification asks for no more than to try. */
        PRIORITY_ORDER,
        /** There is {@link #FACTORY_XA}. */
        XA,
        /** Connections have the connection consumers of application servers. */
        CONNECTION_CONSUMERS
    }

    /** Starts a broker on what is in a folder, which exists and may be empty. */
    void start(Path store) throws Exception;

    /** Ends the broker, with every connection to it. What is persistent stays in its folder. */
    void stop() throws Exception;

    /** A new naming context. */
    Context context() throws NamingException;

    /** Whether tests that need this are to be run. */
    boolean supports(Feature feature);

    /** Lets a queue that nobody has used yet take no more than so many bytes; a send beyond fails within ten seconds. */
    default void limitQueue(String name, long bytes) throws Exception {
        throw new UnsupportedOperationException(Feature.LIMITED_QUEUES.name());
    }

    /** Gives a message of a queue that nobody has used yet to another consumer if it is not settled for so long. */
    default void limitLocks(String name, Duration duration) throws Exception {
        throw new UnsupportedOperationException(Feature.LOCK_EXPIRY.name());
    }
}
