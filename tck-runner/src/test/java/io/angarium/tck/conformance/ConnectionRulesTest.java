package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Client identifiers, starting, stopping and closing. */
@ConformanceTest
class ConnectionRulesTest {
    /** What a connection may be used for before its client identifier is set, which is then too late. */
    enum FirstUse {
        START {
            @Override
            void on(Connection connection) throws JMSException {
                connection.start();
            }
        },
        STOP {
            @Override
            void on(Connection connection) throws JMSException {
                connection.stop();
            }
        },
        SESSION {
            @Override
            void on(Connection connection) throws JMSException {
                connection.createSession();
            }
        },
        EXCEPTION_LISTENER {
            @Override
            void on(Connection connection) throws JMSException {
                connection.setExceptionListener(unused -> {});
            }
        },
        CLIENT_IDENTIFIER {
            @Override
            void on(Connection connection) throws JMSException {
                connection.setClientID(Jms.newName());
            }
        };

        abstract void on(Connection connection) throws JMSException;
    }

    @ParameterizedTest
    @EnumSource
    @Section("6.1.2")
    void afterAnyUseOfAConnectionItIsTooLateForItsClientIdentifier(FirstUse use, Jms jms) throws JMSException {
        Connection connection = jms.connection();
        use.on(connection);

        assertThatThrownBy(() -> connection.setClientID(Jms.newName())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section("6.1.2")
    void anAdministratorsClientIdentifierCannotBeReplaced(Jms jms) throws JMSException {
        Connection connection = jms.kept(jms.factoryWithClientId().createConnection());

        assertThatThrownBy(() -> connection.setClientID(Jms.newName())).isInstanceOf(IllegalStateException.class);
        assertThat(connection.getClientID()).isEqualTo(ProviderUnderTest.CLIENT_ID);
    }

    @Test
    @Section("6.1.2")
    void twoConnectionsCannotHaveOneClientIdentifierAtATime(Jms jms) throws JMSException {
        String clientId = Jms.newName();
        Connection first = jms.startedWithClientId(clientId);
        Connection second = jms.connection();

        assertThatThrownBy(() -> second.setClientID(clientId)).isInstanceOf(InvalidClientIDException.class);

        first.close();
        jms.startedWithClientId(clientId);
    }

    @Test
    @Section("6.1.2")
    void anAdministratorsClientIdentifierInUseIsRefusedWhenTheConnectionIsMade(Jms jms) throws JMSException {
        jms.kept(jms.factoryWithClientId().createConnection());

        assertThatThrownBy(() -> jms.kept(jms.factoryWithClientId().createConnection()))
                .isInstanceOf(InvalidClientIDException.class);
    }

    @Test
    @Needs(ProviderUnderTest.Feature.USERS)
    @Section("6.1.1")
    void whoIsNotKnownIsRefusedWhenTheConnectionIsMade(Jms jms) throws JMSException {
        jms.kept(jms.factory().createConnection(ProviderUnderTest.USER, ProviderUnderTest.PASSWORD));

        for (String[] wrong : new String[][] {
            {ProviderUnderTest.USER, "wrong"}, {"nobody", ProviderUnderTest.PASSWORD}, {ProviderUnderTest.USER, ""}
        }) {
            assertThatThrownBy(() -> jms.factory().createConnection(wrong[0], wrong[1]))
                    .isInstanceOf(JMSSecurityException.class);
            assertThatThrownBy(() -> jms.factory().createContext(wrong[0], wrong[1]))
                    .isInstanceOf(JMSSecurityRuntimeException.class);
        }
    }

    @Test
    @Section("6.1.3")
    void aNewConnectionSendsButDoesNotReceive(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Session session = jms.connection().createSession();
        MessageConsumer consumer = session.createConsumer(queue);

        Jms.send(session, queue, "waits");

        assertThat(consumer.receive(Jms.QUIET_MILLIS)).isNull();
    }

    @Test
    @Needs(ProviderUnderTest.Feature.ONLY_SEEN_MESSAGES_COUNT)
    @Section({"6.1.4", "8.4"})
    void aConsumerThatIsNotStartedLeavesTheMessagesToOthers(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection idle = jms.connection();
        MessageConsumer idleConsumer = idle.createSession().createConsumer(queue);
        jms.send(queue, "1", "2", "3");
        MessageConsumer active = jms.started().createSession().createConsumer(queue);

        assertThat(Jms.receive(active, 3)).containsExactly("1", "2", "3");

        idle.start();
        assertThat(idleConsumer.receiveNoWait()).isNull();
    }

    @Test
    @Needs(ProviderUnderTest.Feature.ONLY_SEEN_MESSAGES_COUNT)
    @Section("6.1.5")
    void aConnectionThatWasStoppedLeavesTheMessagesToOthers(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection stopped = jms.started();
        MessageConsumer first = stopped.createSession().createConsumer(queue);
        jms.send(queue, "1", "2", "3");
        assertThat(Jms.text(Jms.receive(first))).isEqualTo("1");

        stopped.stop();

        assertThat(Jms.receive(jms.started().createSession().createConsumer(queue), 2))
                .containsExactly("2", "3");
    }

    @Test
    @Section("6.1.5")
    void aReceiveCallThatBeganBeforeAStopGoesOnAfterTheStart(Jms jms) throws Exception {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        CompletableFuture<@Nullable Message> received = Jms.async(() -> consumer.receive(Jms.PATIENCE_MILLIS));

        connection.stop();
        jms.send(queue, "text");
        Jms.passTime(Jms.QUIET_MILLIS);
        boolean receivedWhileStopped = received.isDone();
        connection.start();

        assertThat(Jms.text(Jms.result(received))).isEqualTo("text");
        // it may have been handed over before the stop only if it had been sent then
        assertThat(receivedWhileStopped).isFalse();
    }

    @Test
    @Section("6.1.5")
    void stopAndStartCanBeCalledTwice(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);

        connection.stop();
        connection.stop();
        connection.start();
        connection.start();
        jms.send(queue, "text");

        assertThat(Jms.text(Jms.receive(consumer))).isEqualTo("text");
    }

    @Test
    @Section({"6.1.6", "3.5.9"})
    void theMetaDataIsThatOfJakartaMessaging31(Jms jms) throws JMSException {
        ConnectionMetaData metaData = jms.connection().getMetaData();

        assertThat(metaData.getJMSVersion()).isEqualTo("3.1");
        assertThat(metaData.getJMSMajorVersion()).isEqualTo(3);
        assertThat(metaData.getJMSMinorVersion()).isEqualTo(1);
        assertThat(metaData.getJMSProviderName()).isNotBlank();
        assertThat(metaData.getProviderVersion()).isNotBlank();
        assertThat(Jms.strings(metaData.getJMSXPropertyNames()))
                .contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");
    }

    @Test
    @Section("6.1.8")
    void whatBelongsToAClosedConnectionRefusesEverythingButClose(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection connection = jms.started();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = session.createMessage();

        connection.close();

        for (ThrowingCallable call : new ThrowingCallable[] {
            connection::start,
            connection::createSession,
            session::createMessage,
            () -> session.createConsumer(queue),
            () -> producer.send(message),
            producer::getPriority,
            consumer::receiveNoWait,
            consumer::getMessageSelector
        }) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        }
        consumer.close();
        producer.close();
        session.close();
        connection.close();
    }

