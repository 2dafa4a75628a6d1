package io.angarium.examples.orders;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The shop's administered objects, looked up through JNDI as {@code jndi.properties} binds them.
 *
 * @param factory connects to the broker in this JVM
 * @param orders where the front end sends orders
 * @param results where workers send what they have done
 */
record Shop(ConnectionFactory factory, Topic orders, Queue results) {
    /**
     * Looks everything up.
     *
     * @param store folder of the broker's store, instead of the one in {@code jndi.properties}
     */
    @SuppressWarnings({
        "BanJNDI", // this is what JNDI is for: the names are constants, and nothing remote is asked
        "JdkObsolete" // InitialContext wants a Hashtable
    })
    static Shop lookUp(Path store) throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put("connectionfactory.shop", "angarium:vm:shop?store=" + encoded(store));
        Context context = new InitialContext(environment);
        try {
            return new Shop((ConnectionFactory) context.lookup("shop"), (Topic) context.lookup("orders"), (Queue)
                    context.lookup("results"));
        } finally {
            context.close();
        }
    }

    private static String encoded(Path store) {
        return URLEncoder.encode(store.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
