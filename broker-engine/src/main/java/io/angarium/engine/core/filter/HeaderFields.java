package io.angarium.engine.core.filter;

import java.util.Set;

/** The names that begin with JMS and may stand in a selector (section 3.8.1.1). */
final class HeaderFields {
    static final String DELIVERY_MODE = "JMSDeliveryMode";

    /** For error texts. */
    static final String LIST = "JMSDeliveryMode, JMSPriority, JMSMessageID, JMSTimestamp, JMSCorrelationID and JMSType";

    private static final Set<String> ALLOWED =
            Set.of(DELIVERY_MODE, "JMSPriority", "JMSMessageID", "JMSTimestamp", "JMSCorrelationID", "JMSType");

    private HeaderFields() {}

    static boolean allows(String name) {
        return !name.startsWith("JMS") || name.startsWith("JMSX") || name.startsWith("JMS_") || ALLOWED.contains(name);
    }
}
