package io.angarium.jms.failure;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import io.angarium.protocol.Printable;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.TransactionRolledBackException;
import org.jspecify.annotations.Nullable;

/**
 * The one place where a reason of the broker becomes a subclass of {@link JMSException} (Jakarta Messaging 3.1 §10.1).
 * The error code is the name of the reason. Stateless.
 */
public final class JmsErrors {
    private JmsErrors() {}

    /** The exception for a refused request; its text is the broker's, its cause the broker's exception. */
    public static JMSException of(BrokerException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return withCause(create(refusal.reason(), text), refusal);
    }

    /** A plain exception with a text and what was underneath. */
    public static JMSException of(String text, @Nullable Throwable cause) {
        return withCause(new JMSException(Printable.of(text)), cause);
    }

    /** The same exception with a cause and, where the cause is one, the linked exception that JMS has besides. */
    public static <E extends JMSException> E withCause(E error, @Nullable Throwable cause) {
        if (cause != null) {
            error.initCause(cause);
            if (cause instanceof Exception linked) {
                error.setLinkedException(linked);
            }
        }
        return error;
    }

    private static JMSException create(ErrorReason reason, String text) {
        String code = reason.name();
        return switch (reason) {
            case INVALID_DESTINATION -> new InvalidDestinationException(text, code);
            case INVALID_SELECTOR -> new InvalidSelectorException(text, code);
            case INVALID_CLIENT_ID -> new InvalidClientIDException(text, code);
            case ILLEGAL_STATE, CLOSED -> new IllegalStateException(text, code);
            case SECURITY -> new JMSSecurityException(text, code);
            case RESOURCE_ALLOCATION -> new ResourceAllocationException(text, code);
            case TRANSACTION_ROLLED_BACK -> new TransactionRolledBackException(text, code);
            case NO_SUCH_BRANCH, LOCK_LOST, STORE_FAILED, STORE_UNUSABLE, CONFIGURATION, TIMEOUT ->
                new JMSException(text, code);
        };
    }
}
