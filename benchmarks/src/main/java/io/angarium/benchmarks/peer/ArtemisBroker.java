package io.angarium.benchmarks.peer;

import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Apache ActiveMQ Artemis in this JVM with its NIO file journal, forced to disk before a persistent send returns. Set up as
 * its own {@code artemis create} would: the journal's buffer timeout is the time that the disk needs.
 */
public final class ArtemisBroker implements AutoCloseable {
    private static final int POOL_FILES = 10;

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final ActiveMQConnectionFactory factory;

    /**
     * Starts the broker.
     *
     * @param folder of its store
     * @param serverId unique in this JVM
     * @param forceNanos what the disk needs for a forced write
     */
    public ArtemisBroker(Path folder, int serverId, long forceNanos) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName("peer-" + serverId)
                .setPersistenceEnabled(true)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalSyncNonTransactional(true)
                .setJournalSyncTransactional(true)
                .setJournalBufferTimeout_NIO((int) forceNanos)
                .setJournalPoolFiles(POOL_FILES)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("in-vm", "vm://" + serverId);
        broker.setConfiguration(configuration);
        broker.start();
        factory = new ActiveMQConnectionFactory("vm://" + serverId);
    }

    /** Connects to the broker. */
    public ConnectionFactory factory() {
        return factory;
    }

    @Override
    public void close() {
        factory.close();
        try {
            broker.stop();
        } catch (Exception e) { // the peer declares no narrower one
            throw new IllegalStateException("Artemis did not stop", e);
        }
    }
}
