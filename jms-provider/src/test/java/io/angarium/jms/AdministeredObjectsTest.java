package io.angarium.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.util.Map;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connection factories and destinations (Jakarta Messaging 3.1 §4.2; jms-conformance 4, assertion 191). */
class AdministeredObjectsTest {
    private static AngariumConnectionFactory configured() throws JMSException {
        AngariumConnectionFactory factory = new AngariumConnectionFactory("angarium:vm:shop?prefetch=3");
        factory.setUser("alice");
        factory.setPassword("secret");
        factory.setClientID("orders");
        factory.setPrefetch(7);
        factory.setStrictAcknowledge(true);
        factory.setOption("requestTimeout", "1234");
        return factory;
    }

    private static void assertConfigured(AngariumConnectionFactory factory) {
        assertThat(factory.getUri()).isEqualTo("angarium:vm:shop?prefetch=3");
        assertThat(factory.getUser()).isEqualTo("alice");
        assertThat(factory.getClientID()).isEqualTo("orders");
        assertThat(factory.getPrefetch()).isEqualTo(7);
        assertThat(factory.isStrictAcknowledge()).isTrue();
        assertThat(factory.getReference().get("requestTimeout").getContent()).isEqualTo("1234");
        assertThat(factory.getReference().get("password").getContent()).isEqualTo("secret");
    }

    private static Object throughReference(Referenceable object) throws Exception {
        return NamingManager.getObjectInstance(object.getReference(), null, null, null);
    }

    private static Object serialized(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    @Test
    void aConnectionFactoryComesBackFromANamingServiceAsItWas() throws Exception {
        assertConfigured((AngariumConnectionFactory) throughReference(configured()));
    }

    @Test
    void aConnectionFactoryComesBackFromSerializationAsItWas() throws Exception {
        assertConfigured((AngariumConnectionFactory) serialized(configured()));
    }

    @Test
    void aFactoryForDistributedTransactionsStaysOne() throws Exception {
        AngariumXAConnectionFactory factory = new AngariumXAConnectionFactory("angarium:vm:shop?prefetch=3");
        factory.setUser("alice");

        for (Object copy : new Object[] {throughReference(factory), serialized(factory)}) {
            assertThat(copy).isInstanceOfSatisfying(AngariumXAConnectionFactory.class, xa -> {
                assertThat(xa.getUri()).isEqualTo("angarium:vm:shop?prefetch=3");
                assertThat(xa.getUser()).isEqualTo("alice");
                assertThat(xa).hasToString("AngariumXAConnectionFactory[angarium:vm:shop?prefetch=3]");
            });
        }
    }

    @Test
    void destinationsComeBackFromANamingServiceAndFromSerialization() throws Exception {
        assertThat(throughReference(new AngariumQueue("q"))).isEqualTo(new AngariumQueue("q"));
        assertThat(throughReference(new AngariumTopic("t"))).isEqualTo(new AngariumTopic("t"));
        assertThat(serialized(new AngariumQueue("q"))).isEqualTo(new AngariumQueue("q"));
        assertThat(serialized(new AngariumTopic("t"))).isEqualTo(new AngariumTopic("t"));
    }

    @Test
    void destinationsAreEqualByTypeAndName() {
        assertThat(new AngariumQueue("a"))
                .isEqualTo(new AngariumQueue("a"))
                .hasSameHashCodeAs(new AngariumQueue("a"))
                .isNotEqualTo(new AngariumQueue("b"))
                .isNotEqualTo(new AngariumTopic("a"))
                .hasToString("queue://a");
        assertThat(new AngariumTopic("a")).hasToString("topic://a");
    }

    @Test
    void aReferenceOfAnotherProviderIsNotOurs() throws Exception {
        Reference other = new Reference("com.other.Factory", new StringRefAddr("uri", "x"));

        assertThat(new AngariumObjectFactory().getObjectInstance(other, null, null, null))
                .isNull();
    }

    @Test
    void aPropertyWinsOverTheUri() throws JMSException {
        URI uri = URI.create("angarium:vm:shop?prefetch=3&clientID=uri&password=p%26w");

        ClientOptions options = ClientOptions.parse(uri, Map.of("clientID", "property"));

        assertThat(options.prefetch()).isEqualTo(3);
        assertThat(options.clientId()).isEqualTo("property");
        assertThat(options.password()).isEqualTo("p&w");
        assertThat(options.toString()).doesNotContain("p&w");
    }

    @ParameterizedTest
    @CsvSource({
        "prefetch=-1, prefetch",
        "prefetch=many, prefetch",
        "acknowledge=never, acknowledge",
        "requestTimeout=0, requestTimeout",
        "sendTimeout=99h, sendTimeout",
        "requestTimeout=soon, requestTimeout",
        "maxAsyncSends, maxAsyncSends",
        "deserialization=maxdepth=x, deserialization"
    })
    void aValueThatIsNotValidIsAnErrorThatNamesOptionAndValue(String query, String option) {
        assertThatThrownBy(() -> ClientOptions.parse(URI.create("angarium:vm:shop?" + query), Map.of()))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(option);
    }

    @Test
    void anOptionThatNobodyKnowsIsAnErrorThatListsTheKnownOnes() {
        assertThatThrownBy(() -> new AngariumConnectionFactory().setOption("prefech", "1"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("'prefech'")
                .hasMessageContaining("prefetch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no uri at all", "unknown:vm:shop", "http://shop"})
    void aUriThatNobodyKnowsIsAnErrorThatShowsIt(String uri) {
        assertThatThrownBy(() -> new AngariumConnectionFactory(uri).createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(uri);
        assertThatThrownBy(() -> new AngariumConnectionFactory(uri).createContext())
                .isInstanceOf(JMSRuntimeException.class)
                .hasMessageContaining(uri);
    }

    @Test
    void noTextShowsThePassword() {
        String uri = "unknown:vm:shop?user=alice&password=secret&prefetch=1";

        assertThatThrownBy(() -> new AngariumConnectionFactory(uri).createConnection())
                .hasMessageNotContaining("secret");
        assertThat(new AngariumConnectionFactory(uri)).asString().doesNotContain("secret");
    }
}
