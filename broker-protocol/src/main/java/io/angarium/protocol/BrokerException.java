package io.angarium.protocol;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A request was refused or could not be carried out; the message says what, where and what to do, on one line whatever it
 * names ({@link Printable}).
 */
public final class BrokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorReason reason;

    /**
     * @param reason class of the problem
     * @param message what went wrong, at which entity or file, and what to do
     */
    public BrokerException(ErrorReason reason, String message) {
        this(reason, message, null);
    }

    /**
     * @param reason class of the problem
     * @param message what went wrong, at which entity or file, and what to do
     * @param cause the failure underneath, if there is one
     */
    public BrokerException(ErrorReason reason, String message, @Nullable Throwable cause) {
        super(Printable.of(message), cause);
        this.reason = requireNonNull(reason, "reason");
    }

    /** The class of the problem. */
    public ErrorReason reason() {
        return reason;
    }
}
