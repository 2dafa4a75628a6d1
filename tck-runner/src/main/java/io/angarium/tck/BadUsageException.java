package io.angarium.tck;

/** What the user gave cannot be run; the message says what to give. */
final class BadUsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadUsageException(String message) {
        super(message);
    }

    BadUsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
