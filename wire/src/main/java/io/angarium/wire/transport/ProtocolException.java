package io.angarium.wire.transport;

/** A peer broke the rules of the protocol; its connection is closed. */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message which rule, and what came instead */
    public ProtocolException(String message) {
        super(message);
    }

    /** @param message which rule, and what came instead */
    public ProtocolException(String message, Throwable cause) {
        super(message, cause);
    }
}
