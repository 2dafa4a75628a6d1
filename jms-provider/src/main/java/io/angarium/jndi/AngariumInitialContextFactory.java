package io.angarium.jndi;

import java.util.Hashtable;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes a naming context from the environment's properties, for instance from a {@code jndi.properties} on the class
 * path:
 *
 * <pre>
 * java.naming.factory.initial = io.angarium.jndi.AngariumInitialContextFactory
 * java.naming.provider.url    = angarium:vm:shop?store=/var/lib/shop
 * connectionfactory.Orders    = angarium:vm:shop?store=/var/lib/shop&amp;clientID=orders
 * xaconnectionfactory.OrdersXA = angarium:vm:shop?store=/var/lib/shop
 * queue.jms/Invoices          = invoices
 * topic.Prices                = prices
 * </pre>
 *
 * <ul>
 *   <li>{@code connectionfactory.NAME=URI}, {@code xaconnectionfactory.NAME=URI}, {@code queue.NAME=PHYSICAL},
 *       {@code topic.NAME=PHYSICAL} bind NAME; the prefix is taken in any case.
 *   <li>{@code java.naming.provider.url} binds {@code ConnectionFactory}, {@code QueueConnectionFactory},
 *       {@code TopicConnectionFactory} and the same three with {@code XA} before, unless they are bound by themselves.
 *   <li>{@code dynamicQueues/NAME} and {@code dynamicTopics/NAME} are there without being bound.
 * </ul>
 *
 * <p>Nothing is connected by a look-up. Stateless.
 */
public final class AngariumInitialContextFactory implements InitialContextFactory {
    /** For the naming service, which makes it by reflection. */
    public AngariumInitialContextFactory() {}

    /**
     * The context.
     *
     * @throws NamingException if a property is not valid; it names the property
     */
    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        Map<String, Object> copy = new TreeMap<>();
        if (environment != null) {
            environment.forEach((name, value) -> copy.put(String.valueOf(name), value));
        }
        return new ReadOnlyContext(Bindings.of(copy), copy);
    }
}
