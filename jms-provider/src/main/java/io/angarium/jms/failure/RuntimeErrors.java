package io.angarium.jms.failure;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;

/**
 * The one place where a checked {@link JMSException} becomes the matching unchecked one of the simplified API (Jakarta
 * Messaging 3.1 §10.2). Stateless.
 */
public final class RuntimeErrors {
    private RuntimeErrors() {}

    /** An operation of the classic API without result. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws JMSException;
    }

    /** An operation of the classic API with a result. */
    @FunctionalInterface
    public interface Question<T> {
        /** Does it. */
        T ask() throws JMSException;
    }

    /** Runs an operation of the classic API and throws its failure as the unchecked class. */
    public static void run(Action action) {
        try {
            action.run();
        } catch (JMSException e) {
            throw of(e);
        }
    }

    /** Asks the classic API and throws its failure as the unchecked class. */
    public static <T> T ask(Question<T> question) {
        try {
            return question.ask();
        } catch (JMSException e) {
            throw of(e);
        }
    }

    /** The unchecked exception with the same text, error code and meaning. */
    public static JMSRuntimeException of(JMSException e) {
        String text = e.getMessage();
        String code = e.getErrorCode();
        if (e instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(text, code, e);
        } else if (e instanceof InvalidClientIDException) {
            return new InvalidClientIDRuntimeException(text, code, e);
        } else if (e instanceof InvalidDestinationException) {
            return new InvalidDestinationRuntimeException(text, code, e);
        } else if (e instanceof InvalidSelectorException) {
            return new InvalidSelectorRuntimeException(text, code, e);
        } else if (e instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(text, code, e);
        } else if (e instanceof MessageFormatException) {
            return new MessageFormatRuntimeException(text, code, e);
        } else if (e instanceof MessageNotWriteableException) {
            return new MessageNotWriteableRuntimeException(text, code, e);
        } else if (e instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(text, code, e);
        } else if (e instanceof TransactionInProgressException) {
            return new TransactionInProgressRuntimeException(text, code, e);
        } else if (e instanceof TransactionRolledBackException) {
            return new TransactionRolledBackRuntimeException(text, code, e);
        }
        return new JMSRuntimeException(text, code, e);
    }
}
