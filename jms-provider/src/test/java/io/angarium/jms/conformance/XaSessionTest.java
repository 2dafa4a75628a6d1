package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumQueue;
import io.angarium.jms.AngariumXAConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions in distributed transactions, driven as a transaction manager does (Jakarta Messaging 3.1 §6.2.5, §9.3). */
@Timeout(120)
class XaSessionTest {
    private final TestBroker broker = new TestBroker();
    private final Queue in = new AngariumQueue("in");
    private final Queue out = new AngariumQueue("out");
    private final TestXid xid = TestXid.next();
    private XAConnection connection;
    private XASession session;
    private XAResource resource;

    @BeforeEach
    void connect() throws JMSException {
        connection = broker.xaFactory().createXAConnection();
        connection.start();
        session = connection.createXASession();
        resource = session.getXAResource();
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        broker.close();
    }

    private static void send(Session session, Queue queue, String text) throws JMSException {
        session.createProducer(queue).send(session.createTextMessage(text));
    }

    private static Message receive(Session session, Queue queue) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            return TestBroker.receive(consumer);
        }
    }

    /** Takes a message of {@code in} and sends one to {@code out}. */
    private void work() throws Exception {
        broker.send(in, "a");
        resource.start(xid, XAResource.TMNOFLAGS);
        receive(session, in);
        send(session, out, "b");
        resource.end(xid, XAResource.TMSUCCESS);
    }

    @Test
    void commitInTwoPhases() throws Exception {
        work();
        assertThat(broker.drain(out)).isEmpty();

        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        assertThat(broker.drain(out)).isEmpty();
        resource.commit(xid, false);

        assertThat(broker.drain(in)).isEmpty();
        assertThat(broker.drain(out)).containsExactly("b");
        assertThat(resource.recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }

    @Test
    void commitInOnePhase() throws Exception {
        work();

        resource.commit(xid, true);

        assertThat(broker.drain(in)).isEmpty();
        assertThat(broker.drain(out)).containsExactly("b");
    }

    @Test
    void rollbackBeforeAndAfterPrepareBringsTheMessageBack() throws Exception {
        work();
        resource.rollback(xid);

        resource.start(xid, XAResource.TMNOFLAGS);
        Message second = receive(session, in);
        resource.end(xid, XAResource.TMSUCCESS);
        assertThat(second.getJMSRedelivered()).isTrue();
        assertThat(TestBroker.deliveryCount(second)).isEqualTo(2);
        resource.prepare(xid);
        resource.rollback(xid);

        assertThat(TestBroker.deliveryCount(receive(session, in))).isEqualTo(3);
        assertThat(broker.drain(out)).isEmpty();
    }

    @Test
    void twoSessionsOfOneConnectionShareABranch() throws Exception {
        XASession second = connection.createXASession();
        assertThat(resource.isSameRM(second.getXAResource())).isTrue();
        resource.start(xid, XAResource.TMNOFLAGS);
        second.getXAResource().start(xid, XAResource.TMJOIN);
        send(session, out, "1");
        send(second, out, "2");
        resource.end(xid, XAResource.TMSUCCESS);
        assertThatThrownBy(() -> resource.prepare(xid))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_PROTO));
        second.getXAResource().end(xid, XAResource.TMSUCCESS);

        resource.prepare(xid);
        second.getXAResource().commit(xid, false);

        assertThat(broker.drain(out)).containsExactly("1", "2");
    }

    @Test
    void resourcesOfTwoConnectionsAreNotTheSame() throws Exception {
        try (XAConnection other = broker.xaFactory().createXAConnection()) {
            assertThat(resource.isSameRM(other.createXASession().getXAResource()))
                    .isFalse();
            assertThat(resource.isSameRM(resource)).isTrue();
        }
    }

    @Test
    void aSuspendedBranchLetsTheSessionWorkForAnotherOrForNone() throws Exception {
        TestXid other = TestXid.next();
        resource.start(xid, XAResource.TMNOFLAGS);
        send(session, out, "1");
        resource.end(xid, XAResource.TMSUSPEND);
        assertThat(session.getTransacted()).isFalse();
        send(session, out, "outside");
        resource.start(other, XAResource.TMNOFLAGS);
        send(session, out, "other");
        resource.end(other, XAResource.TMSUCCESS);
        resource.rollback(other);
        resource.start(xid, XAResource.TMRESUME);
        send(session, out, "2");
        resource.end(xid, XAResource.TMSUCCESS);
        assertThat(broker.drain(out)).containsExactly("outside");

        resource.commit(xid, true);

        assertThat(broker.drain(out)).containsExactly("1", "2");
    }

    @Test
    void outsideOfATransactionMessagesAreAcknowledgedAutomatically() throws Exception {
        broker.send(in, "a", "b");

        assertThat(session.getTransacted()).isFalse();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        assertThat(TestBroker.text(receive(session, in))).isEqualTo("a");
        send(session, out, "c");
        session.recover();

        assertThat(broker.drain(in)).containsExactly("b");
        assertThat(broker.drain(out)).containsExactly("c");
    }

    @Test
    void insideATransactionOnlyTheTransactionManagerDecides() throws Exception {
        resource.start(xid, XAResource.TMNOFLAGS);

        assertThat(session.getTransacted()).isTrue();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        assertThatThrownBy(session::commit).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::rollback).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
        resource.end(xid, XAResource.TMSUCCESS);
        resource.rollback(xid);
    }

    @Test
    void aBranchThatFailedIsRolledBackAtPrepare() throws Exception {
        broker.send(in, "a");
        resource.start(xid, XAResource.TMNOFLAGS);
        receive(session, in);
        resource.end(xid, XAResource.TMFAIL);

        assertThatThrownBy(() -> resource.prepare(xid))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XA_RBROLLBACK));

        assertThat(broker.drain(in)).containsExactly("a");
    }

    @Test
    void whatTheBrokerRefusesIsRolledBack() throws Exception {
        broker.send(in, "a");
        resource.start(xid, XAResource.TMNOFLAGS);
        receive(session, in);
        broker.broker().delete(io.angarium.protocol.Address.queue("in"));
        resource.end(xid, XAResource.TMSUCCESS);

        assertThatThrownBy(() -> resource.prepare(xid))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XA_RBROLLBACK))
                .hasMessageContaining("locks are lost");
        assertThat(resource.recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }

    @Test
    void aBranchThatIsNotEndedInItsTimeIsRolledBack() throws Exception {
        broker.send(in, "a");
        assertThat(resource.setTransactionTimeout(1)).isTrue();
        assertThat(resource.getTransactionTimeout()).isEqualTo(1);
        resource.start(xid, XAResource.TMNOFLAGS);
        receive(session, in);
        await(in, "a");

        assertThatThrownBy(() -> resource.end(xid, XAResource.TMSUCCESS))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XA_RBTIMEOUT));
        assertThatThrownBy(() -> resource.prepare(xid))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XA_RBTIMEOUT));
        assertThat(session.getTransacted()).isFalse();
    }

    /** Waits until a message is there for others, which takes it. */
    private void await(Queue queue, String text) throws JMSException {
        for (int i = 0; i < 10_000; i++) {
            if (broker.drain(queue).contains(text)) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        throw new AssertionError("no message '" + text + "' came back");
    }

    @Test
    void aPreparedBranchHasNoTimeOut() throws Exception {
        resource.setTransactionTimeout(1);
        work();
        resource.prepare(xid);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_200));

        resource.commit(xid, false);

        assertThat(broker.drain(out)).containsExactly("b");
    }

    @Test
    void aTimeOutMustNotBeNegative() throws Exception {
        assertThatThrownBy(() -> resource.setTransactionTimeout(-1))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_INVAL));
        assertThat(resource.setTransactionTimeout(0)).isTrue();
    }

    @Test
    void handlesThatAreClosedInsideTheTransactionLoseNothing() throws Exception {
        broker.send(in, "a");
        resource.start(xid, XAResource.TMNOFLAGS);
        receive(session, in);
        send(session, out, "b");
        session.close();
        connection.close();
        assertThat(broker.drain(in)).isEmpty();

        resource.end(xid, XAResource.TMSUCCESS);
        resource.prepare(xid);
        resource.commit(xid, false);

        assertThat(broker.drain(in)).isEmpty();
        assertThat(broker.drain(out)).containsExactly("b");
        assertThatThrownBy(() -> resource.start(TestXid.next(), XAResource.TMNOFLAGS))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
    }

    @Test
    void aConnectionThatWasClosedIsGoneWithItsLastBranch() throws Exception {
        work();
        connection.close();
        assertThat(broker.drain(in)).isEmpty();

        resource.rollback(xid);

        assertThat(broker.drain(in)).containsExactly("a");
        assertThatThrownBy(() -> resource.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
    }

    @Test
    void anyConnectionEndsAPreparedBranchAlsoAfterTheFirstHasGone() throws Exception {
        work();
        resource.prepare(xid);
        try (XAConnection other = broker.xaFactory().createXAConnection()) {
            XAResource recovering = other.createXASession().getXAResource();
            assertThat(recovering.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .hasSize(1)
                    .allMatch(xid::names);

            recovering.commit(xid, false);
        }

        assertThat(broker.drain(out)).containsExactly("b");
        assertThatThrownBy(() -> resource.commit(xid, false))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_NOTA));
    }

    @Test
    void aConnectionWhosePreparedBranchWasEndedByAnotherIsGoneWhenItIsClosed() throws Exception {
        work();
        resource.prepare(xid);
        try (XAConnection other = broker.xaFactory().createXAConnection()) {
            other.createXASession().getXAResource().rollback(xid);
        }

        connection.close();

        assertThatThrownBy(() -> resource.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
        assertThat(broker.drain(in)).containsExactly("a");
    }

    @Test
    void messagesGoBackToTheirPlaceBeforeWhatALaterConsumerHasReady() throws Exception {
        broker.send(in, "1", "2", "3");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            resource.start(xid, XAResource.TMNOFLAGS);
            TestBroker.receive(consumer);
            TestBroker.receive(consumer);
            resource.end(xid, XAResource.TMSUCCESS);
            resource.rollback(xid);

            assertThat(TestBroker.drain(consumer)).containsExactly("1", "2", "3");
        }
    }

    @Test
    void aMessageListenerWorksForTheBranchThatItsSessionHas() throws Exception {
        broker.send(in, "a");
        resource.start(xid, XAResource.TMNOFLAGS);
        java.util.concurrent.CompletableFuture<String> got = new java.util.concurrent.CompletableFuture<>();
        MessageConsumer consumer = session.createConsumer(in);
        consumer.setMessageListener(message -> {
            try {
                send(session, out, "b");
                got.complete(TestBroker.text(message));
            } catch (JMSException e) {
                got.completeExceptionally(e);
            }
        });
        assertThat(got.get(60, TimeUnit.SECONDS)).isEqualTo("a");
        consumer.close();
        resource.end(xid, XAResource.TMSUCCESS);
        assertThat(broker.drain(out)).isEmpty();

        resource.commit(xid, true);

        assertThat(broker.drain(out)).containsExactly("b");
        assertThat(broker.drain(in)).isEmpty();
    }

    @Test
    void aContextWorksAsASessionDoes() throws Exception {
        broker.send(in, "a");
        try (XAJMSContext context = broker.xaFactory().createXAContext()) {
            XAResource contextResource = context.getXAResource();
            contextResource.start(xid, XAResource.TMNOFLAGS);
            assertThat(context.getTransacted()).isTrue();
            assertThat(context.getSessionMode()).isEqualTo(Session.SESSION_TRANSACTED);
            try (JMSConsumer consumer = context.getContext().createConsumer(in)) {
                assertThat(consumer.receiveBody(String.class, 20_000)).isEqualTo("a");
            }
            context.createProducer().send(out, "b");
            assertThatThrownBy(context::commit).isInstanceOf(TransactionInProgressRuntimeException.class);
            contextResource.end(xid, XAResource.TMSUCCESS);
            assertThat(context.getTransacted()).isFalse();
            contextResource.prepare(xid);
            contextResource.commit(xid, false);
        }

        assertThat(broker.drain(out)).containsExactly("b");
        assertThat(broker.drain(in)).isEmpty();
    }

    @Test
    void theOlderInterfacesOfQueuesAndTopicsWorkToo() throws Exception {
        AngariumXAConnectionFactory factory = broker.xaFactory();
        try (XAQueueConnection queues = factory.createXAQueueConnection();
                XATopicConnection topics = factory.createXATopicConnection()) {
            XAQueueSession queueSession = queues.createXAQueueSession();
            XATopicSession topicSession = topics.createXATopicSession();
            queueSession.getXAResource().start(xid, XAResource.TMNOFLAGS);
            queueSession.getQueueSession().createSender(out).send(queueSession.createTextMessage("q"));
            queueSession.getXAResource().end(xid, XAResource.TMSUCCESS);
            queueSession.getXAResource().commit(xid, true);

            assertThat(topicSession.getTopicSession().getTransacted()).isFalse();
            assertThatThrownBy(() -> queueSession.createTopic("t")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> topicSession.createQueue("q")).isInstanceOf(IllegalStateException.class);
            assertThat(queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)
                            .getTransacted())
                    .isFalse();
        }
        assertThat(broker.drain(out)).containsExactly("q");
    }

    @Test
    void whenTheBrokerHasGoneCallsFailAsUnreachable() throws Exception {
        work();
        broker.broker().close();

        assertThatThrownBy(() -> resource.prepare(xid))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
        assertThatThrownBy(() -> resource.rollback(xid))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
        assertThatThrownBy(() -> resource.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
    }
}
