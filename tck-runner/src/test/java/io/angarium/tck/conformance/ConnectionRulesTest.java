package io.angarium.tck.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;

/** Client identifiers, starting and stopping. */
@ConformanceTest
class ConnectionRulesTest {
    @Test
    @Section("6.1.2")
    void anAdministratorsClientIdentifierCannotBeReplaced(Jms jms) throws JMSException {
        Connection connection = jms.kept(jms.factoryWithClientId().createConnection());

        assertThatThrownBy(() -> connection.setClientID(Jms.newName())).isInstanceOf(IllegalStateException.class);
        assertThat(connection.getClientID()).isEqualTo(ProviderUnderTest.CLIENT_ID);
    }
}
