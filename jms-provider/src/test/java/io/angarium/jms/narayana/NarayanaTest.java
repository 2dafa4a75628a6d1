package io.angarium.jms.narayana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** XA sessions under a real transaction manager. */
@Timeout(120)
class NarayanaTest {
    private final TransactionManager manager = Narayana.shared();

    private final AngariumXAConnectionFactory factory = new AngariumXAConnectionFactory(
            "angarium:vm:n" + UUID.randomUUID().toString().replace("-", ""));
    private XAConnection connection;
    private XASession session;

    @BeforeEach
    void connect() throws JMSException {
        connection = factory.createXAConnection();
        connection.start();
        session = connection.createXASession();
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
    }

    private static void send(Session session, String queue, String text) throws JMSException {
        session.createProducer(session.createQueue(queue)).send(session.createTextMessage(text));
    }

    private static String receive(Session session, String queue) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            return ((TextMessage) consumer.receive(20_000)).getText();
        }
    }

    private List<String> drain(String queue) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (XAConnection other = factory.createXAConnection()) {
            other.start();
            Session plain = other.createSession();
            MessageConsumer consumer = plain.createConsumer(plain.createQueue(queue));
            for (TextMessage m = (TextMessage) consumer.receiveNoWait();
                    m != null;
                    m = (TextMessage) consumer.receiveNoWait()) {
                texts.add(m.getText());
            }
        }
        return texts;
    }

    private int inDoubt() throws Exception {
        return session.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
    }

    @Test
    void aTransactionWithOneResourceCommitsInOnePhase() throws Exception {
        send(session, "in", "a");
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        send(session, "out", receive(session, "in") + "b");
        assertThat(drain("out")).isEmpty();

        manager.commit();

        assertThat(drain("in")).isEmpty();
        assertThat(drain("out")).containsExactly("ab");
    }

    @Test
    void aTransactionWithTwoResourcesCommitsInTwoPhases() throws Exception {
        send(session, "in", "a");
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        manager.getTransaction().enlistResource(new OtherResource());
        send(session, "out", receive(session, "in") + "b");

        manager.commit();

        assertThat(drain("in")).isEmpty();
        assertThat(drain("out")).containsExactly("ab");
        assertThat(inDoubt()).isZero();
    }

    @Test
    void rollbackBringsEverythingBack() throws Exception {
        send(session, "in", "a");
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        manager.getTransaction().enlistResource(new OtherResource());
        send(session, "out", receive(session, "in") + "b");

        manager.rollback();

        assertThat(drain("in")).containsExactly("a");
        assertThat(drain("out")).isEmpty();
    }

    @Test
    void twoConnectionsInOneTransactionAreTwoBranches() throws Exception {
        send(session, "in", "a");
        try (XAConnection second = factory.createXAConnection()) {
            XASession sender = second.createXASession();
            manager.begin();
            manager.getTransaction().enlistResource(session.getXAResource());
            manager.getTransaction().enlistResource(sender.getXAResource());
            send(sender, "out", receive(session, "in") + "b");
            manager.commit();
        }

        assertThat(drain("in")).isEmpty();
        assertThat(drain("out")).containsExactly("ab");
        assertThat(inDoubt()).isZero();
    }

    @Test
    void twoSessionsOfOneConnectionJoinOneBranch() throws Exception {
        XASession second = connection.createXASession();
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        manager.getTransaction().enlistResource(second.getXAResource());
        send(session, "out", "1");
        send(second, "out", "2");
        manager.commit();

        assertThat(drain("out")).containsExactly("1", "2");
    }

    @Test
    void aSuspendedTransactionGoesOnWhereItWas() throws Exception {
        XASession second = connection.createXASession();
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        send(session, "out", "first");
        Transaction first = manager.suspend();
        manager.begin();
        manager.getTransaction().enlistResource(second.getXAResource());
        send(second, "out", "second");
        manager.commit();
        assertThat(drain("out")).containsExactly("second");
        manager.resume(first);
        send(session, "out", "first again");

        manager.commit();

        assertThat(drain("out")).containsExactly("first", "first again");
    }

    @Test
    void aResourceThatIsDelistedAsSuspendedIsEnlistedAgain() throws Exception {
        manager.begin();
        Transaction transaction = manager.getTransaction();
        transaction.enlistResource(session.getXAResource());
        send(session, "out", "1");
        transaction.delistResource(session.getXAResource(), XAResource.TMSUSPEND);
        send(session, "out", "outside");
        transaction.enlistResource(session.getXAResource());
        send(session, "out", "2");
        manager.commit();

        assertThat(drain("out")).containsExactly("outside", "1", "2");
    }

    @Test
    void handlesMayBeClosedInsideTheTransaction() throws Exception {
        send(session, "in", "a");
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        manager.getTransaction().enlistResource(new OtherResource());
        send(session, "out", receive(session, "in") + "b");
        session.close();
        try (XAConnection keepsTheBroker = factory.createXAConnection()) {
            connection.close();
            manager.commit();
            assertThat(drain("out")).containsExactly("ab");
            assertThat(drain("in")).isEmpty();
            assertThat(keepsTheBroker.getClientID()).isNull();
        }
    }

    @Test
    void aTransactionMarkedForRollbackIsRolledBack() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(session.getXAResource());
        send(session, "out", "a");
        manager.setRollbackOnly();

        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);

        assertThat(drain("out")).isEmpty();
    }
}
