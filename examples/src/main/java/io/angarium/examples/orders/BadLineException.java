package io.angarium.examples.orders;

/** A line of the file is not an order; the text says which value and what is needed instead. */
final class BadLineException extends Exception {
    private static final long serialVersionUID = 1L;

    BadLineException(String message) {
        super(message);
    }

    BadLineException(String message, Throwable cause) {
        super(message, cause);
    }
}
