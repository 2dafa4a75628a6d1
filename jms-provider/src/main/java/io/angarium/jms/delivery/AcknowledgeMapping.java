package io.angarium.jms.delivery;

import io.angarium.protocol.Outcome;
import io.angarium.protocol.ReceiveMode;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * How the acknowledge modes of JMS map onto locks and settlements of the broker; nothing else knows both.
 *
 * <pre>
 * AUTO        lock; complete when receive() hands over / onMessage has returned; a failed listener abandons
 * DUPS_OK     as AUTO, completed in batches
 * CLIENT      lock; acknowledge() completes all that the session has consumed; recover() abandons
 * TRANSACTED  lock; completed inside the commit; rollback() abandons
 * INDIVIDUAL  lock; acknowledge() completes that message; recover() abandons the others
 * NONE        deleted when delivered
 * </pre>
 */
public enum AcknowledgeMapping {
    /** {@link Session#AUTO_ACKNOWLEDGE}. */
    AUTO(Session.AUTO_ACKNOWLEDGE),
    /** {@link Session#DUPS_OK_ACKNOWLEDGE}. */
    DUPS_OK(Session.DUPS_OK_ACKNOWLEDGE),
    /** {@link Session#CLIENT_ACKNOWLEDGE}. */
    CLIENT(Session.CLIENT_ACKNOWLEDGE),
    /** {@link Session#SESSION_TRANSACTED}. */
    TRANSACTED(Session.SESSION_TRANSACTED),
    /** Each message is acknowledged for itself; number 101. */
    INDIVIDUAL(101),
    /** Nothing is acknowledged; number 100. */
    NONE(100);

    private final int sessionMode;

    AcknowledgeMapping(int sessionMode) {
        this.sessionMode = sessionMode;
    }

    /**
     * The mapping for a number of {@link Session}.
     *
     * @throws JMSException if there is no such mode
     */
    public static AcknowledgeMapping of(int sessionMode) throws JMSException {
        for (AcknowledgeMapping mapping : values()) {
            if (mapping.sessionMode == sessionMode) {
                return mapping;
            }
        }
        throw new JMSException("there is no session mode " + sessionMode
                + "; known: SESSION_TRANSACTED=0, AUTO_ACKNOWLEDGE=1, CLIENT_ACKNOWLEDGE=2, DUPS_OK_ACKNOWLEDGE=3,"
                + " NO_ACKNOWLEDGE=100, INDIVIDUAL_ACKNOWLEDGE=101");
    }

    /** The number that JMS gives this mode. */
    public int sessionMode() {
        return sessionMode;
    }

    /** How receivers of such a session take messages from the broker. */
    public ReceiveMode receiveMode() {
        return this == NONE ? ReceiveMode.RECEIVE_AND_DELETE : ReceiveMode.PEEK_LOCK;
    }

    /** Whether the session itself settles a message once the application has had it. */
    boolean settlesByItself() {
        return this == AUTO || this == DUPS_OK;
    }

    /**
     * Whether a message whose body did not fit what receiveBody asked for counts as not received (Jakarta Messaging 3.1
     * §8.6).
     */
    boolean restoresUnfitMessage() {
        return settlesByItself() || this == NONE;
    }

    /** What becomes of a message that the application had and the session gives back. */
    Outcome givenBack() {
        return Outcome.ABANDON;
    }

    /** What becomes of a message that the application has not seen. */
    Outcome unseen() {
        return Outcome.RELEASE;
    }
}
