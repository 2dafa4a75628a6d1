package io.angarium.tck.peers;

import static java.util.Objects.requireNonNull;

import io.angarium.tck.conformance.ProviderUnderTest;
import java.nio.file.Path;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.activemq.broker.BrokerService;
import org.jspecify.annotations.Nullable;

/** Apache ActiveMQ Classic in this JVM, with its own client and KahaDB, as it comes but for what the suite has to know. */
public final class ActiveMqUnderTest implements ProviderUnderTest {
    private static final String NAME = "conformance";

    private @Nullable BrokerService broker;

    /** For the suite, which makes it by reflection. */
    public ActiveMqUnderTest() {}

    @Override
    public void start(Path store) throws Exception {
        BrokerService opened = new BrokerService();
        opened.setBrokerName(NAME);
        opened.setPersistent(true);
        opened.setUseJmx(false);
        opened.setUseShutdownHook(false);
        opened.setDataDirectory(store.toString());
        opened.start();
        opened.waitUntilStarted();
        broker = opened;
    }

    @Override
    public void stop() throws Exception {
        BrokerService running = requireNonNull(broker, "it was started");
        running.stop();
        running.waitUntilStopped();
    }

    @Override
    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // what a Jakarta Messaging application does, with the types of JNDI
    public Context context() throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.apache.activemq.jndi.ActiveMQInitialContextFactory");
        environment.put("connectionFactoryNames", FACTORY + "," + FACTORY_WITH_CLIENT_ID);
        for (String factory : new String[] {FACTORY, FACTORY_WITH_CLIENT_ID}) {
            environment.put("connection." + factory + ".brokerURL", "vm://" + NAME + "?create=false");
            // else it takes no object of java.util
            environment.put("connection." + factory + ".trustAllPackages", "true");
        }
        environment.put("connection." + FACTORY_WITH_CLIENT_ID + ".clientID", CLIENT_ID);
        return new InitialContext(environment);
    }

    @Override
    public boolean supports(Feature feature) {
        return switch (feature) {
            case RESTART, CRASH, CONNECTION_CONSUMERS -> true;
            // users, limits and XA were not set up; there are no locks that expire, and the count is not in its selectors
            case USERS, LOCK_EXPIRY, LIMITED_QUEUES, DELIVERY_COUNT_IN_SELECTOR, ONLY_SEEN_MESSAGES_COUNT, NOTHING_READY_UNASKED, BROWSING_WITHOUT_START, PRIORITY_ORDER, XA -> false;
        };
    }
}
