package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.angarium.tck.conformance.ProviderUnderTest.Feature;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Distributed transactions, as a transaction manager drives them (T-48). */
@ConformanceTest
@Needs(Feature.XA)
class XaRulesTest {
    private static XASession session(Jms jms) throws JMSException {
        XAConnection connection = jms.kept(jms.xaFactory().createXAConnection());
        connection.start();
        return connection.createXASession();
    }

    private static int code(String what, XaCall call) {
        Throwable thrown = catchThrowable(call::run);
        assertThat(thrown).as(what).isInstanceOf(XAException.class);
        return ((XAException) thrown).errorCode;
    }

    private static void assertCode(int expected, String what, XaCall call) {
        assertThat(code(what, call)).as(what).isEqualTo(expected);
    }

    @FunctionalInterface
    private interface XaCall {
        void run() throws Exception;
    }

    /** Receives a message of one queue and sends one to another, as a branch that is left ended. */
    private static BranchXid work(XASession session, Queue in, Queue out) throws JMSException, XAException {
        BranchXid branch = BranchXid.next();
        XAResource resource = session.getXAResource();
        resource.start(branch, XAResource.TMNOFLAGS);
        Session inner = session.getSession();
        try (MessageConsumer consumer = inner.createConsumer(in)) {
            Jms.send(inner, out, "answer to " + Jms.text(Jms.receive(consumer)));
        }
        resource.end(branch, XAResource.TMSUCCESS);
        return branch;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Section({"6.2.8", "9.3"})
    void whatWasSentAndReceivedIsCommittedTogether(boolean onePhase, Jms jms) throws Exception {
        Queue in = jms.newQueue();
        Queue out = jms.newQueue();
        jms.send(in, "text");
        XASession session = session(jms);
        XAResource resource = session.getXAResource();

        BranchXid branch = work(session, in, out);
        assertThat(jms.drain(out)).isEmpty();
        if (!onePhase) {
            assertThat(resource.prepare(branch)).isEqualTo(XAResource.XA_OK);
            assertThat(jms.drain(out)).isEmpty();
        }
        resource.commit(branch, onePhase);

        assertThat(jms.drain(in)).isEmpty();
        assertThat(jms.drain(out)).containsExactly("answer to text");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Section({"6.2.8", "9.3"})
    void whatWasSentAndReceivedIsRolledBackTogether(boolean prepared, Jms jms) throws Exception {
        Queue in = jms.newQueue();
        Queue out = jms.newQueue();
        jms.send(in, "text");
        XASession session = session(jms);
        XAResource resource = session.getXAResource();

        BranchXid branch = work(session, in, out);
        if (prepared) {
            resource.prepare(branch);
        }
        resource.rollback(branch);

        assertThat(jms.drain(out)).isEmpty();
        assertThat(jms.drain(in)).containsExactly("text");
    }

    @Test
    @Section({"6.2.8", "API"})
    void anXaSessionLeavesCommitAndRollbackToTheTransactionManager(Jms jms) throws Exception {
        XASession session = session(jms);
        BranchXid branch = BranchXid.next();
        session.getXAResource().start(branch, XAResource.TMNOFLAGS);

        assertThatThrownBy(session::commit).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::rollback).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
        session.getXAResource().end(branch, XAResource.TMFAIL);
        session.getXAResource().rollback(branch);
    }

    @Test
    @Section({"6.2.8", "API"})
    void anXaContextTakesPartAsASessionDoes(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        try (XAJMSContext context = jms.xaFactory().createXAContext()) {
            XAResource resource = context.getXAResource();
            BranchXid branch = BranchXid.next();
            resource.start(branch, XAResource.TMNOFLAGS);
            context.getContext().createProducer().send(queue, "text");
            assertThatThrownBy(context::commit).isInstanceOf(JMSRuntimeException.class);
            resource.end(branch, XAResource.TMSUCCESS);
            assertThat(jms.drain(queue)).isEmpty();

            resource.commit(branch, true);

            assertThat(jms.drain(queue)).containsExactly("text");
        }
    }

    @Test
    @Section("6.2.8")
    void aSuspendedBranchGoesOnAndAnotherIsWorkedForInBetween(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        XASession session = session(jms);
        XAResource resource = session.getXAResource();
        BranchXid first = BranchXid.next();
        BranchXid second = BranchXid.next();
        resource.start(first, XAResource.TMNOFLAGS);
        Jms.send(session, queue, "first");
        resource.end(first, XAResource.TMSUSPEND);
        resource.start(second, XAResource.TMNOFLAGS);
        Jms.send(session, queue, "second");
        resource.end(second, XAResource.TMSUCCESS);
        resource.start(first, XAResource.TMRESUME);
        Jms.send(session, queue, "first again");
        resource.end(first, XAResource.TMSUCCESS);

        resource.rollback(second);
        resource.commit(first, true);

        assertThat(jms.drain(queue)).containsExactly("first", "first again");
    }

    @Test
    @Section("6.2.8")
    void twoSessionsOfAConnectionJoinInOneBranch(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        XAConnection connection = jms.kept(jms.xaFactory().createXAConnection());
        XASession left = connection.createXASession();
        XASession right = connection.createXASession();
        BranchXid branch = BranchXid.next();
        assertThat(left.getXAResource().isSameRM(right.getXAResource())).isTrue();
        left.getXAResource().start(branch, XAResource.TMNOFLAGS);
        Jms.send(left, queue, "left");
        left.getXAResource().end(branch, XAResource.TMSUCCESS);
        right.getXAResource().start(branch, XAResource.TMJOIN);
        Jms.send(right, queue, "right");
        right.getXAResource().end(branch, XAResource.TMSUCCESS);

        left.getXAResource().prepare(branch);
        right.getXAResource().commit(branch, false);

        assertThat(jms.drain(queue)).containsExactly("left", "right");
    }

    @Test
    @Section("6.2.8")
    void eachMisuseHasItsCode(Jms jms) throws Exception {
        XASession session = session(jms);
        XAResource resource = session.getXAResource();
        BranchXid unknown = BranchXid.next();
        BranchXid begun = BranchXid.next();
        assertCode(XAException.XAER_NOTA, "commit of an unknown branch", () -> resource.commit(unknown, false));
        assertCode(XAException.XAER_NOTA, "one-phase commit of one", () -> resource.commit(unknown, true));
        assertCode(XAException.XAER_NOTA, "rollback of one", () -> resource.rollback(unknown));
        assertCode(XAException.XAER_NOTA, "prepare of one", () -> resource.prepare(unknown));
        assertCode(XAException.XAER_NOTA, "forget of one", () -> resource.forget(unknown));
        assertCode(XAException.XAER_NOTA, "resuming one", () -> resource.start(unknown, XAResource.TMRESUME));

        resource.start(begun, XAResource.TMNOFLAGS);
        assertCode(
                XAException.XAER_PROTO,
                "start while the session works for another",
                () -> resource.start(BranchXid.next(), XAResource.TMNOFLAGS));
        assertCode(XAException.XAER_PROTO, "prepare before the end", () -> resource.prepare(begun));
        resource.end(begun, XAResource.TMSUCCESS);
        assertCode(
                XAException.XAER_DUPID,
                "start of a branch that has begun",
                () -> resource.start(begun, XAResource.TMNOFLAGS));
        assertCode(XAException.XAER_INVAL, "flags that do not exist", () -> resource.start(BranchXid.next(), 42));
        resource.rollback(begun);
    }

    @Test
    @Section("6.2.8")
    void aBranchThatHasFailedIsRolledBackOnly(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        XASession session = session(jms);
        XAResource resource = session.getXAResource();
        BranchXid branch = BranchXid.next();
        resource.start(branch, XAResource.TMNOFLAGS);
        Jms.send(session, queue, "text");
        resource.end(branch, XAResource.TMFAIL);

        assertThat(code("prepare after a failure", () -> resource.prepare(branch)))
                .isBetween(XAException.XA_RBBASE, XAException.XA_RBEND);

        assertThat(jms.drain(queue)).isEmpty();
    }

    @Test
    @Section("6.2.8")
    void aBranchInWhichNothingWasDoneIsPreparedWithoutAnythingToDo(Jms jms) throws Exception {
        XASession session = session(jms);
        XAResource resource = session.getXAResource();
        BranchXid branch = BranchXid.next();
        resource.start(branch, XAResource.TMNOFLAGS);
        resource.end(branch, XAResource.TMSUCCESS);

        int vote = resource.prepare(branch);

        if (vote == XAResource.XA_OK) {
            // a provider need not see that there is nothing to commit
            resource.commit(branch, false);
        } else {
            assertThat(vote).isEqualTo(XAResource.XA_RDONLY);
        }
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .noneMatch(branch::is);
    }

    @Test
    @Needs(Feature.RESTART)
    @Section({"6.2.8", "9.3"})
    void aPreparedBranchSurvivesARestartAndIsFoundAndDecided(Jms jms) throws Exception {
        Queue in = jms.newQueue();
        Queue out = jms.newQueue();
        jms.send(in, "1", "2");
        XASession session = session(jms);
        BranchXid committed = work(session, in, out);
        session.getXAResource().prepare(committed);
        BranchXid rolledBack = work(session, in, out);
        session.getXAResource().prepare(rolledBack);

        jms.restartProvider();

        assertThat(jms.drain(in)).as("it is held by the branches").isEmpty();
        XAResource resource = session(jms).getXAResource();
        Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        assertThat(found).anyMatch(committed::is).anyMatch(rolledBack::is);
        resource.commit(committed, false);
        resource.rollback(rolledBack);
        Session plain = jms.started().createSession();
        assertThat(Jms.receive(plain.createConsumer(out), 1)).containsExactly("answer to 1");
        assertThat(Jms.receive(plain.createConsumer(in), 1)).containsExactly("2");
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .noneMatch(committed::is)
                .noneMatch(rolledBack::is);
    }

    @Test
    @Section({"6.2.8", "6.1.8"})
    void aPreparedBranchOutlivesItsConnectionAndOneThatIsNotDoesNot(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        XAConnection connection = jms.kept(jms.xaFactory().createXAConnection());
        XASession first = connection.createXASession();
        XASession second = connection.createXASession();
        BranchXid prepared = BranchXid.next();
        BranchXid active = BranchXid.next();
        first.getXAResource().start(prepared, XAResource.TMNOFLAGS);
        Jms.send(first, queue, "prepared");
        first.getXAResource().end(prepared, XAResource.TMSUCCESS);
        first.getXAResource().prepare(prepared);
        second.getXAResource().start(active, XAResource.TMNOFLAGS);
        Jms.send(second, queue, "active");

        connection.close();

        session(jms).getXAResource().commit(prepared, false);
        assertThat(jms.drain(queue)).containsExactly("prepared");
    }
}
