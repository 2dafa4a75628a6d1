package io.angarium.jms;

/**
 * Acknowledge modes beyond those of {@link jakarta.jms.Session}, for
 * {@link jakarta.jms.Connection#createSession(int)} and {@link jakarta.jms.ConnectionFactory#createContext(int)}.
 */
public final class AngariumAcknowledge {
    /** A message is gone as soon as it is delivered: at most once, nothing is settled. */
    public static final int NO_ACKNOWLEDGE = 100;

    /** {@link jakarta.jms.Message#acknowledge()} acknowledges that one message and no other. */
    public static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    private AngariumAcknowledge() {}
}
