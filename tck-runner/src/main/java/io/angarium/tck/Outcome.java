package io.angarium.tck;

/**
 * How a test ended.
 *
 * @param suite the suite that it belongs to
 * @param className its class
 * @param methodName its method
 * @param status how it ended
 * @param millis how long it took
 * @param message why it failed or was skipped, in one line, or empty
 * @param log stack trace and log of a test that failed, or empty
 */
record Outcome(
        Suite suite, String className, String methodName, Status status, long millis, String message, String log) {
    /** How a test can end. */
    enum Status {
        /** As it should. */
        PASSED,
        /** With a failure or an error. */
        FAILED,
        /** It was not run, or gave up on an assumption. */
        SKIPPED
    }

    /** The name under which it stands in a file of expected failures. */
    String test() {
        return className + "#" + methodName;
    }

    boolean failed() {
        return status == Status.FAILED;
    }

    String packageName() {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }
}
