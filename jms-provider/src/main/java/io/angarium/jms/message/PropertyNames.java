package io.angarium.jms.message;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that properties may have: identifiers of the selector language (sections 3.5.1 and 3.8.1.1). */
final class PropertyNames {
    static final String DELIVERY_COUNT = "JMSXDeliveryCount";
    static final String GROUP_ID = "JMSXGroupID";

    /** The application's MessageId, by which duplicates are found; JMSMessageID is the provider's. */
    static final String MESSAGE_ID = "JMS_ANGARIUM_MessageId";

    /** The same for applications that come from Artemis. */
    static final String ARTEMIS_MESSAGE_ID = "_AMQ_DUPL_ID";

    private static final Set<String> KEYWORDS =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");
    private static final int LONGEST_KEYWORD = 7;

    private PropertyNames() {}

    /** @throws IllegalArgumentException if no property may have the name */
    static String check(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a property must have a name, which is not null and not empty");
        } else if (!isIdentifier(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' cannot be the name of a property: it must be a Java identifier");
        } else if (isKeyword(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' cannot be the name of a property: it is a word of the selector language");
        } else if (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_")) {
            throw new IllegalArgumentException(
                    "'" + name
                            + "' cannot be the name of a property: JMS is reserved; only JMSX and JMS_vendor names may begin with it");
        }
        return name;
    }

    /** Keywords are ASCII; upper case alone would take a dotless i for one of their letters. */
    private static boolean isKeyword(String name) {
        return name.length() <= LONGEST_KEYWORD
                && KEYWORDS.contains(name.toUpperCase(Locale.ROOT))
                && name.chars().allMatch(c -> c < 128);
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
