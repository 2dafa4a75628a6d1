package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections (Jakarta Messaging 3.1 §6.1; jms-conformance 5.1, 5.2, 5.3, 5.5). */
@Timeout(60)
class ConnectionTest {
    private static TestBroker broker;

    @BeforeAll
    static void open() {
        broker = new TestBroker();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    private interface Call {
        void run() throws JMSException;
    }

    @Test
    void aConsumerOfAConnectionThatIsNotStartedTakesNothingFromOthers() throws JMSException {
        try (Connection idle = broker.factory("prefetch=100").createConnection();
                Connection started = broker.started()) {
            Session idleSession = idle.createSession();
            Queue queue = idleSession.createQueue(broker.newName());
            MessageConsumer idleConsumer = idleSession.createConsumer(queue);
            broker.send(queue, "a", "b");

            MessageConsumer consumer = started.createSession().createConsumer(queue);

            assertThat(TestBroker.drain(consumer)).containsExactly("a", "b");
            assertThat(idleConsumer.receive(1)).isNull();
        }
    }

    @Test
    void stopHandsBackWhatWasPrefetchedWithoutCountingADelivery() throws JMSException {
        try (Connection prefetching = broker.factory("prefetch=100").createConnection();
                Connection other = broker.started()) {
            prefetching.start();
            Session session = prefetching.createSession();
            Queue queue = session.createQueue(broker.newName());
            session.createConsumer(queue);
            broker.send(queue, "a", "b");

            prefetching.stop();

            MessageConsumer consumer = other.createSession().createConsumer(queue);
            assertThat(TestBroker.deliveryCount(TestBroker.receive(consumer))).isEqualTo(1);
            assertThat(TestBroker.text(consumer.receiveNoWait())).isEqualTo("b");
        }
    }

    @Test
    void aConnectionThatIsStartedAgainGoesOn() throws JMSException {
        try (Connection connection = broker.started()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue(broker.newName());
            MessageConsumer consumer = session.createConsumer(queue);
            connection.stop();
            broker.send(queue, "a");
            assertThat(consumer.receive(1)).isNull();

            connection.start();

            assertThat(TestBroker.text(TestBroker.receive(consumer))).isEqualTo("a");
        }
    }

    @Test
    void aClientIdentifierThatIsInUseIsRefused() throws JMSException {
        try (Connection first = broker.connection();
                Connection second = broker.connection()) {
            first.setClientID("taken");

            assertThatThrownBy(() -> second.setClientID("taken")).isInstanceOf(InvalidClientIDException.class);
        }
    }

    @Test
    void aClientIdentifierIsFreeAgainWhenItsConnectionHasClosed() throws JMSException {
        broker.withClientId("reused").close();

        try (Connection second = broker.connection()) {
            second.setClientID("reused");

            assertThat(second.getClientID()).isEqualTo("reused");
        }
    }

    @Test
    void theClientIdentifierOfTheFactoryIsCheckedWhenTheConnectionIsCreated() throws JMSException {
        try (Connection first = broker.factory("clientID=administered").createConnection()) {
            assertThat(first.getClientID()).isEqualTo("administered");
            assertThatThrownBy(() -> broker.factory("clientID=administered").createConnection())
                    .isInstanceOf(InvalidClientIDException.class);
            assertThatThrownBy(() -> first.setClientID("other")).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theClientIdentifierMustBeSetBeforeAnythingElseIsDone(int use) throws JMSException {
        try (Connection connection = broker.connection()) {
            List<Call> uses = List.of(
                    connection::start,
                    connection::stop,
                    () -> connection.setExceptionListener(problem -> {}),
                    connection::createSession);
            uses.get(use).run();

            assertThatThrownBy(() -> connection.setClientID("late")).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void nullAndEmptyAreNoClientIdentifiers() throws JMSException {
        try (Connection connection = broker.connection()) {
            assertThatThrownBy(() -> connection.setClientID(null)).isInstanceOf(InvalidClientIDException.class);
            assertThatThrownBy(() -> connection.setClientID("")).isInstanceOf(InvalidClientIDException.class);
        }
    }

    @Test
    void metaDataSaysJakartaMessaging31AndTheProperties() throws JMSException {
        try (Connection connection = broker.connection()) {
            ConnectionMetaData metaData = connection.getMetaData();

            assertThat(metaData.getJMSVersion()).isEqualTo("3.1");
            assertThat(metaData.getJMSMajorVersion()).isEqualTo(3);
            assertThat(metaData.getJMSMinorVersion()).isEqualTo(1);
            assertThat(metaData.getJMSProviderName()).isEqualTo("Angarium");
            assertThat(metaData.getProviderVersion())
                    .startsWith(metaData.getProviderMajorVersion() + "." + metaData.getProviderMinorVersion());
            assertThat(TestBroker.strings(metaData.getJMSXPropertyNames()))
                    .contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");
        }
    }

    @Test
    void everyMethodOfAClosedConnectionIsAnIllegalStateButClose() throws JMSException {
        Connection connection = broker.connection();
        connection.close();
        connection.close();

        List<Call> calls = List.of(
                connection::createSession,
                () -> connection.createSession(Session.AUTO_ACKNOWLEDGE),
                () -> connection.createSession(true, 0),
                connection::getClientID,
                () -> connection.setClientID("x"),
                connection::getMetaData,
                connection::getExceptionListener,
                () -> connection.setExceptionListener(null),
                connection::start,
                connection::stop);
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void closingAConnectionClosesWhatBelongsToIt() throws JMSException {
        Connection connection = broker.started();
        Session session = connection.createSession();
        Queue queue = session.createQueue(broker.newName());
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);

        connection.close();

        List<Call> calls = List.of(
                session::createMessage,
                session::getTransacted,
                session::getAcknowledgeMode,
                session::recover,
                session::commit,
                session::rollback,
                session::getMessageListener,
                () -> session.createConsumer(queue),
                () -> session.createProducer(queue),
                () -> session.createBrowser(queue),
                () -> session.createQueue("x"),
                () -> session.createTopic("x"),
                session::createTemporaryQueue,
                session::createTemporaryTopic,
                () -> session.unsubscribe("x"),
                consumer::receive,
                () -> consumer.receive(1),
                consumer::receiveNoWait,
                consumer::getMessageListener,
                () -> consumer.setMessageListener(null),
                consumer::getMessageSelector,
                producer::getDestination,
                producer::getDeliveryDelay,
                producer::getDeliveryMode,
                producer::getPriority,
                producer::getTimeToLive,
                producer::getDisableMessageID,
                producer::getDisableMessageTimestamp,
                () -> producer.setPriority(4),
                () -> producer.setDeliveryMode(1),
                () -> producer.setTimeToLive(1),
                () -> producer.setDeliveryDelay(1),
                () -> producer.setDisableMessageID(true),
                () -> producer.setDisableMessageTimestamp(true));
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class));
        session.close();
        consumer.close();
        producer.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, 99})
    void aSessionModeThatDoesNotExistIsAnError(int mode) throws JMSException {
        try (Connection connection = broker.connection()) {
            assertThatThrownBy(() -> connection.createSession(mode))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining(String.valueOf(mode));
            assertThatThrownBy(() -> connection.createSession(false, mode)).isInstanceOf(JMSException.class);
        }
    }

    @Test
    void theKindsOfCreateSessionGiveTheModesThatTheSpecificationNames() throws JMSException {
        try (Connection connection = broker.connection()) {
            assertThat(connection.createSession().getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
            assertThat(connection
                            .createSession(true, Session.CLIENT_ACKNOWLEDGE)
                            .getAcknowledgeMode())
                    .isEqualTo(Session.SESSION_TRANSACTED);
            assertThat(connection.createSession(Session.SESSION_TRANSACTED).getTransacted())
                    .isTrue();
            assertThat(connection.createSession(Session.DUPS_OK_ACKNOWLEDGE).getTransacted())
                    .isFalse();
            assertThatThrownBy(() -> connection.createSession(false, Session.SESSION_TRANSACTED))
                    .isInstanceOf(JMSException.class);
        }
    }

    @Test
    void anOptionThatNobodyKnowsIsAnErrorThatNamesItBeforeAnythingIsOpened() {
        assertThatThrownBy(() -> broker.factory("prefech=1").createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("prefech")
                .hasMessageContaining("prefetch");
    }
}
