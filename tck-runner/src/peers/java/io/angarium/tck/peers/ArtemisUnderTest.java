package io.angarium.tck.peers;

import static java.util.Objects.requireNonNull;

import io.angarium.tck.conformance.ProviderUnderTest;
import java.nio.file.Path;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.jspecify.annotations.Nullable;

/** Apache Artemis in this JVM, with its own client and a store on disk, as it comes but for what the suite has to know. */
public final class ArtemisUnderTest implements ProviderUnderTest {
    private static final String URI = "vm://7";

    private @Nullable EmbeddedActiveMQ broker;

    /** For the suite, which makes it by reflection. */
    public ArtemisUnderTest() {}

    @Override
    public void start(Path store) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName("conformance")
                .setPersistenceEnabled(true)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(store.resolve("journal").toString())
                .setBindingsDirectory(store.resolve("bindings").toString())
                .setPagingDirectory(store.resolve("paging").toString())
                .setLargeMessagesDirectory(store.resolve("large").toString())
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("in-vm", URI);
        EmbeddedActiveMQ opened = new EmbeddedActiveMQ();
        opened.setConfiguration(configuration);
        opened.start();
        broker = opened;
    }

    @Override
    public void stop() throws Exception {
        requireNonNull(broker, "it was started").stop();
    }

    @Override
    @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // what a Jakarta Messaging application does, with the types of JNDI
    public Context context() throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(
                Context.INITIAL_CONTEXT_FACTORY, "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory");
        environment.put("connectionFactory." + FACTORY, URI);
        environment.put("connectionFactory." + FACTORY_WITH_CLIENT_ID, URI + "?clientID=" + CLIENT_ID);
        environment.put("connectionFactory." + FACTORY_XA, URI + "?type=XA_CF");
        return new InitialContext(environment);
    }

    @Override
    public boolean supports(Feature feature) {
        return switch (feature) {
            case RESTART, CRASH, LIMITED_QUEUES, BROWSING_WITHOUT_START, PRIORITY_ORDER, XA -> true;
            // users were not set up; connection consumers are optional, and neither a lock nor the count is in its selectors
            case USERS, LOCK_EXPIRY, DELIVERY_COUNT_IN_SELECTOR, ONLY_SEEN_MESSAGES_COUNT, NOTHING_READY_UNASKED, CONNECTION_CONSUMERS -> false;
        };
    }

    @Override
    public void limitQueue(String name, long bytes) {
        requireNonNull(broker, "it was started")
                .getActiveMQServer()
                .getAddressSettingsRepository()
                .addMatch(
                        name,
                        new AddressSettings()
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL)
                                .setMaxSizeBytes(bytes));
    }
}
