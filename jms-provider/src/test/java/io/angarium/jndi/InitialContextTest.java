package io.angarium.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.angarium.jms.AngariumConnectionFactory;
import io.angarium.jms.AngariumQueue;
import io.angarium.jms.AngariumTopic;
import io.angarium.jms.AngariumXAConnectionFactory;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a naming context made from properties has bound. */
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // JNDI is what is tested, and its interface has a Hashtable
class InitialContextTest {
    private static Context context(Map<String, String> properties) throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>(properties);
        environment.put(Context.INITIAL_CONTEXT_FACTORY, AngariumInitialContextFactory.class.getName());
        return new InitialContext(environment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"connectionfactory.Orders", "connectionFactory.Orders", "CONNECTIONFACTORY.Orders"})
    void aConnectionFactoryIsBoundToItsUriWhateverTheCaseOfThePrefix(String property) throws NamingException {
        Context context = context(Map.of(property, "angarium:vm:shop?prefetch=5"));

        assertThat(context.lookup("Orders"))
                .isInstanceOfSatisfying(
                        AngariumConnectionFactory.class,
                        factory -> assertThat(factory.getUri()).isEqualTo("angarium:vm:shop?prefetch=5"));
    }

    @Test
    void aFactoryForDistributedTransactionsIsBoundToItsUri() throws NamingException {
        Context context = context(
                Map.of("xaConnectionFactory.Orders", "angarium:vm:shop", Context.PROVIDER_URL, "angarium:vm:other"));

        assertThat(((AngariumXAConnectionFactory) context.lookup("Orders")).getUri())
                .isEqualTo("angarium:vm:shop");
        for (String name :
                new String[] {"XAConnectionFactory", "XAQueueConnectionFactory", "XATopicConnectionFactory"}) {
            assertThat(((AngariumXAConnectionFactory) context.lookup(name)).getUri())
                    .isEqualTo("angarium:vm:other");
        }
        assertThat(context.lookup("ConnectionFactory")).isNotInstanceOf(AngariumXAConnectionFactory.class);
    }

    @Test
    void queuesAndTopicsAreBoundToTheirPhysicalNames() throws NamingException {
        Context context = context(Map.of("queue.jms/Invoices", "invoices", "topic.Prices", "shop.prices"));

        assertThat(context.lookup("jms/Invoices")).isEqualTo(new AngariumQueue("invoices"));
        assertThat(context.lookup("Prices")).isEqualTo(new AngariumTopic("shop.prices"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ConnectionFactory", "QueueConnectionFactory", "TopicConnectionFactory"})
    void theProviderUrlBindsTheUsualNames(String name) throws NamingException {
        Context context = context(Map.of(Context.PROVIDER_URL, "angarium:vm:shop"));

        assertThat(((AngariumConnectionFactory) context.lookup(name)).getUri()).isEqualTo("angarium:vm:shop");
    }

    @Test
    void aNameThatIsBoundByItselfWinsOverTheProviderUrl() throws NamingException {
        Context context = context(Map.of(
                Context.PROVIDER_URL, "angarium:vm:shop", "connectionfactory.ConnectionFactory", "angarium:vm:other"));

        assertThat(((AngariumConnectionFactory) context.lookup("ConnectionFactory")).getUri())
                .isEqualTo("angarium:vm:other");
    }

    @Test
    void anyQueueAndTopicIsThereUnderItsDynamicName() throws NamingException {
        Context context = context(Map.of());

        assertThat(context.lookup("dynamicQueues/a/b")).isEqualTo(new AngariumQueue("a/b"));
        assertThat(context.lookup("dynamicTopics/t")).isEqualTo(new AngariumTopic("t"));
    }

    @Test
    void aNameThatIsNotBoundIsAnErrorThatListsWhatIs() throws NamingException {
        Context context = context(Map.of("queue.Invoices", "invoices"));

        assertThatThrownBy(() -> context.lookup("Invoice"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("'Invoice' is not bound")
                .hasMessageContaining("[Invoices]")
                .hasMessageContaining("dynamicQueues/");
    }

    @ParameterizedTest
    @CsvSource({
        "connectionfactory.Orders, shop",
        "connectionfactory.Orders, angarium:vm:a b",
        "connectionfactory., angarium:vm:shop",
        "queue.Invoices, ''",
        "topic., prices",
        "java.naming.provider.url, ':'"
    })
    void aPropertyThatIsNotValidIsAnErrorThatNamesIt(String property, String value) {
        assertThatThrownBy(() -> context(Map.of(property, value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'" + property + "'");
    }

    @Test
    void listingShowsEverythingThatIsBound() throws NamingException {
        Context context = context(Map.of("queue.Q", "q", "topic.T", "t"));

        assertThat(Collections.list(context.list("")))
                .extracting(NameClassPair::getName, NameClassPair::getClassName)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Q", AngariumQueue.class.getName()),
                        org.assertj.core.groups.Tuple.tuple("T", AngariumTopic.class.getName()));
        assertThat(Collections.list(context.listBindings("")))
                .extracting(Binding::getObject)
                .containsExactly(new AngariumQueue("q"), new AngariumTopic("t"));
        assertThatThrownBy(() -> context.list("Q")).isInstanceOf(NotContextException.class);
    }

    @Test
    void theContextIsReadOnly() throws NamingException {
        Context context = context(Map.of());

        assertThatThrownBy(() -> context.bind("q", new AngariumQueue("q")))
                .isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> context.unbind("q")).isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> context.createSubcontext("q")).isInstanceOf(OperationNotSupportedException.class);
    }
}
