package io.angarium.jms.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.engine.Broker;
import io.angarium.engine.BrokerConfig;
import io.angarium.engine.users.User;
import io.angarium.engine.users.Users;
import io.angarium.jms.AngariumConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Authentication when a connection is created (Jakarta Messaging 3.1 §6.1.3; ConnectionFactory, JMSContext). */
@Timeout(60)
class UsersTest {
    private static final User ANN = User.withPassword("ann", "t0psecret", 1_000);

    private static Broker broker;

    private final AngariumConnectionFactory factory = new AngariumConnectionFactory("angarium:vm:users-test");

    @BeforeAll
    static void open() {
        broker = Broker.open(BrokerConfig.throwAway("users-test").withUsers(Users.of(ANN)));
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void theRightPasswordConnectsInEachWayThereIs() throws JMSException {
        factory.createConnection("ann", "t0psecret").close();
        factory.createQueueConnection("ann", "t0psecret").close();
        factory.createTopicConnection("ann", "t0psecret").close();
        factory.createContext("ann", "t0psecret").close();
        factory.createContext("ann", "t0psecret", JMSContext.SESSION_TRANSACTED).close();
    }

    @Test
    void theUserOfTheFactoryIsThatOfConnectionsWithoutOne() throws JMSException {
        factory.setUser("ann");
        factory.setPassword("t0psecret");

        try (Connection connection = factory.createConnection();
                JMSContext context = factory.createContext()) {
            assertThat(connection.getMetaData().getJMSVersion())
                    .isEqualTo(context.getMetaData().getJMSVersion());
        }
        assertRefused(() -> factory.createConnection("ann", "wr0ng"));
    }

    @Test
    void theUserOfTheUriIsThatOfConnectionsWithoutOne() throws JMSException {
        new AngariumConnectionFactory("angarium:vm:users-test?user=ann&password=t0psecret")
                .createConnection()
                .close();
    }

    @Test
    void aWrongPasswordIsASecurityErrorThatDoesNotShowIt() {
        assertRefused(() -> factory.createConnection("ann", "wr0ng"));
        assertRefused(() -> factory.createQueueConnection("ann", "wr0ng"));
        assertRefused(() -> factory.createTopicConnection("ann", "wr0ng"));
        assertRefused(() -> factory.createConnection("ann", null));
    }

    @Test
    void anUnknownUserIsASecurityError() {
        assertRefused(() -> factory.createConnection("eve", "wr0ng"));
    }

    @Test
    void nobodyConnectsAnonymouslyUnlessTheBrokerAllowsIt() throws JMSException {
        assertRefused(() -> factory.createConnection());
        assertRefused(() -> factory.createConnection(null, null));

        try (Broker open = Broker.open(
                BrokerConfig.throwAway("users-test-open").withUsers(new Users.Listed(List.of(ANN), true)))) {
            assertThat(open.config().users().anonymous()).isTrue();
            new AngariumConnectionFactory("angarium:vm:users-test-open")
                    .createConnection()
                    .close();
        }
    }

    @Test
    void aContextIsRefusedWithTheUncheckedException() {
        assertThatThrownBy(() -> factory.createContext("ann", "wr0ng"))
                .isInstanceOf(JMSSecurityRuntimeException.class)
                .hasMessageContaining("\"ann\"")
                .hasMessageNotContaining("wr0ng");
        assertThatThrownBy(factory::createContext).isInstanceOf(JMSSecurityRuntimeException.class);
    }

    private static void assertRefused(ThrowingCallable connecting) {
        assertThatThrownBy(connecting).isInstanceOfSatisfying(JMSSecurityException.class, e -> {
            assertThat(e.getErrorCode()).isEqualTo("SECURITY");
            assertThat(e).hasMessageContaining("users-test");
            for (Throwable t = e; t != null; t = t.getCause()) {
                assertThat(String.valueOf(t.getMessage())).doesNotContain("wr0ng", "t0psecret");
            }
        });
    }
}
