package io.angarium.jms.simplified;

import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** What the simplified API needs of a session beyond the classic one. */
public interface ContextSession extends Session {
    /** Acknowledges all that the session has consumed, in the modes in which that is the application's to do. */
    void acknowledge() throws JMSException;
}
