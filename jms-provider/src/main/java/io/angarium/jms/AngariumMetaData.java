package io.angarium.jms;

import io.angarium.protocol.LinkInfo;
import jakarta.jms.ConnectionMetaData;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** What a connection says about provider and broker. Immutable. */
record AngariumMetaData(LinkInfo link) implements ConnectionMetaData {
    private static final int JMS_MAJOR = 3;
    private static final int JMS_MINOR = 1;

    @Override
    public String getJMSVersion() {
        return JMS_MAJOR + "." + JMS_MINOR;
    }

    @Override
    public int getJMSMajorVersion() {
        return JMS_MAJOR;
    }

    @Override
    public int getJMSMinorVersion() {
        return JMS_MINOR;
    }

    @Override
    public String getJMSProviderName() {
        return "Angarium";
    }

    /** The version of the broker. */
    @Override
    public String getProviderVersion() {
        return link.brokerVersion();
    }

    @Override
    public int getProviderMajorVersion() {
        return versionPart(0);
    }

    @Override
    public int getProviderMinorVersion() {
        return versionPart(1);
    }

    @Override
    public Enumeration<String> getJMSXPropertyNames() {
        return Collections.enumeration(List.of("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount"));
    }

    private int versionPart(int index) {
        String[] parts = link.brokerVersion().split("[^0-9]+", -1);
        return index < parts.length && !parts[index].isEmpty() ? Integer.parseInt(parts[index]) : 0;
    }
}
