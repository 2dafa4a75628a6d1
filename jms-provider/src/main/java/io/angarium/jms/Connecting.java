package io.angarium.jms;

import io.angarium.jms.failure.JmsErrors;
import io.angarium.protocol.BrokerException;
import io.angarium.protocol.BrokerLink;
import io.angarium.protocol.LinkProvider;
import jakarta.jms.JMSException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Opens a connection: options, link, client identifier, in this order, so that a wrong option starts no broker. */
final class Connecting {
    private Connecting() {}

    /**
     * Whose connection it is.
     *
     * @param user user name of the call, or null for the configured one
     */
    record As(
            Domain domain, @Nullable String user, @Nullable String password) {}

    /** Makes the connection of a link. */
    @FunctionalInterface
    interface Maker<C extends AngariumConnection> {
        C make(BrokerLink link, ClientOptions options, Domain domain);
    }

    /**
     * Connects.
     *
     * @param settings properties of the factory
     * @throws JMSException if the URI or an option is not valid, nobody knows the URI, or the broker refuses
     */
    static <C extends AngariumConnection> C connect(String uri, Map<String, String> settings, As as, Maker<C> maker)
            throws JMSException {
        URI parsed = parse(uri);
        ClientOptions options = ClientOptions.parse(parsed, settings);
        LinkProvider provider = provider(parsed);
        LinkLoss loss = new LinkLoss();
        String name = as.user == null ? options.user() : as.user;
        String secret = as.user == null ? options.password() : as.password;
        BrokerLink link;
        try {
            link = provider.connect(
                    new LinkProvider.ConnectRequest(parsed, ClientOptions.NAMES, name, secret, loss::lost));
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        }
        C connection = maker.make(link, options, as.domain);
        loss.tell(connection);
        String clientId = options.clientId();
        if (clientId != null) {
            identify(connection, clientId);
        }
        return connection;
    }

    /** The URI without the value of its password option, for texts. */
    static String withoutPassword(String uri) {
        return uri.replaceAll("([?&]password=)[^&]*", "$1***");
    }

    private static void identify(AngariumConnection connection, String clientId) throws JMSException {
        try {
            connection.identifyByFactory(clientId);
        } catch (JMSException e) {
            try {
                connection.close();
            } catch (JMSException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private static URI parse(String uri) throws JMSException {
        try {
            return new URI(uri);
        } catch (URISyntaxException e) {
            throw JmsErrors.of(
                    "the connection URI '" + withoutPassword(uri) + "' is malformed: " + e.getReason()
                            + "; an example is angarium:vm:orders?store=/var/lib/orders",
                    null);
        }
    }

    private static LinkProvider provider(URI uri) throws JMSException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        LinkProvider found = context == null ? null : provider(uri, context);
        if (found == null) {
            found = provider(uri, LinkProvider.class.getClassLoader());
        }
        if (found == null) {
            throw new JMSException(
                    "nobody on the class path opens links for '" + withoutPassword(uri.toString())
                            + "'; a broker in this JVM is angarium:vm:NAME and needs broker-engine on the class path",
                    "CONFIGURATION");
        }
        return found;
    }

    private static @Nullable LinkProvider provider(URI uri, ClassLoader loader) {
        for (LinkProvider provider : ServiceLoader.load(LinkProvider.class, loader)) {
            if (provider.supports(uri)) {
                return provider;
            }
        }
        return null;
    }

    /** Passes a loss on, also one that comes before the connection is there. Thread-safe. */
    private static final class LinkLoss {
        private final AtomicReference<@Nullable BrokerException> reason = new AtomicReference<>();
        private final AtomicReference<@Nullable AngariumConnection> connection = new AtomicReference<>();

        void lost(BrokerException cause) {
            reason.set(cause);
            pass();
        }

        void tell(AngariumConnection told) {
            connection.set(told);
            pass();
        }

        /** Each side sets its part first, so whoever comes second sees both; the connection is taken once. */
        private void pass() {
            BrokerException cause = reason.get();
            AngariumConnection told = cause == null ? null : connection.getAndSet(null);
            if (told != null && cause != null) {
                told.linkLost(cause);
            }
        }
    }
}
