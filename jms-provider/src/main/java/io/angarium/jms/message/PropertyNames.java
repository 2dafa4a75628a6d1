package io.angarium.jms.message;

import io.angarium.protocol.Printable;
import org.jspecify.annotations.Nullable;

/**
 * The names that properties may have: Java identifiers (sections 3.5.1 and 3.8.1.1). Words of the selector language, such as
 * {@code true}, are taken as other providers take them, and applications and test suites expect it; a selector cannot name
 * such a property.
 */
final class PropertyNames {
    static final String DELIVERY_COUNT = "JMSXDeliveryCount";
    static final String GROUP_ID = "JMSXGroupID";

    /** The application's MessageId, by which duplicates are found; JMSMessageID is the provider's. */
    static final String MESSAGE_ID = "JMS_ANGARIUM_MessageId";

    /** The same for applications that come from Artemis. */
    static final String ARTEMIS_MESSAGE_ID = "_AMQ_DUPL_ID";

    private PropertyNames() {}

    /** @throws IllegalArgumentException if no property may have the name */
    static String check(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a property must have a name, which is not null and not empty");
        } else if (!isIdentifier(name)) {
            throw new IllegalArgumentException(
                    "'" + Printable.of(name) + "' cannot be the name of a property: it must be a Java identifier");
        } else if (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_")) {
            throw new IllegalArgumentException(
                    "'" + Printable.of(name)
                            + "' cannot be the name of a property: JMS is reserved; only JMSX and JMS_vendor names may begin with it");
        }
        return name;
    }

    private static boolean isIdentifier(String name) {
        if (!Character.isJavaIdentifierStart(name.codePointAt(0))) {
            return false;
        }
        int at = 0;
        while (at < name.length()) {
            int c = name.codePointAt(at);
            if (!Character.isJavaIdentifierPart(c)) {
                return false;
            }
            at += Character.charCount(c);
        }
        return true;
    }
}
