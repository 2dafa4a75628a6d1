package io.angarium.jms.xa;

import io.angarium.protocol.BranchId;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.ErrorReason;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** The one place where something becomes an {@link XAException} with its code. Stateless. */
final class XaErrors {
    private XaErrors() {}

    /** An exception with a code of {@link XAException} and a text. */
    static XAException of(int code, String text) {
        XAException error = new XAException(text);
        error.errorCode = code;
        return error;
    }

    static XAException of(int code, String text, Throwable cause) {
        XAException error = of(code, text);
        error.initCause(cause);
        return error;
    }

    /** The call is not allowed in the state in which the branch is. */
    static XAException protocol(String call, BranchId id, String state) {
        return of(XAException.XAER_PROTO, call + " of branch " + id + ", which " + state);
    }

    static XAException unknown(String call, BranchId id) {
        return of(XAException.XAER_NOTA, call + " of branch " + id + ", which is not known here");
    }

    /** The broker cannot be asked. */
    static XAException unreachable(String call, JMSException cause) {
        return of(XAException.XAER_RMFAIL, call + ": " + cause.getMessage(), cause);
    }

    /** The reason of the broker, or null if there was no answer. */
    static @Nullable ErrorReason reason(JMSException failure) {
        return failure.getCause() instanceof BrokerException refusal ? refusal.reason() : null;
    }

    /** Whether the link or the store is gone, or there was no answer: whether something was done is not known. */
    static boolean isDoubtful(JMSException failure) {
        ErrorReason reason = reason(failure);
        return reason == null
                || reason == ErrorReason.CLOSED
                || reason == ErrorReason.STORE_FAILED
                || reason == ErrorReason.TIMEOUT;
    }

    /**
     * The identifier as the protocol has it.
     *
     * @throws XAException XAER_INVAL for null, the null Xid, or one that is too long
     */
    static BranchId idOf(String call, @Nullable Xid xid) throws XAException {
        if (xid == null || xid.getFormatId() == -1) {
            throw of(XAException.XAER_INVAL, call + ": the Xid is null");
        }
        byte[] global = xid.getGlobalTransactionId();
        byte[] branch = xid.getBranchQualifier();
        if (global == null || branch == null) {
            throw of(XAException.XAER_INVAL, call + ": the Xid has no transaction or no branch");
        }
        try {
            return BranchId.of(xid.getFormatId(), global, branch);
        } catch (IllegalArgumentException e) {
            throw of(XAException.XAER_INVAL, call + ": " + e.getMessage(), e);
        }
    }
}
