package io.angarium.engine.core.filter;

import org.jspecify.annotations.Nullable;

/** Where a selector finds the values of a message; looked up only when the selector asks. */
@FunctionalInterface
public interface PropertySource {
    /**
     * The value of a property or of a header field that a selector may name (JMSDeliveryMode as the strings PERSISTENT and
     * NON_PERSISTENT, JMSPriority, JMSMessageID, JMSTimestamp, JMSCorrelationID, JMSType, JMSXDeliveryCount ...).
     *
     * @param name case-sensitive name
     * @return Boolean, Byte, Short, Integer, Long, Float, Double or String; null if the message does not have it
     */
    @Nullable
    Object value(String name);
}
