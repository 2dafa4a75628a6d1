package io.angarium.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.protocol.BrokerException;
import io.angarium.protocol.Commit;
import io.angarium.protocol.ErrorReason;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the client does for a transaction (Jakarta Messaging 3.1 §6.2.7; jms-conformance 5.13). */
@Timeout(30)
class TransactionWorkTest {
    @Test
    void nothingReachesTheBrokerBeforeTheCommit() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            session.createProducer(session.createQueue("q")).send(session.createMessage());
            assertThat(scripted.link.sends()).isEmpty();

            session.commit();

            assertThat(scripted.link.takeCalls()).containsExactly("commit 1 sends, []");
        }
    }

    @Test
    void sendsAndReceiptsAreOneCommit() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 1, 2);
            consumer.receive();
            session.createProducer(session.createQueue("out")).send(session.createMessage());
            consumer.receive();
            scripted.link.takeCalls();

            session.commit();

            assertThat(scripted.link.takeCalls()).containsExactly("commit 1 sends, [COMPLETE 1, COMPLETE 2]");
        }
    }

    @Test
    void rollbackForgetsTheSendsAndGivesBackTheReceipts() throws JMSException {
        try (Scripted scripted = new Scripted("prefetch=2")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 1, 2);
            consumer.receive();
            session.createProducer(session.createQueue("out")).send(session.createMessage());
            scripted.link.takeCalls();

            session.rollback();
            session.commit();

            assertThat(scripted.link.takeCalls()).containsExactly("drain 1", "RELEASE 2, ABANDON 1", "credit 1 2");
            assertThat(scripted.link.commits()).isEmpty();
        }
    }

    @Test
    void aCommitThatTheBrokerRefusesIsRolledBack() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = scripted.consumer(session);
            scripted.connection.start();
            scripted.link.ready(1, 1);
            consumer.receive();
            scripted.link.answerCommits(() -> CompletableFuture.failedFuture(
                    new BrokerException(ErrorReason.RESOURCE_ALLOCATION, "the store is full")));
            scripted.link.takeCalls();

            assertThatThrownBy(session::commit)
                    .isInstanceOf(TransactionRolledBackException.class)
                    .hasMessageContaining("the store is full");

            assertThat(scripted.link.takeCalls()).contains("ABANDON 1");
        }
    }

    @Test
    void aCommitInDoubtIsFinishedBeforeTheNextOne() throws JMSException {
        try (Scripted scripted = new Scripted("requestTimeout=1ms&sendTimeout=1ms")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createMessage());
            CompletableFuture<Void> answer = new CompletableFuture<>();
            scripted.link.answerCommits(() -> answer);
            assertThatThrownBy(session::commit).isInstanceOf(JMSException.class).hasMessageContaining("not known");
            answer.complete(null);
            scripted.link.answerCommits(() -> CompletableFuture.completedFuture(null));

            producer.send(session.createMessage());
            session.commit();

            assertThat(scripted.link.commits())
                    .extracting(Commit::producerSequence)
                    .containsExactly(1L, 2L);
            assertThat(scripted.link.commits())
                    .allSatisfy(c -> assertThat(c.sends()).hasSize(1));
        }
    }

    @Test
    void aTransactionThatGetsTooLargeIsRefusedAndStaysAsItWas() throws JMSException {
        try (Scripted scripted = new Scripted("maxTransactionBytes=600")) {
            Session session = scripted.connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createTextMessage("small"));

            assertThatThrownBy(() -> producer.send(session.createTextMessage("x".repeat(1_000))))
                    .isInstanceOf(ResourceAllocationException.class)
                    .hasMessageContaining("maxTransactionBytes");

            session.commit();
            assertThat(scripted.link.takeCalls()).containsExactly("commit 1 sends, []");
        }
    }

    @Test
    void commitRollbackAndRecoverBelongToTheirKindOfSession() throws JMSException {
        try (Scripted scripted = new Scripted("")) {
            Session plain = scripted.connection.createSession();
            Session transacted = scripted.connection.createSession(Session.SESSION_TRANSACTED);

            assertThatThrownBy(plain::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(plain::rollback).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(transacted::recover).isInstanceOf(IllegalStateException.class);
        }
    }
}