    @Test
    @Section("6.1.8")
    void aMessageOutlivesItsConnectionButCannotBeAcknowledgedAnyMore(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        jms.send(queue, "text");
        Connection connection = jms.started();
        Message message =
                Jms.receive(connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue));

        connection.close();

        assertThat(Jms.text(message)).isEqualTo("text");
        assertThatThrownBy(message::acknowledge).isInstanceOf(IllegalStateException.class);
        assertThat(jms.drain(queue)).containsExactly("text");
    }

    @Test
    @Section({"6.1.8", "6.2.15"})
    void closeReturnsAfterReceiveCallsHaveReturned(Jms jms) throws Exception {
        Connection connection = jms.started();
        MessageConsumer consumer = connection.createSession().createConsumer(jms.newQueue());
        CompletableFuture<@Nullable Message> received = Jms.async(consumer::receive);
        Jms.passTime(Jms.QUIET_MILLIS);

        connection.close();

        assertThat(Jms.result(received)).isNull();
    }

    @Test
    @Section("6.2.15")
    void closingASessionFromAnotherThreadEndsItsReceiveCall(Jms jms) throws Exception {
        Session session = jms.started().createSession();
        MessageConsumer consumer = session.createConsumer(jms.newQueue());
        CompletableFuture<@Nullable Message> received = Jms.async(consumer::receive);
        Jms.passTime(Jms.QUIET_MILLIS);

        session.close();

        assertThat(Jms.result(received)).isNull();
    }

    @Test
    @Section("5.3")
    void manyConnectionsOfOneFactoryAreIndependent(Jms jms) throws JMSException {
        Queue queue = jms.newQueue();
        Connection first = jms.started();
        Connection second = jms.started();

        first.close();
        Jms.send(second.createSession(), queue, "text");

        assertThat(jms.drain(queue)).containsExactly("text");
    }
}
