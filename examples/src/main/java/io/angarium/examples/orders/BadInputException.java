package io.angarium.examples.orders;

/** The run cannot start with what it was given; the text is one line for the user that names file and place. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message);
    }

    BadInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
